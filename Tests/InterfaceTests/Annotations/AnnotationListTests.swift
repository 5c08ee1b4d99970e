import Canvas
import DocumentModel
import Interface
import Messages
import Testing

/// How the list of annotations is drawn, and where its keys are found.
@Suite struct AnnotationListTests {
  private static let words =
    "a transaction is a collection of operations on the physical and abstract application state"

  private func book(_ size: Size) -> AnnotatedBook {
    var book = AnnotatedBook(pages: 4, size: size)
    var long = AnnotatedBook.highlight("long", page: 1, line: 0)
    long.quads = []
    long.anchor = TextAnchor(quote: Self.words, before: "", after: "")
    book.load([AnnotatedBook.highlight("a", page: 0, line: 2, note: "first note"), long])
    return book
  }

  private func texts(_ book: AnnotatedBook) -> [String] {
    (book.state.panel?.rows ?? []).map(\.text)
  }

  /// There is no text beside it: it has a frame and a ground of its own.
  @Test(arguments: [
    Size(width: 40, height: 10), Size(width: 80, height: 24), Size(width: 120, height: 30),
    Size(width: 200, height: 60),
  ])
  func theListFloatsOverTheBrowser(_ size: Size) throws {
    var book = book(size)
    book.state.browser.isShown = true
    _ = book.state.run("all-annotations")
    let other = AnnotatedBook.highlight("z", page: 4, line: 0, note: "elsewhere")
    book.tell(
      .foundAll(
        serial: book.state.annotating.list.serial,
        [DocumentAnnotations(path: "/other.pdf", title: "Other", annotations: [other])],
        isEnd: true))
    #expect(book.state.sidePanelWidth == 0)
    let title = try #require(book.rows.first { $0.contains("Annotations of all") })
    #expect(title.contains("╭") && title.contains("╮"), "\(book.rows)")
    for row in book.rows where row.contains("elsewhere") || row.contains("Other") {
      #expect(row.contains("│"))
    }
    #expect(book.rows.contains { $0.contains("elsewhere") })
    #expect(!book.rows.contains { $0.contains("this document") })
  }

  /// Nothing is done to files that the list hides.
  @Test func browserKeysDoNothingBehindTheList() {
    var book = book(Size(width: 80, height: 24))
    book.state.browser.isShown = true
    _ = book.state.run("all-annotations")
    #expect(book.press("x").isEmpty)
    #expect(book.status.contains("does nothing in this list"), "\(book.status)")
    book.press("?")
    #expect(book.state.panel?.source == .help)
    book.press("escape")
    #expect(book.state.panel?.source == .annotations)
    book.press("A")
    #expect(book.state.panel == nil)
  }

  @Test func aWideWindowShowsAllOfAQuote() {
    var book = book(Size(width: 200, height: 60))
    book.press("A")
    #expect(book.state.sidePanelWidth == 72)
    let shown = book.rows.map { $0.prefix(72).split(separator: " ").joined(separator: " ") }
    #expect(shown.joined(separator: " ").contains(Self.words.suffix(24)))
    #expect(book.rows.contains { $0.contains("C colour  T type  W author  Tab all") })
  }

  @Test func theFiltersHaveLabelsInWideWindows() {
    var book = book(Size(width: 120, height: 30))
    book.press("A")
    #expect(book.rows.contains { $0.contains("C colour  T type  W author  / filters  ? keys") })
  }

  /// Beside the text of a small window, in as much of it as two rows have.
  @Test func aQuoteHasTwoRows() throws {
    var book = book(Size(width: 80, height: 24))
    book.press("A")
    let at = try #require(texts(book).firstIndex { $0.contains("“a") })
    let rows = try #require(book.state.panel?.rows)
    #expect(rows[at + 1].continues && !rows[at].text.hasSuffix(" "))
    #expect((rows[at].text + " " + rows[at + 1].text).hasSuffix("“\(Self.words)”"))
    #expect(book.rows.contains { $0.contains("C T W") })
    // They are one: gone over by one key, lit together, chosen by a click on either.
    book.press("j")
    #expect(book.state.panel?.selected == at)
    let surface = book.state.view()
    let lit = (2..<23).filter {
      surface[x: 28, y: $0].style.background == book.state.themes.current.selected.background
        && surface[x: 28, y: $0].style.attributes == book.state.themes.current.selected.attributes
    }
    #expect(lit == [at + 2, at + 3])
    book.mouse(.press(button: 1), x: 6, y: at + 3)
    book.mouse(.release(button: 1), x: 6, y: at + 3)
    #expect(book.list.current?.name == "long")
  }

  @Test func resizingReflowsTheRows() {
    var book = book(Size(width: 80, height: 24))
    book.press("A")
    let before = texts(book)
    _ = book.state.update(.input(.resize(Size(width: 200, height: 60))))
    #expect(texts(book) != before)
  }

