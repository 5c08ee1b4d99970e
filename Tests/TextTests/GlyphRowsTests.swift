import DocumentModel
import Testing

@testable import Text

/// The characters of a page at a place.
@Suite struct GlyphRowsTests {
  /// Lines of ten letters each, 10 points high and wide apart by 1 point.
  private func text(lines: Int) -> PageText {
    var text = PageText(styles: [TextStyle()])
    for line in 0..<lines {
      for column in 0..<10 {
        text.scalars.append(0x61)
        text.boxes.append(
          Box(
            x0: Float(column) * 6, y0: Float(line) * 11, x1: Float(column) * 6 + 6,
            y1: Float(line) * 11 + 10))
      }
    }
    return text
  }

  /// A caret hangs below the lower edge of its line, into the next one.
  @Test func aCaretBelongsToTheLineAtItsTip() throws {
    let text = text(lines: 3)
    let rows = GlyphRows(text)
    var caret = Annotation(
      id: AnnotationID("c"), page: 0, kind: .caret, box: Box(x0: 0, y0: 0, x1: 0, y1: 0))
    caret.insert(at: Point(x: 30, y: 21))
    let index = try #require(rows.nearest(to: caret.tip))
    #expect(text.boxes[index].y0 == 11 && abs(text.boxes[index].middle.x - 30) <= 3)
  }
}
