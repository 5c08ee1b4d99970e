import DocumentModel

/// Shows the signs of fonts.
extension GlyphSource {
  /// The sets of symbols that fonts of Microsoft's programs have.
  enum Symbols: String {
    case symbol, wingdings

    /// Finds the set by a font's name in lower case; nil for letters, and for the sets with numbers, which have other signs.
    init?(font: String) {
      let rest = font.dropFirst(Symbols.wingdings.rawValue.count).first
      if font.hasPrefix(Symbols.symbol.rawValue) {
        self = .symbol
      } else if font.hasPrefix(Symbols.wingdings.rawValue), rest != "2", rest != "3", rest != " " {
        self = .wingdings
      } else {
        return nil
      }
    }

    /// Returns the sign of a code in the private use area; in Wingdings, which has no letters, also that of a letter.
    func meaning(of scalar: UInt32) -> UInt32 {
      let code = scalar & 0xFF
      guard scalar == 0xF000 + code || self == .wingdings && scalar == code else { return scalar }
      let sign =
        self == .wingdings
        ? OfficeFonts.wingdings[code] : OfficeFonts.symbol(scalar, font: rawValue)
      return sign?.unicodeScalars.first?.value ?? scalar
    }
  }

  /// Whether a scalar says nothing to a reader: private use, noncharacters, U+FFFD.
  static func isMeaningless(_ scalar: UInt32) -> Bool {
    scalar == 0xFFFD || scalar & 0xFFFE == 0xFFFE || (0xE000...0xF8FF).contains(scalar)
      || (0xFDD0...0xFDEF).contains(scalar) || scalar >= 0xF0000
  }

  /// Returns a scalar as a page's text may have it; nil if it is dropped.
  static func shown(_ scalar: UInt32) -> UInt32? {
    guard scalar != 0, let clean = CleanText.shown(scalar), Unicode.Scalar(clean) != nil else {
      return scalar == 0 ? 0xFFFD : nil
    }
    if (partsOfSigns.start..<partsOfSigns.start + 26).contains(clean) {
      return partsOfSigns.signs[Int(clean - partsOfSigns.start)].value
    }
    return clean == 0x0A ? 0x20 : clean
  }

  /// The parts of tall signs and others for which the Adobe Glyph List has codes of its own.
  private static let partsOfSigns: (start: UInt32, signs: [UnicodeScalar]) = (
    0xF8E5, Array("‾│─®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭".unicodeScalars)
  )
}
