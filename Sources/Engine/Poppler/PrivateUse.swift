/// Reads private-use characters, to which fonts map their ligatures and variants of figures and letters.
enum PrivateUse {
  static let range: ClosedRange<UInt32> = 0xE000...0xF8FF

  /// Returns the letters or the figure of a character; nil if only the font's maker knows it.
  static func letters(_ scalar: UInt32, font: String) -> [UInt32]? {
    switch scalar {
    // Icons have these codes, too.
    case _ where font.contains("Awesome"): nil
    // Old-style figures and small capitals of Adobe's corporate use area, the signs that go with them, and accented letters.
    case 0xF730...0xF739, 0xF721, 0xF724, 0xF726, 0xF73F, 0xF7A1, 0xF7A2, 0xF7BF: [scalar - 0xF700]
    case 0xF761...0xF77A, 0xF7E0...0xF7F6, 0xF7F8...0xF7FE: [scalar - 0xF720]
    default:
      ligatures.first { $0.fonts.contains(where: font.hasPrefix) }?.letters[scalar].map {
        $0.unicodeScalars.map(\.value)
      }
    }
  }

  private static let ligatures: [(fonts: [String], letters: [UInt32: String])] = [
    (
      ["LinLibertine", "LinBiolinum"],
      Dictionary(
        uniqueKeysWithValues: (UInt32(0)..<10).map { (0xE010 + $0, String($0)) } + [
          (0xE039, "ft"), (0xE03C, "tt"), (0xE048, "Qu"), (0xE049, "Th"),
        ])
    ),
    // The text of journals of the Royal Society of Chemistry.
    (["AdvOT999035f4"], [0xE09D: "ft", 0xE103: "fi", 0xE104: "fl"]),
  ]
}
