import Canvas
import DocumentModel
import Testing
import Text

@testable import Interface
import Messages

extension Book {
  /// Pages of 30 lines; those named have a figure or table with a caption after the tenth line.
  init(
    figuresOn figured: [Int: PageRegion.Kind], pages: Int, known: Bool = true,
    size: Size = Size(width: 80, height: 24)
  ) {
    self.init(pages: pages, size: size, loaded: 0..<0)
    var found: [Int: [DocumentFigure]] = [:]
    for page in 0..<pages {
      guard case .content(_, _, _, let content) = Book.content(id, page, lines: 30) else {
        continue
      }
      let own = figured[page].map { Book.adding($0, to: content, page) } ?? content
      found[page] = DocumentFigure.all(in: own.blocks, page: page).filter(\.isListed)
      _ = state.update(.content(id, generation: 1, page: page, own))
    }
    if known { _ = state.update(.figures(id, generation: 1, found)) }
  }

  fileprivate static func adding(
    _ kind: PageRegion.Kind, to content: PageContent, _ page: Int
  ) -> PageContent {
    var content = content
    let name = kind == .table ? "Table" : "Figure"
    let words = Array("\(name) \(page + 1): seen.".unicodeScalars.map(\.value))
    let caption = TextBlock(
      kind: .caption, box: Box(x0: 0, y0: 330, x1: 100, y1: 342), scalars: words,
      origins: words.map { _ in -1 })
    let region = PageRegion(kind, Box(x0: 20, y0: 200, x1: 320, y1: 320))
    let cells = kind == .table ? "one\ttwo" : ""
    let scalars = Array(cells.unicodeScalars.map(\.value))
    var block = TextBlock(
      kind: kind == .table ? .tableRow : .figure, box: region.box, scalars: scalars,
      origins: scalars.map { _ in -1 })
    block.region = BlockRegion(region, caption: "\(name) \(page + 1): seen.")
    content.blocks.insert(contentsOf: [block, caption], at: 10)
    content.text.regions = [region]
    return content
  }

  mutating func learnPixels() {
    _ = state.update(.pictureTerms(PictureTerms(.pixels, cell: .init(width: 10, height: 20))))
  }

  var notice: String { state.notices.shown?.text ?? "" }
}

@Suite("Figures and tables on the screen")
struct FigureTests {
  @Test("a scan is an image as wide as the column, or a line that says how to see it")
  func scan() {
    let region = PageRegion(.figure, Box(x0: 0, y0: 0, x1: 600, y1: 800))
    var text = PageText(size: PageSize(width: 600, height: 800))
    text.regions = [region]
    var block = TextBlock(kind: .figure, box: region.box, scalars: [], origins: [])
    block.region = BlockRegion(region, caption: "")
    let content = PageContent(text: text, blocks: [block], grid: [])
    let space = FigureSpace(cell: .init(width: 10, height: 20), rows: 12)
    let layout = PageLayout(content, mode: .reflow, width: 80, figures: space)
    #expect(layout.lines.allSatisfy { $0.picture?.columns == 80 })
    #expect(layout.lines.count == 53)
    let note = PageLayout(content, mode: .reflow, width: 80)
    #expect(note.lines.map(\.text) == ["(no text on this page; p shows its picture)"])
  }

  @Test(
    "an image fills its rows, so that no line of text below its box is in it",
    arguments: [(206, 34), (206, 30), (500, 90), (40, 300), (30, 9)] as [(Float, Float)])
  func figuresTakeWholeRows(_ width: Float, _ height: Float) {
    let space = FigureSpace(cell: .init(width: 10, height: 20), rows: 30)
    let size = space.size(of: Box(x0: 0, y0: 0, x1: width, y1: height), width: 80)
    #expect(size.columns <= 80 && size.rows <= 30)
    #expect(Float(size.rows * 20) * width / height <= Float(size.columns * 10))
  }

  @Test("a figure below the first page makes Recto ask whether the terminal shows images")
  func asking() {
    var book = Book(figuresOn: [2: .figure], pages: 7)
    let effects = book.state.update(.input(.focus(true)))
    #expect(book.state.pictures.asksTerminal || effects.contains(.askForPictures))
  }

