import DocumentModel
import Testing

@testable import Text

@Suite("Tables are found by their rows of cells")
struct TableTests {
  private let line = "the reader of a paper looks at a table when the text speaks of it"

  private func tables(_ page: PaintedPage) -> [Box] {
    page.text.regions.filter { $0.kind == .table }.map(\.box)
  }

  private func rows(
    _ page: inout PaintedPage, x: [Float], y: Float, _ cells: [[String]], step: Float = 12
  ) {
    for (row, words) in cells.enumerated() {
      for (at, word) in zip(x, words) where !word.isEmpty {
        page.paint(word, x: at, y: y + Float(row) * step)
      }
    }
  }

  private let numbers = [["Alpha", "1.5", "20"], ["Beta", "2.5", "30"], ["Gamma", "3.5", "40"]]

  @Test("numbers in columns make a table without rules and caption")
  func numbersAlone() throws {
    var page = PaintedPage()
    page.paint(line, x: 50, y: 100)
    rows(&page, x: [60, 200, 300], y: 140, numbers)
    page.paint(line, x: 50, y: 220)
    let table = try #require(tables(page).first)
    #expect(tables(page).count == 1)
    #expect(table.x0 < 60 && table.x1 > 309 && table.y0 < 133 && table.y1 > 164)
    #expect(table.y0 > 103 && table.y1 < 212)
  }

  @Test("rules in two columns of the page, one below the other, enclose no table")
  func rulesOfTwoColumns() {
    var page = PaintedPage()
    for row in 0..<10 {
      page.paint("12\(row)  end = ⊥ e", x: 50, y: 100 + Float(row) * 12)
      page.paint("it reads on lin", x: 320, y: 100 + Float(row) * 12)
    }
    page.rule(50, 280, y: 94)
    page.rule(320, 400, y: 214)
    #expect(tables(page).isEmpty)
  }

  @Test("a formula that is set wide is no table")
  func wideFormula() {
    var page = PaintedPage()
    rows(
      &page, x: [150, 240, 300, 370], y: 140,
      [["", "1", "", "4"], ["P(x)", "<", "<", ""], ["", "25", "", "5"]], step: 10)
    #expect(tables(page).isEmpty)
  }

  @Test("a frame around a table and a drawing is no table")
  func frameWithDrawing() throws {
    var page = PaintedPage()
    rows(&page, x: [60, 150, 220], y: 142, numbers, step: 20)
    for y: Float in [110, 128, 148, 168, 188, 400] { page.rule(50, 280, y: y) }
    for x: Float in [50, 280] { page.upright(x, 110, 400) }
    for x: Float in [140, 210] { page.upright(x, 128, 188) }
    for curve in 0..<4 {
      let box = Box(x0: 100, y0: 250 + 8 * Float(curve), x1: 200, y1: 350)
      page.glyphs.paints.append(Paint(.stroke, box, isStraight: false))
    }
    #expect(try #require(tables(page).first).y1 < 240)
    #expect(page.blocks.filter { $0.kind == .tableRow }.count == 3)
  }

  @Test("numbers between two plots are their labels")
  func betweenPlots() {
    var page = PaintedPage()
    page.paint(line, x: 50, y: 100)
    for top: Float in [120, 200] {
      for curve in 0..<4 {
        let box = Box(x0: 100, y0: top + 8 * Float(curve), x1: 400, y1: top + 30 + Float(curve))
        page.glyphs.paints.append(Paint(.stroke, box, isStraight: false))
      }
    }
    rows(
      &page, x: [100, 200, 300], y: 161,
      [["0", "700", "1500"], ["A", "5", "9"], ["3", "8", "0"]],
      step: 17)
    page.paint(line, x: 50, y: 280)
    #expect(tables(page).isEmpty)
  }

  @Test("a thick line across the page is no part of the grids above it")
  func gridsAboveABar() {
    var page = PaintedPage()
    for left: Float in [50, 310] {
      for row in 0...3 { page.rule(left, left + 230, y: 128 + 20 * Float(row)) }
      for x in [left, left + 90, left + 230] { page.upright(x, 128, 188) }
    }
    page.glyphs.paints.append(Paint(.fill, Box(x0: 50, y0: 192, x1: 550, y1: 194)))
    let clusters = PaintClusters(page.glyphs.paints, size: page.glyphs.size).clusters
    #expect(clusters.map(\.isGrid) == [true, true])
    #expect(clusters.allSatisfy { $0.box.width < 240 && $0.box.y1 < 190 })
  }

  @Test("a vertical line divides cells, however close they are")
  func divided() throws {
    var page = PaintedPage()
    page.paint(line, x: 50, y: 100)
    rows(
      &page, x: [60, 105, 136],
      y: 140, [["A", "B", "C"], ["Supply V", "1.5 V", "1.2 V"], ["IO", "0-1 V", "3.1 V"]])
    for row in 0...3 { page.rule(55, 165, y: 131 + 12 * Float(row)) }
    for x: Float in [102.5, 133] { page.upright(x, 131, 167) }
    page.paint(line, x: 50, y: 220)
    let found = page.blocks.filter { $0.kind == .tableRow }.map(DocumentFigure.text)
    #expect(found == ["A\tB\tC", "Supply V\t1.5 V\t1.2 V", "IO\t0-1 V\t3.1 V"])
  }

