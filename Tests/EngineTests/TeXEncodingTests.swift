import Testing

@testable import Engine

/// Bitmap fonts of TeX name their glyphs by their codes.
@Suite struct TeXEncodingTests {
  @Test(arguments: [
    ("abcdefghi().\u{C}", TeXEncoding.text, "\u{C}", "ﬁ"),
    ("abcdefghi().{\u{C}", .text, "{", "–"),
    ("23456()\u{0}", .text, "\u{0}", "Γ"),
    ("abcdefghi().\u{1C}", .accentedText, "\u{1C}", "ﬁ"),
    ("abcdefghi().\u{15}", .accentedText, "\u{15}", "–"),
    ("aeilmnrtx!\u{1B}", .accentedText, "\u{1B}", "ﬀ"),
    ("klmn=;\u{B}", .letters, "=", "/"), ("klmn=;\u{B}", .letters, "\u{B}", "α"),
    ("àáâãab", .cyrillicText, "à", "а"), ("àáâãab\u{15}", .cyrillicText, "\u{15}", "–"),
    ("\u{0}!fg", .signs, "f", "{"), ("\u{0}!fg", .signs, "!", "→"),
  ])
  func codesFollowTheTeXFontEncoding(
    _ codes: String, _ encoding: TeXEncoding, _ code: String, _ sign: String
  ) throws {
    let found = try #require(TeXEncoding(names(codes)))
    #expect(found == encoding)
    let scalar = try #require(code.unicodeScalars.first?.value)
    #expect(found.scalar(scalar) == sign.unicodeScalars.first?.value)
  }

  /// Big delimiters come in pairs; fonts with other names have encodings of their own.
  @Test(arguments: ["\u{0}", "\u{0}\u{1}\u{10}\u{11}01@A", "abcdefgh23().", "\u{1}\u{2}"])
  func otherFontsAreUnchanged(_ codes: String) {
    #expect(TeXEncoding(names(codes)) == nil)
  }

  @Test func accentedLettersIndicateALatinEncoding() {
    #expect(TeXEncoding(names("abcdefghilmnoprstu,.éèàçê\u{1C}")) == .accentedText)
  }

  @Test func privateUseCodesDependOnTheFont() {
    #expect(PrivateUse.letters(0xF732, font: "Any") == [0x32])
    #expect(PrivateUse.letters(0xF761, font: "Any") == [0x41])
    #expect(PrivateUse.letters(0xF7E9, font: "Any") == [0xC9])
    #expect(PrivateUse.letters(0xF726, font: "Any") == [0x26])
    #expect(PrivateUse.letters(0xF7E9, font: "FontAwesome5Free-Solid") == nil)
    #expect(PrivateUse.letters(0xE049, font: "LinLibertineO") == [0x54, 0x68])
    #expect(PrivateUse.letters(0xE012, font: "LinBiolinumO") == [0x32])
    #expect(PrivateUse.letters(0xE012, font: "Icons") == nil)
  }

  @Test func glyphNamesAreNotCodes() {
    var names = names("abcdefghi().\u{C}")
    names[0xC] = "fi"
    #expect(TeXEncoding(names) == nil)
  }

  private func names(_ codes: String) -> [UInt32: String] {
    Dictionary(uniqueKeysWithValues: codes.unicodeScalars.map { ($0.value, String($0)) })
  }
}