  @Test("a motion goes to figures and tables of later pages, a count skips some")
  func motions() {
    var book = Book(figuresOn: [1: .figure, 3: .table, 5: .figure], pages: 7)
    _ = book.press("] f")
    #expect(book.top == "[Figure 2]")
    #expect(book.notice == "1 of 3  Figure 2: seen.   Enter enlarges, y copies")
    _ = book.press("] f")
    #expect(book.top.hasPrefix("one"))
    _ = book.press("[ f")
    #expect(book.top == "[Figure 2]")
    _ = book.press("2 ] f")
    #expect(book.notice.hasPrefix("3 of 3  Figure 6: seen."))
    _ = book.press("] f")
    #expect(book.notice == "No more figures")
    _ = book.press("ctrl+o")
    #expect(book.state.panes[0].page == 1)
  }

  @Test("a figure that scrolled out of sight is no start: the window's top is")
  func fromTheTop() {
    var book = Book(figuresOn: [1: .figure, 3: .figure], pages: 5)
    _ = book.press("] f", "g g", "] f")
    #expect(book.notice.hasPrefix("1 of 2"))
    _ = book.press("5 G", "[ f")
    #expect(book.notice.hasPrefix("2 of 2"))
    _ = book.press("5 G", "2 [ f")
    #expect(book.notice.hasPrefix("1 of 2"))
  }

