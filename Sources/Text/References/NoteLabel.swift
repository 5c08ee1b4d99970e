/// The number or sign of a footnote, in the text and at the note.
enum NoteLabel {
  /// Reads `¹²`, `*`, `*5`, `†`; empty for a blank or a sign that only separates labels. `end` is the index after it.
  static func read(_ text: ArraySlice<UInt32>, at start: Int) -> (label: [UInt32], end: Int) {
    var end = start
    while end < text.endIndex, Superscripts.plainDigit(text[end]) != nil { end += 1 }
    if end > start { return (text[start..<end].compactMap(Superscripts.plainDigit), end) }
    guard start < text.endIndex else { return ([], start) }
    let sign = text[start]
    guard !Script.isBlank(sign), !Script.isHyphen(sign), !separators.contains(sign) else {
      return ([], start + 1)
    }
    end = start + 1
    guard sign == 0x2A else { return ([sign], end) }
    // `*5`: Japanese notes have a number behind the sign.
    while end < text.endIndex, end - start < 4, digit(text[end]) != nil { end += 1 }
    return ([sign] + text[(start + 1)..<end].compactMap(digit), end)
  }

  private static let separators: Set<UInt32> = [0x2C, 0x5B, 0x5D, 0x2013]

  private static func digit(_ scalar: UInt32) -> UInt32? {
    Script.isDigit(scalar) ? scalar : Superscripts.plainDigit(scalar)
  }
}
