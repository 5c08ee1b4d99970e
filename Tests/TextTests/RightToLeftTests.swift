import DocumentModel
import Testing

@testable import Text

@Suite("Text read from the right")
struct RightToLeftTests {
  private func places(_ string: String) -> [Int] {
    var word = MarkedWord()
    for scalar in string.unicodeScalars { word.add(scalar.value) }
    return word.places()
  }

  @Test("boxes of a turned word are turned too")
  func turned() {
    #expect(places("word") == [0, 1, 2, 3])
    #expect(places("\u{202B}אבג\u{202C}") == [2, 1, 0])
    #expect(places("ab\u{202B}אב\u{202C}c") == [0, 1, 3, 2, 4])
    #expect(places("\u{202B}א\u{202A}12\u{202C}ב\u{202C}") == [3, 1, 2, 0])
  }

  @Test("words without a blank between them are turned one by one")
  func glued() {
    #expect(places("\u{202B}אב\u{202C}\u{202B}גד\u{202C}") == [1, 0, 3, 2])
  }

  @Test("lam and alef of one glyph are put right where no word has them otherwise")
  func lamAlef() {
    func mended(_ string: String) -> String {
      var scalars = string.unicodeScalars.map(\.value)
      LamAlef.mend(&scalars)
      return Self.written(scalars)
    }
    #expect(mended("اإلنتاج") == "الإنتاج")
    #expect(mended("إلى البيت") == "إلى البيت")
  }

  private static func written(_ scalars: [UInt32]) -> String { string(scalars) }

  /// Sets a line that ends at `right`, its glyphs in logical order, with poppler's blanks one word off.
  private func set(_ words: [String], right: Float, y: Float, in page: inout SyntheticPage) {
    var x = right
    page.start(TextStyle(font: "Plain", size: 10))
    for (number, word) in words.enumerated() {
      if number > 1 { page.put(0x20, Box(x0: x, y0: y, x1: x + 3, y1: y + 11)) }
      for scalar in word.unicodeScalars {
        page.put(scalar.value, Box(x0: x - 5, y0: y, x1: x, y1: y + 11))
        x -= 5
      }
      x -= 3
    }
    page.put(0x0A, Box(x0: x, y0: y, x1: x, y1: y))
  }

  @Test("blanks are where the white is, and lines of one paragraph are joined")
  func blanks() {
    let word = "שלום"
    var page = SyntheticPage()
    for row in 0..<3 {
      set(Array(repeating: word, count: 20), right: 540, y: 80 + Float(row) * 12, in: &page)
    }
    set([word, word + "."], right: 540, y: 116, in: &page)
    let found = PageComposer.compose(page.text, size: page.size, evidence: nil)
    let expected = Array(repeating: word, count: 62).joined(separator: " ") + "."
    #expect(found.map { string($0.scalars) } == [expected])
  }
}
