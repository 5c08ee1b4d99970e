import DocumentModel
import Testing

@testable import Text

@Suite("Figures, tables and formulas are found")
struct RegionTests {
  private let line = "the reader of a paper looks at a figure when the text speaks of it"

  private func page(_ body: (inout PaintedPage) -> Void) -> PaintedPage {
    var page = PaintedPage()
    for row in 0..<6 { page.paint(line, x: 50, y: 60 + Float(row) * 12) }
    body(&page)
    for row in 0..<6 { page.paint(line, x: 50, y: 400 + Float(row) * 12) }
    return page
  }

  private func stroke(_ page: inout PaintedPage, _ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float)
  {
    page.glyphs.paints.append(
      Paint(.stroke, Box(x0: x0, y0: y0, x1: x1, y1: y1), after: page.glyphs.glyphs.count))
  }

  @Test("a plot with its labels is a figure with a caption, in its place and not in the text")
  func figure() throws {
    let page = page { page in
      stroke(&page, 100, 180, 300, 300)
      page.paint("Time (s)", x: 180, y: 312, size: 8)
      page.paint("40", x: 88, y: 240, size: 8)
      page.paint("Figure 1: What was seen.", x: 60, y: 340)
    }
    let figure = try #require(page.text.regions.first)
    #expect(page.text.regions.count == 1)
    #expect(figure.kind == .figure)
    #expect(figure.box.x0 < 89 && figure.box.y1 > 311 && figure.box.y0 <= 180)
    let blocks = page.blocks
    #expect(blocks.map(\.kind) == [.paragraph, .figure, .caption, .paragraph])
    #expect(blocks[1].region?.caption == "Figure 1: What was seen.")
    #expect(!string(blocks[0].scalars).contains("Time"))
    #expect(Set(string(blocks[1].scalars).split(separator: " ")) == ["40", "Time", "(s)"])
  }

  @Test("figures in columns below the caption of a wide table stay apart")
  func columns() {
    let page = page { page in
      page.paint("Table 3: All the ships that came over the sea in May and June.", x: 60, y: 170)
      for x in [50, 350] as [Float] {
        stroke(&page, x, 180, x + 130, 280)
        stroke(&page, x, 180, x + 100, 240)
        page.paint("Figure \(x < 100 ? 1 : 2): One ship.", x: x, y: 292, size: 9)
      }
      for row in 0..<14 { page.paint("these words are no label", x: 205, y: 190 + Float(row) * 12) }
    }
    let boxes = page.text.regions.map(\.box)
    #expect(boxes.count == 2 && boxes.allSatisfy { $0.width < 150 })
  }