  @Test("a motion waits for pages that are not read yet, unless the reader moves on")
  func waiting() throws {
    var book = Book(figuresOn: [2: .figure], pages: 4, known: false)
    let figure = try #require(
      Book(figuresOn: [2: .figure], pages: 4).state.documents[0].figures.all.first)
    let effects = book.press("] f")
    #expect(
      effects.contains(.findFigures(book.id, generation: 1, pageCount: 4, around: 0)))
    #expect(book.notice == "Looking for figures: 0 of 4 pages read")
    #expect(book.press("j").isEmpty)
    _ = book.state.update(.figures(book.id, generation: 1, [0: [], 1: [], 2: [figure]]))
    #expect(book.state.panes[0].page == 0)
    _ = book.press("] f")
    #expect(book.state.panes[0].page == 2)
    _ = book.press("] f")
    _ = book.state.update(.figures(book.id, generation: 1, [3: []]))
    #expect(book.notice == "No more figures")
  }

  @Test("a document without captions says so")
  func none() {
    var book = Book(figuresOn: [:], pages: 2)
    _ = book.press("] f")
    #expect(book.notice == "This document has no figures or tables with captions")
  }

  @Test("pages as pictures scroll to the figure")
  func inPictures() {
    var book = Book(figuresOn: [1: .figure], pages: 3)
    book.learnPixels()
    _ = book.press("p", "] f")
    #expect(book.state.panes[0].page == 1 && book.state.panes[0].shift.y > 0)
    #expect(book.state.currentFigure?.page == 1)
  }

  @Test("the page beside the text shows the figure at the text's top")
  func besideTheText() {
    var book = Book(figuresOn: [1: .figure], pages: 3, size: Size(width: 150, height: 30))
    book.learnPixels()
    _ = book.press("p", "p", "] f")
    #expect(book.state.look(of: 0) == .both && book.top.hasPrefix("[Figure 2]"))
    #expect(book.state.topY(of: 0) == 200)
  }

  @Test("pages without words beside their images scroll row by row")
  func besideScans() {
    var book = Book(pages: 3, size: Size(width: 150, height: 30), loaded: 0..<0)
    book.learnPixels()
    for page in 0..<3 {
      guard case .content(_, _, _, var content) = Book.content(book.id, page, lines: 1) else {
        return
      }
      content.blocks = []
      _ = book.state.update(.content(book.id, generation: 1, page: page, content))
    }
    _ = book.press("p", "p")
    let rows = book.state.imageRows(of: 0, page: 0)
    #expect(rows > 30 && book.top.hasPrefix("(no text on this page)"))
    let before = book.state.sheets(of: 0)[0].frame.y
    _ = book.press("5 j")
    #expect(book.state.panes[0].page == 0 && book.state.sheets(of: 0)[0].frame.y == before - 5)
    _ = book.press("G")
    #expect(book.state.panes[0].page == 2)
  }

  @Test("the list shows captions and pages, filters, and goes there")
  func list() {
    var book = Book(figuresOn: [1: .figure, 3: .table], pages: 5)
    _ = book.press("g i")
    #expect(book.rows.contains { $0.contains("Figure 2: seen.") && $0.contains("ii") })
    _ = book.press("/ t a b")
    #expect(!book.rows.contains { $0.contains("Figure 2: seen.") })
    _ = book.press("enter")
    #expect(book.state.panel == nil)
    #expect(book.top.hasPrefix("one"))
  }

  @Test("the list fills while pages are read, and the selected row stays selected")
  func fillingList() throws {
    let figures = Book(figuresOn: [0: .figure, 3: .figure], pages: 5).state.documents[0].figures.all
    var book = Book(figuresOn: [0: .figure, 3: .figure], pages: 5, known: false)
    _ = book.press("4 G", "g i")
    #expect(book.rows.contains { $0.contains("0 of 5 pages") })
    _ = book.state.update(.figures(book.id, generation: 1, [3: [figures[1]]]))
    #expect(book.state.panel?.selected == 0)
    _ = book.state.update(.figures(book.id, generation: 1, [0: [figures[0]]]))
    #expect(book.state.panel?.selected == 1)
  }

  @Test("a figure without words is at the place of the text before it")
  func withoutWords() {
    var book = Book(figuresOn: [1: .figure], pages: 3)
    _ = book.press("] f", "G", "ctrl+o")
    #expect(book.top == "page 2 line 10")
  }

  @Test("the list shows the selected figure as an image where the terminal has images")
  func thumbnails() throws {
    var book = Book(
      figuresOn: [0: .figure, 3: .table], pages: 5, size: Size(width: 100, height: 40))
    _ = book.press("g i")
    #expect(PanelView.panelRequests(book.state).isEmpty)
    #expect(book.state.pictures.asksTerminal)
    book.learnPixels()
    let first = try #require(book.state.scene().pictures.last)
    #expect(first.place.y > 20 && first.place.maxX <= book.state.sidePanelWidth)
    let list = try #require(book.state.panel.map { PanelView.panelRect(book.state, $0) })
    #expect(list.common(with: first.place) == nil)
    _ = book.press("j")
    let second = try #require(book.state.scene().pictures.last)
    #expect(second.slot == first.slot && second.source != first.source)
    _ = book.press("q")
    #expect(!book.state.scene().pictures.contains { $0.slot == first.slot })
    book.state.preferences.showsFigures = false
    _ = book.press("g i")
    #expect(PanelView.panelRequests(book.state).isEmpty)
  }

  @Test(
    "images of a floating list and of the text never overlap", arguments: [40, 60, 79, 80, 120])
  func thumbnailsApart(_ width: Int) {
    var book = Book(
      figuresOn: [0: .figure, 1: .figure], pages: 3, size: Size(width: width, height: 30))
    book.learnPixels()
    _ = book.press("g i", "j")
    let places = book.state.scene().pictures.map(\.place)
    #expect(!places.isEmpty)
    for (index, place) in places.enumerated() {
      #expect(places.dropFirst(index + 1).allSatisfy { $0.common(with: place) == nil })
    }
  }

  @Test("a setting puts figures after the paragraph that first mentions them")
  func firstMention() {
    func lines(_ place: Preferences.FigurePlace) -> [String] {
      var book = Book(pages: 1, loaded: 0..<0)
      book.state.preferences.figurePlace = place
      guard case .content(_, _, _, let content) = Book.content(book.id, 0, lines: 12) else {
        return []
      }
      var own = Book.adding(.figure, to: content, 0)
      own.blocks[1].kind = .paragraph
      own.blocks[1].scalars = Array("See Figure 1.".unicodeScalars.map(\.value))
      own.blocks[1].origins = own.blocks[1].scalars.map { _ in -1 }
      _ = book.state.update(.content(book.id, generation: 1, page: 0, own))
      return book.rows.map(\.trimmingBlanks).filter { !$0.isEmpty }
    }
    #expect(lines(.original)[9...11] == ["page 1 line 10", "[Figure 1]", "Figure 1: seen."])
    #expect(
      lines(.firstMention)[1...4] == [
        "See Figure 1.", "[Figure 1]", "Figure 1: seen.", "page 1 line 3",
      ])
  }
}