  @Test(
    "the numbers at the axes of a plot are no table",
    arguments: [
      (["0", "50", "100", "150", "200", "250"], ["6", "5", "4", "3", "2", "1"]),
      (["1", "10", "100", "1000", "10000", "100000"], ["0.9", "0.6", "0.5", "0.4", "0.2", "0.1"]),
      (
        ["1994", "2001", "2003", "2010", "2011", "2012"],
        ["1.0", "0.8", "0.6", "0.4", "0.2", "0.0"]
      ),
    ])
  func plot(_ x: [String], _ y: [String]) {
    var page = PaintedPage()
    for (row, label) in y.enumerated() {
      page.paint(label, x: 60, y: 140 + 14 * Float(row))
      if row < 4 { page.paint("curve \(row)", x: 270, y: 140 + 14 * Float(row)) }
    }
    for (at, label) in x.enumerated() { page.paint(label, x: 80 + 45 * Float(at), y: 230) }
    // A frame with marks at the numbers.
    for y: Float in [130, 218] { page.rule(75, 320, y: y) }
    for mark in 0..<6 {
      page.rule(75, 84, y: 137 + 14 * Float(mark))
      page.upright(85 + 45 * Float(mark), 212, 218)
    }
    for x: Float in [75, 320] { page.upright(x, 130, 218) }
    #expect(tables(page).isEmpty)
  }

  @Test("the axis of a plot between scales of colours is no table")
  func colourScales() {
    var page = PaintedPage()
    page.paint(line, x: 50, y: 100)
    rows(
      &page, x: [60, 150, 240], y: 140,
      ["0.90", "0.85", "0.80", "0.75", "0.70"].enumerated().map { [$1, "\(60 - 10 * $0)", $1] })
    for mark in 0..<5 { page.rule(154, 160, y: 130 + 12 * Float(mark)) }
    page.paint(line, x: 50, y: 240)
    #expect(tables(page).isEmpty)
  }

  @Test(
    "a table whose cells are filled is no plot, even if two of its columns count down",
    arguments: [
      [
        ["2024", "Oslo", "4"], ["2023", "Rome", "3"], ["2022", "Bonn", "2"], ["2021", "Bern", "1"],
      ],
      [["Year", "Rank"], ["2024", "4"], ["2023", "3"], ["2022", "2"], ["2021", "1"]],
    ])
  func countdown(_ cells: [[String]]) {
    var page = PaintedPage()
    page.paint(line, x: 50, y: 100)
    rows(&page, x: [60, 150, 240], y: 140, cells)
    for row in 0...cells.count { page.rule(55, 300, y: 131 + 12 * Float(row)) }
    page.paint(line, x: 50, y: 240)
    #expect(tables(page).count == 1)
  }

  @Test("a table whose heads grow by one step is no plot")
  func evenHeads() {
    var page = PaintedPage()
    let cells = [
      ["Year", "2010", "2011", "2012", "2013", "2014"], ["Oslo", "1.5", "", "2.5", "3.5", "3.0"],
      ["Rome", "", "20.5", "1.5", "", "8.0"], ["Bonn", "7.5", "8.0", "", "1.5", "2.0"],
    ]
    rows(&page, x: [60, 120, 180, 240, 300, 360], y: 140, cells)
    #expect(tables(page).count == 1)
  }

  @Test("a bibliography in two columns with underlined addresses is no table")
  func bibliography() {
    var page = PaintedPage()
    for column: Float in [50, 320] {
      for entry in 0..<8 {
        let y = 100 + 34 * Float(entry)
        page.paint("[\(entry + (column > 300 ? 18 : 10))]", x: column, y: y)
        page.paint("XML Path Language", x: column + 40, y: y)
        page.paint("www.example.org/a-path-of-names", x: column + 40, y: y + 11)
        page.rule(column + 40, column + (entry == 0 ? 160 : 125 + 3 * Float(entry)), y: y + 12)
      }
    }
    #expect(tables(page).isEmpty)
  }

  @Test("words in columns are a table only between rules")
  func wordsBetweenRules() {
    let words = [["Name", "Place"], ["Alpha", "Oslo"], ["Beta", "Rome"]]
    var page = PaintedPage()
    rows(&page, x: [60, 200], y: 140, words)
    #expect(tables(page).isEmpty)
    page.rule(55, 260, y: 130)
    page.rule(55, 260, y: 170)
    #expect(tables(page).count == 1)
  }

  @Test("a line of text, a caption and white space separate tables below each other")
  func stacked() {
    var page = PaintedPage()
    rows(&page, x: [60, 200, 300], y: 100, numbers)
    page.paint(line + line, x: 50, y: 148)
    rows(&page, x: [60, 200, 300], y: 172, numbers)
    page.paint("Table 2: More of it", x: 60, y: 214, size: 9)
    rows(&page, x: [60, 200, 300], y: 230, numbers)
    rows(&page, x: [60, 200, 300], y: 300, numbers)
    #expect(tables(page).count == 4)
  }

  @Test("tables beside each other are two if rules span each of them")
  func besideEachOther() {
    var page = PaintedPage()
    for x in [Float(50), 320] {
      rows(&page, x: [x + 5, x + 100, x + 180], y: 140, numbers)
      page.rule(x, x + 210, y: 130)
      page.rule(x, x + 210, y: 170)
    }
    #expect(tables(page).map(\.x0).sorted().map { $0 < 300 } == [true, false])
  }

  @Test(
    "a heading, a caption and text beside tables in other columns of the page are no part of them")
  func tablesInColumns() {
    var page = PaintedPage()
    let words = [
      "The words in a column go on", "below each other and end at", "one edge, as those of papers",
    ]
    func column(_ x: Float, from y: Float) {
      for row in 0..<18 {
        page.paint(words[row % 3].prefix(26) + ".", x: x, y: y + Float(row) * 12)
      }
    }
    page.paint("Heading", x: 60, y: 100)
    column(50, from: 116)
    column(240, from: 200)
    column(430, from: 212)
    for x: Float in [240, 430] {
      page.paint("the end of a caption", x: x, y: 100, size: 8)
      rows(&page, x: [x + 5, x + 70, x + 110], y: 116, numbers + numbers)
    }
    let boxes = tables(page)
    #expect(boxes.count == 2)
    #expect(boxes.allSatisfy { $0.x0 > 230 && $0.y1 < 190 && $0.width < 180 }, "\(boxes)")
  }