  @Test("a caption goes on as far apart as the lines of the text, and over wide blanks")
  func loose() {
    var page = PaintedPage()
    for row in 0..<8 { page.paint(line, x: 50, y: 60 + Float(row) * 16) }
    for (y, caption) in [(200, "Figure 1: One"), (400, "Figure 2: Two")] as [(Float, String)] {
      stroke(&page, 50, y, 200, y + 100)
      stroke(&page, 50, y, 150, y + 50)
      page.paint(caption + " ships that came over", x: 50, y: y + 112, size: 8)
      page.paint("the sea in", x: 50, y: y + 125, size: 8)
      page.paint("May", x: 106, y: y + 125, size: 8)
      page.paint("and June", x: 50, y: y + 138, size: 8)
    }
    let regions = page.text.regions
    #expect(
      regions.map(\.kind) == [.figure, .figure] && regions.allSatisfy { $0.box.height < 105 })
    let figures = page.blocks.filter { $0.kind == .figure }
    #expect(figures.count == 2 && figures.allSatisfy(\.scalars.isEmpty))
  }

  @Test("a running head over a figure is not a part of it")
  func head() throws {
    var page = PaintedPage()
    page.paint("The chapter of the ships and the sea", x: 40, y: 30, size: 8)
    stroke(&page, 120, 38, 400, 180)
    stroke(&page, 120, 38, 300, 100)
    page.paint("Figure 1: One ship.", x: 120, y: 195)
    for row in 0..<20 { page.paint(line, x: 50, y: 220 + Float(row) * 12) }
    #expect(try #require(page.text.regions.first).box.x0 > 110)
  }

  @Test("a scan is one figure, a logo on an empty page is none")
  func scan() {
    var page = PaintedPage()
    page.glyphs.paints = [
      Paint(.image, Box(x0: 0, y0: 0, x1: 600, y1: 400)),
      Paint(.image, Box(x0: 0, y0: 400, x1: 600, y1: 800)),
    ]
    #expect(page.text.regions == [PageRegion(.figure, Box(x0: 0, y0: 0, x1: 600, y1: 800))])
    #expect(page.blocks.map(\.kind) == [.figure])
    page.glyphs.paints = [Paint(.image, Box(x0: 20, y0: 20, x1: 120, y1: 60))]
    #expect(page.text.regions.isEmpty)
    // A background without an image.
    page.glyphs.paints = [Paint(.fill, Box(x0: 0, y0: 0, x1: 600, y1: 800))]
    #expect(page.text.regions.isEmpty)
  }

  @Test("a frame around text, an underline and a rule are no figures")
  func noFigures() {
    let page = page { page in
      stroke(&page, 40, 170, 420, 215)
      page.paint(line, x: 50, y: 185)
      page.paint(line, x: 50, y: 200)
      page.rule(50, 200, y: 260)
      page.paint("underlined", x: 50, y: 258)
    }
    #expect(page.text.regions.isEmpty)
  }

  @Test("a drawing within a frame around text is a figure")
  func framedDrawing() throws {
    let page = page { page in
      page.glyphs.paints.append(
        Paint(.fill, Box(x0: 40, y0: 150, x1: 430, y1: 380), color: 0xEEEEFF, isStraight: false))
      for row in 0..<3 { page.paint(line, x: 50, y: 170 + Float(row) * 12) }
      for at in 0..<12 {
        let (x, y) = (120 + Float(at % 4) * 30, 230 + Float(at / 4) * 30)
        page.glyphs.paints.append(
          Paint(.stroke, Box(x0: x, y0: y, x1: x + 28, y1: y + 28), isStraight: false))
        page.paint("\(at)", x: x + 10, y: y + 18)
      }
      for row in 0..<3 { page.paint(line, x: 50, y: 345 + Float(row) * 12) }
    }
    let figure = try #require(page.text.regions.first)
    #expect(page.text.regions.count == 1)
    #expect(figure.kind == .figure && figure.box.y0 > 200 && figure.box.y1 < 330)
    #expect(!page.blocks.contains { $0.kind != .figure && string($0.scalars).contains("11") })
  }

  @Test("a listing on a coloured ground is a listing")
  func framedCode() {
    let page = page { page in
      page.glyphs.fonts.append(
        GlyphFont(name: "Mono", isMonospace: true, ascent: 0.75, descent: -0.25))
      for box in [
        Box(x0: 45, y0: 160, x1: 360, y1: 164), Box(x0: 45, y0: 164, x1: 48, y1: 180),
        Box(x0: 48, y0: 164, x1: 360, y1: 180), Box(x0: 48, y0: 180, x1: 360, y1: 196),
        Box(x0: 45, y0: 196, x1: 360, y1: 220),
      ] {
        page.glyphs.paints.append(Paint(.fill, box, color: 0xEEEEEE))
      }
      for (row, line) in ["function f(op)", "  return op", "end"].enumerated() {
        page.paint(line, x: 52, y: 175 + Float(row) * 12, size: 8, font: 2)
      }
      page.paint("(continues on next page)", x: 250, y: 212, size: 7)
    }
    #expect(page.text.regions.isEmpty)
    #expect(page.blocks.filter { $0.kind == .code }.count == 3)
  }

  @Test("a page cut to a drawing with labels is a figure", arguments: [300, 424] as [Double])
  func cutDrawing(width: Double) {
    var page = PaintedPage()
    page.glyphs.size = PageSize(width: width, height: 300 - 0.1)
    let right = Float(width) - 8
    for at in 0..<12 { page.upright(60 + Float(at) * (right - 60) / 11, 20, 270) }
    page.paint("Relative load", x: 100, y: 12)
    for row in 0..<12 { page.paint("step \(row)", x: 6, y: 24 + Float(row) * 22) }
    page.paint("time", x: 150, y: 290)
    let isPaper = width > 300
    #expect(page.text.regions.map(\.kind).contains(.figure) == !isPaper)
    if !isPaper { #expect(page.blocks.map(\.kind) == [.figure]) }
  }

  @Test("a function by cases is one formula, in any font for its letters")
  func cases() {
    let page = page { page in
      page.paint("1", x: 260, y: 190)
      page.paint("n = 0", x: 340, y: 190)
      let end = page.paint("f(n) = ", x: 200, y: 200)
      page.glyphs.glyphs.append(
        Glyph(0x7B, x: end, y: 200 - 15, dx: 6, size: 10, font: 1))
      page.glyphs.glyphs[page.glyphs.glyphs.count - 1].depth = 2.4
      page.paint("f(0) + f(n - 1)", x: 260, y: 210)
      page.paint("n > 0", x: 340, y: 210)
    }
    #expect(page.text.regions.map(\.kind) == [.formula])
  }

  @Test("the beginning of a line beside an image is no label of it")
  func lineBesideImage() {
    let page = page { page in
      page.glyphs.paints.append(Paint(.image, Box(x0: 50, y0: 700, x1: 110, y1: 722)))
      let link = page.paint("Content from this may be ", x: 114, y: 710, size: 8)
      page.paint("used under the terms of the licence. Any further", x: link, y: 709.9, size: 8)
    }
    #expect(page.text.regions.allSatisfy { $0.box.x1 < 114 })
  }

  @Test("a table ends above the lines of a chart that is below it")
  func chartBelowTable() throws {
    let page = page { page in
      page.paint("Table 6: Speeds", x: 250, y: 150, size: 8)
      page.rule(80, 520, y: 160)
      page.paint("10", x: 100, y: 172)
      page.paint("82.3", x: 300, y: 172)
      page.rule(80, 520, y: 178)
      for row in 0..<8 { page.rule(90, 210, y: 210 + Float(row) * 8) }
      for row in 0..<8 {
        page.paint("second we compare the speed", x: 320, y: 200 + Float(row) * 12)
      }
    }
    let table = try #require(page.text.regions.first { $0.kind == .table })
    #expect(table.box.y1 < 200)
  }

  @Test(
    "a page in fonts without names whose glyphs give no words is a picture",
    arguments: [
      ("Ø?)3y ¶T¶TУ Л№Тa ¹Л–³ TъCёm ·3ТP Рrºp Q8-3", true),
      ("loss of performance because an unordered pipe", false),
      ("これが iOS 11 の最初の印象でした。しかし、beta 版を", false),
      ("2217 lock_sock(sk); sk->daddr = usin->sin_addr.s_addr;", false),
      ("한글은 %$&#!?)(%$&# 한글은 %$&#!?)(%$&#", true),
      ("한국어 문장은 낱말과 낱말 사이를 띄어 쓰는 것을 원칙으로 한다", false),
      ("0.125 13.75 1,024 99 0.33 2.5 17 1024 3.25 88.1", false),
    ])
  func unreadable(line: String, isPicture: Bool) {
    var page = PaintedPage()
    page.glyphs.fonts[0] = GlyphFont(name: "", ascent: 0.75, descent: -0.25)
    for row in 0..<20 { page.paint(line, x: 50, y: 100 + Float(row) * 12) }
    #expect(page.text.regions.map(\.kind) == (isPicture ? [.figure] : []))
  }

  @Test(
    "a title in a frame is text, but not beside a listing whose result it is",
    arguments: [false, true])
  func framedTitle(hasListing: Bool) {
    let page = page { page in
      if hasListing { page.paint("He likes", x: 20, y: 165) }
      for y in [150, 175] as [Float] { page.rule(90, 410, y: y) }
      for x in [90, 410] as [Float] { page.upright(x, 150, 175) }
      page.paint("Answer to the test for Robert", x: 100, y: 168, size: 17)
    }
    #expect(page.text.regions.isEmpty == !hasListing)
  }

  @Test("a definition in a frame is text, whatever bars it has")
  func framed() {
    let page = page { page in
      // A coloured ground with a title's own, a frame with round corners.
      for box in [
        Box(x0: 45, y0: 160, x1: 360, y1: 220), Box(x0: 46, y0: 161, x1: 359, y1: 178),
        Box(x0: 46, y0: 178, x1: 359, y1: 219), Box(x0: 45, y0: 160, x1: 48, y1: 163),
      ] {
        page.glyphs.paints.append(Paint(.fill, box, color: 0xCCDDEE, isStraight: false))
      }
      page.paint("Definition 4", x: 52, y: 173)
      page.paint("The number is its multiplicity.", x: 52, y: 195)
      page.rule(70, 90, y: 205)
    }
    #expect(page.text.regions.isEmpty)
    // With something drawn in it, it is a figure.
    var drawing = page
    drawing.glyphs.paints.append(
      Paint(.stroke, Box(x0: 220, y0: 185, x1: 300, y1: 214), isStraight: false))
    #expect(drawing.text.regions.map(\.kind) == [.figure])
  }

  @Test("rules below a caption make a table, whose rows stay together")
  func table() throws {
    let page = page { page in
      page.paint("Table 2. Values by group.", x: 60, y: 190, size: 9)
      page.rule(60, 300, y: 200)
      for (row, name) in ["Alpha", "Beta", "Gamma"].enumerated() {
        page.paint(name, x: 62, y: 215 + Float(row) * 12)
        page.paint("4.\(row)", x: 180, y: 215 + Float(row) * 12)
        page.paint("7.\(row)", x: 260, y: 215 + Float(row) * 12)
      }
      page.rule(60, 300, y: 245)
    }
    let table = try #require(page.text.regions.first)
    #expect(table.kind == .table)
    let rows = page.blocks.filter { $0.kind == .tableRow }
    #expect(
      rows.map { string($0.scalars) } == ["Alpha\t4.0\t7.0", "Beta\t4.1\t7.1", "Gamma\t4.2\t7.2"])
    #expect(rows.allSatisfy { $0.region?.caption == "Table 2. Values by group." })
  }

  @Test("rows of glyphs without a character are a chart's, and no table")
  func unreadableRows() {
    let page = page { page in
      page.rule(60, 300, y: 200)
      for row in 0..<3 {
        page.paint("⟨?⟩⟨?⟩⟨?⟩⟨?⟩", x: 62, y: 215 + Float(row) * 12)
        page.paint("4.\(row)", x: 180, y: 215 + Float(row) * 12)
        page.paint("7.\(row)", x: 260, y: 215 + Float(row) * 12)
      }
      page.rule(60, 300, y: 245)
    }
    #expect(page.text.regions.allSatisfy { $0.kind != .table })
  }

  @Test("a displayed formula is apart from the text, with its number")
  func formula() throws {
    let page = page { page in
      page.paint("f(x)=a+b", x: 200, y: 200, font: 1)
      page.paint("(5)", x: 370, y: 200)
    }
    let formula = try #require(page.text.regions.first)
    #expect(formula.kind == .formula)
    #expect(page.blocks.map(\.kind) == [.paragraph, .formula, .paragraph])
    #expect(string(page.blocks[1].scalars).contains("(5)"))
  }

  @Test("the parts of a fraction away from its bar are in one formula with the terms beside it")
  func wideFractions() throws {
    let page = page { page in
      var x = page.paint("u", x: 150, y: 201)
      x = page.paint("(x) ≈", x: x, y: 201)
      page.paint("a+b−c+d", x: x + 6, y: 193, font: 1)
      page.rule(x + 4, x + 44, y: 198)
      page.paint("2h", x: x + 18, y: 208)
      x = page.paint(", v(x) ≈", x: x + 46, y: 201)
      page.paint("a−b+c−d", x: x + 6, y: 193, font: 1)
      page.rule(x + 4, x + 44, y: 198)
      page.paint("2k", x: x + 18, y: 208)
    }
    let formula = try #require(page.text.regions.first)
    #expect(page.text.regions.map(\.kind) == [.formula])
    #expect(formula.box.x0 <= 150 && formula.box.y1 > 208)
    #expect(page.blocks.map(\.kind) == [.paragraph, .formula, .paragraph])
  }

  @Test("the limit below a function's name is part of its formula")
  func limit() {
    let page = page { page in
      page.paint("P(x) = arg min |a−b|", x: 150, y: 200, font: 1)
      page.paint("c∈H", x: 208, y: 208, size: 7, font: 1)
    }
    #expect(page.text.regions.map(\.kind) == [.formula])
    #expect(page.blocks.map(\.kind) == [.paragraph, .formula, .paragraph])
  }

  @Test("a fraction of words over a bar of hyphens is one formula")
  func barOfHyphens() {
    let page = page { page in
      let start = page.paint("Clock-Out Rate = ", x: 100, y: 204)
      page.paint("Oscillator Rate", x: start + 10, y: 198)
      var x = start
      while x < start + 100 {
        page.paint("-", x: x, y: 204)
        x += 2
      }
      page.paint("4", x: start + 5, y: 211)
      page.paint("×[", x: start + 12, y: 211, font: 1)
      page.paint("65536", x: start + 26, y: 211)
      page.paint("−(,)]", x: start + 54, y: 211, font: 1)
    }
    #expect(page.blocks.map(\.kind) == [.paragraph, .formula, .paragraph])
  }

  @Test("a formula above short lines at the left of the page comes before them")
  func formulaAboveShortLines() {
    let page = page { page in
      page.paint("f(x)=a+b", x: 200, y: 160, font: 1)
      page.paint("after which it goes on.", x: 50, y: 190)
      page.paint("1. Raft", x: 50, y: 220, size: 12)
    }
    #expect(
      page.blocks.map(\.kind) == [
        .paragraph, .formula, .paragraph, .heading(level: 1), .paragraph,
      ])
  }

  @Test("dots that lead to a page number are no formula, whatever their font")
  func leaders() {
    var page = PaintedPage()
    for row in 0..<6 {
      let y = 60 + Float(row) * 20
      let end = page.paint("8.\(row) warning ", x: 100, y: y)
      page.paint(String(repeating: ". ", count: 30), x: end, y: y, font: 1)
      page.paint("4\(row)", x: 470, y: y)
    }
    #expect(page.text.regions.isEmpty)
  }

  @Test("numbers of lines in the margin are not in the text")
  func lineNumbers() {
    var page = PaintedPage()
    for row in 0..<12 {
      page.paint(line, x: 80, y: 60 + Float(row) * 12)
      if row % 5 == 4 { page.paint(row < 9 ? " 5" : "10", x: 60, y: 60 + Float(row) * 12, size: 6) }
    }
    page.paint("15", x: 60, y: 60 + 14 * 12, size: 6)
    page.paint(line, x: 80, y: 60 + 14 * 12)
    let blocks = page.blocks
    #expect(blocks.filter { $0.kind != .footer }.allSatisfy { !string($0.scalars).contains("5") })
    #expect(blocks.last.map { string($0.scalars) } == "5 10 15")
  }

  @Test("small labels and drawings above a figure with a caption are part of it")
  func distantParts() throws {
    let page = page { page in
      stroke(&page, 100, 180, 300, 196)
      page.paint("WORD", x: 180, y: 208, size: 8)
      stroke(&page, 100, 212, 300, 300)
      page.paint("Magnetic field (T)", x: 160, y: 320, size: 8)
      page.paint("of rendered", x: 60, y: 250, size: 5)
      page.paint("Figure 1: What was seen in the field that is applied.", x: 56, y: 340)
    }
    let figure = try #require(page.text.regions.first)
    #expect(page.text.regions.count == 1)
    #expect(figure.box.y0 <= 180 && figure.box.y1 > 319 && figure.box.x0 < 61)
    #expect(page.blocks.map(\.kind) == [.paragraph, .figure, .caption, .paragraph])
  }

  @Test("an equation in the fonts of the text is a formula if it has a number")
  func equation() throws {
    let page = page { page in
      page.paint("X(e) =", x: 200, y: 200)
      page.paint("N", x: 236, y: 191, size: 7)
      page.paint("n=0", x: 234, y: 209, size: 7)
      page.paint("x(n) y", x: 250, y: 200)
      page.paint("(1)", x: 365, y: 200)
      page.paint("a = b", x: 200, y: 240)
    }
    #expect(page.text.regions.map(\.kind) == [.formula])
    let box = try #require(page.text.regions.first).box
    #expect(box.y0 < 188 && box.y1 > 209 && box.y1 < 230 && box.x1 > 379)
  }

  @Test("an equation's number may be at the other end of the page")
  func distantNumber() throws {
    let page = page { page in
      page.paint("V(a) = I x t", x: 75, y: 200)
      page.paint("(1)", x: 545, y: 200)
    }
    #expect(page.text.regions.map(\.kind) == [.formula])
  }

  @Test("an equation with a function's name, beside another column")
  func besideColumn() throws {
    var page = PaintedPage()
    for row in 0..<20 {
      page.paint("the other column goes on and on", x: 320, y: 60 + Float(row) * 12)
      guard row < 6 || row > 12 else { continue }
      page.paint(
        "this column tells whatever has to be told of them", x: 50, y: 60 + Float(row) * 12)
    }
    let start = page.paint("roughness(", x: 100, y: 168)
    page.paint("Y)=2X", x: start, y: 168, font: 1)
    page.paint("(2)", x: 270, y: 168)
    let formula = try #require(page.text.regions.first)
    #expect(page.text.regions.map(\.kind) == [.formula])
    #expect(formula.box.x0 < 101 && formula.box.x1 > 280 && formula.box.x1 < 310)
  }

  @Test("words of the next column are no part of a formula")
  func formulaAcrossGutter() throws {
    var page = PaintedPage()
    for row in 0..<20 {
      page.paint(
        row == 9 ? "Principle of Entropy" : "this column tells whatever has to be told of them",
        x: 360, y: 60 + Float(row) * 12)
      guard row < 6 || row > 12 else { continue }
      page.paint(
        "the first column tells whatever has to be told of it", x: 70, y: 60 + Float(row) * 12)
    }
    page.paint("f(x)=a+b+c+d", x: 200, y: 168, font: 1)
    page.paint("(8)", x: 325, y: 168)
    let formula = try #require(page.text.regions.first)
    #expect(page.text.regions.map(\.kind) == [.formula])
    #expect(formula.box.x1 < 350)
    #expect(page.string.contains("Principle of Entropy"))
  }

  @Test("a plot without a caption is a figure, however many words are in it")
  func plotWithManyWords() throws {
    let page = page { page in
      stroke(&page, 120, 160, 420, 350)
      for row in 0..<3 {
        let y = 200 + Float(row) * 20
        page.glyphs.paints.append(
          Paint(.stroke, Box(x0: 130, y0: y, x1: 300, y1: y + 60), isStraight: false))
      }
      for step in 0..<5 {
        page.paint("\(40 - 10 * step)", x: 126, y: 180 + Float(step) * 35)
        page.paint("\(step)", x: 140 + Float(step) * 60, y: 345)
        page.paint("series of values with a long name", x: 180, y: 196 + Float(step) * 35 - 2)
      }
    }
    #expect(page.text.regions.map(\.kind) == [.figure])
  }

  @Test("a diagram of boxes and arrows is a figure, no table and no text")
  func diagram() throws {
    let page = page { page in
      for (at, name) in ["Read the settings", "Open the document", "Draw its first page"]
        .enumerated()
      {
        let y = 160 + Float(at) * 70
        for x: Float in [80, 300] {
          stroke(&page, x, y, x + 130, y + 40)
          page.paint(name, x: x + 10, y: y + 18)
          page.paint("and wait for it", x: x + 10, y: y + 32)
          // An arrow down, and one to the right.
          page.upright(x + 60, y + 40, y + 66)
          page.glyphs.paints.append(
            Paint(.fill, Box(x0: x + 57, y0: y + 62, x1: x + 63, y1: y + 70), isStraight: false))
          page.rule(x + 130, x + 214, y: y + 20)
          page.glyphs.paints.append(
            Paint(
              .fill, Box(x0: x + 212, y0: y + 17, x1: x + 220, y1: y + 23), isStraight: false))
        }
      }
    }
    #expect(page.text.regions.map(\.kind) == [.figure])
    #expect(page.blocks.map(\.kind) == [.paragraph, .figure, .paragraph])
  }

  @Test("a table beside a plot under one caption leaves the plot a figure")
  func tableBesidePlot() {
    let page = page { page in
      for y: Float in [180, 200, 220, 240, 260] { page.rule(60, 270, y: y) }
      for x: Float in [60, 130, 200, 270] { page.upright(x, 180, 260) }
      for (row, words) in ["Runs", "Reads", "Writes", "Scans"].enumerated() {
        let y = 194 + Float(row) * 20
        page.paint(words, x: 65, y: y)
        page.paint("1212", x: 135, y: y)
        page.paint("593", x: 205, y: y)
      }
      stroke(&page, 300, 175, 480, 265)
      page.paint(
        "Figure 1: What was seen of all the reads and of all the writes, in the table and in the plot.",
        x: 60, y: 290)
    }
    let regions = page.text.regions
    #expect(Set(regions.map(\.kind)) == [.table, .figure], "\(regions.map(\.box))")
  }

  @Test("a long row of small numbers below a plot is a label")
  func longAxis() throws {
    let page = page { page in
      stroke(&page, 100, 180, 480, 300)
      page.paint((1...40).map(String.init).joined(separator: " "), x: 102, y: 308, size: 6)
      page.paint("Figure 1: What was seen.", x: 60, y: 340)
    }
    let figure = try #require(page.text.regions.first)
    #expect(figure.box.y1 > 308)
  }

  @Test("slanted words below a plot are its labels, however far they reach", arguments: [1, -1])
  func slantedLabels(_ slope: Float) throws {
    let page = page { page in
      stroke(&page, 100, 180, 420, 280)
      for (row, label) in ["30MB", "20MB", "10MB", "0 B"].enumerated() {
        page.paint(label, x: 74, y: 190 + 30 * Float(row))
        page.rule(100, 106, y: 187 + 30 * Float(row))
      }
      page.paint("Sent per service", x: 200, y: 172)
      for (at, label) in ["booking-service-one", "customer-service"].enumerated() {
        let y: Float = slope > 0 ? 290 : 290 + 3.5 * Float(label.count)
        page.paintSlanted(label, x: 130 + 120 * Float(at), y: y, size: 10, slope: slope)
      }
      page.paint("Figure 1: What was seen.", x: 60, y: 380)
    }
    #expect(page.text.regions.map(\.kind) == [.figure])
    #expect(page.blocks.map(\.kind) == [.paragraph, .figure, .caption, .paragraph])
  }

  @Test("a drawing with dashed lines is a figure, not a table")
  func dashed() throws {
    let page = page { page in
      for row in 0..<4 {
        let y = 170 + Float(row) * 50
        stroke(&page, 150, y, 220, y + 24)
        stroke(&page, 300, y, 370, y + 24)
        page.paint("TX\(row)", x: 160, y: y + 15)
        page.paint("RX\(row)", x: 310, y: y + 15)
        for dash in 0..<40 {
          page.rule(222 + Float(dash) * 2, 223 + Float(dash) * 2, y: y + 12)
        }
        page.upright(185, y + 24, y + 46)
        for x: Float in [183, 187, 296] {
          page.glyphs.paints.append(
            Paint(.fill, Box(x0: x, y0: y + 42, x1: x + 4, y1: y + 50), isStraight: false))
        }
      }
    }
    #expect(page.text.regions.map(\.kind) == [.figure])
  }

  @Test(
    "a caption in the size of the text has a bold label", arguments: ["What is", "shows what is"])
  func boldLabel(_ title: String) {
    let page = page { page in
      page.glyphs.fonts.append(GlyphFont(name: "Bold", isBold: true, ascent: 0.75, descent: -0.25))
      let x = page.paint("Table 3.5 ", x: 60, y: 160, font: 2)
      page.paint(title + " faster", x: x, y: 160)
      for y: Float in [170, 188, 230] { page.rule(60, 300, y: y) }
      for (row, cells) in [["Alpha", "fast"], ["Beta", "slow"], ["Gamma", "idle"]].enumerated() {
        page.paint(cells[0], x: 64, y: 182 + Float(row) * 18)
        page.paint(cells[1], x: 200, y: 182 + Float(row) * 18)
      }
    }
    let isCaption = title.first == "W"
    #expect(page.blocks.contains { $0.kind == .caption } == isCaption)
  }

  @Test("the title of a caption may be apart from its label")
  func titleApart() throws {
    let page = page { page in
      page.paint("FIGURE 12-6:", x: 60, y: 180)
      page.paint("Sending", x: 150, y: 180)
      stroke(&page, 60, 190, 400, 300)
      page.paint("TX", x: 160, y: 230)
    }
    #expect(page.blocks.map(\.kind) == [.paragraph, .caption, .figure, .paragraph])
    #expect(try #require(page.text.regions.first).box.y0 > 181)
  }

  @Test("the words of a figure on a turned page are part of it")
  func turned() throws {
    var page = PaintedPage()
    stroke(&page, 100, 100, 500, 700)
    for at in 0..<12 {
      page.glyphs.paints.append(
        Paint(
          .stroke, Box(x0: 120, y0: 120 + 40 * Float(at), x1: 480, y1: 160 + 40 * Float(at)),
          isStraight: false))
      for (sign, letter) in "R\(at)=1k".unicodeScalars.enumerated() {
        var glyph = Glyph(
          letter.value, x: 150 + 20 * Float(at), y: 650 - 40 * Float(at) - 5 * Float(sign),
          dx: 0, dy: -5, size: 10, font: 0)
        glyph.direction = .up
        page.glyphs.glyphs.append(glyph)
      }
    }
    #expect(page.blocks.map(\.kind) == [.figure])
  }

  @Test("the coloured grounds of words in a text are no figures")
  func grounds() {
    let page = page { page in
      for (x, y) in [(50, 160), (150, 177), (50, 194)] as [(Float, Float)] {
        page.paint("command", x: x + 3, y: y + 9)
        page.paint("is", x: x + 45, y: y + 9)
        page.glyphs.paints.append(
          Paint(
            .fill, Box(x0: x, y0: y, x1: x + 41, y1: y + 13), color: 0xDDDDDD, isStraight: false))
      }
    }
    #expect(page.text.regions.isEmpty)
  }

  @Test("frames around words in neighbouring lines of a text are no figure")
  func framedWords() {
    let page = page { page in
      for row in 0..<2 {
        let y = Float(170 + row * 13)
        page.paint("command is a word of this line of a text", x: 53, y: y)
        stroke(&page, 50, y - 9, 91, y + 3)
      }
    }
    #expect(page.text.regions.isEmpty)
  }

  @Test("a large sign with limits is part of its formula")
  func largeSign() throws {
    let page = page { page in
      page.paint("x = y + 2z", x: 236, y: 198, font: 1)
      page.paint("\u{220F}", x: 200, y: 200, size: 15, font: 1)
    }
    let formula = try #require(page.text.regions.first { $0.kind == .formula })
    #expect(formula.box.x0 < 201)
  }

  @Test("a listing in a frame is a listing, also if its caption calls it a figure")
  func listingAsFigure() {
    let page = page { page in
      page.glyphs.fonts.append(
        GlyphFont(name: "Mono", isMonospace: true, ascent: 0.75, descent: -0.25))
      page.glyphs.paints.append(
        Paint(.fill, Box(x0: 45, y0: 160, x1: 360, y1: 230), color: 0xEEEEEE))
      for row in 0..<5 {
        page.paint("\(row + 1)", x: 38, y: 175 + Float(row) * 12, size: 5)
        page.paint("value = function(\(row))", x: 52, y: 175 + Float(row) * 12, size: 8, font: 2)
      }
      page.paint("Figure 2: How it is used.", x: 60, y: 250)
    }
    #expect(page.text.regions.isEmpty)
    #expect(page.blocks.contains { $0.kind == .code })
  }

  @Test("the short lines of a narrow column beside a figure are no labels of it")
  func narrowColumn() throws {
    var page = PaintedPage()
    stroke(&page, 50, 100, 200, 300)
    page.glyphs.paints.append(
      Paint(.stroke, Box(x0: 60, y0: 110, x1: 190, y1: 290), isStraight: false))
    for row in 0..<14 {
      page.paint("devices that are composed", x: 208, y: 110 + Float(row) * 12)
      page.paint("strobed conditions of use", x: 370, y: 110 + Float(row) * 12)
    }
    page.paint("Figure 5. A current.", x: 50, y: 320)
    let figure = try #require(page.text.regions.first)
    #expect(figure.box.x1 < 207)
  }
}
