import DocumentModel
import Testing

/// Text of documents that must not control a terminal.
@Suite struct CleanTextTests {
  @Test(arguments: [
    ("a\u{1B}[2Jb", "a [2Jb"), ("a\u{2028}b\u{2029}c", "a b c"), ("a\u{85}b\nc", "a b c"),
    ("a\u{202E}b\u{200F}c", "abc"), ("Zürich 漢字", "Zürich 漢字"),
  ])
  func cleanedLinesStayOnOneLine(_ text: String, _ clean: String) {
    #expect(CleanText.line(text) == clean)
    for scalar in text.unicodeScalars where CleanText.isHarmful(scalar) {
      #expect(CleanText.shown(scalar.value).map { $0 <= 0x20 } ?? true)
    }
  }
}
