import Testing

@testable import Text

@Suite("Folding")
struct FoldingTests {
  private func fold(_ text: String, case: Bool = true, accents: Bool = false) -> String {
    let folding = Folding(ignoresCase: `case`, ignoresAccents: accents)
    return string(folding.fold(text.unicodeScalars.map(\.value)).scalars)
  }

  @Test(
    "forms that are read alike become alike",
    arguments: [
      ("ﬁnd", "find"), ("Ｗｉｄｅ", "wide"), ("ｶﾞ", "ガ"), ("Straße", "strasse"), ("①", "1"),
      ("soft\u{AD}ware", "software"), ("e\u{301}", "é"), ("ÉTÉ", "été"), ("Ж", "ж"),
      ("\u{1100}\u{1161}\u{11A8}", "각"), ("ﻻ", "لا"), ("ΣΊΣΥΦΟΣ", "σίσυφοσ"),
      ("½", "1⁄2"), ("K", "k"), ("“x”", "\"x\""), ("\u{1E030}", "а"),
    ])
  func compatibility(source: String, folded: String) {
    #expect(
      Array(fold(source).unicodeScalars) == Array(fold(folded).unicodeScalars))
    #expect(Array(fold(source).unicodeScalars) == Array(folded.unicodeScalars))
  }

  @Test("case and accents are choices")
  func choices() {
    #expect(fold("Café", case: false) == "Café")
    #expect(fold("Café", accents: true) == "cafe")
    #expect(fold("cafe\u{301}", accents: true) == "cafe")
    #expect(fold("がか", accents: true) == "がか")
    #expect(fold("Œuvre Łódź ǰ", accents: true) == "oeuvre lodz j")
  }

  @Test("the map leads back")
  func map() {
    let folded = Folding().fold("aﬃx".unicodeScalars.map(\.value))
    #expect(folded.sources == [0, 1, 1, 1, 2])
  }
}
