import Canvas
import DocumentModel
import Testing
import Text

@testable import Interface
import Messages

@Suite("An enlarged figure")
struct EnlargedFigureTests {
  /// A book at its figure, on a terminal with pictures.
  private func book(_ terms: PictureTerms.Kind = .pixels) -> Book {
    var book = Book(figuresOn: [1: .figure, 3: .figure], pages: 5)
    _ = book.state.update(
      .pictureTerms(PictureTerms(terms, cell: .init(width: 10, height: 20))))
    _ = book.press("] f")
    return book
  }

  @Test("it fills the window and shows nothing else of its page")
  func fills() throws {
    var book = book()
    _ = book.press("enter")
    let request = try #require(book.state.scene().pictures.first)
    #expect(book.state.scene().pictures.count == 1)
    // 304 × 124 points in 80 × 23 cells of 10 × 20 pixels.
    #expect(request.place == Rect(x: 0, y: 3, width: 80, height: 16))
    let drawing = try #require(book.drawings.first)
    let scale = Double(drawing.width) / 600
    let part = try #require(drawing.part)
    #expect(drawing.page == 1 && abs(scale - 800 / 304) < 0.01)
    #expect(
      abs(Double(part.x) - 18 * scale) < 2
        && abs(Double(part.y) - 198 * Double(drawing.height) / 800) < 2)
    #expect(part.width == 800 && part.height == 320)
    #expect(book.rows.last?.contains("Figure 2: seen.") == true)
  }

  @Test(arguments: ["q", "escape", "enter"])
  func leavingAFigureRestoresTheView(_ key: String) {
    var book = book()
    _ = book.press("j", "j")
    let before = book.state.panes[0]
    _ = book.press("enter", "+", "l", "j", key)
    #expect(book.state.panes[0] == before)
    #expect(book.state.pictures.enlarged == nil && !book.state.ending.hasCome)
  }

  @Test func keysOfACardLeaveItEnlarged() {
    var book = AnnotatedBook(book())
    book.load([AnnotatedBook.highlight("h", page: 1, line: 0)])
    book.press("enter")
    #expect(book.state.pictures.enlarged != nil)
    book.state.annotating.card = AnnotationCard(
      document: book.book.id, annotation: AnnotationID("h"))
    book.press("j", "escape")
    #expect(book.state.annotating.card == nil && book.state.pictures.enlarged != nil)
  }

  @Test("zoom and pan keep to the figure")
  func zoomAndPan() throws {
    var book = book()
    _ = book.press("enter", "+", "+", "+")
    let corner = try #require(book.state.scene().pictures.first?.part)
    _ = book.press("9 l", "9 j")
    let moved = try #require(book.state.scene().pictures.first?.part)
    #expect(moved.x > corner.x && moved.y > corner.y)
    _ = book.press("9 9 j")
    let drawing = try #require(book.drawings.first)
    #expect(drawing.page == 1 && book.drawings.count == 1)
    _ = book.press("=")
    #expect(book.state.scene().pictures.first?.place == Rect(x: 0, y: 3, width: 80, height: 16))
  }

  @Test("the next figure is enlarged in its place, and returning stays there")
  func nextFigure() {
    var book = book()
    _ = book.press("enter", "] f")
    #expect(book.drawings.map(\.page) == [3])
    _ = book.press("q")
    #expect(book.state.panes[0].page == 3 && book.state.look(of: 0) == .text)
  }

  @Test("other commands return to the text first")
  func otherCommands() {
    var book = book()
    _ = book.press("enter", "o")
    #expect(book.state.pictures.enlarged == nil && book.state.panel?.source == .outline)
  }

  @Test("the saved place and display are those of the text")
  func saving() {
    var book = book()
    let before = book.state.saveReading()
    _ = book.press("enter", "+")
    #expect(book.state.saveReading() == before)
    #expect(book.state.pictures.enlarged != nil)
  }

  @Test("another window size keeps the place to return to")
  func resized() {
    var book = book()
    _ = book.press("3 k", "z")
    _ = book.state.update(.input(.resize(Size(width: 60, height: 20))))
    _ = book.press("q")
    #expect(book.state.panes[0].page == 1)
    #expect(book.top == "page 2 line 9")
  }

  @Test("terminals without pixels show it in characters, those without pictures say so")
  func characters() {
    var book = book(.characters)
    #expect(book.top == "[Figure 2]")
    _ = book.press("enter")
    #expect(book.drawings.map(\.page) == [1])
    var plain = self.book(.none)
    _ = plain.press("enter")
    #expect(plain.state.pictures.enlarged == nil)
    #expect(plain.notice.contains("shows no pictures"))
  }

  @Test("a click chooses a figure, a second one enlarges it, a double click returns")
  func mouse() {
    var book = book()
    _ = book.press("escape", "k")
    #expect(book.state.currentFigure == nil)
    _ = book.click(x: 40, y: 3)
    #expect(book.state.currentFigure?.page == 1 && book.state.selection == nil)
    _ = book.click(x: 40, y: 3)
    #expect(book.state.pictures.enlarged != nil)
    _ = book.click(x: 30, y: 5)
    #expect(book.state.pictures.enlarged != nil)
    _ = book.click(x: 30, y: 5)
    #expect(book.state.pictures.enlarged == nil)
  }

  @Test("a double click on the current figure enlarges it")
  func doubleClick() {
    var book = book()
    for _ in 0..<2 { _ = book.click(x: 40, y: 3) }
    #expect(book.state.pictures.enlarged != nil)
  }

  @Test("a part of a rotated page is placed like the whole")
  func rotated() {
    for turn in QuarterTurn.allCases {
      var display = PageDisplay(look: .picture, fit: .page)
      display.isContinuous = false
      display.turn = turn
      let box = Box(x0: 100, y0: 200, x1: 300, y1: 300)
      let pages = PageArrangement(
        view: Size(width: 100, height: 40), display: display, cell: .init(width: 10, height: 20),
        pageCount: 9, size: { _ in PageSize(width: 500, height: 800) }, textBox: { _ in nil },
        part: PagePart(page: 4, box: box))
      let sheet = pages.sheets(from: pages.spot(of: 4, nil))[0]
      #expect(sheet.page == 4 && pages.moved(pages.spot(of: 4, nil), by: 99).row == 4..<5)
      let middle = pages.cellPlace(of: box.middle, 4, sheet.frame)
      #expect(abs(middle.x - Double(sheet.frame.x) - Double(sheet.frame.width) / 2) < 0.5)
      #expect(abs(middle.y - Double(sheet.frame.y) - Double(sheet.frame.height) / 2) < 0.5)
      let back = pages.point(of: 4, sheet.frame, x: middle.x, y: middle.y)
      #expect(abs(back.x - 200) < 0.5 && abs(back.y - 250) < 0.5)
    }
  }
}
