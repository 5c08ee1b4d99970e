import DocumentModel
import Testing
import Text

@testable import Interface
import Messages

@Suite("The place follows the words into another version")
struct SeekingTests {
  /// The content of a page after so many others were put in front.
  private func shifted(_ book: Book, _ page: Int, by count: Int) -> Message {
    guard case .content(_, _, _, let content) = Book.content(book.id, page - count, lines: 30)
    else { fatalError() }
    return .content(
      book.id, generation: book.state.documents[0].generation, page: page, content)
  }

  private func loads(_ effects: [Effect]) -> [Int] {
    effects.compactMap { if case .loadContent(_, _, let page, _) = $0 { page } else { nil } }
  }

  @Test(
    "a page or a chapter put in front moves the place by a page",
    arguments: [nil, FlowingText(kind: .formatted, encoding: "")])
  func reload(_ flow: FlowingText?) {
    var book = Book(pages: 5)
    _ = book.press("3 G", "1 2 j")
    #expect(book.top == "page 3 line 13")
    book.state.documents[0].summary.flow = flow
    _ = book.state.update(
      .opened(book.id, generation: 2, .success(DocumentSummary(pageCount: 6, flow: flow))))
    #expect(book.state.panes[0].page == 2)
    _ = book.state.update(shifted(book, 2, by: 1))
    _ = book.state.update(shifted(book, 3, by: 1))
    #expect(book.top == "page 3 line 13" && book.state.panes[0].page == 3)
    #expect(book.state.awaited.places.isEmpty)
  }

  @Test("pages are looked at from the old one outwards, and no more than needed")
  func outwards() {
    var book = Book(pages: 40, loaded: 19..<22)
    _ = book.press("2 0 G", "1 2 j")
    _ = book.state.update(
      .opened(book.id, generation: 2, .success(DocumentSummary(pageCount: 44))))
    var asked: [Int] = []
    for page in [19, 20, 18, 21, 17, 22, 16, 23] {
      asked += loads(book.state.update(shifted(book, page, by: 4)))
    }
    #expect(asked.filter { $0 > 21 || $0 < 17 } == [16, 23])
    #expect(book.state.panes[0].page == 23 && book.top == "page 20 line 13")
  }

  @Test("a reader who moves on is left alone")
  func movedOn() {
    var book = Book(pages: 5)
    _ = book.press("3 G", "1 2 j")
    _ = book.state.update(
      .opened(book.id, generation: 2, .success(DocumentSummary(pageCount: 6))))
    _ = book.state.update(shifted(book, 2, by: 1))
    _ = book.press("j")
    let place = book.state.place(of: 0)
    _ = book.state.update(shifted(book, 3, by: 1))
    #expect(book.state.place(of: 0) == place)
  }

  @Test("a mark follows its words, too")
  func mark() {
    var book = Book(pages: 5)
    _ = book.press("3 G", "1 2 j", "m a")
    let marks = book.state.documents[0].reading.marks
    var later = Book(pages: 6, loaded: 0..<0)
    later.state.documents[0].reading.marks = marks
    _ = later.press("' a")
    _ = later.state.update(shifted(later, 2, by: 1))
    _ = later.state.update(shifted(later, 3, by: 1))
    #expect(later.top == "page 3 line 13" && later.state.panes[0].page == 3)
  }

  @Test("the place of a document that is opened again follows its words, too")
  func again() throws {
    var book = Book(pages: 5)
    _ = book.press("3 G", "1 2 j")
    let saved = book.state.saveReading().compactMap { effect -> ReadingState? in
      if case .saveReading(_, _, _, let reading) = effect { reading } else { nil }
    }
    let reading = try #require(saved.first)
    #expect(reading.words?.after.hasPrefix("page3line13page3line14") == true)
    var later = Book(pages: 6, loaded: 0..<0)
    _ = later.state.update(.reading(later.id, generation: 1, reading))
    _ = later.state.update(shifted(later, 2, by: 1))
    _ = later.state.update(shifted(later, 3, by: 1))
    #expect(later.top == "page 3 line 13" && later.state.panes[0].page == 3)
  }
}