  @Test("the labels closely beside the lines of a grid are its cells")
  func labelsBesideGrid() {
    var page = PaintedPage()
    for (row, line) in prose(4, width: 60).enumerated() {
      page.paint(line, x: 50, y: 60 + 12 * Float(row))
    }
    rows(
      &page, x: [58, 77, 95, 113, 131], y: 130,
      [
        ["", "", "M", "O", "V"], ["", "0", "1", "2", "3"], ["L", "1", "1", "2", "3"],
        ["O", "2", "2", "1", "2"],
      ],
      step: 18)
    for row in 0..<4 { page.rule(70, 142, y: 136 + 18 * Float(row)) }
    for column in 0..<5 { page.upright(70 + 18 * Float(column), 136, 190) }
    page.rule(50, 77, y: 198)
    #expect(cells(page) == ["\t\tM\tO\tV", "\t0\t1\t2\t3", "L\t1\t1\t2\t3", "O\t2\t2\t1\t2"])
  }

  @Test("a table between rules may count its rows in parentheses")
  func countedRows() {
    var page = PaintedPage()
    rows(
      &page, x: [60, 160, 260], y: 140,
      [["One", "first", "(1)"], ["Two", "second", "(2)"], ["Six", "third", "(3)"]])
    page.rule(55, 280, y: 130)
    page.rule(55, 280, y: 170)
    #expect(tables(page).count == 1)
  }

  @Test("text in the next column is no part of a table")
  func besideText() throws {
    var page = PaintedPage()
    rows(&page, x: [60, 150, 220], y: 140, numbers)
    for row in 0..<12 {
      page.paint("words of the next column without end", x: 320, y: 100 + Float(row) * 12)
    }
    for row in 0..<6 {
      page.paint("words of the first column without end", x: 50, y: 190 + Float(row) * 12)
    }
    let table = try #require(tables(page).first)
    #expect(tables(page).count == 1)
    #expect(table.x1 < 300)
  }

  @Test("a heading over the columns belongs to its table")
  func heading() throws {
    var page = PaintedPage()
    page.rule(55, 320, y: 118)
    page.paint("Year of the data", x: 200, y: 128)
    page.rule(195, 320, y: 131)
    rows(&page, x: [60, 200, 300], y: 142, numbers)
    page.rule(55, 320, y: 172)
    let table = try #require(tables(page).first)
    #expect(table.y0 < 121)
  }

  @Test("contents, lists and listings are no tables")
  func noTables() {
    var contents = PaintedPage()
    rows(
      &contents, x: [60, 400], y: 140,
      [["First words", "3"], ["Second words", "9"], ["Third words", "12"]])
    #expect(tables(contents).isEmpty)
    var index = PaintedPage()
    rows(
      &index, x: [60, 400], y: 140,
      [["one . . . . .", "3"], ["two . . . . .", "9"], ["three . . . . .", "12"]])
    #expect(tables(index).isEmpty)
    var list = PaintedPage()
    rows(&list, x: [60, 90], y: 140, [["1.", line], ["2.", line], ["3.", line]])
    #expect(tables(list).isEmpty)
    var listing = PaintedPage()
    listing.glyphs.fonts.append(
      GlyphFont(name: "Mono", isMonospace: true, ascent: 0.75, descent: -0.25))
    for row in 0..<4 {
      listing.paint("mov", x: 60, y: 140 + Float(row) * 12, font: 2)
      listing.paint("10", x: 120, y: 140 + Float(row) * 12, font: 2)
    }
    for row in 0..<6 { listing.paint(line, x: 50, y: 300 + Float(row) * 12) }
    #expect(tables(listing).isEmpty)
  }

  @Test(
    "cells with coloured grounds and without lines are a table", arguments: [(0, true), (9, false)])
  func tintedCells(_ gap: Float, _ isTable: Bool) throws {
    var page = PaintedPage()
    page.paint(line, x: 50, y: 100)
    for row in 0..<3 {
      for column in 0..<3 {
        let x = 60 + 120 * Float(column)
        let y = 130 + 16 * Float(row)
        page.glyphs.paints.append(
          Paint(
            .fill, Box(x0: x, y0: y, x1: x + 120 - 8 * gap, y1: y + 16 - 0.6 * gap),
            after: page.glyphs.glyphs.count))
        page.paint("Cell", x: x + 10, y: y + 8)
      }
    }
    page.paint(line, x: 50, y: 230)
    #expect(tables(page).isEmpty == !isTable)
  }

  @Test("a title and its rule above a framed table are not part of it")
  func titleAboveFrame() throws {
    var page = PaintedPage()
    page.paint(line, x: 50, y: 60)
    page.paint("Greenhouse gases", x: 150, y: 106)
    page.rule(50, 400, y: 110)
    rows(&page, x: [64, 204, 304], y: 142, numbers, step: 16)
    for row in 0...3 { page.rule(60, 380, y: 130 + 16 * Float(row)) }
    for x: Float in [60, 200, 300, 380] { page.upright(x, 130, 178) }
    page.paint(line, x: 50, y: 230)
    let table = try #require(tables(page).first)
    #expect(table.y0 > 112 && table.y0 < 134)
    #expect(table.y1 > 176 && table.y1 < 190)
  }

