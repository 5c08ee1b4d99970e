import Canvas
import DocumentModel
import Interface
import Messages
import TestSupport
import Testing
import Text

/// A state with an open text, as the worker would give it.
struct Reading {
  var state: State
  var id: DocumentID

  /// Portions of so many numbered lines of plain text.
  init(
    portions: Int = 3, lines: Int = 40, size: Size = Size(width: 80, height: 12),
    kind: FlowingText.Kind = .plainText, counted: Int? = nil, start: StartingPoint = .remembered,
    encoding: String = "UTF-8"
  ) {
    state = State(size: size, themes: Themes([]), keymap: .shipped)
    _ = state.open(path: "/folder/a.log", start: start)
    id = state.documents[0].id
    let flow = FlowingText(kind: kind, encoding: encoding, measure: 40, byteCount: 9_999)
    _ = state.update(
      .opened(id, generation: 1, .success(DocumentSummary(pageCount: portions, flow: flow))))
    _ = state.update(.reading(id, generation: 1, nil))
    // A portion comes once.
    for portion in 0..<portions where lines > 0 {
      let text = PageText(
        lines: Array((0..<lines).map { "line \(portion * lines + $0 + 1)\n" }.joined().utf8))
      _ = state.update(Self.content(id, portion, text))
    }
    count(counted ?? portions, of: lines)
  }

  /// One portion of blocks; each is a row.
  init(blocks: [(AuthoredBlock.Kind, String)], _ change: (inout AuthoredBlock, Int) -> Void) {
    self.init(portions: 1, lines: 0, size: Size(width: 60, height: 24), kind: .markdown)
    var text = PageText(styles: [TextStyle()], blocks: [])
    text.runs = [StyleRun(start: 0, style: 0)]
    for (index, (kind, words)) in blocks.enumerated() {
      let start = text.scalars.count
      text.scalars += words.unicodeScalars.map { $0 == "|" ? 0x0A : $0.value } + [0x0A]
      var block = AuthoredBlock(kind, start..<text.scalars.count - 1, line: index)
      change(&block, index)
      text.blocks?.append(block)
    }
    _ = state.update(Self.content(id, 0, text))
  }

  static func content(_ id: DocumentID, _ portion: Int, _ text: PageText) -> Message {
    var text = text
    if text.boxes.isEmpty {
      var (row, column) = (Float(0), Float(0))
      for scalar in text.scalars {
        text.boxes.append(
          Box(x0: column * 6, y0: row * 12, x1: column * 6 + 6, y1: row * 12 + 12))
        (row, column) = scalar == 0x0A ? (row + 1, 0) : (row, column + 1)
      }
    }
    let blocks = (text.blocks ?? []).map { TextBlock($0, of: text) }
    return .content(
      id, generation: 1, page: portion, PageContent(text: text, blocks: blocks, grid: []))
  }

  mutating func count(_ portions: Int, of lines: Int) {
    let infos = (0..<portions).map {
      PageInfo(label: "", size: PageText().size, line: $0 * lines + 1)
    }
    _ = state.update(.pages(id, generation: 1, first: 0, infos))
  }

  @discardableResult mutating func press(_ keys: String...) -> [Effect] {
    keys.flatMap { key in
      (KeyNotation.parse(key) ?? []).flatMap { state.update(.input(.key($0))) }
    }
  }

  var rows: [String] { state.view().rows() }
  var top: String { rows[0].trimmingBlanks }
  var status: String { rows[rows.count - 1] }
}

@Suite struct TextDocumentTests {
  /// Portions are nobody's pages: no rule, no number, no blank between them.
  @Test func chunksAreShownWithoutPageBreaks() {
    var reading = Reading(lines: 8)
    #expect((0..<11).map { reading.rows[$0].trimmingBlanks } == (1...11).map { "line \($0)" })
    #expect(!reading.rows.joined().contains("─"))
    #expect(!reading.status.contains("p. "))
    #expect(reading.status.contains("line 1 "))
    reading.press("j", "j")
    #expect(reading.status.contains("line 3 "))
  }

