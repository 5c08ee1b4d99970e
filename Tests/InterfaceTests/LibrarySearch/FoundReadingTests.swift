import Canvas
import DocumentModel
import Interface
import Messages
import Testing
import Text

/// Reading what was found, looking at it, and coming back.
@Suite struct FoundReadingTests {
  private func number(_ effects: [Effect]) -> (search: Int, page: Int, text: String)? {
    for case .search(_, _, _, let number, let query, let page) in effects {
      return (number, page, query.text)
    }
    return nil
  }

  @Test func enterOpensAtTheHighlightedHit() throws {
    var it = Findings()
    it.find("page")
    let effects = it.press("enter", "enter")
    #expect(effects.contains(.library(.saveHistory("page"))))
    #expect(!it.state.isFinding)
    let search = try #require(number(it.open(Findings.stasis.path)))
    #expect(search.page == 2)
    #expect(search.text == "page")
    #expect(it.screenText.contains("page 3 line 21"))
    _ = it.found(search.search, pages: [2], line: 20)
    #expect(it.state.search?.current == 0)
    let row = try #require(it.screen.firstIndex { $0.contains("page 3 line 21") })
    let surface = it.state.view()
    let lit = (0..<100).filter {
      surface[x: $0, y: row].style == it.state.themes.current.currentHit
    }
    #expect(lit.count == 4)
  }

  @Test func onlyPagesWithAllTermsCount() throws {
    var it = Findings()
    var found = Findings.stasis
    found.pages = [2, 6]
    it.find("page", [found])
    it.press("enter", "enter")
    let search = try #require(number(it.open(found.path)))
    _ = it.found(search.search, pages: [1, 2, 3, 6])
    #expect(it.state.search?.hits.map(\.page) == [2, 6])
  }

  @Test(arguments: ["q", "-"]) func leavingReturnsToTheResults(_ key: String) throws {
    var it = Findings()
    it.find("page")
    it.press("enter", "j")
    let before = it.screen
    it.press("enter")
    let search = try #require(number(it.open(Findings.stasis.path)))
    let id = try #require(it.state.pane?.document)
    // Results found meanwhile are appended.
    _ = it.found(search.search, pages: [6])
    let effects = it.press(key)
    #expect(effects.contains(.close(id)))
    #expect(it.state.isFinding)
    #expect(it.screen == before)
    #expect(it.state.documents.isEmpty)
    it.press("q")
    #expect(it.state.browser.isShown)
    #expect(it.state.librarySearch.finder == nil)
  }

  @Test func sReturnsToTheResultsAndEscapeToTheReader() throws {
    var it = Findings()
    it.find("page")
    it.press("enter", "enter")
    _ = it.open(Findings.stasis.path)
    it.press("j", "j")
    let before = it.screen
    it.press("S")
    #expect(it.state.isFinding)
    #expect(it.finder?.found.documents.count == 2)
    it.press("escape")
    #expect(it.screen == before)
    it.press("q")
    #expect(it.state.isFinding)
  }

  @Test func leavingTheSearchRestoresTheDocument() throws {
    var it = Findings(Book(pages: 5, size: Size(width: 100, height: 14)))
    it.press("j", "j", "j", "o")
    let before = it.screen
    it.find("page")
    #expect(it.state.isFinding)
    it.press("escape")
    #expect(it.screen == before)
    it.find("page")
    it.press("enter", "enter")
    _ = it.open(Findings.stasis.path)
    #expect(it.state.documents.count == 2)
    it.press("q")
    #expect(it.state.documents.count == 1)
    it.press("q")
    #expect(it.screen == before)
  }