  @Test("the heads of columns that are at the same height on each page are no running heads")
  func columnHeads() throws {
    let pages = ["First", "Second", "Third"].map { name in
      var page = PaintedPage()
      page.paint("Results of the \(name) group", x: 50, y: 50)
      rows(&page, x: [60, 200, 300], y: 80, [["Measure", "Grade", "Weight"]] + numbers)
      page.rule(60, 350, y: 70)
      page.rule(60, 350, y: 84)
      page.rule(60, 350, y: 122)
      page.paint(line, x: 50, y: 300)
      return page
    }
    var evidence = DocumentEvidence()
    for (number, page) in pages.enumerated() {
      evidence.observe(page.text, number: number, size: page.glyphs.size)
    }
    let blocks = PageComposer.compose(
      pages[1].text, size: pages[1].glyphs.size, evidence: evidence, page: 1)
    #expect(blocks.contains { string($0.scalars) == "Measure\tGrade\tWeight" })
  }

  @Test("ticks in the cells of a table are no formula, whatever their font")
  func ticks() {
    var page = PaintedPage()
    for row in 0..<6 {
      let y = 140 + 24 * Float(row)
      page.paint("2.\(row)", x: 60, y: y)
      page.paint("Verify that the users are asked for it", x: 90, y: y)
      page.paint("before they go on.", x: 90, y: y + 12)
      for x: Float in [320, 350, 380] { page.paint("✓", x: x, y: y, size: 12, font: 1) }
      page.paint("65\(row)", x: 410, y: y)
    }
    #expect(page.text.regions.map(\.kind) == [.table])
  }

  @Test("contents in two columns are read column by column")
  func contentsInColumns() {
    var page = PaintedPage()
    for (column, x) in [Float(50), 320].enumerated() {
      for row in 0..<10 {
        let end = page.paint("\(column + 1).\(row) Naming ", x: x, y: 100 + 14 * Float(row))
        page.paint("...................", x: end, y: 100 + 14 * Float(row))
        page.paint("\(100 * column + 10 + row)", x: x + 200, y: 100 + 14 * Float(row))
      }
    }
    #expect(page.text.regions.isEmpty)
    let numbers = page.blocks.map { string($0.scalars) }.joined(separator: " ").split(
      separator: " "
    )
    .filter { $0.hasPrefix("1.") || $0.hasPrefix("2.") }
    #expect(numbers == numbers.sorted() && numbers.count == 20)
  }

  @Test("a rule joins heads with the rows below a wide gap")
  func headsAboveAGap() throws {
    var page = PaintedPage()
    rows(&page, x: [60, 200, 300], y: 140, [["Department", "Plan", "Total"]])
    page.rule(55, 330, y: 148)
    rows(&page, x: [60, 200, 300], y: 178, numbers)
    let found = tables(page)
    #expect(found.count == 1)
    #expect(try #require(found.first).y0 < 135)
  }

  @Test("the last cell of a table has several lines")
  func lastCell() throws {
    var page = PaintedPage()
    for row in 0..<4 {
      let y = 140 + 36 * Float(row)
      page.paint("C.\(row)", x: 60, y: y)
      page.paint("Verify that all of the keys that are secret are kept", x: 90, y: y)
      page.paint("in the enclave, or another place that is protected by it", x: 90, y: y + 12)
      page.paint("as is usual.", x: 90, y: y + 24)
      page.paint("4.0", x: 400, y: y)
    }
    page.paint(line, x: 50, y: 310)
    let table = try #require(tables(page).first)
    #expect(tables(page).count == 1)
    #expect(table.y1 > 272 && table.y1 < 302)
  }

  @Test("rows of a right-to-left table have their cells in one order, also those of numbers")
  func rightToLeft() {
    var page = PaintedPage()
    let words = ["", "אבגד", "דגבא"]
    for row in 0..<3 {
      let y = 340 + 12 * Float(row)
      for (at, x) in [Float(60), 120, 180].enumerated() where row != 1 || at != 2 {
        page.paint("\(row)\(at)", x: x, y: y)
      }
      page.paint(words[row], x: 300, y: y)
    }
    page.rule(50, 330, y: 328)
    page.rule(50, 330, y: 370)
    let rows = page.blocks.filter { $0.kind == .tableRow }.map { string($0.scalars) }
    #expect(rows == ["\t02\t01\t00", "דגבא\t\t11\t10", "אבגד\t22\t21\t20"])
  }

  @Test("the last column of a table between rules has several lines")
  func lastColumn() throws {
    var page = PaintedPage()
    for row in 0..<4 {
      let y = 140 + 24 * Float(row)
      page.paint("\(row)", x: 60, y: y)
      page.paint("One", x: 90, y: y)
      page.paint("ace, single, singleton, unary, unit, unity, sole", x: 140, y: y)
      page.paint("couple, double, doubleton, duad, duet, pair, twain", x: 140, y: y + 12)
    }
    for y: Float in [128, 232] { page.rule(55, 395, y: y) }
    let table = try #require(tables(page).first)
    #expect(tables(page).count == 1)
    #expect(table.y0 < 130 && table.y1 > 230)
    #expect(page.blocks.allSatisfy { $0.kind == .tableRow })
  }

  /// A table of two columns between lines, with rows that end at the given heights.
  private func grid(_ edges: [Float]) -> PaintedPage {
    var page = PaintedPage()
    page.paint(line, x: 50, y: 100)
    for y in edges { page.rule(60, 310, y: y) }
    for x: Float in [60, 140, 310] { page.upright(x, edges[0], edges[edges.count - 1]) }
    return page
  }

  private func cells(_ page: PaintedPage) -> [String] {
    page.blocks.filter { $0.kind == .tableRow }.map(DocumentFigure.text)
  }

