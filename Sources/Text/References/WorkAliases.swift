/// The short names that a text gives to works: `(Goodman & Weare 2010, hereafter GW10)`.
struct WorkAliases: Sendable {
  private var works: [[UInt32]: ReferenceMention.WorkNames] = [:]
  private static let mostWorks = 1_000

  /// Notes the short names that follow a paragraph's citations, and returns where it has those that are known by then.
  mutating func mentions(
    in text: [UInt32], after found: [ReferenceMention]
  ) -> [ReferenceMention] {
    var starts: [[UInt32]: Int] = [:]
    for mention in found {
      guard case .work(var work) = mention.target, !work.year.isEmpty,
        let name = Self.name(after: mention.range.upperBound, in: text),
        works[Array(text[name])] == nil, works.count < Self.mostWorks
      else { continue }
      work.starts = []
      works[Array(text[name])] = work
      starts[Array(text[name])] = name.lowerBound
    }
    guard !works.isEmpty else { return [] }
    var mentions: [ReferenceMention] = []
    var at = 0
    while at < text.count {
      let token = Self.token(at: at, in: text)
      defer { at = max(token.upperBound, at + 1) }
      guard Self.lengths.contains(token.count), Script.isUpperCase(text[at]),
        Script.isDigit(text[token.upperBound - 1]),
        let work = works[Array(text[token])], starts[Array(text[token])] ?? 0 <= at
      else { continue }
      mentions.append(ReferenceMention(target: .work(work), range: token))
    }
    return mentions
  }

  /// Returns the short name that a text gives to a work whose citation ends at an index: letters and digits.
  private static func name(after end: Int, in text: [UInt32]) -> Range<Int>? {
    func skip(_ at: inout Int) {
      while at < text.count, at - end < 40,
        Script.isBlank(text[at]) || [0x28, 0x29, 0x2C, 0x3B, 0x201C, 0x22].contains(text[at])
      {
        at += 1
      }
    }
    var at = end
    skip(&at)
    let word = text[min(at, text.count)...].prefix(while: Script.isLetter)
    guard word.count <= longestWord, words.contains(word.map(Script.lower)) else { return nil }
    at = word.endIndex
    skip(&at)
    let token = token(at: at, in: text)
    guard lengths.contains(token.count), Script.isUpperCase(text[at]),
      Script.isDigit(text[token.upperBound - 1])
    else { return nil }
    return token
  }

  private static func token(at start: Int, in text: [UInt32]) -> Range<Int> {
    var end = start
    while end < text.count, Script.isLetter(text[end]) || Script.isDigit(text[end]) { end += 1 }
    return start..<end
  }

  private static let lengths = 3...8
  private static let longestWord = 11
  private static let words = ReferenceWord.words(
    "hereafter henceforth hereinafter nachfolgend désormais")
}
