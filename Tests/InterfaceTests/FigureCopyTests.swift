import DocumentModel
import Testing
import Text

@testable import Interface
import Messages

@Suite("Copying figures and tables")
struct FigureCopyTests {
  @Test("a figure is copied as a picture, with a name beside the document")
  func figure() throws {
    var book = Book(figuresOn: [1: .figure], pages: 3)
    let copied = book.press("] f", "y").compactMap { effect -> (PageDrawing, String)? in
      if case .copyFigure(_, _, let drawing, let path) = effect { (drawing, path) } else { nil }
    }
    let (drawing, path) = try #require(copied.first)
    #expect(path == "/book-figure-2-1.png")
    #expect(drawing.page == 1 && drawing.width == 1_667)
    #expect(drawing.part?.width == 844 && drawing.part?.height == 344)
  }

  @Test("a table is copied as text with tabs")
  func table() {
    var book = Book(figuresOn: [1: .table], pages: 3)
    #expect(book.press("] f", "y").contains(.copy("one\ttwo\n")))
    #expect(book.notice.hasPrefix("Copied a table of 1 row"))
  }

  @Test("with the caret in a table, y copies the table")
  func caret() throws {
    var book = Book(figuresOn: [1: .table], pages: 3)
    let content = try #require(book.state.documents[0].pages[1])
    let flow = PageFlow(content)
    let at = try #require(flow.blocks.first { content.blocks[$0.index].kind == .tableRow })
    book.state.selection = Selection(in: book.id, at: TextPosition(page: 1, index: at.start + 1))
    #expect(book.state.copySelection(cites: false) == [.copy("one\ttwo\n")])
    #expect(book.state.selection == nil)
  }

  @Test("without a figure on the screen nothing is copied")
  func none() {
    var book = Book(figuresOn: [1: .figure], pages: 3)
    #expect(book.state.run("copy-figure").isEmpty)
    #expect(book.notice == "No figure on the screen: ] f goes to the next")
  }
}
