import Canvas
import DocumentModel
import Interface
import Messages
import TestSupport
import Testing
import Text
import Widgets

@Suite struct SearchTests {
  /// A book whose every line `page P line L` is 30 lines a page, and the hits of a word in some of its lines.
  private func book() -> Book {
    let book = Book(pages: 5, size: Size(width: 100, height: 24))
    return book
  }

  /// The word `line` in a line from 0 of a page.
  private func hit(_ page: Int, line: Int) -> SearchHit {
    var start = 0
    for number in 0..<line { start += "page \(page + 1) line \(number + 1)\n".count }
    start += "page 1 ".count
    return SearchHit(
      spans: [.init(page: Int32(page), start: Int32(start), end: Int32(start + 4))],
      y: Float(line) * 20, before: "page \(page + 1) ", text: "line", after: " \(line + 1)")
  }

  private func progress(
    _ hits: [SearchHit], isDone: Bool = false
  ) -> SearchProgress {
    var progress = SearchProgress()
    progress.hits = hits
    progress.isDone = isDone
    progress.pagesRead = 2
    return progress
  }

  private func find(_ text: String, in book: inout Book) -> Int {
    var number = 0
    let effects = book.press("/") + text.flatMap { book.press(String($0)) }
    for case .search(_, _, _, let last, _, _) in effects { number = last }
    return number
  }

  private func answer(_ book: inout Book, _ number: Int, _ progress: SearchProgress) {
    _ = book.state.update(.found(book.id, generation: 1, search: number, progress))
  }

  @Test func theLastLinesOfADocumentAreReached() {
    var book = book()
    let number = find("line", in: &book)
    answer(&book, number, progress([hit(4, line: 10), hit(4, line: 28)], isDone: true))
    _ = book.press("enter")
    #expect(book.rows.contains { $0.contains("page 5 line 11") })
    _ = book.press("n")
    #expect(book.rows.contains { $0.contains("page 5 line 29") }, "\(book.rows)")
    #expect(book.rows.dropLast().last?.contains("page 5 line 30") == true, "\(book.rows)")
    _ = book.press("n")
    #expect(book.rows.last?.contains("wrapped") == true, "\(book.rows)")
  }

  @Test func selectingWaitsForTheFirstHit() {
    var book = book()
    let number = find("line", in: &book)
    _ = book.press("enter")
    _ = book.press("v")
    #expect(book.state.selection == nil)
    _ = book.press("j")
    answer(&book, number, progress([hit(3, line: 7)]))
    #expect(book.state.selection?.anchor.page == 3, "\(book.rows)")
    _ = book.press("escape")
    // Escape gives up keys that wait for a step to a hit.
    _ = book.press("n")
    _ = book.press("v")
    _ = book.press("escape")
    answer(&book, number, progress([hit(4, line: 2)], isDone: true))
    #expect(book.state.selection == nil)
  }

  @Test func anotherSearchGivesUpKeysThatWaitForAHit() {
    var book = book()
    _ = find("line", in: &book)
    _ = book.press("enter", "v")
    #expect(book.rows.last?.contains("Still searching") == true, "\(book.rows)")
    _ = book.press("/")
    #expect(book.state.prompt != nil && book.state.keyInput.ahead.isEmpty)
  }

