import DocumentModel
import Testing

@testable import Text

@Suite("Listings and algorithms whose lines are numbered keep their indentation")
struct NumberedListingTests {
  /// Paints lines of an algorithm as LaTeX's packages do: numbers flush right, then the code by its level.
  private func algorithm(
    _ lines: [(level: Int, text: String)], x: Float = 60, y: Float = 80, sign: String = ":",
    in page: inout PaintedPage, size: Float = 8, font: UInt16 = 0
  ) {
    for (row, line) in lines.enumerated() {
      let number = "\(row + 1)" + sign
      let y = y + 12 * Float(row)
      page.paint(number, x: x - Float(number.count) * size / 2, y: y, size: size)
      page.paint(line.text, x: x + 6 + 10 * Float(line.level), y: y, font: font)
    }
  }

  private let steps = [
    (0, "procedure Insert(leaf)"), (1, "copy = Allocate()"), (1, "for all entries of the leaf do"),
    (2, "write the entry"), (2, "if it is the last then"), (3, "return copy"), (2, "end if"),
    (1, "end for"), (0, "end procedure"),
  ]

  private let shown = [
    "1: procedure Insert(leaf)", "2:   copy = Allocate()", "3:   for all entries of the leaf do",
    "4:     write the entry", "5:     if it is the last then", "6:       return copy",
    "7:     end if", "8:   end for", "9: end procedure",
  ]

  private func code(_ page: PaintedPage) -> [String] {
    page.blocks.filter { $0.kind == .code }.map { string($0.scalars) }
  }

  @Test("an algorithm in the font of the text, between paragraphs")
  func proportional() {
    var page = PaintedPage()
    for (row, line) in prose(3, width: 80).enumerated() {
      page.paint(line, x: 50, y: 30 + 12 * Float(row))
    }
    algorithm(steps, in: &page)
    for (row, line) in prose(6, width: 80, from: "b").enumerated() {
      page.paint(line, x: 50, y: 210 + 12 * Float(row))
    }
    #expect(code(page) == shown)
    #expect(page.blocks.last?.kind == .paragraph)
  }

  @Test("numbers of two digits are flush right, a broken line is below its code")
  func broken() {
    var page = PaintedPage()
    algorithm(steps + [(0, "procedure Remove(leaf, entry, and")], in: &page)
    page.paint("what follows it)", x: 86, y: 200)
    #expect(
      code(page) == shown.map { " " + $0 } + [
        "10: procedure Remove(leaf, entry, and", "        what follows it)",
      ])
  }

  @Test("a listing in one pitch after numbers in the font of the text")
  func monospaced() {
    var page = PaintedPage()
    page.glyphs.fonts.append(GlyphFont(name: "Mono", isMonospace: true))
    for (row, line) in prose(4, width: 80).enumerated() {
      page.paint(line, x: 50, y: 20 + 12 * Float(row))
    }
    algorithm(steps, sign: "", in: &page, size: 10, font: 2)
    #expect(code(page) == shown.map { $0.replacing(":", with: "") })
  }

  @Test("numbered lists and the rows of contents are no listings", arguments: [0, 20] as [Float])
  func lists(_ indent: Float) {
    var page = PaintedPage()
    for row in 0..<6 {
      let y = 80 + 36 * Float(row)
      page.paint("\(row + 1).", x: 60, y: y)
      for (at, line) in prose(2, width: 70).enumerated() {
        page.paint(line, x: 75 + (at > 0 ? indent : 0), y: y + 12 * Float(at))
      }
    }
    #expect(code(page).isEmpty)
  }
}
