/// Raised numbers in lists and ranges, whose signs have no form of note marks: `three⁴⁻⁶`, `four²;³`.
enum RaisedNumbers {
  /// Returns the mentions of the numbers in a text that are no powers.
  static func all(in text: [UInt32]) -> [ReferenceMention] {
    var found: [ReferenceMention] = []
    var at = 1
    while at < text.count {
      guard text[at] >= 0xB2, Superscripts.isRaisedDigit(text[at]) else {
        at += 1
        continue
      }
      let start = at
      var numbers: [ReferenceMention] = []
      while let end = numberEnd(at, in: text) {
        let label = text[at..<end].compactMap(Superscripts.digit)
        numbers.append(ReferenceMention(target: .raised(label), range: at..<end))
        at = end
        guard at + 1 < text.count, separators.contains(text[at]),
          Superscripts.isRaisedDigit(text[at + 1])
        else { break }
        at += 1
      }
      at = max(at, start + 1)
      // `ten¹⁽ᵖ. ¹²⁾`
      let hasPage = at < text.count && text[at] == 0x207D
      guard numbers.count > 1 || hasPage, isMark(text[..<start]) else { continue }
      found += numbers
    }
    return found
  }

  private static let separators: Set<UInt32> = Set(",;⁻–".unicodeScalars.map(\.value))

  private static func numberEnd(_ start: Int, in text: [UInt32]) -> Int? {
    var end = start
    while end < text.count, Superscripts.isRaisedDigit(text[end]) { end += 1 }
    return (1...3).contains(end - start) ? end : nil
  }

  /// Whether a word or a mark of punctuation is before raised numbers, no base of a power.
  private static func isMark(_ text: ArraySlice<UInt32>) -> Bool {
    guard let last = text.last else { return false }
    return punctuation.contains(last) || Script.isLetter(last) && !PowerBase.ends(text)
  }

  private static let punctuation: Set<UInt32> = Set(".,;:!?)]”’\"»".unicodeScalars.map(\.value))
}
