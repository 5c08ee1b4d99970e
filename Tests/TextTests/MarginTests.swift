import DocumentModel
import Testing

@testable import Text

@Suite("Numbers of lines, watermarks and slanted words are no part of the text")
struct MarginTests {
  private func text(_ blocks: [TextBlock]) -> String {
    blocks.filter { $0.kind != .footer }.map { string($0.scalars) }.joined(separator: "\n")
  }

  private func footers(_ blocks: [TextBlock]) -> [String] {
    blocks.filter { $0.kind == .footer }.map { string($0.scalars) }
  }

  /// Paints two columns of text whose lines are numbered, the left one before them and the right one after them.
  private func review(_ lines: [String], size: Float = 10, gap: Float = 12) -> PaintedPage {
    var page = PaintedPage()
    for (row, line) in lines.enumerated() {
      let y = 80 + Float(row) * 12
      page.paint("\(100 + row)", x: 60 - gap - 1.5 * size, y: y, size: size)
      page.paint(line, x: 60, y: y)
    }
    for (row, line) in lines.enumerated() {
      let y = 80 + Float(row) * 12
      page.paint(line, x: 320, y: y)
      page.paint("\(130 + row)", x: 540 + gap, y: y, size: size)
    }
    return page
  }

  @Test("numbers of lines as large as the text, on both sides of two columns", arguments: [12, 6])
  func numbers(_ gap: Float) {
    let lines = prose(20, width: 42)
    let page = review(lines, gap: gap)
    #expect(page.text.regions.isEmpty)
    #expect(!text(page.blocks).contains { $0.isNumber })
    let numbers = footers(page.blocks).joined(separator: " ").split(separator: " ").map(String.init)
    let lineNumbers = Array(100..<120) + Array(130..<150)
    #expect(numbers == lineNumbers.map(String.init))
  }

  @Test("the few numbers of a short column go on with those of the column before it")
  func shortColumn() {
    var page = PaintedPage()
    let lines = prose(20, width: 42)
    for (row, line) in lines.enumerated() {
      page.paint("\(100 + row)", x: 35, y: 80 + Float(row) * 12, size: 7)
      page.paint(line, x: 60, y: 80 + Float(row) * 12)
    }
    for (row, line) in lines.suffix(3).enumerated() {
      page.paint("\(120 + row)", x: 295, y: 80 + Float(row) * 12, size: 7)
      page.paint(line, x: 320, y: 80 + Float(row) * 12)
    }
    #expect(!text(page.blocks).contains { $0.isNumber }, "\(text(page.blocks))")
  }

  @Test("numbers beside many short paragraphs")
  func shortParagraphs() {
    var page = PaintedPage()
    for (row, line) in prose(24, width: 80).enumerated() {
      let y = 80 + Float(row) * 12
      page.paint("\(row + 1)", x: row < 9 ? 40 : 35, y: y)
      page.paint(
        row % 3 == 2 ? String(line.prefix(20)) : line, x: row % 3 == 0 ? 80 : 70, y: y)
    }
    #expect(!text(page.blocks).contains { $0.isNumber }, "\(text(page.blocks))")
  }

  @Test("numbers at every fifth line, as large as the text")
  func everyFifth() {
    var page = PaintedPage()
    let lines = prose(40, width: 80)
    for (row, line) in lines.enumerated() {
      let y = 80 + Float(row) * 12
      if row % 5 == 4 { page.paint("\(row + 1)", x: 40, y: y) }
      page.paint(line, x: 70, y: y)
    }
    #expect(text(page.blocks) == lines.joined(separator: " "))
    #expect(footers(page.blocks) == ["5 10 15 20 25 30 35 40"])
  }

