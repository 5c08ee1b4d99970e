import Canvas
import DocumentModel
import Interface
import Messages
import TestSupport
import Testing
import Text

/// A state with one open document of plain pages, built for a test.
struct Book {
  var state: State
  var id: DocumentID

  /// So many pages of so many numbered lines.
  init(
    pages: Int, lines: Int = 30, size: Size = Size(width: 80, height: 24),
    loaded: Range<Int>? = nil
  ) {
    state = State(size: size, themes: Themes([]), keymap: .shipped)
    _ = state.open(path: "/book.pdf", start: .remembered)
    id = state.documents[0].id
    _ = state.update(
      .opened(id, generation: 1, .success(DocumentSummary(pageCount: pages, title: "Book"))))
    _ = state.update(.reading(id, generation: 1, nil))
    _ = state.update(
      .pages(
        id, generation: 1, first: 0,
        (0..<pages).map {
          PageInfo(label: $0 < 2 ? ["i", "ii"][$0] : "", size: PageSize(width: 600, height: 800))
        }))
    for page in loaded ?? 0..<pages { _ = state.update(Book.content(id, page, lines: lines)) }
  }

  static func content(
    _ id: DocumentID, _ page: Int, lines: Int, generation: Int = 1
  ) -> Message {
    var text = PageText(styles: [TextStyle()])
    text.runs = [StyleRun(start: 0, style: 0)]
    var blocks: [TextBlock] = []
    for line in 0..<lines {
      let start = text.scalars.count
      let words = Array("page \(page + 1) line \(line + 1)".unicodeScalars.map(\.value))
      text.scalars += words + [0x0A]
      let y = Float(line) * 20
      text.boxes += words.indices.map {
        Box(x0: Float($0) * 5, y0: y, x1: Float($0) * 5 + 5, y1: y + 12)
      }
      text.boxes.append(.zero)
      blocks.append(
        TextBlock(
          kind: .code, box: Box(x0: 0, y0: y, x1: 100, y1: y + 12), scalars: words,
          origins: words.indices.map { Int32(start + $0) }))
    }
    return .content(
      id, generation: generation, page: page, PageContent(text: text, blocks: blocks, grid: []))
  }

  mutating func press(_ keys: String...) -> [Effect] {
    // A key press means that the question was read.
    state.questions.isFresh = false
    return keys.flatMap { key in
      (KeyNotation.parse(key) ?? []).flatMap { state.update(.input(.key($0))) }
    }
  }

  mutating func click(x: Int, y: Int) -> [Effect] {
    [.press(button: 1), .release(button: 1)].flatMap {
      state.update(.input(.mouse(Mouse($0, x: x, y: y))))
    }
  }

  var rows: [String] { state.view().rows() }
  var top: String { rows[0].trimmingBlanks }
}

extension String {
  var trimmingBlanks: String { String(drop { $0 == " " }) }
}

@Suite struct ReadingTests {
  /// Its paragraphs change after more pages were read.
  @Test func reflowingAPageKeepsTheTopLine() {
    var book = Book(pages: 3)
    _ = book.press(Array(repeating: "j", count: 9).joined(separator: " "))
    let top = book.top
    #expect(top == "page 1 line 10")
    guard case .content(_, _, let page, var content) = Book.content(book.id, 0, lines: 30) else {
      return
    }
    content.blocks[0].kind = .paragraph
    content.blocks[3].kind = .paragraph
    _ = book.state.update(.content(book.id, generation: 1, page: page, content))
    #expect(book.top == top)
    #expect(book.state.panes[0].line > 9)
  }

  @Test func linesScroll() {
    var book = Book(pages: 3)
    #expect(book.top == "page 1 line 1")
    _ = book.press("j", "j")
    #expect(book.top == "page 1 line 3")
    _ = book.press("5 j", "k")
    #expect(book.top == "page 1 line 7")
  }

  @Test func scrollingCrossesPagesAndStopsAtTheEnd() {
    var book = Book(pages: 2)
    _ = book.press("3 3 j")
    #expect(book.top == "page 2 line 1")
    _ = book.press("9 9 9 j")
    #expect(book.rows[22].contains("line 30") || book.rows.contains { $0.contains("line 30") })
    #expect(book.state.panes[0].page == 1)
    _ = book.press("9 9 9 k")
    #expect(book.top == "page 1 line 1")
  }

