import Canvas
import DocumentModel
import Messages
import TestSupport
import Testing
import Text

@testable import Interface

extension Book {
  /// A page of a paragraph, a table whose rows have tabs between their cells, and another paragraph.
  fileprivate init(table rows: [String], size: Size = Size(width: 60, height: 24)) {
    self.init(pages: 1, size: size, loaded: 0..<0)
    var text = PageText(styles: [TextStyle()])
    text.runs = [StyleRun(start: 0, style: 0)]
    var blocks: [TextBlock] = []
    for (line, words) in (["Before it."] + rows + ["After it."]).enumerated() {
      let scalars = words.unicodeScalars.map(\.value)
      let start = Int32(text.scalars.count)
      let y = Float(line) * 20
      let box = Box(x0: 0, y0: y, x1: 100, y1: y + 12)
      text.scalars += scalars.map { $0 == 0x09 ? 0x20 : $0 } + [0x0A]
      text.boxes += scalars.map { _ in box } + [.zero]
      blocks.append(
        TextBlock(
          kind: (1...rows.count).contains(line) ? .tableRow : .paragraph, box: box,
          scalars: scalars,
          origins: scalars.enumerated().map { $1 == 0x09 ? -1 : start + Int32($0) }))
    }
    _ = state.update(
      .content(id, generation: 1, page: 0, PageContent(text: text, blocks: blocks, grid: [])))
  }

  /// The first column of the window's text.
  fileprivate var left: Int { state.textRect(of: 0).x }

  /// The screen's row that begins with some words.
  fileprivate func row(_ words: String) -> Int? {
    rows.firstIndex { $0.trimmingBlanks.hasPrefix(words) }
  }
}

@Suite("Tables in the window")
struct TableTests {
  private func row(_ text: String) -> TextBlock {
    let scalars = text.unicodeScalars.map(\.value)
    return TextBlock(
      kind: .tableRow, box: .zero, scalars: scalars, origins: scalars.indices.map(Int32.init))
  }

  private func lines(_ rows: [String], _ width: Int) -> [String] {
    TableSetter.lines(of: rows.map(row), width: width).map(\.text)
  }

  @Test("cells are set in columns")
  func columns() {
    let lines = TableSetter.lines(of: [row("a\tlong word"), row("日本\tb")], width: 40)
    #expect(lines.map(\.text) == ["a     long word", "日本  b"])
    #expect(lines[1].glyphs.last?.column == 6)
  }