  @Test func theDocumentIsReadWhileTyping() {
    var book = book()
    _ = book.press("J")
    let known = book.state.documents[0].pages.mapValues(\.text)
    #expect(
      book.press("/") == [
        .prepareSearch(book.id, generation: 1, pageCount: 5, page: 1, known: known)
      ])
    #expect(
      book.press("l") == [
        .search(
          book.id, generation: 1, pageCount: 5, search: 1, SearchQuery("l"), page: 1)
      ])
  }

  @Test func theNextHitIsShownAndEscapeReturns() {
    var book = book()
    _ = book.press("j", "j")
    let number = find("line", in: &book)
    answer(&book, number, progress([hit(0, line: 1), hit(2, line: 20)]))
    #expect(book.state.panes[0].page == 2)
    #expect(book.rows.contains { $0.contains("page 3 line 21") })
    #expect(book.rows.last?.contains("2 of 2+") == true)
    _ = book.press("escape")
    #expect(book.top == "page 1 line 3")
    #expect(book.state.search == nil)
  }

  @Test func aVisibleHitDoesNotScroll() {
    var book = book()
    let number = find("line", in: &book)
    answer(&book, number, progress([hit(0, line: 5)]))
    #expect(book.top == "page 1 line 1")
  }

  @Test func outdatedSearchResultsAreDropped() {
    var book = book()
    let number = find("line", in: &book)
    answer(&book, number - 1, progress([hit(3, line: 5)]))
    #expect(book.state.search?.hits == [])
  }

  /// The search begun by a reload: its number and its start page.
  private func reload(_ book: inout Book, _ pageCount: Int) -> (number: Int, page: Int)? {
    _ = book.state.update(.fileChanged(book.id))
    let effects = book.state.update(
      .opened(
        book.id, generation: 2, .success(DocumentSummary(pageCount: pageCount, title: "Book"))))
    for case .search(_, 2, pageCount, let number, _, let page) in effects { return (number, page) }
    return nil
  }

  /// A file saved by another program is searched again for the text being typed.
  @Test func aReloadContinuesTheTypedSearch() throws {
    var book = book()
    _ = book.press("J", "J", "J", "J")
    let first = find("li", in: &book)
    let begun = try #require(reload(&book, 2))
    #expect(begun.number > first)
    #expect(begun.page == 1, "the page it began on is gone")
    #expect(book.state.prompt?.line.text == "li")
    let more = book.press("n")
    #expect(book.state.prompt?.line.text == "lin")
    #expect(more.contains { if case .search(_, 2, 2, _, _, 1) = $0 { true } else { false } })
  }

  @Test func aReloadKeepsTheCurrentHit() throws {
    var book = book()
    let first = find("line", in: &book)
    let hits = [hit(0, line: 1), hit(2, line: 20), hit(3, line: 2)]
    answer(&book, first, progress(hits, isDone: true))
    _ = book.press("enter", "n")
    #expect(book.state.search?.current == 1)
    let (top, page) = (book.top, book.state.panes[0].page)
    let begun = try #require(reload(&book, 5))
    #expect(begun.page == 2)
    #expect(book.state.search?.place == book.state.search?.kept, "known before it is found")
    book.state.search?.take(progress([hits[2]]))
    #expect(book.state.search?.current == nil)
    book.state.search?.take(progress(Array(hits[..<2]), isDone: true))
    #expect(book.state.search?.current == 1)
    #expect(book.state.panes[0].page == page)
    for number in 0..<5 {
      guard case .content(_, _, let page, let content) = Book.content(book.id, number, lines: 30)
      else { continue }
      _ = book.state.update(.content(book.id, generation: 2, page: page, content))
    }
    #expect(book.top == top)
    // Other words before it: the next on its page.
    let later = try #require(book.state.search)
    var moved = later.renewed(9)
    moved.take(progress([hit(0, line: 1), hit(2, line: 21), hit(3, line: 2)], isDone: true))
    #expect(moved.current == 1)
    var gone = later.renewed(9)
    gone.take(progress([hit(0, line: 1), hit(3, line: 2)], isDone: true))
    #expect(gone.current == nil && gone.kept == nil)
  }

  @Test func escapeRestoresThePreviousSearch() {
    var book = book()
    let first = find("line", in: &book)
    answer(&book, first, progress([hit(0, line: 1)]))
    _ = book.press("enter", "/", "x")
    let effects = book.press("escape")
    #expect(
      effects.contains { effect in
        if case .search(_, _, _, let number, let query, _) = effect {
          return number > first && query.text == "line"
        }
        return false
      })
    answer(&book, first + 2, progress([hit(0, line: 1), hit(3, line: 1)], isDone: true))
    #expect(book.state.panes[0].page == 0)
    _ = book.press("n")
    #expect(book.state.search?.current != nil)
  }

  @Test func anExplanationStays() {
    var book = book()
    let number = find("(", in: &book)
    var end = progress([], isDone: true)
    end.failure = "it takes too many steps"
    answer(&book, number, end)
    answer(&book, number, progress([], isDone: true))
    #expect(book.state.search?.failure == "it takes too many steps")
  }

  @Test func findTakesItsTextAsAnArgument() {
    var book = book()
    let effects = CommandList.byName["find"]?.argument?.run(&book.state, "-b line") ?? []
    #expect(
      effects.contains {
        if case .search(_, _, _, _, let query, _) = $0 { query.text == "line" } else { false }
      })
    #expect(book.state.search?.isBackward == true)
  }

  @Test func steppingThroughHitsWraps() {
    var book = book()
    let number = find("line", in: &book)
    answer(
      &book, number, progress([hit(0, line: 1), hit(2, line: 20), hit(4, line: 2)], isDone: true))
    _ = book.press("enter", "n")
    #expect(book.state.panes[0].page == 2)
    _ = book.press("n", "n")
    #expect(book.state.search?.current == 0)
    #expect(book.rows.last?.contains("Search wrapped to the top") == true)
    _ = book.press("N")
    #expect(book.state.search?.current == 2)
    _ = book.press("ctrl+o", "ctrl+o", "ctrl+o", "ctrl+o")
    #expect(book.top == "page 1 line 1")
  }

  @Test("steps that are asked for before their hits are found are made then")
  func awaitedSteps() {
    var book = book()
    let number = find("line", in: &book)
    _ = book.press("enter", "n", "n")
    #expect(book.rows.last?.contains("Still searching") == true)
    answer(&book, number, progress([hit(0, line: 1)]))
    #expect(book.state.search?.current == 0)
    answer(&book, number, progress([hit(2, line: 20), hit(4, line: 2)]))
    #expect(book.state.search?.current == 2)
    #expect(book.rows.last?.contains("Still searching") == false)
    // Another command ends the wait.
    _ = book.press("n", "g", "g")
    answer(&book, number, progress([hit(4, line: 9)], isDone: true))
    #expect(book.state.search?.current == 2 && book.state.panes[0].page == 0)
  }

  @Test func closingACardKeepsTheAwaitedSteps() {
    var book = book()
    let number = find("line", in: &book)
    _ = book.press("enter", "n", "n")
    book.state.peek = Peek(document: book.id, page: 1, landing: .top, title: "")
    _ = book.state.run("card-close")
    #expect(book.state.peek == nil)
    answer(&book, number, progress([hit(0, line: 1)]))
    answer(&book, number, progress([hit(2, line: 20), hit(4, line: 2)]))
    #expect(book.state.search?.current == 2)
  }

  @Test func earlierHitsAreInsertedBefore() {
    var book = book()
    _ = book.press("J", "J")
    let number = find("line", in: &book)
    answer(&book, number, progress([hit(3, line: 1)]))
    answer(
      &book, number, progress([hit(0, line: 1), hit(1, line: 1)], isDone: true))
    #expect(book.state.search?.hits.map(\.page) == [0, 1, 3])
    #expect(book.state.search?.current == 2)
    // With a third of the window above it.
    #expect(book.rows[7].contains("page 4 line 2"))
  }

  @Test func backwardGoesToThePreviousHit() {
    var book = book()
    _ = book.press("J", "J", "\\", "l")
    answer(
      &book, 1, progress([hit(3, line: 1)]))
    #expect(book.state.search?.current == nil)
    answer(&book, 1, progress([hit(0, line: 1), hit(1, line: 1)], isDone: true))
    #expect(book.state.search?.current == 1)
    _ = book.press("enter", "n")
    #expect(book.state.search?.current == 0)
  }

  @Test func hitsAreHighlighted() {
    var book = book()
    let number = find("line", in: &book)
    answer(&book, number, progress([hit(0, line: 1), hit(0, line: 2)], isDone: true))
    let surface = book.state.view()
    let x = surface.rows()[1].distance(
      from: surface.rows()[1].startIndex, to: surface.rows()[1].firstRange(of: "line")!.lowerBound)
    #expect(surface[x: x, y: 1].style.attributes.contains(.underline))
    #expect(surface[x: x, y: 2].style == book.state.themes.current.hit)
    #expect(surface[x: x - 2, y: 2].style == book.state.themes.current.text)
    _ = book.press("enter", "escape")
    #expect(book.state.view()[x: x, y: 2].style == book.state.themes.current.text)
  }

  @Test func theHitListIsGroupedBySection() {
    var book = book()
    _ = book.state.update(
      .outline(
        book.id, generation: 1,
        [
          OutlineItem(title: "First", target: .destination(Destination(page: 0, y: 0))),
          OutlineItem(title: "Third", target: .destination(Destination(page: 2, y: 0))),
        ]))
    let number = find("line", in: &book)
    answer(
      &book, number, progress([hit(0, line: 1), hit(2, line: 20), hit(4, line: 2)], isDone: true))
    _ = book.press("enter", "g n")
    #expect(
      book.state.panel?.rows.map(\.text) == [
        "First", "i  page 1 line 2", "Third", "3  page 3 line 21", "5  page 5 line 3",
      ])
    #expect(book.state.panel?.rows.map(\.detail) == ["1", "", "2", "", ""])
    _ = book.press("j")
    #expect(book.state.panes[0].page == 2)
    _ = book.press("escape")
    #expect(book.state.panes[0].page == 0)
  }

  @Test func optionsAreToggledWhileTyping() {
    var book = book()
    _ = find("line", in: &book)
    let effects = book.press("alt+w", "alt+r")
    #expect(
      effects.contains { effect in
        if case .search(_, _, _, _, let query, _) = effect {
          return query == SearchQuery("line", isWholeWord: true, isRegularExpression: true)
        }
        return false
      })
    _ = book.press("enter", "/")
    #expect(book.state.searching.options.isWholeWord)
    _ = book.press("up")
    #expect(book.state.prompt?.line.text == "line")
  }

  @Test func anEmptySearchIsReported() {
    var book = book()
    let number = find("xyz", in: &book)
    _ = book.press("enter")
    var end = progress([], isDone: true)
    end.textless = 3
    answer(&book, number, end)
    #expect(book.rows.last?.contains("“xyz” was not found; 3 pages have no text") == true)
  }

  @Test func aBadPatternIsExplained() {
    var book = book()
    let number = find("(", in: &book)
    var end = progress([], isDone: true)
    end.failure = "the expression is not one"
    answer(&book, number, end)
    #expect(book.rows.last?.contains("the expression is not one") == true)
    _ = book.press("enter")
    #expect(book.rows.last?.contains("the expression is not one") == true)
  }
}
