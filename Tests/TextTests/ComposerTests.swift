import DocumentModel
import Testing

@testable import Text

@Suite("Pages become what their author wrote")
struct ComposerTests {
  private func texts(_ page: SyntheticPage, _ evidence: DocumentEvidence? = nil) -> [String] {
    blocks(page, evidence).map { string($0.scalars) }
  }

  private func blocks(_ page: SyntheticPage, _ evidence: DocumentEvidence? = nil) -> [TextBlock] {
    PageComposer.compose(page.text, size: page.size, evidence: evidence)
  }

  private func joined(_ lines: [String]) -> String { lines.joined(separator: " ") }

  @Test("captions beside each other are two, with their further lines")
  func captionsSideBySide() {
    var page = PaintedPage()
    let line = "the reader of a paper looks at a figure when the text speaks of it, as here"
    for row in 0..<4 { page.paint(line, x: 50, y: 100 + 12 * Float(row)) }
    page.paint("Figure 6. Turn-off time of", x: 60, y: 180)
    page.paint("Figure 7. Capacity", x: 260, y: 180)
    page.paint("the gate", x: 60, y: 192)
    for row in 0..<4 { page.paint(line, x: 50, y: 230 + 12 * Float(row)) }
    let captions = page.blocks.filter { $0.kind == .caption }.map(DocumentFigure.text)
    #expect(captions == ["Figure 6. Turn-off time of the gate", "Figure 7. Capacity"])
  }

  @Test("the name of an algorithm after the label of a caption begins no other one")
  func captionOfAlgorithm() {
    var page = PaintedPage()
    page.paint("Figure 4.5", x: 50, y: 180)
    page.paint("Algorithm V processing the ensemble of letters", x: 110, y: 180)
    #expect(page.blocks.count == 1)
  }