  @Test func pageKeysScrollByWindow() {
    var reading = Reading()
    reading.press("J")
    #expect(reading.top == "line 10")
    reading.press("K")
    #expect(reading.top == "line 1")
  }

  /// Right goes on in a book that is read from the left, and back in one that is read from the right.
  @Test func arrowKeysTurnPagesOfBooks() {
    var book = Reading(kind: .formatted)
    book.press("right")
    #expect(book.top == "line 10")
    book.press("2 l", "h")
    #expect(book.top == "line 19")
    book.state.documents[0].summary.capabilities.insert(.rightToLeft)
    book.press("right")
    #expect(book.top == "line 10")
    book.press("left", "left")
    #expect(book.top == "line 28")
    // A line that is cut is scrolled first.
    var code = Reading(blocks: [(.code, String(repeating: "x", count: 70))]) { _, _ in }
    code.state.documents[0].summary.flow?.kind = .formatted
    code.press("g l", "right")
    #expect(code.state.panes[0].column == 4)
    var log = Reading()
    log.press("right")
    #expect(log.top == "line 1")
  }

  @Test func aLabelNamesAPrintedPage() {
    var book = Reading(kind: .formatted)
    book.state.documents[0].infos[0].labels = PageLabels("180")
    book.press(": l a b e l : 1 8 0")
    #expect(book.state.panel?.rows.map(\.text) == ["Page 180"])
    let asked = book.press("enter")
    #expect(asked.contains(.resolve(book.id, generation: 1, name: "180", .follow)))
  }

  @Test func aCountNamesALine() {
    var reading = Reading()
    reading.press("9 5 G")
    #expect(reading.top == "line 95")
    #expect(reading.status.contains("line 95"))
    reading.press("ctrl+o")
    #expect(reading.top == "line 1")
    reading.press("1 2 g g")
    #expect(reading.top == "line 12")
    reading.press("9 9 9 9 G")
    #expect(reading.rows[10].trimmingBlanks == "line 120")
  }

  /// Before the lines have been counted as far, the jump waits for it, and goes when it is known.
  @Test func aJumpWaitsForItsLine() {
    var reading = Reading(counted: 1)
    reading.press("9 5 G")
    #expect(reading.top == "line 1")
    _ = reading.state.update(
      .pages(
        reading.id, generation: 1, first: 1,
        [41, 81].map { PageInfo(label: "", size: PageText().size, line: $0) }))
    #expect(reading.top == "line 95")
  }

  @Test func theStartPageNamesALine() {
    #expect(Reading(start: .page("77")).top == "line 77")
  }

  @Test func percentagesAreOfTheWholeText() {
    var reading = Reading(portions: 1, lines: 100)
    reading.press("5 0 %")
    #expect(reading.top == "line 51")
    reading.press("1 0 0 %")
    #expect(reading.rows[10].trimmingBlanks == "line 100")
    #expect(reading.status.contains("100 %"))
  }

  @Test func thePaletteOffersLines() {
    var reading = Reading()
    reading.press(":", "8 0")
    #expect(reading.rows.contains { $0.contains("Line 80") })
    reading.press("enter")
    #expect(reading.top == "line 80")
  }

  @Test func marksNameLines() {
    var reading = Reading()
    reading.press("3 0 G", "m a")
    #expect(reading.status.contains("Mark a set on line 30"))
    #expect(!reading.status.contains("kept"))
    // Where nothing is remembered no promise is made.
    _ = reading.state.update(.notRemembered)
    reading.press("m a")
    #expect(reading.status.contains("Mark a set on line 30 until you quit: it cannot be saved"))
  }