  @Test func changedAnnotationsShowBothDates() {
    var book = AnnotatedBook(pages: 1, size: Size(width: 200, height: 40))
    var old = AnnotatedBook.highlight("old", line: 1)
    (old.created, old.modified) = (1_547_933_366, book.state.environment.now)
    var unmade = AnnotatedBook.highlight("unmade", line: 2)
    unmade.modified = 1_547_933_366
    book.load([old, unmade])
    book.press("A")
    let details = (book.state.panel?.rows ?? []).map(\.detail)
    #expect(details == ["Jan 2019, changed 08:00", "Jan 2019"])
    book.press("j", "c", "g")
    #expect(book.state.panel?.rows.last?.detail == "Jan 2019, changed 08:00")
    #expect(book.steps.last?.changes.first?.after?.created == 1_547_933_366)
    _ = book.state.update(.input(.resize(Size(width: 80, height: 24))))
    let days = (book.state.panel?.rows ?? []).map(\.detail).filter { !$0.isEmpty }
    #expect(days == ["Jan 2019", "Jan 2019"])
  }

  // MARK: the library's rows

  /// Open documents are named and ordered as in the document's own list.
  @Test func openDocumentsHaveTheirLabelsAndSections() {
    var book = AnnotatedBook(pages: 4, size: Size(width: 200, height: 24))
    let path = book.state.documents[0].path
    let all = [
      AnnotatedBook.highlight("low", page: 1, line: 6),
      AnnotatedBook.highlight("high", page: 1, line: 1),
    ]
    book.load(all)
    let items = [OutlineItem(title: "First part", target: .destination(Destination(page: 0, y: 0)))]
    _ = book.book.state.update(.outline(book.book.id, generation: 1, items))
    book.press("A")
    let own = texts(book)
    book.press("tab")
    book.tell(
      .foundAll(
        serial: book.state.annotating.list.serial,
        [DocumentAnnotations(path: path, title: "Book", annotations: all)], isEnd: true))
    #expect(texts(book).contains { $0.contains("p. ii") }, "\(texts(book))")
    #expect(own.contains("First part") && texts(book).contains("First part"))
  }

  // MARK: help

  @Test func helpShowsTheKeysOfTheListAndComesBack() throws {
    var book = book(Size(width: 90, height: 24))
    book.press("A", "j", "?")
    let rows = try #require(book.state.panel?.rows)
    #expect(book.state.panel?.source == .help && rows[0].text == "In the list of annotations")
    let shown = rows.prefix { !$0.text.isEmpty }
    for (key, name) in [
      ("e", "edit-annotation"), ("c", "color-annotation"), ("r", "reply"),
      ("d", "delete-annotation"), ("m", "move-annotation"), ("t", "change-annotation"),
      ("C", "annotations-by-color"), ("T", "annotations-by-kind"), ("W", "annotations-by-author"),
      ("tab", "annotations-scope"),
    ] {
      #expect(shown.contains { $0.also == name && $0.detail.hasPrefix(key + " ") }, "\(name)")
    }
    book.press("escape")
    #expect(book.state.panel?.source == .annotations)
    guard
      case .annotation(let id) = book.state.panel?.rows[book.state.panel?.selected ?? 0].action
        .target
    else {
      Issue.record("no annotation is selected")
      return
    }
    #expect(id.name == "long")
    // The chosen command runs in the list; its keys come before those of the text.
    book.press("?", "/")
    book.type("annot")
    #expect(book.state.panel?.rows.first?.detail.contains("a ") == false)
    book.press("escape", "/")
    book.type("filter annotations by colour")
    book.press("enter")
    #expect(book.rows.contains { $0.contains("Annotations · yellow") })
    book.press("escape")
    #expect(book.state.panel == nil)
  }

  @Test func helpFindsTheListCommandsElsewhere() {
    var book = book(Size(width: 90, height: 24))
    book.press("?", "/")
    book.type("annot")
    let rows = book.state.panel?.rows ?? []
    for name in ["annotations-by-color", "annotations-by-author", "delete-annotation"] {
      #expect(rows.contains { $0.also == name && $0.detail.contains("in the list") }, "\(name)")
    }
    book.press("escape", "escape")
    #expect(book.state.panel == nil)
    _ = book.state.run("annotations-by-color")
    #expect(book.status.contains("This is for the list of annotations: A shows it"))
  }

  @Test(arguments: ["recolour", "recolor", "change colour"])
  func synonymsFindTheListCommands(_ words: String) {
    var book = book(Size(width: 90, height: 24))
    book.press("?", "/")
    book.type(words)
    #expect(book.state.panel?.rows.contains { $0.also == "color-annotation" } == true)
  }

  @Test(arguments: ["margin", "sign"])
  func signsAreExplained(_ words: String) {
    var book = book(Size(width: 90, height: 24))
    book.press("?", "/")
    book.type(words)
    let found = texts(book)
    for sign in ["▸", "¶", "~", "2"] { #expect(found.contains { $0.hasPrefix(sign + " ") }) }
  }
}