  @Test("captions beside each other are two, however near they are")
  func nearCaptions() {
    var page = PaintedPage()
    // Regions separate captions from the text.
    page.glyphs.paints.append(
      Paint(.image, Box(x0: 50, y0: 60, x1: 500, y1: 165)))
    let second = page.paint("Figure 3.2: The overhead of voltage from ", x: 50, y: 180)
    page.paint("Figure 3.3: The overhead of voltage from", x: second, y: 180)
    page.paint("three to two", x: 110, y: 192)
    page.paint("two to three", x: second + 60, y: 192)
    let captions = page.blocks.filter { $0.kind == .caption }.map(DocumentFigure.text)
    #expect(
      captions == [
        "Figure 3.2: The overhead of voltage from three to two",
        "Figure 3.3: The overhead of voltage from two to three",
      ])
  }

  @Test("statements of a program in a font for prose are lines")
  func statements() {
    let lines = [
      "init();", "write_command(0x42);", "write (0x1E);", "for (j=0; j<30; j++)", "{",
      "fill_screen(picture1);", "clear();", "}",
    ]
    var page = PaintedPage()
    for (row, line) in lines.enumerated() { page.paint(line, x: 50, y: 100 + 12 * Float(row)) }
    #expect(page.blocks.map(DocumentFigure.text) == lines)
  }

  @Test("numbered lines of an algorithm are lines")
  func algorithm() {
    var page = PaintedPage()
    for (row, step) in ["1: n is the size", "2: a is empty", "3: while n grows do"].enumerated() {
      page.paint(step, x: 50, y: 100 + 12 * Float(row))
    }
    page.paint("something that needs a line", x: 70, y: 136)
    page.paint("4: end", x: 50, y: 148)
    #expect(
      page.blocks.map(DocumentFigure.text) == [
        "1: n is the size", "2: a is empty", "3: while n grows do", "something that needs a line",
        "4: end",
      ])
  }

  @Test("lines of an algorithm with a letter before their numbers are lines, however full")
  func letteredAlgorithm() {
    var page = PaintedPage()
    let steps = (15...19).map { "(b\($0)) broadcast the counter of each of the processes" }
    for (row, step) in steps.enumerated() {
      page.paint(step, x: 50, y: 100 + 12 * Float(row))
    }
    #expect(page.blocks.map(DocumentFigure.text) == steps)
  }

  @Test("a line of an algorithm in formulas is no displayed formula")
  func algorithmInFormulas() {
    var page = PaintedPage()
    page.paint("the algorithm that follows has lines with numbers at the edge", x: 50, y: 80)
    for row in 0..<3 {
      page.paint("\(row + 1):", x: 50, y: 100 + 12 * Float(row), size: 9)
      page.paint("n←|S|", x: 85, y: 100 + 12 * Float(row), font: 1)
    }
    #expect(
      page.blocks.map(DocumentFigure.text).suffix(3) == ["1: n←|S|", "2: n←|S|", "3: n←|S|"])
  }

  @Test("indented formulas after the numbers of steps are in their lines, whatever the colon")
  func indentedAlgorithm() {
    var page = PaintedPage()
    page.paint("the algorithm that follows has lines with numbers at the edge", x: 50, y: 80)
    for (row, indent) in [85, 110, 135, 110].enumerated() {
      page.paint("\(row + 9)∶", x: 50, y: 100 + 12 * Float(row), size: 9)
      page.paint("n←|S|", x: Float(indent), y: 100 + 12 * Float(row), font: 1)
    }
    #expect(page.text.regions.isEmpty)
    #expect(
      page.blocks.map(DocumentFigure.text).suffix(4) == [
        "9∶ n←|S|", "10∶ n←|S|", "11∶ n←|S|", "12∶ n←|S|",
      ])
  }

  @Test("two columns are read one after the other, whatever order the glyphs come in")
  func twoColumns() {
    let left = prose(8, width: 48, from: "l")
    let right = prose(8, width: 48, from: "r")
    var page = SyntheticPage()
    for row in 0..<8 {
      page.line(left[row], x: 40, y: 100 + Float(row) * 12)
      page.line(right[row], x: 310, y: 100 + Float(row) * 12)
    }
    #expect(texts(page) == [joined(left), joined(right)])
  }

  @Test("addresses beside names are read with the names")
  func addressesBesideNames() {
    var page = SyntheticPage()
    let mails = ["ada@example.org", "charles@example.org", "mary.somerville@example.org"]
    var y: Float = 100
    for (name, mail) in zip(["Ada Lovelace", "Charles Babbage", "Mary Somerville"], mails) {
      page.line(name, x: 90, y: y)
      // They end at one edge.
      page.line(mail, x: 520 - Float(mail.count) * 5, y: y)
      page.line("Analytical Society, Cambridge, England", x: 90, y: y + 12)
      y += 24
    }
    page.line("Abstract", x: 280, y: y + 24)
    let body = prose(6, width: 80, from: "a")
    page.lines(body, x: 110, y: y + 48)
    let found = texts(page)
    #expect(found.last == joined(body))
    let read = found.joined(separator: "\n").replacing("\t", with: " ")
    #expect(
      read.contains("Ada Lovelace ada@example.org\nAnalytical Society, Cambridge, England\nCharles")
    )
    #expect(read.contains("Mary Somerville mary.somerville@example.org\nAnalytical"))
  }

  @Test("a paragraph continues across columns, and a footnote does not interrupt it")
  func acrossColumns() {
    let first = prose(20, width: 48, from: "l", ends: false)
    let second = Array(prose(21, width: 48, from: "l").dropFirst(1)).map { $0.lowercased() }
    var page = SyntheticPage()
    page.lines(first, x: 40, y: 100)
    page.lines(second, x: 310, y: 100)
    page.line("1", x: 40, y: 358, size: 5)
    page.line("See elsewhere for the remark.", x: 44, y: 360, size: 8)
    let found = texts(page)
    #expect(found.first == joined(first + second))
    #expect(found.count == 2)
  }

  @Test("the short last line of a caption across both columns is part of it")
  func captionTail() {
    var page = SyntheticPage()
    page.lines(
      [
        "Figure 4. A snippet that was compiled. " + prose(1, width: 57, ends: false)[0],
        prose(1, width: 96, from: "b", ends: false)[0],
        "the bridge for the same snippet.",
      ], x: 50, y: 80, size: 9, leading: 11)
    page.lines(prose(8, width: 45), x: 50, y: 130)
    page.lines(prose(8, width: 45, from: "c"), x: 310, y: 130)
    let blocks = PageComposer.compose(page.text, size: page.size, evidence: nil)
    #expect(blocks.map(\.kind).filter { $0 == .caption }.count == 1)
    #expect(blocks.first.map { string($0.scalars).hasSuffix("for the same snippet.") } == true)
  }

  @Test("comments beside the lines of a listing stay on these lines")
  func comments() {
    var page = SyntheticPage()
    let code = ["mov edx, ebx", "mov edi, edx", "cmp eax, 17", "jne side_exit", "sub esp, 8"]
    let notes = ["load the primes", "store them all", "test whether it is", "and leave", "bump"]
    page.lines(code, x: 50, y: 80, isMonospace: true)
    page.lines(notes.map { "// " + $0 }, x: 160, y: 80, isMonospace: true)
    page.lines(prose(8, width: 90), x: 50, y: 160)
    let listing = PageComposer.compose(page.text, size: page.size, evidence: nil).filter {
      $0.kind == .code
    }.map { string($0.scalars) }
    #expect(listing.count == 5)
    #expect(
      zip(listing, zip(code, notes)).allSatisfy {
        $0.hasPrefix($1.0) && $0.hasSuffix("  // " + $1.1)
      })
  }

  @Test("options stay in front of the paragraphs that describe them")
  func options() {
    var page = SyntheticPage()
    var y: Float = 80
    var expected: [String] = []
    for name in ["--gapthresh <x>", "--pfract <x>", "--gmask-all <f>", "-t"] {
      let lines = prose(5, width: 50)
      page.line(name, x: 140 - Float(name.count) * 5, y: y)
      y = page.lines(lines, x: 150, y: y) + 8
      expected.append(([name] + lines).joined(separator: " "))
    }
    let blocks = PageComposer.compose(page.text, size: page.size, evidence: nil)
    #expect(blocks.map { string($0.scalars) } == expected)
  }

  @Test("captions may be large, bold or numbered with Roman numerals")
  func captions() {
    var page = SyntheticPage()
    page.line("Table 1. The list of the data", x: 50, y: 60, size: 12, isBold: true)
    page.lines(prose(8, width: 90), x: 50, y: 90)
    page.line("TABLE II", x: 250, y: 210, size: 8)
    page.lines(prose(8, width: 90), x: 50, y: 240)
    let kinds = PageComposer.compose(page.text, size: page.size, evidence: nil).map(\.kind)
    #expect(kinds == [.caption, .paragraph, .caption, .paragraph])
  }

  @Test("the brace that ends a numbered listing is a line of it")
  func lastBrace() {
    var page = SyntheticPage()
    for (row, code) in ["int *x;", "do t := T;", "while (t)"].enumerated() {
      page.line("\(row + 11)", x: 50, y: 80 + Float(row) * 12)
      page.line(code, x: 65, y: 80 + Float(row) * 12, isMonospace: true)
    }
    page.line("14 }", x: 50, y: 116)
    page.lines(prose(8, width: 90), x: 50, y: 160)
    let kinds = PageComposer.compose(page.text, size: page.size, evidence: nil).map(\.kind)
    #expect(kinds == [.code, .code, .code, .code, .paragraph])
  }

  @Test("a name in the font of code that begins a line is in its sentence")
  func inlineCode() {
    var page = SyntheticPage()
    let lines = prose(6, width: 90, ends: false)
    let end = page.lines(lines, x: 50, y: 80)
    page.line("operate_to!!.", x: 50, y: end, isMonospace: true)
    page.lines(prose(6, width: 90, from: "b"), x: 50, y: end + 30)
    let blocks = PageComposer.compose(page.text, size: page.size, evidence: nil)
    #expect(blocks.map(\.kind) == [.paragraph, .paragraph])
    #expect(blocks.first.map { string($0.scalars).hasSuffix("a operate_to!!.") } == true)
  }

  @Test("a heading across both columns comes first, its level from its size")
  func spanningHeading() {
    let left = prose(8, width: 48, from: "l")
    let right = prose(8, width: 48, from: "r")
    var page = SyntheticPage()
    page.line("A Heading That Stands Over Both Columns", x: 120, y: 60, size: 18)
    page.lines(left, x: 40, y: 100)
    page.lines(right, x: 310, y: 100)
    let found = blocks(page)
    #expect(found.map(\.kind) == [.heading(level: 1), .paragraph, .paragraph])
    #expect(found.map { string($0.scalars) }.dropFirst() == [joined(left), joined(right)])
  }

  @Test("a work of a bibliography is no heading, however it is set")
  func worksInBold() {
    func first(_ line: String) -> TextBlock.Kind? {
      var page = SyntheticPage()
      page.line(line, x: 40, y: 60, size: 12, isBold: true)
      page.lines(prose(8, width: 48), x: 40, y: 100)
      return PageComposer.compose(page.text, size: page.size, evidence: nil).first?.kind
    }
    #expect(first("[Re] A title of something") == .heading(level: 1))
    #expect(first("[17] A. Doe. A title of something, 2019") != .heading(level: 1))
  }

  @Test("three and four columns", arguments: [3, 4])
  func manyColumns(count: Int) {
    let pitch = Float(560 / count)
    let width = Int((pitch - 14) / 4)
    var page = SyntheticPage()
    var expected: [String] = []
    for column in 0..<count {
      let lines = prose(10, width: width, from: Character(Unicode.Scalar(UInt8(97 + column))))
      page.lines(lines, x: 20 + Float(column) * pitch, y: 100, size: 8, leading: 10)
      expected.append(joined(lines))
    }
    #expect(texts(page) == expected)
  }

  @Test("paragraphs part at an indent, at a gap and after a short line")
  func paragraphs() {
    let one = prose(4, width: 90, from: "o")
    var full = prose(4, width: 90, from: "p", ends: false)
    full[3] = String(full[3].dropLast()) + "."
    var three = prose(3, width: 90, from: "q")
    three[0] = String(three[0].prefix(88))
    var page = SyntheticPage()
    var y = page.lines(one, x: 50, y: 100)
    y = page.lines(full, x: 50, y: y)
    page.line(three[0], x: 60, y: y)
    y = page.lines(Array(three.dropFirst()), x: 50, y: y + 12)
    let four = prose(3, width: 90, from: "s")
    page.lines(four, x: 50, y: y + 8)
    #expect(texts(page) == [one, full, three, four].map(joined))
  }

  @Test("list items are separate, with their marker as a span")
  func list() {
    let lead = prose(3, width: 90)
    var page = SyntheticPage()
    let y = page.lines(lead, x: 50, y: 100)
    page.line("\u{2022} first item of this list", x: 60, y: y)
    page.line(
      "\u{2022} second item, which is so much longer than the first one of these is that it goes on and",
      x: 60,
      y: y + 12)
    page.line("wraps", x: 70, y: y + 24)
    page.line("2. third item", x: 60, y: y + 36)
    let found = blocks(page)
    #expect(found.map(\.kind).dropFirst() == .init(repeating: .listItem(depth: 0), count: 3))
    #expect(found[1].spans == [BlockSpan(kind: .bullet, range: 0..<2)])
    #expect(found[3].spans == [BlockSpan(kind: .number, range: 0..<3)])
  }

  @Test("check boxes of a form are one below the other, with their labels")
  func switches() {
    var page = SyntheticPage()
    page.lines(prose(6, width: 90), x: 50, y: 80)
    for (row, words) in ["Google", "Github", "Somewhere else"].enumerated() {
      let y = 220 + Float(row) * 18
      page.line(row == 1 ? "[x]" : "[\u{A0}]", x: 60, y: y)
      page.line(words, x: 82, y: y)
    }
    let found = blocks(page).map { string($0.scalars) }
    #expect(found.suffix(3) == ["[\u{A0}] Google", "[x] Github", "[\u{A0}] Somewhere else"])
  }

  @Test("a no-break space is kept if no other blank is beside it")
  func bindingBlanks() {
    var page = SyntheticPage()
    page.lines(prose(3, width: 90), x: 50, y: 80)
    page.line("about 10\u{202F}km, or 6\u{A0} miles, or x\u{2060}y", x: 50, y: 116)
    let found = blocks(page).map { string($0.scalars) }.joined(separator: "\n")
    #expect(found.hasSuffix("about 10\u{202F}km, or 6 miles, or x\u{2060}y"), "\(found)")
  }

  @Test("monospaced lines stay lines, with their indent")
  func code() {
    var page = SyntheticPage()
    let y = page.lines(prose(6, width: 90), x: 50, y: 100)
    page.line("for x in y {", x: 50, y: y + 12, isMonospace: true)
    page.line("call(x)", x: 70, y: y + 24, isMonospace: true)
    page.line("}", x: 50, y: y + 36, isMonospace: true)
    let found = blocks(page)
    #expect(found.dropFirst().map { string($0.scalars) } == ["for x in y {", "    call(x)", "}"])
    #expect(found.dropFirst().allSatisfy { $0.kind == .code })
  }

  @Test("a monospaced address at the end of a bibliography entry is no code")
  func addressLine() {
    var page = SyntheticPage()
    let y = page.lines(prose(5, width: 90), x: 50, y: 100)
    page.line(
      "M. Singer, C. Seymour, and all others. The third definition of sepsis and shock. Volume 2016.",
      x: 50, y: y + 12)
    page.line("URL http://dx.doi.org/10.1001/jama.2016.0287", x: 50, y: y + 24, isMonospace: true)
    #expect(
      texts(page).last?.hasSuffix("Volume 2016. URL http://dx.doi.org/10.1001/jama.2016.0287")
        == true)
  }

  @Test("a table keeps its rows, a tab between cells")
  func table() {
    var page = SyntheticPage()
    let y = page.lines(prose(4, width: 90), x: 50, y: 100)
    for row in 0..<4 {
      page.line("key\(row)", x: 60, y: y + 20 + Float(row) * 12)
      page.line("value \(row)", x: 180, y: y + 20 + Float(row) * 12)
      page.line("\(row)00 km", x: 320, y: y + 20 + Float(row) * 12)
    }
    page.lines(prose(4, width: 90, from: "z"), x: 50, y: y + 90)
    let rows = blocks(page).filter { $0.kind == .tableRow }.map { string($0.scalars) }
    #expect(rows == (0..<4).map { "key\($0)\tvalue \($0)\t\($0)00 km" })
  }

  @Test("lines of Japanese join without a blank")
  func ideographs() {
    var page = SyntheticPage()
    let line = String(repeating: "日本語文", count: 12)
    page.lines([line, line, "おわり。"], x: 50, y: 100, leading: 16)
    #expect(texts(page) == [line + line + "おわり。"])
  }

  @Test("vertical Japanese is read from the right")
  func vertical() {
    var page = SyntheticPage()
    let line = String(repeating: "縦書きの", count: 12)
    page.column(line, x: 500, y: 100)
    page.column(line, x: 484, y: 100)
    page.column("おわり。", x: 468, y: 100)
    #expect(texts(page) == [line + line + "おわり。"])
  }

  @Test("right-to-left words come in logical order")
  func rightToLeft() {
    var page = SyntheticPage()
    // Words as poppler gives them: logical inside, placed from the right.
    page.line("שלום", x: 500, y: 100)
    page.line("עולם", x: 470, y: 100)
    page.line("abc", x: 440, y: 100)
    page.line("def", x: 458, y: 100)
    page.line("סוף", x: 420, y: 100)
    #expect(texts(page).joined(separator: " ").hasPrefix("שלום עולם"))
  }

  @Test("long words from the left do not turn a line of a page read from the right")
  func leftToRightInATurnedLine() {
    var page = SyntheticPage()
    for row in 0..<4 {
      for word in 0..<8 { page.line("שלוםא", x: 200 + Float(word) * 30, y: 100 + Float(row) * 12) }
    }
    page.line("סוף", x: 420, y: 148)
    page.line("Calendar", x: 320, y: 148)
    page.line("operations", x: 365, y: 148)
    #expect(texts(page).joined(separator: " ").hasSuffix("סוף Calendar operations"))
  }

  @Test("a word printed twice on one spot counts once")
  func falseBold() {
    var page = SyntheticPage()
    page.line("Double", x: 50, y: 100)
    page.line("Double", x: 50.4, y: 100)
    #expect(texts(page) == ["Double"])
  }

  @Test("rows that climb by three degrees are put straight")
  func skew() {
    var page = SyntheticPage()
    let lines = prose(10, width: 80)
    for (row, line) in lines.enumerated() {
      var x: Float = 60
      for word in line.split(separator: " ") {
        page.line(String(word), x: x, y: 100 + Float(row) * 14 + x * 0.0524)
        x += Float(word.count + 1) * 5
      }
    }
    #expect(texts(page) == [joined(lines)])
  }

  @Test("a note's mark is a span of its paragraph")
  func noteMark() {
    var page = SyntheticPage()
    page.lines(prose(4, width: 90), x: 50, y: 100)
    page.raised("12")
    let block = blocks(page).first
    #expect(block?.spans.map(\.kind) == [.noteMark])
  }

  @Test("each scalar knows the glyph it came from")
  func origins() {
    var page = SyntheticPage()
    page.lines(prose(8, width: 60, from: "l"), x: 40, y: 100)
    for block in blocks(page) {
      #expect(block.scalars.count == block.origins.count)
      for (scalar, origin) in zip(block.scalars, block.origins) where origin >= 0 {
        #expect(page.text.scalars[Int(origin)] == scalar)
      }
    }
  }

  @Test("a title of two lines is one, whatever their lengths")
  func brokenTitle() {
    var page = SyntheticPage()
    page.line("How one comes by the media of the system", x: 40, y: 60, size: 20)
    page.line("for installing it", x: 40, y: 84, size: 20)
    page.lines(prose(20, width: 90), x: 40, y: 140)
    #expect(texts(page).first == "How one comes by the media of the system for installing it")
  }

  @Test("entries of a table of contents stay apart, however full their lines are")
  func contents() {
    var page = SyntheticPage()
    let titles = ["The first five minutes", "Jumping, and coming back once more", "Links"]
    for (row, title) in titles.enumerated() {
      let y = 100 + Float(row) * 14
      page.line(title, x: 40 + Float(row % 2) * 14, y: y)
      page.line("\(row + 1)", x: 260, y: y)
    }
    #expect(texts(page).count == 3)
  }

  @Test(
    "cells are in their columns, also where the ones before them are empty or halfway between two lines"
  )
  func cellsInColumns() {
    var page = SyntheticPage()
    page.lines(prose(4, width: 98), x: 40, y: 40)
    for row in 0..<8 {
      let y = 120 + Float(row) * 24
      page.line("key\(row)", x: 40, y: y + (row % 4 == 3 ? 6 : 0))
      if row % 2 == 0 { page.line("\(row)00", x: 200, y: y) }
      page.line("what is said of the key with the number \(row)", x: 330, y: y)
      if row % 4 == 3 { page.line("and goes on in another line", x: 330, y: y + 12) }
    }
    let rows = blocks(page).filter { $0.kind == .tableRow }.map { string($0.scalars) }
    let said = "what is said of the key with the number"
    #expect(rows.count == 8)
    #expect(rows.first == "key0\t000\t\(said) 0")
    #expect(rows.dropFirst().first == "key1\t\t\(said) 1")
    #expect(rows.dropFirst(3).first == "key3\t\t\(said) 3 and goes on in another line")
  }

  @Test("names stay before the text about them")
  func labelledRows() {
    var page = SyntheticPage()
    let families = ["binomial", "gaussian", "poisson", "inverse.one"]
    for (row, family) in families.enumerated() {
      page.line(family, x: 40, y: 80 + Float(row) * 13)
      page.line("identity, logarithm, inverse and others \(row)", x: 160, y: 80 + Float(row) * 13)
    }
    #expect(
      texts(page)
        == families.enumerated().map { "\($1)\tidentity, logarithm, inverse and others \($0)" })
  }

  @Test("section numbers stay before their titles, however far apart they are")
  func numberedContents() {
    var page = SyntheticPage()
    let titles = ["Families of functions", "The model itself", "Maximum likelihood", "Residuals"]
    for (row, title) in titles.enumerated() {
      let y = 100 + Float(row) * 14
      let dots = String(repeating: " .", count: 30 - title.count / 2)
      page.line("11.6.\(row + 1)", x: 60, y: y)
      page.line("\(title)\(dots) \(60 + row)", x: 98, y: y)
    }
    let beginnings = titles.enumerated().map { "11.6.\($0 + 1) \($1) ." }
    #expect(texts(page).count == titles.count)
    #expect(zip(texts(page), beginnings).allSatisfy { $0.hasPrefix($1) })
    #expect(blocks(page).allSatisfy { !$0.continues })
  }

  @Test("two lines side by side are columns where the document's columns start")
  func balanced() {
    var full = SyntheticPage()
    full.lines(prose(30, width: 48, from: "l", ends: false), x: 40, y: 80)
    full.lines(prose(30, width: 48, from: "r", ends: false), x: 310, y: 80)
    var last = SyntheticPage()
    let left = prose(2, width: 48, from: "l", ends: false)
    let right = prose(2, width: 48, from: "l").map { $0.lowercased() }
    last.lines(left, x: 40, y: 80)
    last.lines(right, x: 310, y: 80)
    var evidence = DocumentEvidence()
    evidence.observe(full.text, number: 0, size: full.size)
    evidence.observe(last.text, number: 1, size: last.size)
    #expect(texts(last, evidence) == [joined(left + right)])
  }

  @Test("a number inside a sentence of an item starts no item")
  func innerNumber() {
    var page = SyntheticPage()
    let first = "b) " + String(repeating: "word ", count: 16) + "yes, either 1) or"
    let text = [first, "(2) " + String(repeating: "more ", count: 17) + "wordings", "and an end."]
    page.lines(prose(6, width: 98), x: 50, y: 80)
    page.lines(text, x: 50, y: 170)
    #expect(texts(page).last == joined(text))
  }

  @Test("aligned code after the numbers of its lines stays on its lines")
  func numberedCode() {
    var page = SyntheticPage()
    page.lines(prose(3, width: 90), x: 50, y: 60)
    for row in 0..<12 {
      let y = 110 + 12 * Float(row)
      let name = "\\Declare{\\" + String(repeating: "a", count: 4 + row % 5) + "}"
      page.line("\(row + 10)", x: 50, y: y, size: 7)
      page.line(name, x: 64, y: y, isMonospace: true)
      page.line("{\\mathrel}{\"0\(row % 10)}", x: 200, y: y, isMonospace: true)
    }
    let code = PageComposer.compose(page.text, size: page.size, evidence: nil).filter {
      $0.kind == .code
    }
    #expect(code.count == 12)
    #expect(code.allSatisfy { string($0.scalars).contains("}  ") })
  }

  @Test("lines that end early beside a figure are one paragraph")
  func besideFigure() {
    var page = SyntheticPage()
    page.lines(prose(6, width: 90, ends: false), x: 50, y: 60)
    page.lines(prose(8, width: 50, from: "b", ends: false), x: 50, y: 132)
    page.lines(prose(6, width: 90, from: "c"), x: 50, y: 228)
    var text = page.text
    text.regions = [PageRegion(.figure, Box(x0: 320, y0: 130, x1: 500, y1: 222))]
    let found = PageComposer.compose(text, size: page.size, evidence: nil).filter {
      $0.kind == .paragraph
    }
    #expect(found.count == 1)
  }

  @Test("middle dots without a blank begin items")
  func middleDots() {
    var page = SyntheticPage()
    page.lines(prose(4, width: 60), x: 50, y: 60)
    for (row, item) in ["Safety planning", "Advocacy", "Referrals to others"].enumerated() {
      page.line("\u{B7}" + item, x: 50, y: 110 + 12 * Float(row))
    }
    #expect(PageComposer.compose(page.text, size: page.size, evidence: nil).count == 4)
  }

  @Test("a sentence in capitals continues on the next line, whatever is bold in it")
  func capitals() {
    var page = SyntheticPage()
    let words = Array(repeating: "EXCEPT", count: 13).joined(separator: " ")
    page.line("Disclaimer of it:", x: 50, y: 60)
    page.line(String(words.prefix(72)), x: 140, y: 60, isBold: true)
    page.line(String(words.prefix(90)), x: 50, y: 72, isBold: true)
    page.line(String(words.prefix(90)), x: 50, y: 84, isBold: true)
    page.line("OF DAMAGES.", x: 50, y: 96, isBold: true)
    page.line("It makes no representations of what it is.", x: 110, y: 96)
    #expect(PageComposer.compose(page.text, size: page.size, evidence: nil).count == 1)
  }

  @Test("a single digit of a line that runs up the margin is not in the text beside it")
  func stampInTheMargin() {
    var page = SyntheticPage()
    let lines = prose(12, width: 60)
    page.lines(lines, x: 100, y: 100)
    page.start(TextStyle(font: "Stamp", size: 20))
    var y: Float = 230
    for scalar in "archive 3 May".unicodeScalars {
      page.put(scalar.value, Box(x0: 40, y0: y - 10, x1: 62, y1: y))
      y -= 10
    }
    page.put(0x0A, Box(x0: 40, y0: y, x1: 62, y1: y))
    #expect(texts(page) == [joined(lines), "archive 3 May"])
  }

  @Test("a line of code after its number is code where all of the text is monospaced")
  func numberedCodeInMonospace() {
    var page = PaintedPage()
    page.glyphs.fonts.append(
      GlyphFont(name: "Typewriter", isMonospace: true, ascent: 0.75, descent: -0.25))
    for row in 0..<6 {
      let y = 100 + 12 * Float(row)
      page.paint("\(row + 95)", x: 50, y: y, size: 7)
      page.paint("color{black}{gray}{some value of it}{\(row)}", x: 70, y: y, size: 7.5, font: 2)
    }
    #expect(page.blocks.allSatisfy { $0.kind == .code })
  }

  @Test("columns of paragraphs and bullets are columns")
  func columnsOfBullets() {
    var page = SyntheticPage()
    for (x, letter) in [(Float(60), Character("l")), (310, "r")] {
      let end = page.lines(prose(5, width: 40, from: letter), x: x, y: 100)
      for row in 0..<10 {
        let y = end + 12 + 24 * Float(row)
        page.line("●", x: x + 20, y: y)
        page.line("\(letter)\(letter)\(letter) in a short list", x: x + 40, y: y)
        page.line("that goes on", x: x + 40, y: y + 12)
      }
    }
    let found = texts(page)
    #expect(
      !found.contains {
        $0.contains("l") && $0.contains("r") && $0.contains("rr") && $0.contains("ll")
      })
    #expect(found.contains { $0.hasPrefix("● lll in a short list that goes on") })
  }

  @Test("the sides of equations below each other stay on their lines")
  func sidesOfEquations() {
    var page = SyntheticPage()
    for (row, sign) in ["+", "-", "*"].enumerated() {
      let y = 100 + 16 * Float(row)
      page.line("(a \(sign) b) mod m", x: 100, y: y)
      page.line("=", x: 200, y: y)
      page.line("(a mod m \(sign) b mod m) mod m", x: 230, y: y)
    }
    for sign in ["+", "-", "*"] {
      #expect(
        texts(page).contains { text in
          text.replacing("\t", with: " ").contains(
            "(a \(sign) b) mod m = (a mod m \(sign) b mod m) mod m")
        })
    }
  }

  @Test("labels beside the lines of their texts are rows, however many there are")
  func manyLabels() {
    var page = SyntheticPage()
    let labels = ["Violation:", "Comments:", "", "Food Code Section(s):"]
    let texts = [
      "8 Facilities to Maintain Temperature", "LOW RISK",
      "The two coolers have no thermometer and the facility was aware of this before",
      "303 and 304",
    ]
    for row in 0..<28 {
      let y = 80 + 14 * Float(row)
      if !labels[row % 4].isEmpty { page.line(labels[row % 4], x: 50, y: y) }
      page.line(texts[row % 4], x: 165, y: y)
    }
    let found = self.texts(page)
    #expect(found.contains("Violation:\t8 Facilities to Maintain Temperature"))
    #expect(found.contains("Comments:\tLOW RISK"))
  }

  @Test("labels above each other before one text are with it")
  func labelsAboveEachOther() {
    var page = SyntheticPage()
    var y: Float = 100
    let items = [
      (["type=o"], 1), (["type=h"], 1), (["type=s", "type=S"], 2), (["type=n"], 3), (["type=b"], 2),
    ]
    for (labels, count) in items {
      for (at, label) in labels.enumerated() {
        page.line(label, x: 50, y: y + 12 * Float(at), isMonospace: true)
      }
      y += 12 * Float(labels.count - 1)
      page.lines(prose(count, width: 60, from: "p"), x: 110, y: y)
      y += 12 * Float(count) + 6
    }
    let found = texts(page)
    #expect(found.filter { $0.hasPrefix("type=") && $0.contains("pp") }.count == 5)
    #expect(!found.contains { $0.hasPrefix("Pp") })
  }

  @Test("entries of an index are blocks of their own")
  func index() {
    var page = SyntheticPage()
    let entries = [
      "quadratic algorithm, 20", "quantifier, 13", "queen problem, 50, 57", "queue, 43",
      "random variable and its distribution, 28", "range query, 83–85", "regular graph, 111",
    ]
    page.lines(entries, x: 50, y: 100)
    #expect(texts(page) == entries)
  }

  @Test("a few values far after their names are rows")
  func pairs() {
    var page = SyntheticPage()
    page.lines(prose(6, width: 80), x: 50, y: 80)
    let names = [
      "Voltage on Any Pin Relative to Ground", "Operating Temperature", "Soldering Time",
    ]
    page.lines(names, x: 50, y: 180)
    page.lines(["–0.5V to +6.0V there", "–55°C to +125°C", "10 seconds at most"], x: 330, y: 180)
    page.lines(prose(6, width: 80), x: 50, y: 240)
    #expect(texts(page).contains("Operating Temperature\t–55°C to +125°C"))
  }

  @Test("the lines of a page of monospaced text that end anywhere are lines")
  func unfilledMonospace() {
    var page = SyntheticPage()
    let lines = [
      "Flat is better than nested.", "Sparse is better than dense.", "Readability counts.",
      "Special cases aren't special enough to break the rules.", "Errors should never pass.",
      "Unless explicitly silenced.", "Now is better than never.", "That is all.", "The end.",
      "There should be one and preferably only one obvious way to do it, which is hard to see",
    ]
    page.lines(lines, x: 50, y: 100, isMonospace: true)
    #expect(blocks(page).allSatisfy { $0.kind == .code })
  }

  @Test("names and addresses of authors side by side are rows")
  func authors() {
    var page = SyntheticPage()
    for (x, author) in [
      (Float(80), ["Roger Ding", "The Haven Project", "arma@haven.net"]),
      (240, ["Nick Matt", "The Haven Project", "nickm@haven.net"]),
      (400, ["Paul Syver", "Naval Research", "syver@navy.mil"]),
    ] {
      for (row, word) in author.enumerated() {
        page.line(word, x: x + Float(4 * row), y: 100 + 12 * Float(row))
      }
    }
    page.lines(prose(8, width: 80), x: 60, y: 180)
    let found = texts(page).map { $0.replacing("\t", with: " ") }
    #expect(found.contains("arma@haven.net nickm@haven.net syver@navy.mil"))
  }

  @Test("headings in the margin are read before the paragraphs beside them")
  func marginHeadings() {
    var page = SyntheticPage()
    var y: Float = 80
    let headings = [
      ["Timers and what", "they are for"], ["Overflow of the timers"], ["Input of the"],
    ]
    for (at, heading) in headings.enumerated() {
      for (row, line) in heading.enumerated() {
        page.line(line, x: 50, y: y + 12 * Float(row), isBold: true)
      }
      y = page.lines(prose(4 + at, width: 70), x: 200, y: y) + 12
    }
    let found = texts(page)
    let places = ["Timers and", "Overflow", "Input of"].compactMap { start in
      found.firstIndex { $0.hasPrefix(start) }
    }
    #expect(found.count == 6)
    #expect(places == [0, 2, 4])
  }
}
