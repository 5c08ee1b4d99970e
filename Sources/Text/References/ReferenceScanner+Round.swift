import DocumentModel

/// Numbers in parentheses, which cite works in some journals: `(3)`, `(2, 3)`, `(4–6)`.
extension ReferenceScanner {
  /// Records the numbers in parentheses that may be citations.
  mutating func addRound(_ start: Int) {
    guard start > 1, Script.isBlank(text[start - 1]) else { return }
    var numbers: [Range<Int>] = []
    var index = start + 1
    while index < text.count, index - start < Self.longestRound, text[index] != 0x29 {
      var end = index
      while end < text.count, Script.isDigit(text[end]) { end += 1 }
      if end > index {
        guard end - index <= 3, text[index] != 0x30 else { return }
        numbers.append(index..<end)
        index = end
      } else {
        guard Script.isBlank(text[index]) || Self.roundSeparators.contains(text[index]) else {
          return
        }
        index += 1
      }
    }
    guard !numbers.isEmpty, index < text.count, text[index] == 0x29, isAfterWord(start) else {
      return
    }
    let values = numbers.map { value($0) }
    guard values == values.sorted(), Set(values).count == values.count else { return }
    for range in numbers {
      found.append(
        ReferenceMention(
          target: .entry(Array(text[range])),
          range: numbers.count == 1 ? start..<index + 1 : range, doubt: .round))
    }
  }

  /// Reads `(n 12)`, the note that names a work in full as lawyers cite it; returns whether it is one.
  mutating func scanNote(_ start: Int) -> Bool {
    let first = start + 1
    guard text[first...].starts(with: [0x6E, 0x20]) || text[first...].starts(with: [0x6E, 0xA0]),
      let (number, end) = PartNumber.read(text[...], at: first + 2, takesLetters: false),
      number.value != nil, end < text.count, text[end] == 0x29
    else { return false }
    add(ReferenceWord(kind: .note), number, first..<end)
    at = end + 1
    return true
  }

  private static let longestRound = 40
  private static let roundSeparators: Set<UInt32> = Set(",;-‐‑–—".unicodeScalars.map(\.value))

  private func value(_ digits: Range<Int>) -> Int {
    text[digits].reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  /// Whether a word or a closing mark, no amount and no name of a numbered part, is before an index: `sepsis (3)`, `COVID-19 (3)`.
  private func isAfterWord(_ start: Int) -> Bool {
    var end = start
    while end > 0, Script.isBlank(text[end - 1]) { end -= 1 }
    guard end > 0 else { return false }
    let last = text[end - 1]
    guard !Self.marks.contains(last) else { return true }
    let token = text[..<end].suffix(20).reversed().prefix { !Script.isBlank($0) }
    guard token.count(where: Script.isLetter) >= (Script.isDigit(last) ? 2 : 1),
      token.allSatisfy({
        Script.isLetter($0) || Script.isDigit($0) || Script.isHyphen($0) || Self.marks.contains($0)
      })
    else { return false }
    let word = wordBefore(start)
    return !Self.numbered.contains(word) && !Self.measured.contains(word)
      && ReferenceWord.named(by: word[...]).map { $0.kind == .cite } ?? true
  }

  private static let marks: Set<UInt32> = Set(",)”’\"»".unicodeScalars.map(\.value))

  /// Words before amounts in parentheses: `95% CI (12–24)`.
  private static let measured = ReferenceWord.words(
    "ci range iqr sd median mean score scores age aged n no nr volume vol issue type grade class level levels group groups phase"
  )

  /// Drops numbers that count the parts of a sentence: `(1) mortality and (2) shock`.
  mutating func dropCounted() {
    var counted: Set<Int> = []
    for mention in found where isCounting(mention) { counted.insert(value(mention)) }
    guard counted.count > 1 else { return }
    found = found.filter { mention in
      guard isCounting(mention) else { return true }
      let own = value(mention)
      return !counted.contains(own - 1) && !counted.contains(own + 1)
    }
  }

  private func value(_ mention: ReferenceMention) -> Int {
    guard case .entry(let label) = mention.target else { return -1 }
    return PartNumber(scalars: label).value ?? -1
  }

  /// Whether a word goes on directly after a number alone in parentheses.
  private func isCounting(_ mention: ReferenceMention) -> Bool {
    guard mention.doubt == .round, text[mention.range.lowerBound] == 0x28 else { return false }
    let rest = text[mention.range.upperBound...]
    return rest.first.map(Script.isBlank) == true
      && rest.dropFirst().first.map(Script.isLetter) == true
  }
}