  @Test func jumpsCanBeUndone() {
    var book = Book(pages: 5)
    _ = book.press("j", "j", "G")
    #expect(book.state.panes[0].page == 4)
    _ = book.press("ctrl+o")
    #expect(book.top == "page 1 line 3")
    _ = book.press("tab")
    #expect(book.state.panes[0].page == 4)
  }

  /// A document only opened is not read, however few pages it has; one read to its end is, wherever that is.
  @Test func theReadShareIsRemembered() {
    func share(_ book: Book) -> Double? {
      var book = book
      return book.state.saveReading().compactMap { effect -> Double? in
        if case .saveReading(_, _, _, let reading) = effect { reading.share } else { nil }
      }.first
    }
    var book = Book(pages: 1, lines: 200)
    #expect(share(book) == 0)
    _ = book.press("1 0 0 j")
    #expect((0.45...0.55).contains(share(book) ?? 0))
    _ = book.press("9 9 9 j")
    #expect(share(book) == 1)
    #expect(share(Book(pages: 1, lines: 5)) == 1)
  }

  @Test func marksReturnToTheirPlace() {
    var book = Book(pages: 5)
    _ = book.press("J", "j", "m a", "G", "' a")
    #expect(book.top == "page 2 line 2")
    #expect(book.state.documents[0].reading.marks.first?.snippet == "page 2 line 2")
  }

  @Test func aPageIsFoundByItsLabel() {
    var book = Book(pages: 5)
    _ = book.press(": i i enter")
    #expect(book.top == "page 2 line 1")
    _ = book.press(": 4 enter")
    #expect(book.top == "page 4 line 1")
  }

  @Test func resizingKeepsThePlace() {
    var book = Book(pages: 3)
    _ = book.press("J", "1 2 j")
    #expect(book.top == "page 2 line 13")
    _ = book.state.update(.input(.resize(Size(width: 44, height: 12))))
    #expect(book.top == "page 2 line 13")
  }

  @Test func keysTypedBeforeTheirPageAreKept() {
    var book = Book(pages: 9, loaded: 0..<2)
    _ = book.press("5 G", "j", "j")
    _ = book.state.update(Book.content(book.id, 4, lines: 30))
    #expect(book.top == "page 5 line 3")
    _ = book.press("5 k")
    #expect(book.top == "page 5 line 3")
    _ = book.state.update(Book.content(book.id, 3, lines: 30))
    #expect(book.state.panes[0].page == 3)
    _ = book.press("4 0 j")
    _ = book.state.update(Book.content(book.id, 5, lines: 30))
    #expect(book.top == "page 6 line 5")
  }

  @Test func shortPagesFillTheWindow() {
    let book = Book(pages: 12, lines: 2)
    #expect(book.rows.contains { $0.contains("page 4 line 2") })
    #expect(!book.rows.contains { $0.trimmingBlanks == "…" })
  }

  @Test func anUnreadablePageIsSkipped() {
    var book = Book(pages: 3, loaded: 0..<1)
    _ = book.press("2 G")
    _ = book.state.update(
      .failed(book.id, generation: 1, page: 1, "Page 2 is damaged"))
    #expect(book.top == "Page 2 is damaged (Ctrl-l tries again)")
    _ = book.press("j")
    _ = book.state.update(Book.content(book.id, 2, lines: 30))
    #expect(book.top == "page 3 line 1")
  }

  @Test func theOutlineJumpsAndFollows() {
    var book = Book(pages: 5)
    let items = [
      OutlineItem(
        title: "First", target: .destination(Destination(page: 0, y: 0)),
        children: [OutlineItem(title: "Inner", target: .destination(Destination(page: 1, y: 0)))]),
      OutlineItem(title: "Second", target: .destination(Destination(page: 3, y: 100))),
    ]
    _ = book.state.update(.outline(book.id, generation: 1, items))
    _ = book.press("] ]")
    #expect(book.top == "page 2 line 1")
    _ = book.press("o")
    #expect(book.rows.contains { $0.contains("Inner") })
    _ = book.press("/ s e c o enter")
    #expect(book.top.contains("page 4 line 6"))
    #expect(book.state.panel == nil)
  }

