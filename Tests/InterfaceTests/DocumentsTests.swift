import Canvas
import DocumentModel
import Interface
import Messages
import Testing
import Text

@Suite struct DocumentsTests {
  private static let twelve = DocumentSummary(pageCount: 12, permanentID: "00ff")

  private func openings(_ effects: [Effect]) -> [String] {
    effects.compactMap { effect in
      if case .open(_, let path, _, _) = effect { return path }
      return nil
    }
  }

  @Test func aSessionIsRestoredWithItsViews() {
    var book = Book(pages: 5)
    _ = book.press("J", "ctrl+w v", "J", "j")
    #expect(book.state.session?.arrangement == "(|..)")
    let session = book.state.session
    #expect(session?.paths == ["/book.pdf"])
    #expect(session?.views.map(\.place.page) == [2, 1])
    #expect(session?.isReading == true)

    var again = Book(pages: 5).state
    again.documents = Documents()
    again.panes = Panes()
    #expect(openings(again.restore(session ?? Session())) == ["/book.pdf"])
    let id = again.documents[0].id
    _ = again.update(.opened(id, generation: 1, .success(DocumentSummary(pageCount: 5))))
    _ = again.update(.reading(id, generation: 1, ReadingState(place: Place(page: 4))))
    for page in 0..<5 { _ = again.update(Book.content(id, page, lines: 30)) }
    #expect(again.panes.map(\.page) == [2, 1])
    #expect(again.panes[0].line == 1)
  }

  @Test func aFailedOpenKeepsTheOtherDocuments() {
    var book = Book(pages: 2)
    _ = book.state.open(path: "/bad.pdf", start: .remembered)
    let id = book.state.documents[1].id
    _ = book.state.update(.opened(id, generation: 1, .failure(.other("/bad.pdf is damaged"))))
    #expect(book.state.documents.map(\.path) == ["/book.pdf"])
    #expect(book.rows.last?.contains("/bad.pdf is damaged") == true)
    #expect(book.top == "page 1 line 1")
  }

  /// Its pages as they were set are of use to nobody.
  @Test func closingADocumentFreesItsLayouts() throws {
    var book = Book(pages: 2)
    let kept = book.state.documents.layouts.cost
    #expect(kept > 0)
    _ = book.state.open(path: "/other.pdf", start: .remembered)
    let id = try #require(book.state.documents.last?.id)
    _ = book.state.update(.opened(id, generation: 1, .success(Self.twelve)))
    _ = book.state.update(.reading(id, generation: 1, nil))
    _ = book.state.update(Book.content(id, 0, lines: 30))
    #expect(book.state.documents.layouts.cost > kept)
    #expect(book.state.closeDocument().contains(.close(id)))
    #expect(book.state.documents.layouts.cost == kept)
    book.state.browser.isReturnedTo = true
    #expect(book.state.closeDocument().contains(.close(book.id)))
    #expect(book.state.documents.layouts.cost == 0)
  }

  @Test func theMemoryOfALineIncludesItsCapacity() {
    var line = TextLine(kind: .body)
    let empty = line.byteCount
    line.glyphs.reserveCapacity(1_000)
    #expect(line.byteCount - empty >= 12_000)
  }