  @Test func emptyLinesAreShown() {
    var reading = Reading(portions: 1, lines: 0)
    _ = reading.state.update(
      Reading.content(reading.id, 0, PageText(lines: Array("a\n\n\n  b\n".utf8))))
    #expect((0..<4).map { reading.rows[$0].drop { $0 == " " } } == ["a", "", "", "b"])
    reading.press("2 G")
    #expect(reading.rows[0].trimmingBlanks == "a")
  }

  /// Lines longer than the window are broken at words, or cut and scrolled sideways.
  @Test func longLinesAreWrappedOrCut() {
    var reading = Reading(portions: 1, lines: 0, size: Size(width: 40, height: 12))
    let long = (0..<30).map { "word\($0)" }.joined(separator: " ")
    _ = reading.state.update(
      Reading.content(reading.id, 0, PageText(lines: Array("  \(long)\nend\n".utf8))))
    #expect(reading.rows[0].trimmingBlanks.hasPrefix("word0 word1"))
    #expect(reading.rows[1].hasPrefix("      word"))
    #expect(!reading.rows[0].contains("›"))
    reading.press("g l")
    #expect(reading.rows[0].hasSuffix("›"))
    #expect(reading.rows[1].trimmingBlanks == "end")
    #expect(reading.status.contains("cut"))
    reading.press("9 l")
    #expect(reading.rows[0].trimmingBlanks.hasPrefix("‹"))
  }