  /// Quitting before the reading state is known loses nothing: it is waited for and saved then.
  @Test func quittingEarlyWaitsForTheReadingState() {
    var book = Book(pages: 5)
    book.state.documents[0].isReadingKnown = false
    let left = book.press("q")
    func places(_ effects: [Effect]) -> [Int] {
      effects.compactMap { effect in
        if case .saveReading(_, _, _, let reading) = effect { reading.place.page } else { nil }
      }
    }
    #expect(places(left).isEmpty)
    #expect(book.state.ending.hasCome && book.state.awaitsReading)
    _ = book.state.update(.reading(book.id, generation: 1, ReadingState(place: Place(page: 3))))
    #expect(!book.state.awaitsReading)
    #expect(places(book.state.saveReading()) == [3])
  }

  @Test func quittingKeepsThePlace() {
    var book = Book(pages: 5)
    let effects = book.press("J", "q")
    let place = effects.compactMap { effect -> Place? in
      if case .saveReading(_, _, _, let reading) = effect { return reading.place }
      return nil
    }.first
    #expect(place?.page == 1)
    #expect(book.state.ending.hasCome)
  }

  /// The line between two pages may be the first that is seen.
  @Test(arguments: [30, 31, 33]) func everyTopLinePositionRoundTrips(_ lines: Int) {
    var book = Book(pages: 3)
    _ = book.press(Array(repeating: "j", count: lines).joined(separator: " "))
    let (rows, place) = (book.rows.prefix(10), book.state.place(of: 0))
    guard let place else {
      Issue.record("no place")
      return
    }
    _ = book.press("G")
    book.state.land(0, page: place.page, .offset(place.offset))
    let isBetweenPages = lines < 33
    #expect(
      isBetweenPages ? book.top.contains("── p. ii ──") : book.rows.prefix(10) == rows,
      "\(book.top)"
    )
  }

  @Test func aStaleAnswerIsDropped() {
    var book = Book(pages: 2)
    _ = book.state.update(.failed(book.id, generation: 0, page: 0, "old"))
    #expect(book.state.notices.shown == nil)
  }

  @Test func aReloadKeepsThePlaceAndIsReported() {
    var book = Book(pages: 5)
    _ = book.press("J", "j")
    let effects = book.state.update(
      .opened(book.id, generation: 2, .success(DocumentSummary(pageCount: 4))))
    #expect(book.state.notices.shown?.text.contains("reloaded") == true)
    #expect(
      effects.contains {
        if case .compareReading(book.id, generation: 2, _) = $0 { true } else { false }
      }, "whether it is a later version is found out")
    #expect(book.state.panes[0].page == 1)
    guard case .content(_, _, let page, let content) = Book.content(book.id, 1, lines: 30) else {
      return
    }
    _ = book.state.update(.content(book.id, generation: 2, page: page, content))
    #expect(book.top == "page 2 line 2")
  }

  @Test func twoViewsScrollIndependently() {
    var book = Book(pages: 3)
    _ = book.press("ctrl+w v", "j", "j")
    #expect(book.state.panes.count == 2)
    #expect(book.state.panes[0].line == 2)
    #expect(book.state.panes[1].line == 0)
  }

  @Test func aTooSmallWindowIsReported() {
    let book = Book(pages: 1, size: Size(width: 30, height: 5))
    #expect(book.rows[0].contains("too small"))
  }

  @Test func passwordsAreAskedThreeTimes() {
    var book = Book(pages: 1)
    let effects = book.state.open(path: "/secret.pdf", start: .remembered)
    #expect(effects.contains { if case .open = $0 { true } else { false } })
    let id = book.state.documents[1].id
    _ = book.state.update(.opened(id, generation: 1, .failure(.passwordNeeded)))
    #expect(book.rows.last?.contains("Password for secret.pdf") == true)
    for _ in 0..<3 {
      _ = book.press("x", "enter")
      #expect(!book.rows.joined().contains("xx"))
      _ = book.state.update(.opened(id, generation: 1, .failure(.passwordWrong)))
    }
    #expect(book.state.prompt == nil)
    #expect(book.rows.last?.contains("three wrong passwords") == true)
  }
}

