import DocumentModel
import Testing

@testable import Text

@Suite("Text read from the right")
struct RightToLeftTests {
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

  /// Some programs map an opening bracket to the sign it looks like when it is mirrored.
  @Test(
    "brackets open before they close",
    arguments: [
      (")שלום שלום( שלום", "(שלום שלום) שלום"), ("(שלום) שלום", "(שלום) שלום"),
      ("1) שלום (שלום) 2) שלום", "1) שלום (שלום) 2) שלום"), ("שלום )1(", "שלום (1)"),
      ("שלום )1(، שלום )2(", "שלום (1)، שלום (2)"),
    ])
  func brackets(_ painted: String, _ expected: String) {
    var scalars = painted.unicodeScalars.map(\.value)
    MirroredBrackets.turn(&scalars)
    #expect(string(scalars) == expected)
  }

  @Test("cells of Latin words keep the order of a right-to-left row")
  func latinCells() {
    var page = SyntheticPage()
    page.start(TextStyle(font: "Plain", size: 10))
    for (word, x) in [("L1", Float(300)), ("CWE", 240), ("NIST", 180)] {
      for (at, scalar) in word.unicodeScalars.enumerated() {
        page.put(
          scalar.value, Box(x0: x + 5 * Float(at), y0: 80, x1: x + 5 * Float(at) + 5, y1: 91))
      }
      page.put(0x0A, Box(x0: x + 30, y0: 80, x1: x + 30, y1: 80))
    }
    set(["שלום", "שלום", "שלום", "שלום"], right: 540, y: 80, in: &page)
    let found = PageComposer.compose(page.text, size: page.size, evidence: nil)
    let text = found.map { string($0.scalars) }.joined(separator: " ")
    #expect(text.split(separator: " ").suffix(3) == ["L1", "CWE", "NIST"])
  }

  @Test("a single Latin letter between right-to-left words stays between them")
  func singleLetter() {
    var page = SyntheticPage()
    page.start(TextStyle(font: "Plain", size: 10))
    var x: Float = 540
    for scalar in "אבגד R דגבא".unicodeScalars {
      if scalar != " " {
        page.put(scalar.value, Box(x0: x - 5, y0: 80, x1: x, y1: 91))
        x -= 5
      } else {
        x -= 3
      }
    }
    page.put(0x0A, Box(x0: x, y0: 80, x1: x, y1: 80))
    let found = PageComposer.compose(page.text, size: page.size, evidence: nil)
    #expect(found.map { string($0.scalars) } == ["אבגד R דגבא"])
  }

  @Test("a fraction in Persian digits and the formula around it keep their order")
  func formula() {
    var page = PaintedPage()
    for row in 0..<3 { page.paint("ببب ببب ببب ببب ببب ببب ببب", x: 60, y: 100 + 14 * Float(row)) }
    let end = page.paint("F = ۰٫۹, CR = ۰٫۱", x: 60, y: 142)
    page.paint("ببب ببب ببب", x: end + 5, y: 142)
    #expect(page.blocks.contains { string($0.scalars).hasSuffix("ببب ببب F = ۰٫۹, CR = ۰٫۱") })
  }

  @Test("a list of Persian numbers after a sign of equation keeps its order")
  func numbers() {
    var page = PaintedPage()
    for row in 0..<3 { page.paint("ببب ببب ببب ببب ببب ببب ببب", x: 60, y: 100 + 14 * Float(row)) }
    let end = page.paint("m = ۵, ۷, ۱۰", x: 60, y: 142)
    page.paint("ببب ببب ببب", x: end + 5, y: 142)
    #expect(page.blocks.contains { string($0.scalars).hasSuffix("ببب m = ۵, ۷, ۱۰") })
  }
}
