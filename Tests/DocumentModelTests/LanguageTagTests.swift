import DocumentModel
import Testing

@Suite struct LanguageTagTests {
  @Test(arguments: [
    ("en", "en"), ("en_GB", "en-GB"), ("zh-Hant-TW", "zh-Hant-TW"), ("x", ""), ("", ""),
    ("en-", ""),
    ("dú", ""), ("../..", ""), ("english", ""), ("de-" + String(repeating: "abcd-", count: 8), ""),
  ])
  func tagsAreNormalised(_ text: String, _ tag: String) {
    #expect(LanguageTag.checked(text) == tag)
  }

  @Test(arguments: [
    ("ar", true), ("he-IL", true), ("en", false), ("az-Arab", true), ("ar-Latn", false),
    ("", false),
  ])
  func rightToLeftScriptsAreRecognised(_ tag: String, _ isRightToLeft: Bool) {
    #expect(LanguageTag.isRightToLeft(tag) == isRightToLeft)
  }
}
