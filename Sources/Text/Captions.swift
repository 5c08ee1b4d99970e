import DocumentModel

/// The words that open captions, by what they name.
package enum CaptionWord: Sendable {
  case figure, table, other

  /// Returns what a caption's first word names; nil for other words. Full stops and capitals do not matter.
  static func kind(of word: ArraySlice<UInt32>) -> CaptionWord? {
    guard word.count >= 2, word.count <= 14 else { return nil }
    if let sign = word.first, sign == 0x56F3 || sign == 0x56FE { return .figure }
    if word.first == 0x8868 { return .table }
    var hash = WordSet.Hash()
    for scalar in word where Script.isLetter(scalar) { hash.add(scalar) }
    return word.count >= 3 ? kinds[hash.value] : nil
  }

  /// Reads a caption's beginning, such as `Figure 3:`, `Tab. 2.`, `図1`; `end` is the index after its number.
  package static func beginning(_ text: ArraySlice<UInt32>) -> (kind: CaptionWord, end: Int)? {
    var at = text.startIndex
    while at < text.endIndex, !Script.isBlank(text[at]), !Script.isDigit(text[at]) { at += 1 }
    let word = text[text.startIndex..<at]
    let isIdeographic = word.first.map(Script.isIdeographic) ?? false
    guard let kind = isIdeographic ? kind(of: word + [0x31]) : kind(of: word) else { return nil }
    return number(in: text, from: at).map { (kind, $0.upperBound) }
  }

  /// Returns the range of a number after blanks, such as `3`, `4.12`, `S3`, `A.1`, `IV`.
  static func number(in text: ArraySlice<UInt32>, from index: Int) -> Range<Int>? {
    var at = index
    while at < text.endIndex, Script.isBlank(text[at]) { at += 1 }
    let start = at
    while at < text.endIndex, isNumber(text[at]) { at += 1 }
    while at > start, text[at - 1] == 0x2E { at -= 1 }
    let number = text[start..<at]
    let isCounted =
      number.contains(where: Script.isDigit) || number.allSatisfy { roman.contains($0) }
    guard !number.isEmpty, number.count <= 8, isCounted else { return nil }
    return start..<at
  }

  private static func isNumber(_ scalar: UInt32) -> Bool {
    Script.isDigit(scalar) || scalar == 0x2E || Script.isUpperCase(scalar) && scalar < 0x80
  }

  private static let roman: Set<UInt32> = [0x49, 0x56, 0x58]

  private static let kinds: [UInt64: CaptionWord] = {
    let words: [(CaptionWord, String)] = [
      (
        .figure,
        "figure fig scheme plate chart graph abbildung abb figura figuur fig рис рисунок image"
      ),
      (.table, "table tab tabelle tableau tabla tabela tabella tabel tbl таблица табл"),
      (.other, "listing algorithm code box program"),
    ]
    var found: [UInt64: CaptionWord] = [:]
    for (kind, list) in words {
      for word in list.split(separator: " ") {
        var hash = WordSet.Hash()
        for scalar in word.unicodeScalars { hash.add(scalar.value) }
        found[hash.value] = kind
      }
    }
    return found
  }()
}