  @Test("small numbers beside lines in upper case, between displayed formulas")
  func smallNumbers() {
    var page = PaintedPage()
    let lines = prose(20, width: 60).map { $0.prefix(1).uppercased() + $0.dropFirst() }
    for (row, line) in lines.enumerated() {
      let y = 80 + Float(row) * 12
      page.paint("\(371 + row)", x: 60 - 6.5 - 3 * 3.5, y: y, size: 7)
      let isFormula = row % 4 == 3
      page.paint(isFormula ? String(line.prefix(20)) : line, x: isFormula ? 160 : 60, y: y)
    }
    #expect(!text(page.blocks).contains { $0.isNumber }, "\(text(page.blocks))")
  }

  @Test("small numbers beside a listing stay with its lines, whose indentation counts")
  func listings() {
    var page = PaintedPage()
    page.glyphs.fonts.append(GlyphFont(name: "Mono", isMonospace: true))
    for (row, line) in prose(12, width: 44).enumerated() {
      let y = 80 + Float(row) * 12
      page.paint("\(1 + row)", x: 40 - (row < 9 ? 0 : 2.5), y: y, size: 5)
      page.paint(String(line.prefix(30 - row * 7 % 20)), x: 60 + 35 * Float(row % 3), y: y, font: 2)
    }
    #expect(text(page.blocks).contains("12"))
  }

  @Test("a page that ends with two numbers in a row")
  func twoNumbers() {
    var page = PaintedPage()
    for row in 0..<4 { page.paint("7 words beside a number", x: 60, y: 80 + Float(row) * 12) }
    page.paint("12", x: 60, y: 128)
    page.paint("34", x: 79, y: 128)
    #expect(text(page.blocks).contains("34"))
  }

  @Test("the numbers of a list number no lines")
  func list() {
    var page = PaintedPage()
    for row in 0..<12 {
      page.paint("\(row + 1)", x: 45, y: 80 + Float(row) * 12)
      page.paint(
        "The name of an entry in this list, of some length", x: 60, y: 80 + Float(row) * 12)
    }
    let all = text(page.blocks).split(whereSeparator: \.isWhitespace)
    #expect((1...12).allSatisfy { all.contains(Substring(String($0))) }, "\(all)")
  }

  @Test("a large slanted word across the text is apart from it", arguments: [1, -1])
  func slanted(_ slope: Float) {
    var page = PaintedPage()
    page.paintSlanted("DRAFT", x: 150, y: 300, size: 60, slope: slope)
    let lines = prose(40, width: 90)
    for (row, line) in lines.enumerated() { page.paint(line, x: 60, y: 80 + Float(row) * 12) }
    #expect(text(page.blocks) == lines.joined(separator: " "))
    #expect(footers(page.blocks) == ["DRAFT"])
  }

  @Test("five numbered rows of a table keep their numbers")
  func shortChain() {
    var page = PaintedPage()
    for row in 0..<5 {
      let y = 80 + Float(row) * 12
      page.paint("\(row + 1)", x: 45, y: y)
      page.paint("a row that goes on in lower case, of some length", x: 60, y: y)
    }
    let all = text(page.blocks).split(whereSeparator: \.isWhitespace)
    #expect((1...5).allSatisfy { all.contains(Substring(String($0))) }, "\(all)")
  }

  @Test("a large word painted over lines is apart from them, a large title is not")
  func across() {
    var page = PaintedPage()
    page.paint("A title", x: 60, y: 100, size: 40)
    let lines = prose(30, width: 90)
    for (row, line) in lines.enumerated() { page.paint(line, x: 60, y: 140 + Float(row) * 12) }
    page.paint("DRAFT", x: 150, y: 300, size: 80)
    #expect(text(page.blocks) == "A title\n" + lines.joined(separator: " "))
    #expect(footers(page.blocks) == ["DRAFT"])
  }

  @Test("a large word is found after many slanted labels")
  func afterLabels() {
    var page = PaintedPage()
    for label in 0..<30 {
      page.paintSlanted("label-name", x: 60 + 15 * Float(label), y: 700, size: 6, slope: 1)
    }
    for (row, line) in prose(30, width: 90).enumerated() {
      page.paint(line, x: 60, y: 140 + Float(row) * 12)
    }
    page.paint("DRAFT", x: 150, y: 300, size: 80)
    let end = page.glyphs.glyphs.count
    #expect(Watermark.ranges(page.glyphs.glyphs) == [end - 5..<end])
  }