  @Test func encodingsAreShownAndSet() {
    var reading = Reading(encoding: "KOI8-R")
    #expect(reading.status.contains("KOI8-R"))
    let command = CommandList.byName["encoding"]
    let asked = command?.argument?.run(&reading.state, "IBM866")
    #expect(
      asked == [.reopen(reading.id, path: "/folder/a.log", generation: 2, encoding: "IBM866")])
    let flow = FlowingText(kind: .plainText, encoding: "IBM866")
    _ = reading.state.update(
      .opened(
        reading.id, generation: 2, .success(DocumentSummary(pageCount: 3, flow: flow))))
    #expect(reading.status.contains("read as IBM866"))
    // When it changes it is read in the same encoding.
    #expect(
      reading.state.update(.fileChanged(reading.id))
        == [.reopen(reading.id, path: "/folder/a.log", generation: 3, encoding: "IBM866")])
  }

  @Test func anUnknownEncodingKeepsTheText() {
    var reading = Reading()
    _ = CommandList.byName["encoding"]?.argument?.run(&reading.state, "nonsense")
    _ = reading.state.update(
      .opened(reading.id, generation: 2, .failure(.other("iconv knows no such encoding"))))
    #expect(reading.top == "line 1")
    #expect(reading.state.document?.encoding == "")
    #expect(reading.state.notices.shown?.isError == true)
  }

  @Test func tooLargeMarkdownIsReported() {
    var reading = Reading()
    let flow = FlowingText(kind: .plainText, shortfall: .tooLarge)
    _ = reading.state.update(
      .opened(reading.id, generation: 2, .success(DocumentSummary(pageCount: 1, flow: flow))))
    #expect(reading.status.contains("too large for Markdown"))
  }

  @Test func linesAreCopiedVerbatim() {
    var reading = Reading()
    reading.press("v", "V", "j")
    #expect(reading.press("y").contains(.copy("line 1\nline 2")))
  }

  @Test func listItemsHaveAHangingIndent() {
    let words = (0..<20).map { "word\($0)" }.joined(separator: " ")
    let reading = Reading(blocks: [(.listItem, "• " + words), (.paragraph, words)]) {
      block, index in
      block.marker = index == 0 ? 2 : 0
      block.indent = index * 2
    }
    let left = reading.rows[0].prefix { $0 == " " }.count
    #expect(reading.rows[0].trimmingBlanks.hasPrefix("• word0"))
    #expect(reading.rows[1].prefix { $0 == " " }.count == left + 2)
    #expect(reading.rows[3].prefix { $0 == " " }.count == left + 2)
  }

  @Test func quotationsAreShownWithBars() {
    let reading = Reading(blocks: [
      (.paragraph, "outer"), (.paragraph, "inner"), (.paragraph, "none"),
    ]) {
      block, index in
      block.quotes = [1, 2, 0][index]
      block.isApart = index > 0
    }
    #expect(
      (0..<5).map { reading.rows[$0].trimmingBlanks } == ["│ outer", "│", "│ │ inner", "", "none"])
  }

  @Test func theLastLineHasItsOwnAlignment() {
    let reading = Reading(
      blocks: [(.paragraph, String(repeating: "word ", count: 14) + "end")]
    ) { block, _ in block.alignments = [.left, .right] }
    #expect(reading.rows[0].hasPrefix("    word"))
    #expect(reading.rows[1].hasPrefix("     ") && reading.rows[1].trimmingBlanks.hasSuffix("end"))
  }

  @Test func linesHangBelowTheirFirst() {
    let reading = Reading(blocks: [(.paragraph, String(repeating: "word ", count: 16))]) {
      block, _ in (block.indent, block.hang) = (2, 4)
    }
    #expect(
      reading.rows[0].prefix { $0 == " " }.count + 4 == reading.rows[1].prefix { $0 == " " }.count)
  }

  /// A cell takes the columns that it covers, where the window is narrow, too.
  @Test func cellsCoverColumns() {
    let words = "a cell over three columns with words"
    let reading = Reading(blocks: [(.tableRow, "a|b|c"), (.tableRow, words + "||")]) {
      block, index in block.alignments = index == 1 ? [.left, .covered, .covered] : []
    }
    #expect(reading.rows.contains { $0.trimmingBlanks == words })
    let columns = reading.rows[0].trimmingBlanks.split(separator: " ")
    #expect(columns == ["a", "b", "c"] && reading.rows[0].trimmingBlanks.count < 40)
  }

  @Test func smallCapitalsAreShownAsCapitals() {
    var reading = Reading(portions: 1, lines: 0, kind: .formatted)
    var style = TextStyle()
    (style.isSmallCaps, style.isMarked) = (true, true)
    var text = PageText(styles: [TextStyle(), style], blocks: [])
    text.scalars = "the Boß here".unicodeScalars.map(\.value)
    text.runs = [
      StyleRun(start: 0, style: 0), StyleRun(start: 4, style: 1), StyleRun(start: 7, style: 0),
    ]
    text.blocks = [AuthoredBlock(.paragraph, 0..<text.scalars.count)]
    _ = reading.state.update(Reading.content(reading.id, 0, text))
    #expect(reading.top == "the BOß here")
    let screen = reading.state.view()
    let start = reading.rows[0].prefix { $0 == " " }.count
    #expect(screen[x: start, y: 0].style != screen[x: start + 4, y: 0].style)
  }

  @Test func tablesFitTheWindow() {
    let long = (0..<12).map { "word\($0)" }.joined(separator: " ")
    let reading = Reading(blocks: [
      (.tableHead, "A|Num"), (.tableRow, long + "|7"), (.tableRow, "b|12"),
    ]) {
      block, _ in block.alignments = [.left, .right]
    }
    let rows = reading.rows.map(\.trimmingBlanks).filter { !$0.isEmpty }
    #expect(rows[0].hasPrefix("A") && rows[0].hasSuffix("Num"))
    #expect(rows[1].hasPrefix("──"))
    #expect(rows[2].hasPrefix("word0") && rows[2].hasSuffix("  7"))
    #expect(rows[3].hasPrefix("word"))
    #expect(rows.contains { $0.hasPrefix("b") && $0.hasSuffix(" 12") })
    #expect(reading.rows.allSatisfy { CellWidth.of($0) <= 60 })
  }

  @Test func aTableWithTooManyColumnsIsShown() {
    let reading = Reading(
      blocks: [(.tableHead, (0..<40).map { "c\($0)" }.joined(separator: "|"))]
    ) { _, _ in }
    #expect(reading.state.layout(0, page: 0)?.lines.contains { $0.text.contains("c39") } == true)
  }
}
