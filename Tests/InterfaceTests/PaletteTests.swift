import Canvas
import DocumentModel
import Interface
import Testing

@Suite struct PaletteTests {
  private func typed(_ text: String, into book: inout Book) {
    _ = book.press(":")
    for letter in text { _ = book.press(letter == " " ? "space" : String(letter)) }
  }

  private func first(_ text: String) -> String? {
    var book = Book(pages: 5)
    typed(text, into: &book)
    return book.state.panel?.rows.first?.text
  }

  @Test(arguments: [
    ("theme", "Give this document a theme, in the browser all of them"),
    ("quit", "Quit; the place is kept"),
    ("split", "A second view beside"), ("outline", "Outline"),
    ("fipa", "First page, or the page (of a text, the line) a count names"),
    ("marks", "List of marks"),
  ])
  func namesWinOverWords(_ typed: String, _ title: String) {
    #expect(first(typed) == title)
  }

  @Test(arguments: ["zzz", "first-pagex", "xqz"]) func whatNamesNothingRunsNothing(_ text: String) {
    var book = Book(pages: 5)
    _ = book.press("J")
    typed(text, into: &book)
    #expect(book.state.panel?.rows == [])
    _ = book.press("enter")
    #expect(book.state.panes[0].page == 1)
  }

  @Test func aPageThatIsNotThereMovesNothing() {
    var book = Book(pages: 5)
    _ = book.press("J")
    typed("99", into: &book)
    _ = book.press("enter")
    #expect(book.state.panes[0].page == 1)
    #expect(book.rows.last?.contains("has no page “99”; it has 5") == true)
  }

  @Test func aLabelIsWaitedFor() {
    var book = Book(pages: 5)
    book.state.documents[0].infos = []
    typed("ii", into: &book)
    _ = book.press("enter")
    #expect(book.state.panes[0].page == 0)
    let infos = (0..<5).map {
      PageInfo(label: ["i", "ii", "", "", ""][$0], size: PageSize(width: 600, height: 800))
    }
    _ = book.state.update(.pages(book.id, generation: 1, first: 0, infos))
    #expect(book.state.panes[0].page == 1)
    _ = book.press("ctrl+o")
    #expect(book.state.panes[0].page == 0)
  }
}