  @Test func nContinuesInTheNextDocument() throws {
    var it = Findings()
    it.find("page")
    it.press("enter", "enter")
    let first = try #require(number(it.open(Findings.stasis.path)))
    let id = try #require(it.state.pane?.document)
    _ = it.found(first.search, pages: [2], line: 20)
    let effects = it.press("n")
    #expect(effects.contains(.close(id)))
    #expect(
      it.screen.last?.contains("Continued in “The Transaction Concept”, 2 of 2 documents") == true)
    let second = try #require(number(it.open(Findings.gray.path)))
    #expect(second.page == 10)
    _ = it.found(second.search, pages: [10, 12], line: 2)
    #expect(it.state.search?.current == 0)
    it.press("N")
    let third = try #require(number(it.open(Findings.stasis.path)))
    _ = it.found(third.search, pages: [2, 6], isDone: false)
    #expect(it.state.search?.current == nil)
    _ = it.found(third.search, pages: [9])
    #expect(it.state.search?.current == 2)
    it.press("q")
    #expect(it.finder?.found.line == .hit(0, 0))
  }

  @Test func nStartsAtTheFirstHitOfTheNextDocument() throws {
    var it = Findings()
    it.find("page", [Findings.gray, Findings.stasis])
    it.press("enter", "enter")
    let first = try #require(number(it.open(Findings.gray.path)))
    _ = it.found(first.search, pages: [10], line: 2)
    it.press("n")
    let second = try #require(number(it.open(Findings.stasis.path)))
    #expect(second.page == 0)
    _ = it.found(second.search, pages: [1, 2, 6])
    #expect(it.state.search?.current == 0)
  }

  @Test func aShortenedDocumentOpensAtItsEnd() throws {
    var it = Findings()
    it.find("page")
    it.press("enter", "j", "enter")
    let search = try #require(number(it.open(Findings.stasis.path, pages: 3)))
    #expect(search.page == 2)
  }

  @Test func aFailedOpenReturnsToTheResults() throws {
    var it = Findings()
    it.find("page")
    it.press("enter", "enter")
    let id = try #require(it.state.pane?.document)
    _ = it.state.update(.opened(id, generation: 1, .failure(.other("It is gone"))))
    #expect(it.state.isFinding)
    #expect(it.screen.last?.contains("It is gone") == true)
    #expect(it.state.documents.isEmpty)
  }

  @Test func aTitleHitOpensAtTheBeginning() throws {
    var it = Findings()
    var found = Findings.gray
    found.hits = [LibraryHit(kind: .title, page: 0, text: "page")]
    it.find("page", [found])
    it.press("enter", "enter")
    let search = try #require(number(it.open(found.path)))
    _ = it.found(search.search, pages: [9])
    #expect(it.state.panes[0].page == 0)
    it.press("n")
    #expect(it.screenText.contains("page 10 line 1"))
  }

  @Test func spacePreviewsTheHitAndJTheNext() throws {
    var it = Findings()
    it.find("page")
    it.press("enter")
    let list = it.screen
    it.press("space")
    let search = try #require(number(it.open(Findings.stasis.path)))
    #expect(it.screenText.contains("page 3 line 21"))
    _ = it.found(search.search, pages: [2], line: 20)
    #expect(it.state.search?.current == 0)
    it.press("j")
    #expect(it.screenText.contains("page 7 line 5"))
    let effects = it.press("j")
    #expect(
      effects.contains {
        if case .open(_, Findings.gray.path, _, _) = $0 { true } else { false }
      })
    it.press("k", "k", "escape")
    #expect(it.state.isFinding)
    #expect(it.screen == list)
    #expect(it.state.documents.isEmpty)
  }

  @Test func aPreviewedHitCanBeOpened() throws {
    var it = Findings()
    it.find("page")
    it.press("enter", "space")
    _ = it.open(Findings.stasis.path)
    it.press("enter")
    _ = it.open(Findings.stasis.path)
    #expect(it.screenText.contains("page 3 line 21"))
    #expect(it.state.browser.glance == nil)
    it.press("q")
    #expect(it.state.isFinding)
  }

  @Test func aPickerReturnsASearchResult() {
    var it = Findings()
    it.state.browser.choosing = .init(takesMany: false)
    it.find("page")
    it.press("enter", "enter")
    #expect(it.state.browser.choosing?.chosen == [Findings.stasis.path])
    #expect(it.state.ending.hasCome)
  }

  @Test func closingRelatedDocumentsRestoresTheSearch() throws {
    var it = Findings()
    it.find("page")
    it.press("enter", "enter")
    _ = it.open(Findings.stasis.path)
    let reader = it.screen
    it.answer(Findings.numbers(it.press("g s"))[0], [Findings.gray])
    it.press("enter")
    _ = it.open(Findings.gray.path)
    it.press("q")
    #expect(it.finder?.found.documents == [Findings.gray])
    it.press("escape")
    #expect(it.screen == reader)
    it.press("q")
    #expect(it.finder?.found.documents.count == 2)
    #expect(it.screen[0].contains("page"))
    it.press("q")
    #expect(it.finder == nil)
    #expect(it.state.documents.isEmpty)
  }

  @Test func relatedDocumentsUseThePagesText() {
    var it = Findings(Book(pages: 2, lines: 3))
    let requests = Findings.requests(it.press("g s"))
    #expect(
      requests == [
        LibraryRequest(
          .related(
            to: "page 1 line 1\npage 1 line 2\npage 1 line 3\n", except: "/book.pdf"))
      ])
    #expect(it.screen[0].contains("related to “p. i of Book”"))
    it.press("/")
    #expect(Findings.requests(it.type("ab")).first?.source == .query("ab", SearchQuery("")))
    #expect(it.finder?.related == nil)
  }
}
