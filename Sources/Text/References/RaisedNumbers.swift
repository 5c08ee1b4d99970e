/// Raised numbers in lists and ranges, whose signs have no form of note marks: `three⁴⁻⁶`, `four²;³`.
enum RaisedNumbers {
  /// Returns the mentions of the numbers at an index that are no powers, and the index after them.
  static func read(_ text: [UInt32], at start: Int) -> (found: [ReferenceMention], end: Int) {
    var numbers: [ReferenceMention] = []
    var at = start
    while let end = numberEnd(at, in: text) {
      let label = text[at..<end].compactMap(Superscripts.digit)
      numbers.append(ReferenceMention(target: .raised(label), range: at..<end))
      at = end
      guard at + 1 < text.count, separators.contains(text[at]),
        Superscripts.isRaisedDigit(text[at + 1])
      else { break }
      at += 1
    }
    // `ten¹⁽ᵖ. ¹²⁾`
    let hasPage = at < text.count && text[at] == 0x207D
    let isRead = (numbers.count > 1 || hasPage) && isMark(text[..<start])
    // More digits than a number has are none of its own.
    while at < text.count, Superscripts.isRaisedDigit(text[at]) { at += 1 }
    return (isRead ? numbers : [], max(at, start + 1))
  }

  private static let separators: Set<UInt32> = Set(",;⁻–".unicodeScalars.map(\.value))

  private static let mostDigits = 3

  private static func numberEnd(_ start: Int, in text: [UInt32]) -> Int? {
    var end = start
    while end < text.count, end - start <= mostDigits, Superscripts.isRaisedDigit(text[end]) {
      end += 1
    }
    return (1...mostDigits).contains(end - start) ? end : nil
  }

  /// Whether a word or a mark of punctuation is before raised numbers, no base of a power.
  private static func isMark(_ text: ArraySlice<UInt32>) -> Bool {
    guard let last = text.last else { return false }
    return punctuation.contains(last) || Script.isLetter(last) && !PowerBase.ends(text)
  }

  private static let punctuation: Set<UInt32> = Set(".,;:!?)]”’\"»".unicodeScalars.map(\.value))
}