  @Test func theFingerprintIdentifiesADocumentWithoutID() {
    var book = Book(pages: 2)
    let known = book.state.update(.fingerprint(book.id, generation: 1, "abcd"))
    #expect(
      known == [
        .loadReading(
          book.id, generation: 1, DocumentIdentity(contentHash: "abcd", path: "/book.pdf"))
      ])
    _ = book.press("J")
    #expect(book.state.update(.fingerprint(book.id, generation: 1, "abcd")) == [])
  }

  @Test func anEarlyFingerprintIdentifiesADocument() {
    var book = Book(pages: 2)
    book.state.documents[0].isReadingKnown = false
    #expect(book.state.update(.fingerprint(book.id, generation: 1, "abcd")) == [])
    let identity = DocumentIdentity(contentHash: "abcd", path: "/book.pdf")
    let effects = book.state.update(.reading(book.id, generation: 1, nil))
    #expect(effects.contains(.loadReading(book.id, generation: 1, identity)))
    #expect(book.state.update(.reading(book.id, generation: 1, nil)) == [])
  }

  @Test(arguments: [nil, ReadingState(place: Place(page: 1))])
  func aLateReadingStateMovesNothing(_ reading: ReadingState?) {
    var book = Book(pages: 5)
    _ = book.state.update(.fingerprint(book.id, generation: 1, "abcd"))
    _ = book.press("4 G")
    _ = book.state.update(.reading(book.id, generation: 1, reading))
    #expect(book.top == "page 4 line 1")
  }

  @Test func aReplacedDocumentOpensAtItsStart() {
    var book = Book(pages: 5)
    _ = book.press("4 G", "m a")
    #expect(!book.state.documents[0].reading.marks.isEmpty)
    _ = book.state.update(.replaced(book.id, generation: 1))
    #expect(book.state.documents[0].reading.marks.isEmpty)
    #expect(book.state.panes[0].page == 0)
    // Its own state, if it was read elsewhere, follows.
    let own = ReadingState(place: Place(page: 2))
    _ = book.state.update(.reading(book.id, generation: 1, own))
    #expect(book.state.panes[0].page == 2)
  }

  @Test func eachDocumentHasItsOwnTheme() {
    var book = Book(pages: 2)
    let ink = Theme(
      name: "ink", paper: 0, ink: 1, dim: 2, accent: 3, raised: 4, warning: 5)
    book.state.themes = Themes([.monochrome, ink])
    _ = book.press(": t h e m e space i n k enter")
    #expect(book.state.themes.current.name == "ink")
    _ = book.state.open(path: "/other.pdf", start: .remembered)
    _ = book.state.update(
      .opened(book.state.documents[1].id, generation: 1, .success(Self.twelve)))
    #expect(book.state.themes.current.name == "monochrome")
    book.state.themes.only = .monochrome
    _ = book.press("g T")
    #expect(book.state.themes.current.name == "monochrome")
  }

  @Test func twoChangesOfAFileReloadTwice() {
    var book = Book(pages: 5)
    _ = book.press("J")
    let first = book.state.update(.fileChanged(book.id))
    let second = book.state.update(.fileChanged(book.id))
    #expect(first == [.reopen(book.id, path: "/book.pdf", generation: 2)])
    #expect(second == [.reopen(book.id, path: "/book.pdf", generation: 3)])
    for generation in [2, 3] {
      _ = book.state.update(.opened(book.id, generation: generation, .success(Self.twelve)))
    }
    #expect(book.state.documents[0].generation == 3)
    #expect(book.state.panes[0].page == 1)
  }

  /// The first click shows the place in a card.
  @Test func aSecondClickFollowsALink() {
    var book = Book(pages: 5)
    let link = Link(
      box: Box(x0: 0, y0: 20, x1: 60, y1: 32), target: .destination(Destination(page: 3, y: 0)))
    _ = book.state.update(.links(book.id, generation: 1, page: 0, [link]))
    let column = book.rows[1].prefix { $0 == " " }.count
    _ = book.click(x: column, y: 1)
    #expect(book.top == "page 1 line 1" && book.state.peek?.page == 3)
    _ = book.click(x: column, y: 1)
    #expect(book.top == "page 4 line 1" && book.state.peek == nil)
  }

  /// Hint letters typed before the worker answers still work.
  @Test func hintLettersTypedEarlyAreKept() {
    var book = Book(pages: 5)
    let target = LinkTarget.destination(Destination(page: 3, y: 0))
    let link = Link(box: Box(x0: 0, y0: 0, x1: 60, y1: 12), target: target)
    _ = book.press("f")
    #expect(book.state.hints?.isAwaiting == true)
    _ = book.press("a")
    #expect(book.top == "page 1 line 1")
    // Every page in sight, or the letters would change under the fingers.
    for page in 0..<5 {
      _ = book.state.update(
        .links(book.id, generation: 1, page: page, page == 0 ? [link] : []))
    }
    #expect(book.state.hints == nil)
    #expect(book.top == "page 4 line 1")
  }

  @Test func missingLinksAreReportedOnceKnown() {
    var book = Book(pages: 1)
    _ = book.press("f")
    #expect(book.state.notices.shown == nil)
    let effects = book.state.update(.links(book.id, generation: 1, page: 0, []))
    // Its words may refer to something.
    #expect(effects.contains(.findReferences(book.id, generation: 1)))
    #expect(book.state.notices.shown == nil)
    _ = book.state.update(.references(book.id, generation: 1, DocumentReferences()))
    #expect(book.state.hints == nil)
    #expect(book.state.notices.shown?.text == "No link on screen")
  }

  /// References are followed as the document's own links are, where those do not cover them.
  @Test func referencesInTheTextAreLinks() {
    var book = Book(pages: 5)
    func reference(_ y: Float, to page: Int) -> Reference {
      Reference(
        kind: .cite, text: "[1]", page: 0, box: Box(x0: 0, y0: y, x1: 60, y1: y + 12),
        target: .destination(Destination(page: page, y: 0)))
    }
    let own = Link(
      box: Box(x0: 0, y0: 0, x1: 60, y1: 12), target: .destination(Destination(page: 1, y: 0)))
    _ = book.state.update(.links(book.id, generation: 1, page: 0, [own]))
    var found = DocumentReferences()
    found.pages[0] = [reference(0, to: 3), reference(20, to: 4)]
    _ = book.state.update(.references(book.id, generation: 1, found))
    for page in 1..<5 { _ = book.state.update(.links(book.id, generation: 1, page: page, [])) }
    _ = book.press("f")
    #expect(book.state.hints?.items.count == 2)
    _ = book.press("s")
    #expect(book.top == "page 5 line 1")
    _ = book.press("ctrl+o")
    #expect(book.top == "page 1 line 1")
    _ = book.press("f")
    _ = book.press("a")
    #expect(book.top == "page 2 line 1")
  }

  /// The other document has jumps of an earlier day, which come after those of this visit.
  @Test func jumpingBackReturnsToThePreviousDocument() throws {
    var book = Book(pages: 5)
    _ = book.press("J", "J", "j")
    #expect(book.top == "page 3 line 2")
    _ = book.state.open(path: "/cited.pdf", start: .remembered)
    let id = try #require(book.state.documents.last?.id)
    _ = book.state.update(.opened(id, generation: 1, .success(Self.twelve)))
    var reading = ReadingState(place: Place(page: 4))
    (reading.history, reading.historyIndex) = ([Place(page: 9)], 1)
    _ = book.state.update(.reading(id, generation: 1, reading))
    for page in 0..<12 { _ = book.state.update(Book.content(id, page, lines: 30)) }
    _ = book.press("G", "ctrl+o")
    #expect(book.state.document?.path == "/cited.pdf" && book.top == "page 5 line 1")
    _ = book.press("ctrl+o")
    #expect(book.state.document?.path == "/book.pdf" && book.top == "page 3 line 2")
    _ = book.press("tab")
    #expect(book.state.document?.path == "/cited.pdf")
    // A document that is closed is no place to go to.
    _ = book.press("ctrl+o")
    _ = book.state.drop(id)
    _ = book.press("tab")
    #expect(book.state.document?.path == "/book.pdf")
    #expect(book.state.notices.shown?.text == "No newer jump")
  }

  @Test func urlsAreShownBeforeTheyAreOpened() {
    var book = Book(pages: 1)
    let link = Link(box: Box(x0: 0, y0: 0, x1: 60, y1: 12), target: .uri("https://example.org/"))
    _ = book.state.update(.links(book.id, generation: 1, page: 0, [link]))
    let effects = book.click(x: book.rows[0].prefix { $0 == " " }.count, y: 0)
    #expect(!effects.contains { if case .openURI = $0 { true } else { false } })
    #expect(book.rows.contains { $0.contains("https://example.org/") })
    #expect(book.press("enter") == [.openURI("https://example.org/")])
  }

  private func add(_ path: String, start: StartingPoint = .remembered, to book: inout Book)
    -> DocumentID
  {
    let shown = book.id
    _ = book.state.open(path: path, start: start)
    _ = book.state.show(shown)
    return book.state.documents[book.state.documents.count - 1].id
  }

  @Test func passwordsAreAskedForOneDocumentAtATime() {
    var book = Book(pages: 2)
    let first = add("/one.pdf", to: &book)
    let second = add("/two.pdf", to: &book)
    for id in [first, second] {
      _ = book.state.update(.opened(id, generation: 1, .failure(.passwordNeeded)))
    }
    #expect(book.state.prompt == nil)
    _ = book.state.show(first)
    _ = book.press("j")
    #expect(book.rows.last?.contains("Password for one.pdf") == true)
    _ = book.press("escape")
    _ = book.state.show(second)
    _ = book.press("j")
    #expect(book.rows.last?.contains("Password for two.pdf") == true)
  }

  @Test func aStartPageAppliesWhenTheDocumentIsShown() {
    var book = Book(pages: 2)
    let id = add("/other.pdf", start: .page("4"), to: &book)
    _ = book.state.update(.opened(id, generation: 1, .success(Self.twelve)))
    _ = book.state.update(.reading(id, generation: 1, ReadingState(place: Place(page: 8))))
    _ = book.state.show(id)
    #expect(book.state.panes[0].page == 3)
  }

  @Test func aBlockAddressOpensItsBlock() throws {
    var book = Book(pages: 5)
    let text = try #require(book.state.documents[0].pages[2]).text
    let second = text.scalars.count / 2
    let effects = book.state.open(path: "/book.pdf", start: .place(page: 2, .glyph(second)))
    #expect(effects.isEmpty && book.state.panes[0].page == 2 && book.state.panes[0].line > 0)
    _ = book.state.open(path: "/book.pdf", start: .place(page: 9, .top))
    #expect(book.state.panes[0].page == 2)
    #expect(book.rows.last?.contains("no page") == true, "\(book.rows.last ?? "")")
  }

  @Test func aNamedStartAppliesWhenTheDocumentIsShown() {
    var book = Book(pages: 2)
    let id = add("/other.pdf", start: .named("x"), to: &book)
    _ = book.state.update(.opened(id, generation: 1, .success(Self.twelve)))
    #expect(
      book.state.update(.reading(id, generation: 1, nil)).allSatisfy {
        $0 != .resolve(id, generation: 1, name: "x", .follow)
      })
    #expect(book.state.show(id).contains(.resolve(id, generation: 1, name: "x", .follow)))
  }

  @Test func aDocumentClosedWhileOpeningIsReleased() {
    var book = Book(pages: 2)
    let id = add("/other.pdf", to: &book)
    _ = book.state.drop(id)
    #expect(
      book.state.update(.opened(id, generation: 1, .success(Self.twelve))).contains(.close(id)))
  }

  @Test func aClickInAnotherViewUpdatesTheOutline() {
    var book = Book(pages: 5, size: Size(width: 160, height: 24))
    _ = book.press("J", "J", "ctrl+w v")
    let other = add("/other.pdf", to: &book)
    _ = book.state.update(.opened(other, generation: 1, .success(Self.twelve)))
    _ = book.state.update(.reading(other, generation: 1, nil))
    book.state.panes.focus = 1
    _ = book.state.show(other)
    for page in 0..<12 { _ = book.state.update(Book.content(other, page, lines: 30)) }
    book.state.panes.focus = 0
    _ = book.press("o")
    _ = book.click(x: 140, y: 3)
    #expect(book.state.panes.focus == 1)
    _ = book.press("escape")
    #expect(book.state.panes[1].page == 0)
  }

  @Test func theWheelStopsAtTheEdges() {
    var book = Book(pages: 2)
    for _ in 0..<3 { _ = book.state.update(.input(.mouse(Mouse(.wheelLeft, x: 5, y: 5)))) }
    #expect(book.state.panes[0].column == 0)
  }

  @Test func failedPagesAreRetried() {
    var book = Book(pages: 2, loaded: 0..<1)
    _ = book.state.update(.failed(book.id, generation: 1, page: 1, "it broke"))
    #expect(book.rows.last?.contains("it broke (Ctrl-l tries again)") == true)
    #expect(
      book.press("ctrl+l").contains {
        if case .loadContent(_, _, 1, _) = $0 { true } else { false }
      })
  }

  @Test(arguments: [
    ("https://example.org/a@b", "example.org"), ("http://good.org@evil.org/x", "evil.org"),
    ("mailto:someone", ""),
  ]) func theHostOfAURLIsHighlighted(_ address: String, _ host: String) {
    var book = Book(pages: 1)
    _ = book.state.follow(.uri(address), .follow)
    let surface = book.state.view()
    let y = book.rows.firstIndex { $0.contains(address) }
    let lit = (0..<surface.size.width).filter {
      surface[x: $0, y: y ?? 0].style == book.state.themes.current.accent
    }
    #expect(lit.count == host.count)
  }

  /// An address that comes while the document is open means the page it means when it is opened.
  @Test func aPageNumberInAURLCountsPages() {
    var book = Book(pages: 5)
    for page in 2..<5 { book.state.documents[0].infos[page].labels = PageLabels(String(page - 1)) }
    _ = book.state.open(path: "/book.pdf", start: .page("2"))
    #expect(book.top == "page 2 line 1")
    _ = book.state.open(path: "/book.pdf", start: .page("ii"))
    #expect(book.top == "page 2 line 1")
  }
}