  @Test("the second line of a large slanted mark is part of it, also over white paper")
  func secondLine() {
    var page = PaintedPage()
    for (row, line) in prose(12, width: 90).enumerated() {
      page.paint(line, x: 60, y: 80 + Float(row) * 12)
    }
    let text = page.glyphs.glyphs.count
    page.paintSlanted("CONFI", x: 100, y: 220, size: 80, slope: -0.6)
    page.glyphs.glyphs.append(Glyph(0xAD, x: 250, y: 100, dx: 24, size: 80))
    page.paintSlanted("DENTIAL", x: 160, y: 500, size: 80, slope: -0.6)
    #expect(Watermark.ranges(page.glyphs.glyphs) == [text..<text + 6, text + 6..<text + 13])
  }

  @Test("a large mark is apart from the few lines of a last page, beside or below it")
  func lastPage() {
    let lines = prose(8, width: 40)
    var slanted = PaintedPage()
    for (row, line) in lines.enumerated() { slanted.paint(line, x: 60, y: 80 + Float(row) * 12) }
    slanted.paintSlanted("CONFIDENTIAL", x: 120, y: 600, size: 60, slope: -0.6)
    #expect(text(slanted.blocks) == lines.joined(separator: " "))
    #expect(footers(slanted.blocks) == ["CONFIDENTIAL"])
    var level = PaintedPage()
    for (row, line) in lines.enumerated() { level.paint(line, x: 60, y: 80 + Float(row) * 12) }
    level.paint("CONFIDENTIAL", x: 160, y: 150, size: 70)
    #expect(text(level.blocks) == lines.joined(separator: " "))
    #expect(footers(level.blocks) == ["CONFIDENTIAL"])
  }

  @Test("a slanted sentence across the text is apart from it, however small", arguments: [1, -1])
  func copyright(_ slope: Float) {
    var page = PaintedPage()
    let lines = prose(40, width: 90)
    for (row, line) in lines.enumerated() { page.paint(line, x: 60, y: 80 + Float(row) * 12) }
    page.paintSlanted("©Author2003retainsrights", x: 150, y: 300, size: 12, slope: slope)
    #expect(text(page.blocks) == lines.joined(separator: " "))
    #expect(footers(page.blocks) == ["©Author2003retainsrights"])
  }

  @Test("the letters of slanted words over the columns of a table stay together")
  func heads() {
    var page = PaintedPage()
    for (column, head) in ["Procedure", "Completion", "Knowledge"].enumerated() {
      page.paintSlanted(head, x: 200 + Float(column) * 60, y: 100, size: 10, slope: -1)
      for row in 0..<5 {
        page.paint("0.\(column)\(row)", x: 200 + Float(column) * 60, y: 115 + Float(row) * 12)
      }
    }
    let all = text(page.blocks)
    #expect(all.contains("Procedure") && all.contains("Completion") && all.contains("Knowledge"))
  }

  @Test("a heading below columns that end together is before the title under it")
  func foot() throws {
    var page = SyntheticPage()
    let (left, right) = (prose(10, width: 40), prose(10, width: 40))
    page.lines(left, x: 50, y: 80)
    page.line("A NEW SECTION", x: 60, y: 270, isBold: true)
    page.lines(right, x: 310, y: 80)
    page.line("The title of the text that begins here", x: 50, y: 290, size: 16)
    page.lines(prose(10, width: 40), x: 50, y: 330)
    page.lines(prose(10, width: 40), x: 310, y: 330)
    let texts = PageComposer.compose(page.text, size: page.size, evidence: nil).map {
      string($0.scalars)
    }
    let section = try #require(texts.firstIndex { $0.contains("A NEW SECTION") })
    let title = try #require(texts.firstIndex { $0.contains("The title") })
    #expect(section < title)
    #expect(texts[..<section].contains { $0.contains(right[9]) })
  }
}