  @Test("columns share a window that is too narrow")
  func sharing() {
    #expect(
      lines(["one two three\tfour five six"], 16) == [
        "one two  four", "three    five", "         six",
      ])
  }

  @Test("the widest column gives way; an empty line separates rows of several lines")
  func widest() {
    let rows = ["name\tmeaning", "alpha\tthe first letter of the Greek alphabet", "\tand of ours"]
    #expect(
      lines(rows, 30) == [
        "name   meaning", "alpha  the first letter of the", "       Greek alphabet",
        "       and of ours",
      ])
    #expect(lines(Array(rows[..<2]), 30)[1].isEmpty)
  }

  @Test("no word and no number is broken by the sharing")
  func words() {
    let rows = ["kind\tmeasurement", "first kind of all\t1.2 ± 0.3", "second\tof measurements"]
    for width in 20...40 {
      let all = lines(rows, width)
      #expect(all.contains { $0.contains("1.2 ± 0.3") })
      #expect(all.contains { $0.contains("measurements") })
      #expect(all.allSatisfy { CellWidth.of($0) <= width })
    }
  }

  @Test("a head over several columns does not widen the first of them")
  func spanning() {
    let rows = ["\tspanning head", "a\t1\t2\t3", "b\t4\t5\t6"]
    #expect(lines(rows, 40) == ["   spanning head", "a  1    2    3", "b  4    5    6"])
    #expect(lines(["over all of the columns", "a\tb", "c\td"], 20).first == "over all of the")
  }

  @Test("a table whose words alone are wider keeps its width; its cells take a window at most")
  func natural() {
    let words = (0..<10).map { "number\($0)" }
    let prose = (0..<20).map { "word\($0)" }.joined(separator: " ")
    let set = TableSetter.lines(
      of: [row(words.joined(separator: "\t")), row(prose + "\tend")], width: 40)
    #expect(set[0].text.hasPrefix("number0"))
    #expect(set[0].text.hasSuffix("number9"))
    #expect(set.allSatisfy { $0.extent == set[0].extent })
    #expect(Int(set[0].extent) == 40 + 9 * (2 + 7))
    #expect(set.filter { $0.text.hasPrefix("word") }.count > 1)
  }

  @Test("no character is lost, no cells overlap", arguments: 1...60 as ClosedRange<UInt64>)
  func tablesFitAnyWidth(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func word() -> String {
      String((0..<number(1...9)).map { _ in "abc1é日-".randomElement(using: &random) ?? "a" })
    }
    let columns = number(1...9)
    let rows = (0..<number(1...6)).map { _ in
      row(
        (0..<number(1...columns)).map { _ in
          (0..<number(0...6)).map { _ in word() }.joined(separator: " ")
        }.joined(separator: "\t"))
    }
    let width = number(8...90)
    for lines in [
      TableSetter.lines(of: rows, width: width),
      TableSetter(rows, gap: 3, free: width, hasHead: true, alignments: [.right, .center]).lines(),
    ] {
      let inked = lines.flatMap(\.glyphs).filter { $0.origin >= 0 && $0.scalar != 0x20 }
      #expect(
        inked.map(\.scalar).sorted()
          == rows.flatMap(\.scalars).filter { $0 != 0x20 && $0 != 0x09 }.sorted())
      for line in lines {
        let ends = line.glyphs.map { Int($0.column) + CellWidth.of($0.scalar) }
        #expect(zip(line.glyphs.dropFirst(), ends).allSatisfy { Int($0.column) >= $1 })
        #expect((ends.last ?? 0) <= max(width, Int(line.extent)))
      }
    }
  }

  private static let wide = [
    (0..<10).map { "number\($0)" }.joined(separator: "\t"),
    (0..<10).map { "value\($0)" }.joined(separator: "\t"),
  ]

  @Test("a table that is too wide is scrolled sideways, the paragraphs stay")
  func scrolling() throws {
    var book = Book(table: Self.wide)
    let first = try #require(book.row("number0"))
    #expect(book.rows[first].contains("›"))
    _ = book.press("$")
    #expect(book.rows[first].contains("number9"))
    #expect(book.rows[first].contains("‹"))
    #expect(!book.rows[first].contains("›"))
    #expect(book.row("Before it.") != nil)
    #expect(book.row("After it.") != nil)
    _ = book.press("0")
    #expect(book.row("number0") == first)
  }

  @Test("the caret and a match beyond the edge are scrolled to")
  func reaching() throws {
    var book = Book(table: Self.wide)
    _ = book.press("v", "1 2 w")
    #expect(book.state.caretCell != nil)
    #expect(book.rows.contains { $0.contains("number9") })
    _ = book.press("escape", "0")
    #expect(book.row("number0") != nil)
    var number = 0
    for case .search(_, _, _, let last, _, _) in book.press("/", "9") { number = last }
    var progress = SearchProgress()
    let start = Int32("Before it. ".count + 9 * "number0 ".count)
    progress.hits = [
      SearchHit(
        spans: [.init(page: 0, start: start, end: start + 7)], y: 0, before: "", text: "number9",
        after: "")
    ]
    progress.isDone = true
    _ = book.state.update(.found(book.id, generation: 1, search: number, progress))
    _ = book.press("enter")
    #expect(book.rows.contains { $0.contains("number9") })
  }

  @Test("a click in a scrolled table finds the character under it")
  func clicking() throws {
    var book = Book(table: Self.wide)
    _ = book.press("$")
    let y = try #require(book.rows.firstIndex { $0.contains("number9") })
    let cells = Array(book.rows[y])
    let x = try #require(cells.firstIndex(of: "9"))
    let glyph = try #require(book.state.visibleGlyphs(of: 0).first { $0.x == x && $0.y == y })
    #expect(glyph.scalar == 0x39)
  }

  @Test("wrapped cells are copied as rows with tabs, and each character has its line")
  func copying() throws {
    let prose = (0..<20).map { "word\($0)" }.joined(separator: " ")
    var book = Book(table: ["name\tmeaning", "alpha\t" + prose])
    let layout = try #require(book.state.layout(0, page: 0))
    let content = try #require(book.state.document?.pages[0])
    let words = content.blocks[2].origins.filter {
      $0 >= 0 && content.text.scalars[Int($0)] != 0x20
    }
    #expect(words.allSatisfy { layout.line(of: Int($0)) != nil })
    _ = book.press("v", ")", "v", ")")
    #expect(book.press("y") == [.copy("name\tmeaning")])
    _ = book.press("v", "2 )", "v", ")")
    #expect(book.press("y") == [.copy("alpha\t" + prose)])
  }
}