@Suite struct CommandTests {
  @Test func namesAreUnique() {
    #expect(CommandList.byName.count == CommandList.all.count)
  }

  @Test func keyNotationRoundTrips() {
    for text in ["j", "G", "ctrl+d", "space", "pagedown", "shift+tab", "f5", "alt+x", "["] {
      #expect(KeyNotation.parse(text).map { $0.map(KeyNotation.text) } == [text])
    }
    #expect(KeyNotation.parse("no-such-key") == nil)
  }

  @Test func keyClashesAreReported() {
    var problems: [String] = []
    _ = Keymap([("g", "help"), ("g g", "quit")], problems: &problems)
    #expect(problems.count == 1)
  }

  @Test func droppedPathsAreParsed() {
    #expect(DroppedPath.path(in: "'/tmp/a b.pdf' ") == "/tmp/a b.pdf")
    for end in ["\n", "\r\n", " "] {
      let several = "file:///tmp/a%20b.pdf\(end)file:///tmp/c.pdf\(end)"
      #expect(DroppedPath.paths(in: several) == ["/tmp/a b.pdf", "/tmp/c.pdf"])
    }
    #expect(DroppedPath.path(in: "/tmp/a\\ b.pdf") == "/tmp/a b.pdf")
    #expect(DroppedPath.path(in: "file:///tmp/a%20b.pdf") == "/tmp/a b.pdf")
    #expect(DroppedPath.path(in: "file://localhost/tmp/a%20b.pdf") == "/tmp/a b.pdf")
    #expect(DroppedPath.path(in: "FILE://LOCALHOST/tmp/a.pdf") == "/tmp/a.pdf")
    #expect(DroppedPath.path(in: "file:/tmp/a.pdf") == "/tmp/a.pdf")
    #expect(DroppedPath.path(in: "file://elsewhere/tmp/a.pdf") == nil)
    #expect(DroppedPath.path(in: "file://localhost") == nil)
    // A name that is no UTF-8 keeps its bytes.
    #expect(DroppedPath.path(in: "file:///tmp/%E9.pdf") == "/tmp/\u{10FFE9}.pdf")
    #expect(DroppedPath.path(in: "hello") == nil)
  }

  @Test func linesBreakBetweenJapaneseCharactersButNotBeforeAFullStop() {
    let scalars = "日本語の文。".unicodeScalars.map(\.value)
    let block = TextBlock(
      kind: .paragraph, box: .zero, scalars: scalars, origins: scalars.indices.map(Int32.init))
    let lines = LineBreaker.lines(of: block, kind: .body, width: 10, first: 0, hanging: 0)
    #expect(lines.map { $0.glyphs.count } == [4, 2])
  }

  @Test(arguments: [
    ("on [\u{A0}] here", ["on", "[\u{A0}]", "here"]),
    ("on 9\u{202F}kg x", ["on", "9\u{202F}kg", "x"]),
    ("文字\u{2060}の列", ["文", "字\u{2060}の", "列"]), ("on a-\u{2060}b", ["on", "a-\u{2060}b"]),
    ("文\u{A0}字列", ["文\u{A0}字", "列"]), ("-abcd文", ["-abcd", "文"]),
    ("on 가나다", ["on", "가나", "다"]),
  ])
  func linesDoNotBreakAtBindingCharacters(_ text: String, _ wanted: [String]) {
    let scalars = text.unicodeScalars.map(\.value)
    let block = TextBlock(
      kind: .paragraph, box: .zero, scalars: scalars, origins: scalars.indices.map(Int32.init))
    let lines = LineBreaker.lines(of: block, kind: .body, width: 5, first: 0, hanging: 0)
    #expect(lines.map { $0.text.split(separator: " ").joined(separator: " ") } == wanted)
  }
}
