import DocumentModel
import Testing

@testable import Text

@Suite("Places on a page lead to rows")
struct DestinationTests {
  private func start(_ page: PaintedPage, _ x: Double?, _ y: Double) -> String {
    let text = page.text
    let offset = text.offset(atY: y, x: x)
    let row = text.scalars[offset...].prefix { $0 != 0x0A }
    return String(String.UnicodeScalarView(row.compactMap(Unicode.Scalar.init)))
  }

  /// Two columns on one grid; the left one begins at 50, the right one at 320 points.
  private var columns: PaintedPage {
    var page = PaintedPage()
    for row in 0..<8 where row != 3 {
      page.paint("left row \(row) of this page", x: 50, y: 100 + Float(row) * 12)
    }
    for row in 0..<8 {
      page.paint("right row \(row) of this page", x: 320, y: 97 + Float(row) * 12)
    }
    return page
  }

  @Test("a place in two columns leads to the row of its column, over white, too")
  func column() {
    #expect(start(columns, 50, 103) == "left row 1 of this page")
    #expect(start(columns, 320, 100) == "right row 1 of this page")
    #expect(start(columns, 48, 128) == "left row 4 of this page")
    #expect(start(columns, 318, 128) == "right row 3 of this page")
  }

  @Test("an indented row of the other column is not part of this one")
  func indentedBeside() {
    var page = PaintedPage()
    for row in 0..<12 {
      page.paint(
        "left row \(row), as wide as its column, near to the next", x: row == 7 ? 60 : 50,
        y: 100 + Float(row) * 12)
    }
    for row in 0..<4 {
      page.paint("right row \(row) of this page", x: 330, y: 98 + Float(row) * 24)
    }
    #expect(start(page, 330, 176) == "right row 3 of this page")
    #expect(start(page, 324, 176) == "right row 3 of this page")
    #expect(start(page, 50, 176).hasPrefix("left row 7"))
  }

  @Test("a place left of an indented row leads to it")
  func indented() {
    var page = PaintedPage()
    for row in 0..<6 {
      page.paint("a row of this page", x: row == 3 ? 260 : 50, y: 100 + Float(row) * 12)
    }
    let offset = page.text.offset(atY: 127, x: 50)
    #expect(page.text.boxes[offset].x0 == 260)
  }

  @Test("a place without a column leads to the nearest row below, one below all to the last")
  func height() {
    #expect(start(columns, nil, 101) == "right row 1 of this page")
    #expect(start(columns, 50, 700) == "left row 7 of this page")
    #expect(PageText(size: PageSize(width: 10, height: 10)).offset(atY: 5, x: 1) == 0)
  }
}
