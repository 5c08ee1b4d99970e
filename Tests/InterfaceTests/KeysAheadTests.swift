import Canvas
import DocumentModel
import Testing
import Widgets

@testable import Interface
import Messages

/// Keys typed while a document opens.
@Suite struct KeysAheadTests {
  private static let summary = DocumentSummary(pageCount: 40, title: "Book")

  /// A document that is asked for and not there.
  private func opening() -> Book {
    var book = Book(pages: 40)
    book.state.documents[0] = Document(id: book.id, path: "/book.pdf", start: .remembered)
    return book
  }

  private func open(_ book: inout Book, reading: ReadingState? = nil) -> [Effect] {
    var effects = book.state.update(.opened(book.id, generation: 1, .success(Self.summary)))
    effects += book.state.update(.reading(book.id, generation: 1, reading))
    return effects + know(&book)
  }

  private func know(_ book: inout Book) -> [Effect] {
    var effects = book.state.update(
      .pages(
        book.id, generation: 1, first: 0,
        Array(repeating: PageInfo(label: "", size: PageSize(width: 600, height: 800)), count: 40)))
    for page in 0..<40 { effects += book.state.update(Book.content(book.id, page, lines: 30)) }
    return effects
  }

  /// Only the annotations say what can be undone, so `U` waits for them.
  @Test func undoWaitsForTheAnnotations() {
    var book = opening()
    _ = open(&book)
    #expect(!book.press("U").contains { if case .annotations = $0 { true } else { false } })
    #expect(book.state.notices.shown == nil)
    var saveStatus = SaveStatus()
    saveStatus.canUndo = true
    let effects = book.state.update(
      .annotations(.news(book.id, generation: 1, .loaded([], saveStatus))))
    #expect(effects.contains(.annotations(.undo(book.id, generation: 1))))
  }

  @Test func aCountedCommandWaitsForTheDocument() {
    var book = opening()
    _ = book.press("1", "6", "G")
    #expect(book.state.notices.shown == nil && book.state.keyInput.count == nil)
    _ = open(&book)
    #expect(book.state.panes[0].page == 15 && book.top == "page 16 line 1")
    #expect(book.state.keyInput.count == nil && book.state.notices.shown == nil)
  }

  @Test func aCountTypedBeforeOpeningIsKept() {
    var book = opening()
    _ = book.press("1", "6")
    _ = open(&book)
    _ = book.press("G")
    #expect(book.state.panes[0].page == 15)
  }

  /// Opened, and not yet at its remembered place: keys apply after that.
  @Test func keysTypedEarlyApplyAtTheRememberedPlace() {
    var book = opening()
    _ = book.state.update(.opened(book.id, generation: 1, .success(Self.summary)))
    _ = book.press("J")
    var reading = ReadingState()
    reading.place = Place(page: 20)
    _ = book.state.update(.reading(book.id, generation: 1, reading))
    _ = know(&book)
    #expect(book.state.panes[0].page == 21)
  }

  @Test func sequencesAndPromptsWaitForTheDocument() {
    var book = opening()
    _ = book.press("J", "J", "g", "g", ":", "1", "2", "enter")
    #expect(book.state.panel == nil)
    _ = open(&book)
    #expect(book.state.panel == nil && book.state.panes[0].page == 11)
  }

  @Test func commandsWithoutADocumentRunAtOnce() {
    var book = opening()
    _ = book.press("?")
    #expect(book.state.panel?.source == .help)
    book = opening()
    _ = book.press("q")
    #expect(book.state.ending.hasCome)
  }

  @Test func escapeDropsWaitingKeysAndQEventuallyQuits() {
    var book = opening()
    _ = book.press("J", "escape")
    _ = open(&book)
    #expect(book.state.panes[0].page == 0)
    book = opening()
    _ = book.press("J", "q")
    #expect(!book.state.ending.hasCome, "in its order")
    _ = book.state.update(.reminded(.opening(book.id)))
    _ = book.press("q")
    #expect(book.state.ending.hasCome)
  }

  @Test func waitingKeysAreNotTakenForThePassword() {
    var book = opening()
    _ = book.press("J", "J")
    _ = book.state.update(.opened(book.id, generation: 1, .failure(.passwordNeeded)))
    #expect(book.state.prompt?.line.isEmpty == true && book.state.keyInput.ahead.isEmpty)
  }

  /// A library that does not answer keeps nobody from reading.
  @Test func theWaitForTheLibraryIsBounded() {
    var book = opening()
    _ = book.state.update(.opened(book.id, generation: 1, .success(Self.summary)))
    let effects = book.press("J")
    let isReminded = effects.contains {
      if case .remind(.reading(book.id), _) = $0 { true } else { false }
    }
    #expect(isReminded && book.state.panes[0].page == 0)
    _ = book.state.update(.reminded(.reading(book.id)))
    #expect(book.state.panes[0].page == 1)
  }

  /// A reload takes the page from the screen until its new words are read.
  @Test func selectionKeysWaitForThePagesText() {
    var book = opening()
    _ = open(&book)
    _ = book.state.update(.opened(book.id, generation: 2, .success(Self.summary)))
    #expect(book.state.document?.pages[0] == nil)
    _ = book.press("v", "v", "l", "l")
    #expect(book.state.selection == nil)
    _ = book.state.update(Book.content(book.id, 0, lines: 30, generation: 2))
    #expect(book.state.selection?.unit == .characters && book.state.keyInput.ahead.isEmpty)
    #expect(book.state.notices.shown?.text.contains("No text") != true)
  }

  /// Page turns do not wait for the pages between.
  @Test func pageTurnsDoNotWaitForText() {
    var book = opening()
    _ = open(&book)
    _ = book.state.update(.opened(book.id, generation: 2, .success(Self.summary)))
    _ = book.press("J", "J", "J")
    #expect(book.state.panes[0].page == 3 && book.state.keyInput.ahead.isEmpty)
    _ = book.press("v", "escape")
    #expect(book.state.keyInput.ahead.isEmpty)
  }

  /// A page that cannot be read has no words to wait for.
  @Test func keysDoNotWaitForAnUnreadablePage() {
    var book = opening()
    _ = open(&book)
    _ = book.state.update(.opened(book.id, generation: 2, .success(Self.summary)))
    _ = book.press("v")
    _ = book.state.update(
      .failed(book.id, generation: 2, page: 0, "it is broken"))
    #expect(book.state.keyInput.ahead.isEmpty && book.state.selection == nil)
  }
}