  @Test("the lines of a cell between drawn lines are one, wherever they are beside the other cells")
  func ruledCells() {
    var page = grid([120, 140, 176, 200])
    rows(&page, x: [65, 145], y: 133, [["Name", "Reason of the change"]])
    page.paint("Rent", x: 65, y: 160)
    page.paint("the move to another place and a", x: 145, y: 153)
    page.paint("longer contract for it", x: 145, y: 167)
    rows(&page, x: [65, 145], y: 191, [["Interest", "none"]])
    #expect(
      cells(page) == [
        "Name\tReason of the change",
        "Rent\tthe move to another place and a longer contract for it", "Interest\tnone",
      ])
  }

  @Test("a cell over several rows is in the first of them")
  func spanningCell() {
    var page = grid([120, 140, 180, 220])
    for y: Float in [160, 200] { page.rule(140, 310, y: y) }
    rows(&page, x: [65, 145], y: 133, [["Size", "Needle"]])
    page.paint("320, 260", x: 65, y: 163)
    page.paint("140, 120", x: 65, y: 203)
    rows(&page, x: [145], y: 153, [["L 55"], ["H 70"], ["L 75"], ["H 90"]], step: 20)
    #expect(
      cells(page) == [
        "Size\tNeedle", "320, 260\tL 55", "\tH 70", "140, 120\tL 75", "\tH 90",
      ])
  }

  @Test("rows without a line between them stay rows")
  func unruledRows() {
    var page = grid([120, 140, 200])
    rows(&page, x: [65, 145], y: 133, [["Name", "Value"]])
    rows(&page, x: [65, 145], y: 153, [["Alpha", "1.5"], ["Beta", "2.5"], ["Gamma", "3.5"]])
    #expect(cells(page) == ["Name\tValue", "Alpha\t1.5", "Beta\t2.5", "Gamma\t3.5"])
  }

  @Test("equations with numbers that count on are no table, nor is the text between them")
  func numberedEquations() {
    var page = PaintedPage()
    for (row, line) in prose(4, width: 80).enumerated() {
      page.paint(line, x: 60, y: 60 + 12 * Float(row))
    }
    page.paint("Mean of y", x: 180, y: 124)
    page.paint("(2.16)", x: 430, y: 124)
    page.paint("and those before it are", x: 60, y: 140)
    for row in 0..<3 {
      page.paint("Normal \(row)", x: 200, y: 156 + 14 * Float(row))
      page.paint("(2.\(17 + row))", x: 430, y: 156 + 14 * Float(row))
    }
    for (row, line) in prose(4, width: 80, from: "b").enumerated() {
      page.paint(line, x: 60, y: 216 + 12 * Float(row))
    }
    #expect(page.text.regions.allSatisfy { $0.kind != .table })
  }

  @Test("the words of a justified line above aligned lines of code are no row of a table")
  func stretchedLine() {
    var page = PaintedPage()
    page.glyphs.fonts.append(
      GlyphFont(name: "Typewriter", isMonospace: true, ascent: 0.75, descent: -0.25))
    page.paint(line, x: 50, y: 100)
    var x: Float = 50
    for word in ["Annotations", "are", "supported", "by", "the", "sources"] {
      x = page.paint(word, x: x, y: 114) + 16.25
    }
    page.paint("alone.", x: 50, y: 128)
    for (row, name) in ["AUTHOR", "TITLE", "YEAR"].enumerated() {
      page.paint(name, x: 60, y: 142 + 12 * Float(row), font: 2)
      page.paint("= {Some, Value},", x: 150, y: 142 + 12 * Float(row), font: 2)
    }
    #expect(tables(page).isEmpty)
  }

  @Test("a double line in the last rows does not cut the table off at its ends")
  func doubleLine() throws {
    var page = PaintedPage()
    rows(
      &page, x: [60, 160, 260, 360], y: 140,
      [["Fees", "410", "19", "76"], ["Cuts", "320", "19", "60"]]
        + Array(
          repeating: ["", "", "Sum", "80"], count: 4))
    for y: Float in [202.5, 204.5] { page.rule(255, 375, y: y) }
    let table = try #require(tables(page).first)
    #expect(table.x0 < 60 && table.x1 > 370)
    #expect(page.blocks.allSatisfy { $0.kind == .tableRow })
  }

  @Test("a grid within a cell takes no lines out of it")
  func gridInACell() {
    var page = grid([120, 220, 240, 260])
    page.glyphs.paints.removeAll { $0.box.width < 1 && $0.box.x0 > 100 && $0.box.x0 < 200 }
    page.upright(140, 220, 260)
    for y: Float in [150, 170] { page.rule(80, 200, y: y) }
    for x: Float in [80, 120, 160, 200] { page.upright(x, 150, 170) }
    page.paint("The bits of a byte:", x: 65, y: 140)
    rows(&page, x: [90, 130, 170], y: 163, [["EA", "ET", "ES"]])
    page.paint("All are zero after a reset.", x: 65, y: 195)
    rows(&page, x: [65, 145], y: 233, [["EA", "all"], ["ET", "timers"]], step: 20)
    let words = cells(page).map { $0.split(separator: "\t").joined(separator: "|") }
    #expect(
      words == [
        "The bits of a byte:", "EA|ET|ES", "All are zero after a reset.", "EA|all", "ET|timers",
      ])
  }

  @Test("the lines of a last cell belong to its table without a rule above the heads")
  func lastCellBelowHeads() throws {
    var page = PaintedPage()
    rows(&page, x: [60, 120, 200], y: 140, [["Key", "Value", "Description"]])
    rows(&page, x: [60, 120, 200], y: 156, [["coo", "numbers", "the centre of orbit of it"]])
    rows(&page, x: [60, 120, 200], y: 172, [["c2c", "three", "the centre of orbit to camera"]])
    page.paint("numbers", x: 120, y: 184)
    page.paint("vector, that is a directional", x: 200, y: 184)
    page.paint("vector whose length does not", x: 200, y: 196)
    page.paint("matter here", x: 200, y: 208)
    for y: Float in [144, 160, 214] { page.rule(55, 350, y: y) }
    page.paint(line, x: 50, y: 240)
    #expect(try #require(tables(page).first).y1 > 208)
  }

  @Test("lines across the columns part a table into rows, whose cells may have several lines")
  func ruledRows() {
    var page = PaintedPage()
    rows(&page, x: [60, 120, 220], y: 134, [["Key", "Values", "Description"]])
    rows(
      &page, x: [60, 120, 220], y: 150, [["coo", "three numbers", "the centre of the orbit in"]])
    rows(&page, x: [120, 220], y: 162, [["with blanks", "space"]])
    rows(&page, x: [60, 120, 220], y: 178, [["roo", "one number", "the distance of the camera"]])
    rows(&page, x: [60, 120, 220], y: 194, [["dist", "one number", "the distance of the light"]])
    for y: Float in [122, 138, 166, 182, 198] { page.rule(55, 360, y: y) }
    #expect(
      cells(page) == [
        "Key\tValues\tDescription",
        "coo\tthree numbers with blanks\tthe centre of the orbit in space",
        "roo\tone number\tthe distance of the camera",
        "dist\tone number\tthe distance of the light",
      ])
  }

  @Test("the heads over several columns are rows of their own between lines")
  func spannedHeads() {
    var page = PaintedPage()
    page.paint("Accuracy of the methods", x: 140, y: 134)
    rows(
      &page, x: [60, 140, 240], y: 146,
      [["Name", "first", "second"], [], ["Alpha", "1.5", "2.5"], ["Beta", "3.5", "4.5"]])
    rows(&page, x: [60, 140, 240], y: 198, [["Mean", "2.5", "3.5"]])
    for y: Float in [122, 152, 186, 204] { page.rule(55, 300, y: y) }
    #expect(
      cells(page).contains("Name\tfirst\tsecond") && cells(page).contains("Beta\t3.5\t4.5"))
  }

  @Test("the rows of a group between lines stay rows, with the group's name above them")
  func groups() {
    var page = PaintedPage()
    let groups = [["Ethanol ($/gal)", "Iowa", "Ohio"], ["Corn Oil", "Iowa"], ["Tallow", "Ohio"]]
    var y: Float = 134
    for names in groups {
      page.rule(55, 300, y: y - 12)
      page.paint(names[0], x: 60, y: y)
      for name in names.dropFirst() {
        y += 12
        rows(&page, x: [70, 160, 240], y: y, [[name, "1.35 - 1.42", "1.38 - 1.43"]])
      }
      y += 18
    }
    page.rule(55, 300, y: y - 12)
    #expect(cells(page).count == 7)
    #expect(cells(page).contains("Ohio\t1.35 - 1.42\t1.38 - 1.43"))
  }

  @Test("names of about one length beside numbers are rows, not words that had no room")
  func groupsOfNumbers() {
    var page = PaintedPage()
    let groups = [
      [
        ["Number of jobs", "29,423"], ["Average job completion time", "634 secs"],
        ["Machine days used", "79,186 days"],
      ],
      [["Input data read", "3,288 TB"]], [["First half of it", "83"], ["Second half", "102"]],
      [
        ["Average worker machines", "157"], ["Average worker deaths", "1.2"],
        ["Average map tasks", "3,351"],
      ],
      [
        ["Unique map parts", "395"], ["Unique reduce parts", "269"],
        ["Unique map combinations", "426"],
      ],
    ]
    var y: Float = 134
    for group in groups {
      page.rule(55, 300, y: y - 10)
      rows(&page, x: [60, 220], y: y, group, step: 11)
      y += 11 * Float(group.count) + 4
    }
    page.rule(55, 300, y: y - 10)
    #expect(cells(page) == groups.flatMap { $0 }.map { $0.joined(separator: "\t") })
  }

  @Test("a table between lines is read from the right if its words are")
  func turnedGrid() {
    var page = PaintedPage()
    for y: Float in [120, 140, 160, 180] { page.rule(60, 310, y: y) }
    for x: Float in [60, 140, 220, 310] { page.upright(x, 120, 180) }
    for row in 0..<3 {
      rows(&page, x: [80, 160, 240], y: 133 + 20 * Float(row), [["12", "34", "ببب ببب"]])
    }
    #expect(cells(page) == Array(repeating: "ببب ببب\t34\t12", count: 3))
  }

  @Test("heads in one cell over several columns are above their columns")
  func headsInOneCell() {
    var page = PaintedPage()
    for y: Float in [120, 140, 160, 180] { page.rule(60, 310, y: y) }
    for x: Float in [60, 140, 310] { page.upright(x, 120, 180) }
    page.upright(225, 140, 180)
    rows(
      &page, x: [65, 160, 250], y: 133,
      [["Loans", "in 2010", "in 2011"], ["Houses", "1.5", "2.5"], ["Cards", "3.5", "4.5"]], step: 20
    )
    #expect(
      cells(page) == ["Loans\tin 2010\tin 2011", "Houses\t1.5\t2.5", "Cards\t3.5\t4.5"])
  }

  @Test("heads and numbers below them in narrow cells are two rows")
  func narrowCells() {
    var page = PaintedPage()
    for y: Float in [120, 148, 190] { page.rule(60, 200, y: y) }
    for x: Float in [60, 115, 200] { page.upright(x, 120, 190) }
    rows(&page, x: [64, 119], y: 132, [["Bus clock", "Supply (typical)"], ["60 MHz", "280 mA"]])
    rows(&page, x: [64, 119], y: 164, [["30 MHz", "140 mA"], ["20 MHz", "70 mA"]])
    #expect(cells(page).prefix(2) == ["Bus clock\tSupply (typical)", "60 MHz\t280 mA"])
  }

  @Test("short words below each other in narrow cells are rows")
  func truthTable() {
    var page = PaintedPage()
    for y: Float in [120, 140, 200] { page.rule(60, 180, y: y) }
    for x: Float in [60, 100, 140, 180] { page.upright(x, 120, 200) }
    rows(&page, x: [70, 110, 150], y: 133, [["EI", "A0", "GS"]])
    rows(&page, x: [75, 115, 155], y: 153, [["H", "X", "H"], ["L", "H", "H"], ["L", "X", "L"]])
    #expect(cells(page) == ["EI\tA0\tGS", "H\tX\tH", "L\tH\tH", "L\tX\tL"])
  }

  @Test(
    "a head of one line beside heads of two, halfway between their lines, is in one row with them")
  func staggeredHeads() {
    var page = PaintedPage()
    page.paint(line, x: 50, y: 100)
    for (x, words) in [(Float(60), ["Key of", "state"]), (260, ["Key of", "town"])] {
      for (at, word) in words.enumerated() { page.paint(word, x: x, y: 140 + 12 * Float(at)) }
    }
    page.paint("Name", x: 160, y: 146)
    rows(
      &page, x: [60, 160, 260], y: 168,
      [["01", "Alpha", "12"], ["01", "Beta", "14"], ["02", "Gamma", "27"]])
    #expect(
      cells(page) == [
        "Key of state\tName\tKey of town", "01\tAlpha\t12", "01\tBeta\t14", "02\tGamma\t27",
      ])
  }

  @Test("the lines of columns between upright lines are rows, also where a column ends above a sum")
  func columnsBetweenUprights() {
    var page = PaintedPage()
    for y: Float in [120, 140, 240] { page.rule(60, 310, y: y) }
    page.rule(190, 310, y: 225)
    for x: Float in [60, 190, 310] { page.upright(x, 120, 240) }
    rows(&page, x: [65, 140, 195, 270], y: 133, [["Age", "People", "Age", "People"]])
    for row in 0..<6 {
      let last = row < 5 ? ["\(row + 40) years", "24\(row),083"] : []
      rows(
        &page, x: [65, 140, 195, 270], y: 155 + 13 * Float(row),
        [["\(row) years", "35\(row),692"] + last])
    }
    rows(&page, x: [195, 270], y: 236, [["Total", "226,545"]])
    #expect(cells(page).dropFirst().first == "0 years\t350,692\t40 years\t240,083")
    #expect(cells(page).contains("4 years\t354,692\t44 years\t244,083"))
  }

  @Test("numbers with a head before words make a table, without rules, too")
  func numberedWords() throws {
    var page = PaintedPage()
    page.paint(line, x: 60, y: 100)
    rows(
      &page, x: [60, 160], y: 124,
      [["Pin", "Function"], ["1", "Serial data input"], ["2", "Serial data"], ["3", "Ground"]])
    page.paint(line, x: 60, y: 190)
    #expect(tables(page).count == 1)
    #expect(cells(page).last == "3\tGround")
  }

  @Test("contents and a table in one column do not take in the lines of text in the other")
  func besideLines() {
    var page = PaintedPage()
    for row in 0..<20 {
      page.paint("words of a text that goes on without end", x: 320, y: 100 + Float(row) * 12)
    }
    for row in 0..<8 {
      page.paint("\(row + 1)", x: 50, y: 100 + Float(row) * 12)
      page.paint("A chapter", x: 70, y: 100 + Float(row) * 12)
      page.paint("\(row * 2 + 1)", x: 250, y: 100 + Float(row) * 12)
    }
    rows(&page, x: [60, 150, 220], y: 256, numbers)
    #expect(tables(page).allSatisfy { $0.x1 < 300 })
    let texts = page.blocks.map { string($0.scalars) }
    #expect(texts.contains { $0.count == 20 * 40 + 19 })
  }

  @Test("the rules of a narrower table below one do not cut off its first column")
  func narrowerBelow() throws {
    var page = PaintedPage()
    page.paint(line, x: 50, y: 60)
    rows(&page, x: [60, 120, 200], y: 112, [["", "Size", "Rate"]])
    rows(&page, x: [60, 120, 200], y: 130, numbers)
    for y: Float in [102, 116, 158] {
      for (x0, x1): (Float, Float) in [(50, 110), (110, 190), (190, 270)] {
        page.rule(x0, x1, y: y)
      }
    }
    page.paint("Two features", x: 130, y: 172)
    rows(&page, x: [110, 190], y: 186, [["Local", "Other"], ["81", "51"]], step: 16)
    for y: Float in [176, 190, 208] {
      for (x0, x1): (Float, Float) in [(105, 180), (180, 250)] { page.rule(x0, x1, y: y) }
    }
    page.paint(line, x: 50, y: 240)
    #expect(try #require(tables(page).first).x0 < 55)
    let text = page.blocks.map { string($0.scalars) }
    #expect(text.contains { $0.hasPrefix("Alpha") && $0.hasSuffix("20") })
  }

  @Test("a title and the rule below it part two tables, the first of which has upright lines only")
  func titleBetween() {
    var page = PaintedPage()
    rows(&page, x: [60, 200, 300], y: 140, numbers, step: 18)
    for x in [Float(55), 190, 290, 380] { page.upright(x, 128, 184) }
    page.paint("No upright lines", x: 60, y: 204)
    for row in 0..<4 { page.rule(55, 380, y: 216 + Float(row) * 18) }
    rows(&page, x: [60, 200, 300], y: 229, numbers, step: 18)
    let tables = tables(page).sorted { $0.y0 < $1.y0 }
    #expect(tables.count == 2)
    #expect(tables.first.map { $0.y1 < 195 } ?? false)
  }

  @Test("a framed table in the middle one of three columns has no lines of text")
  func betweenColumns() throws {
    var page = PaintedPage()
    for x: Float in [30, 220, 410] {
      for row in 0..<40 where x != 220 || !(14..<22).contains(row) {
        page.paint("words of a text in narrow columns", x: x, y: 100 + Float(row) * 12)
      }
    }
    for row in 0..<4 { page.rule(240, 360, y: 268 + Float(row) * 20) }
    for x: Float in [240, 300, 360] { page.upright(x, 268, 328) }
    rows(
      &page, x: [245, 305], y: 282, [["Server", "Round"], ["Hestor", "42.6"], ["Ulmar", "84"]],
      step: 20)
    let table = try #require(tables(page).first)
    #expect(tables(page).count == 1)
    #expect(table.x0 > 230 && table.x1 < 370 && table.y0 > 255 && table.y1 < 340)
    #expect(cells(page) == ["Server\tRound", "Hestor\t42.6", "Ulmar\t84"])
  }

  @Test("cells at the middle of a row between lines are in it, however many lines another cell has")
  func centredCells() {
    var page = PaintedPage()
    rows(&page, x: [60, 160, 260], y: 134, [["Field", "Command", "More about it"]])
    rows(&page, x: [60, 160], y: 150, [["Author", "author"]])
    rows(&page, x: [60, 160], y: 172, [["Degree", "degree"]])
    rows(&page, x: [260], y: 166, [["such as a doctor of arts"], ["or of medicine"]])
    rows(&page, x: [60, 160], y: 194, [["Title", "title"]])
    for y: Float in [122, 138, 154, 182, 198] { page.rule(55, 400, y: y) }
    #expect(cells(page).contains("Degree\tdegree\tsuch as a doctor of arts or of medicine"))
  }

  @Test("lines halfway between those of another cell between lines are of its row")
  func staggeredCells() {
    var page = PaintedPage()
    rows(&page, x: [60, 260], y: 134, [["Class", "Members of it"]])
    for (y, names) in [
      (Float(150), ["Borneol and 20 more,", "Myrcene and 2 others,", "Thujene"]),
      (196, ["Apiole and 10 others,", "Eugenol"]),
    ] {
      rows(&page, x: [260], y: y, names.map { [$0] })
      let middle = y + 6 * Float(names.count - 1)
      if names.count == 3 {
        rows(&page, x: [60], y: middle - 6, [["Terpenes"], ["200 (as C10)"]])
      } else {
        page.paint("Phenyls", x: 60, y: middle)
      }
    }
    for y: Float in [122, 138, 184, 218] { page.rule(55, 400, y: y) }
    #expect(
      cells(page) == [
        "Class\tMembers of it",
        "Terpenes 200 (as C10)\tBorneol and 20 more, Myrcene and 2 others, Thujene",
        "Phenyls\tApiole and 10 others, Eugenol",
      ])
  }

  @Test("a name halfway between the lines of values is in the first of their rows")
  func namesOfValues() {
    var page = PaintedPage()
    rows(&page, x: [60, 160, 260, 320], y: 134, [["Kind", "Method", "Mean", "Sum"]])
    for (y, name) in [(Float(150), "One"), (178, "Two")] {
      page.paint(name, x: 60, y: y + 6)
      rows(&page, x: [160, 260, 320], y: y, [["Base", "1.5", "20"], ["Linear", "2.5", "30"]])
    }
    rows(&page, x: [60, 160, 260, 320], y: 208, [["All", "Best", "2.5", "30"]])
    for y: Float in [122, 138, 166, 196, 212] { page.rule(55, 400, y: y) }
    #expect(
      cells(page) == [
        "Kind\tMethod\tMean\tSum", "One\tBase\t1.5\t20", "\tLinear\t2.5\t30",
        "Two\tBase\t1.5\t20", "\tLinear\t2.5\t30", "All\tBest\t2.5\t30",
      ])
  }

  @Test("the first lines of columns below a table are none of its rows")
  func textBelow() throws {
    var page = PaintedPage()
    rows(
      &page, x: [50, 250, 330, 410], y: 134,
      [
        ["Name", "Mean", "Sum", "Least"], ["Alpha", "1.5", "20", "3"], ["Beta", "2.5", "30", "4"],
      ],
      step: 14)
    for y: Float in [122, 138, 168, 170] { page.rule(50, 560, y: y) }
    for row in 0..<3 {
      page.paint("words of the first column without any endings", x: 50, y: 186 + Float(row) * 12)
    }
    page.paint("Usually the words of the next column begins", x: 320, y: 186)
    for row in 1..<12 {
      page.paint("words of the next column without a given end", x: 310, y: 186 + Float(row) * 12)
    }
    let table = try #require(tables(page).first)
    #expect(tables(page).count == 1)
    #expect(table.y1 < 178)
  }

  @Test("the rest of a hyphenated word is in the cell above, also without lines between rows")
  func hyphenatedCells() {
    var page = PaintedPage()
    rows(
      &page, x: [60, 160, 260, 340], y: 134,
      [
        ["Gadget", "Descrip-", "Count", "Remem-"], ["", "tion", "", "bered"],
        ["lamp", "light", "12", "once"], ["pre-", "20", "30", "40"],
        ["post-", "21", "31", "41"],
      ])
    page.rule(55, 400, y: 122)
    page.rule(55, 400, y: 138.5 + 12)
    page.rule(55, 400, y: 210)
    #expect(
      cells(page) == [
        "Gadget\tDescription\tCount\tRemembered", "lamp\tlight\t12\tonce", "pre-\t20\t30\t40",
        "post-\t21\t31\t41",
      ])
  }
}
