import Canvas
import DocumentModel
import Interface
import Messages
import Testing

/// Messages of the status line and the panes, and when they are shown.
@Suite struct SentencesTests {
  @Test func noErrorHidesAnother() {
    var book = Book(pages: 2)
    _ = book.state.update(.notice("/one.pdf is damaged", isError: true))
    _ = book.state.update(.notice("/two.pdf is empty", isError: true))
    #expect(book.rows.last?.contains("/one.pdf is damaged (1 more, :errors lists them)") == true)
    _ = book.press("j")
    #expect(book.rows.last?.contains("damaged") == false)
    _ = book.press(":", "e", "r", "r", "o", "r", "s", "enter")
    #expect(book.rows.contains { $0.contains("/two.pdf is empty") })
  }

  @Test func aSlowPageIsReported() {
    var book = Book(pages: 3, loaded: 0..<1)
    _ = book.press("J")
    #expect(book.state.documents[0].remindedPages.contains(1))
    #expect(!book.rows.contains { $0.contains("reading page") })
    _ = book.state.update(.reminded(.page(book.id, generation: 1, 1)))
    #expect(book.rows.contains { $0.contains("reading page ii …") })
    _ = book.state.update(Book.content(book.id, 1, lines: 3))
    #expect(!book.rows.contains { $0.contains("reading page ii …") })
  }

  @Test func aChangedOrDeletedFileIsReported() {
    var book = Book(pages: 2)
    _ = book.state.update(.fileChanging(book.id))
    #expect(book.rows.last?.contains("waiting until it is whole") == true)
    _ = book.state.update(.fileGone(book.id))
    #expect(book.rows.last?.contains("is gone from its folder") == true)
    #expect(book.top == "page 1 line 1")
    // As long as it is so, the next key too.
    _ = book.press("j")
    #expect(book.rows.last?.contains("file gone") == true)
    _ = book.state.run("information")
    #expect(book.rows.contains { $0.contains("gone from its folder; the open document can") })
    _ = book.press("escape")
    _ = book.state.update(.fileBack(book.id))
    #expect(book.rows.last?.contains("file gone") == false)
  }

  @Test func marksAreListedWhileALetterIsAwaited() {
    var book = Book(pages: 5)
    _ = book.press("J", "j", "m a", "g g", "'")
    #expect(book.rows.contains { $0.contains("a  p. ii  page 2 line 2") })
    _ = book.press("a")
    #expect(book.top == "page 2 line 2")
  }
}
