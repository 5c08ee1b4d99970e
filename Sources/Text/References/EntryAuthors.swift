import DocumentModel

/// The authors at the beginning of an entry.
struct EntryAuthors {
  /// The words of their names in lower case without accents, in order.
  private(set) var names: [[UInt32]] = []
  /// How many of them belong to the first author.
  private(set) var firstCount = 0
  private(set) var count = 0
  /// The index of the text after them.
  private(set) var end = 0
  /// The authors as they are printed, `Müller, J.` or `John A. Nelder`; of names in no known form what is between the commas.
  private(set) var printed: [String] = []
  /// Whether a comma separates the names from the title.
  private(set) var endsInComma = false
  /// Whether the names have one of the forms of styles of citation.
  let areKnown: Bool

  private static let longest = 400
  private static let folding = Folding(ignoresCase: true, ignoresAccents: true)

  init(_ entry: [UInt32]) {
    let start = EntryLabel.read(entry)?.end ?? 0
    let found = EntryNames(entry, from: start)
    areKnown = !found.people.isEmpty
    guard areKnown else {
      let text = Array(entry.prefix(Self.longest))
      readWords(text, from: min(start, text.count))
      return
    }
    (end, endsInComma, count) = (found.end, found.endsInComma, found.people.count)
    for person in found.people {
      let ranges = [person.surname] + (person.given.map { [$0] } ?? [])
      for range in ranges { addWords(of: entry, in: range) }
      if firstCount == 0 { firstCount = names.count }
      printed.append(ranges.map { Self.string(entry[$0]) }.joined(separator: ", "))
    }
  }

  private mutating func addWords(of text: [UInt32], in range: Range<Int>) {
    var at = range.lowerBound
    while at < range.upperBound {
      guard Script.isLetter(text[at]) else {
        at += 1
        continue
      }
      var end = at
      while end < range.upperBound, Self.isInName(text, end) { end += 1 }
      names += NameWord.parts(of: text[at..<end]).map { Self.folding.fold(Array($0)).scalars }
      at = max(end, at + 1)
    }
  }

  /// Reads words up to the year in parentheses, or to the first full stop after a word that is no initial.
  private mutating func readWords(_ text: [UInt32], from start: Int) {
    var at = start
    var isFirst = true
    // Initials between commas are no author of their own.
    var isCounted = false
    while at < text.count {
      let scalar = text[at]
      if Script.isLetter(scalar) {
        var end = at
        while end < text.count, Self.isInName(text, end) { end += 1 }
        let word = text[at..<end]
        let isJoin = ReferenceWord.isJoin(word) || Array(word.map(Script.lower)) == Self.et
        if isJoin {
          isFirst = isFirst && names.isEmpty
          isCounted = false
        } else {
          if word.count > 1, !isCounted {
            count += 1
            isCounted = true
          }
          names += NameWord.parts(of: word).map { Self.folding.fold(Array($0)).scalars }
          if isFirst { firstCount = names.count }
        }
        at = end
        // A full stop after an initial belongs to the name, and one before a comma ends an abbreviation.
        if at < text.count, text[at] == 0x2E, word.count > 2, !isJoin, !names.isEmpty,
          !text[(at + 1)...].prefix(2).contains(where: { $0 == 0x2C || $0 == 0x26 })
        {
          break
        }
        continue
      }
      if scalar == 0x28 || Year.end(at: at, in: text) != nil {
        if !names.isEmpty { break }
      } else if scalar == 0x2C || scalar == 0x3B || scalar == 0x26 || scalar == 0x3A
        || scalar == 0xB7
      {
        if !names.isEmpty { isFirst = false }
        isCounted = false
      } else if scalar == 0x201C || scalar == 0x22 || scalar == 0x201E || scalar == 0xAB {
        if !names.isEmpty { break }
      }
      at += 1
    }
    end = at
    printed = Self.string(text[start..<end]).replacing(" and ", with: ",").split {
      ",;&".contains($0)
    }
    .map { String($0).trimmed }.filter { $0.contains(where: \.isLetter) }
  }

  private static let et: [UInt32] = [0x65, 0x74]

  /// Whether a scalar of a text belongs to a word of a name.
  static func isInName(_ text: [UInt32], _ at: Int) -> Bool {
    if Script.isLetter(text[at]) || text[at] == 0x2019 || text[at] == 0x27 { return true }
    // Combining marks, and hyphens between letters.
    if (0x300...0x36F).contains(text[at]) { return true }
    return Script.isHyphen(text[at]) && at + 1 < text.count && Script.isLetter(text[at + 1])
  }

  /// Returns scalars as a string.
  static func string(_ scalars: some Sequence<UInt32>) -> String {
    String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
  }
}
