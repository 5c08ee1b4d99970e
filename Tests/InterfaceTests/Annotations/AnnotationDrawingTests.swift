import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

@Suite struct AnnotationDrawingTests {
  private func pictured() -> AnnotatedBook {
    var book = AnnotatedBook(pages: 2, size: Size(width: 80, height: 41))
    _ = book.state.update(
      .pictureTerms(PictureTerms(.pixels, cell: .init(width: 10, height: 20))))
    book.state.panes[0].display.look = .picture
    book.state.panes[0].display.fit = .page
    return book
  }

  private func marks(_ book: AnnotatedBook, page: Int = 0) -> [PictureMark] {
    book.state.scene().pictures.first { request in
      if case .page(_, _, let drawing) = request.source { drawing.page == page } else { false }
    }?.marks ?? []
  }

  @Test func aBoxIsDrawnByTwoCorners() throws {
    var book = pictured()
    book.press("a x", "enter", "L", "J")
    #expect(!marks(book).isEmpty)
    book.press("enter")
    let shape = try #require(book.steps.first?.changes.first?.after)
    #expect(shape.kind == .box && shape.box.width > 20 && shape.box.height > 20)
    #expect(book.state.annotating.tool == nil)
  }

  /// Where text and picture are beside each other, drawing applies to the picture.
  @Test func aBoxIsDrawnOnAPictureBesideItsText() throws {
    var book = pictured()
    book.state.panes[0].display.look = .both
    book.press("a x")
    #expect(book.status.contains("first corner"))
    let at = try #require(book.state.annotating.tool?.at)
    #expect(book.state.pictureRect(of: 0).contains(x: Int(at.x), y: Int(at.y)))
    book.press("k", "k", "k", "k", "k", "k", "enter", "L", "J")
    #expect(!marks(book).isEmpty)
    book.press("enter")
    let shape = try #require(book.steps.first?.changes.first?.after)
    #expect(shape.kind == .box && shape.box.width > 20 && shape.box.height > 20)
  }

  @Test func aLineNeedsTwoDifferentEnds() {
    var book = pictured()
    book.press("a l", "enter", "enter")
    #expect(book.steps.isEmpty && book.status.contains("ends of a line must differ"))
  }

  /// Wherever its upper left corner is put, all of a stamp is on its page; moved, it stays there.
  @Test func aStampAtTheLowerEdgeIsOnItsPage() throws {
    var book = pictured()
    book.press(":")
    book.type("stamp Draft")
    book.press("enter")
    book.press("J", "J", "J", "J", "J", "J", "J", "J", "L", "enter")
    let made = try #require(book.steps.first?.changes.first?.after)
    let size = book.state.pageSize(book.state.documents[0], 0)
    #expect(made.box.y1 <= Float(size.height) && made.box.x1 <= Float(size.width))
    #expect(made.box.height > 20 && made.icon == "Draft")
    // On a page larger than the window it starts in the visible part.
    var near = pictured()
    near.state.panes[0].display.fit = .width
    near.press(":")
    near.type("stamp Draft")
    near.press("enter", "J", "J", "J", "J", "J", "J", "J", "J", "J", "J", "enter")
    let seen = try #require(near.steps.first?.changes.first?.after)
    let rect = near.state.pictureRect(of: 0)
    let end = near.state.pagePlace(
      at: Point(x: Double(rect.maxX) - 0.5, y: Double(rect.maxY) - 0.5), in: 0, onPage: 0)
    #expect(Double(seen.box.y1) <= (end?.point.y ?? 0) + 0.5 && seen.box.y0 > 0)
    book.press("] a", "a v", "J", "J", "J", "J", "J", "J", "J", "J", "enter")
    let moved = book.steps.last?.changes.first?.after ?? made
    #expect(moved.box.y1 <= Float(size.height) && moved.box.height == made.box.height)
  }

  @Test func aCircleIsDrawnByTheMouse() throws {
    var book = pictured()
    book.press("a o")
    book.mouse(.press(button: 1), x: 30, y: 10)
    book.mouse(.drag(button: 1), x: 40, y: 14)
    book.mouse(.release(button: 1), x: 44, y: 16)
    let shape = try #require(book.steps.first?.changes.first?.after)
    #expect(shape.kind == .circle && shape.page == 0)
    // Annotations not yet in the file are drawn over the picture.
    #expect(marks(book).contains { $0.paint == .solid && $0.color == shape.color })
  }

  @Test func aLineIsDrawnByTwoClicks() throws {
    var book = pictured()
    book.press("a l")
    for (x, y) in [(30, 10), (44, 16)] {
      book.mouse(.press(button: 1), x: x, y: y)
      book.mouse(.release(button: 1), x: x, y: y)
    }
    let shape = try #require(book.steps.first?.changes.first?.after)
    #expect(shape.kind == .line && shape.box.width > 20)
    #expect(book.state.annotating.tool == nil)
  }

  @Test func aBoxIsResizedByItsCorner() throws {
    var book = pictured()
    book.press("a x", "enter", "L", "J", "enter")
    let made = try #require(book.steps.last?.changes.first?.after)
    book.press("a z")
    #expect(!marks(book).isEmpty && book.status.contains("moves the corner"), "\(book.status)")
    book.press("escape")
    #expect(book.steps.count == 1 && book.state.annotating.tool == nil)
    book.press("a z", "L", "J", "enter")
    let larger = try #require(book.steps.last?.changes.first?.after)
    #expect(larger.id == made.id && larger.box.x0 == made.box.x0 && larger.box.y0 == made.box.y0)
    #expect(larger.box.width > made.box.width * 1.5 && larger.box.height > made.box.height * 1.5)
    // By the mouse, beyond its first corner.
    book.press("a z")
    book.mouse(.press(button: 1), x: 30, y: 10)
    book.mouse(.release(button: 1), x: 30, y: 10)
    let turned = try #require(book.steps.last?.changes.first?.after)
    #expect(turned.box.x1 == made.box.x0 && turned.box.y1 == made.box.y0)
  }

  /// Strokes are scaled with their box; marks on words keep the size of the words.
  @Test func drawingsAreResizedAndTextMarksAreNot() throws {
    var book = pictured()
    var ink = AnnotatedBook.highlight("i", line: 1)
    (ink.kind, ink.quads) = (.ink, [])
    ink.box = Box(x0: 100, y0: 100, x1: 140, y1: 120)
    ink.strokes = [[Point(x: 100, y: 100), Point(x: 120, y: 120), Point(x: 140, y: 110)]]
    book.load([ink])
    ink.span(Point(x: 100, y: 100), Point(x: 180, y: 160))
    // The box is round all that is drawn: half the line's width and a point around the strokes.
    let wanted = [Point(x: 101.5, y: 101.5), Point(x: 140, y: 158.5), Point(x: 178.5, y: 130)]
    #expect(ink.strokes.count == 1 && ink.strokes[0].count == wanted.count)
    for (point, place) in zip(ink.strokes[0], wanted) {
      #expect(abs(point.x - place.x) < 0.001 && abs(point.y - place.y) < 0.001)
    }
    var line = ink
    line.kind = .line
    line.strokes = [[Point(x: 50, y: 80), Point(x: 20, y: 10)]]
    line.resize(width: 5, height: 7)
    #expect(line.strokes == [[Point(x: 25, y: 17), Point(x: 20, y: 10)]])
    var marked = pictured()
    marked.load([AnnotatedBook.highlight("h", line: 1)])
    marked.press("] a", "a z")
    #expect(marked.status.contains("is that of its words"), "\(marked.status)")
  }

  @Test func inkIsSmoothedAndReduced() throws {
    var book = pictured()
    book.press("a i")
    book.mouse(.press(button: 1), x: 30, y: 10)
    for x in 31...45 { book.mouse(.drag(button: 1), x: x, y: 10 + (x % 2)) }
    book.mouse(.release(button: 1), x: 45, y: 11)
    book.mouse(.press(button: 1), x: 30, y: 20)
    book.mouse(.drag(button: 1), x: 40, y: 20)
    book.mouse(.release(button: 1), x: 40, y: 20)
    book.press("backspace", "enter")
    let ink = try #require(book.steps.first?.changes.first?.after)
    #expect(ink.kind == .ink && ink.strokes.count == 1)
    #expect(ink.strokes[0].count >= 2)
  }

  /// A wave of half a cell is one where the mouse tells pixels, and lost where it tells cells.
  @Test func inkByPixelsIsFinerThanCells() throws {
    func height(exactly: Bool) throws -> Float {
      var book = pictured()
      #expect(!book.state.scene().isDrawnOn)
      book.press("a i")
      #expect(book.state.scene().isDrawnOn)
      for pixel in 0...200 {
        let y = pixel % 40 < 20 ? 0.25 : 0.75
        let within = Mouse.Within(x: Double(pixel % 10) / 10 + 0.05, y: y)
        book.mouse(
          pixel == 0 ? .press(button: 1) : .drag(button: 1), x: 30 + pixel / 10, y: 10,
          within: exactly ? within : nil)
      }
      book.mouse(.release(button: 1), x: 50, y: 10)
      book.press("enter")
      #expect(!book.state.scene().isDrawnOn)
      let ink = try #require(book.steps.first?.changes.first?.after)
      #expect(ink.strokes.count == 1 && ink.strokes[0].count >= (exactly ? 20 : 2))
      return ink.box.height
    }
    let fine = try height(exactly: true)
    #expect(try height(exactly: false) <= 3.51)
    #expect(fine > 5)
  }

  /// An unfinished drawing stays on its page while the page is scrolled.
  @Test func anUnfinishedDrawingScrollsWithItsPage() throws {
    func box(scrolled: Int) throws -> Box {
      var book = pictured()
      book.state.panes[0].display.fit = .width
      book.press("a x")
      book.mouse(.press(button: 1), x: 30, y: 20)
      for _ in 0..<scrolled { book.mouse(.wheelDown, x: 30, y: 20) }
      book.mouse(.release(button: 1), x: 50, y: 24)
      return try #require(book.steps.first?.changes.first?.after).box
    }
    let (still, scrolled) = (try box(scrolled: 0), try box(scrolled: 2))
    #expect(still.x0 == scrolled.x0 && still.y0 == scrolled.y0 && still.x1 == scrolled.x1)
    #expect(scrolled.y1 > still.y1 + 10)
  }

  /// A drawing belongs to a page: strokes on two pages are two drawings, made and undone at once.
  @Test func inkOnTwoPagesIsADrawingOnEach() throws {
    var book = pictured()
    book.press("p")
    book.press("a i")
    let sheets = book.state.sheets(of: 0)
    try #require(sheets.map(\.page) == [0, 1])
    for sheet in sheets {
      let (x, y) = (sheet.frame.x + 3, sheet.frame.y + 5)
      book.mouse(.press(button: 1), x: x, y: y)
      book.mouse(.drag(button: 1), x: x + 6, y: y + 3)
      book.mouse(.release(button: 1), x: x + 6, y: y + 3)
    }
    book.press("enter")
    #expect(book.steps.count == 1)
    #expect(book.steps[0].changes.compactMap(\.after).map(\.page) == [0, 1])
    #expect(book.steps[0].changes.allSatisfy { $0.after?.strokes.count == 1 })
  }

  /// A press on the text beside the picture is no stroke along the page's edge.
  @Test func inkStartsOnThePictureOnly() {
    var book = pictured()
    book.state.panes[0].display.look = .both
    book.press("a i")
    let rect = book.state.pictureRect(of: 0)
    book.mouse(.press(button: 1), x: rect.x - 4, y: rect.y + 8)
    book.mouse(.drag(button: 1), x: rect.x + 6, y: rect.y + 12)
    book.mouse(.release(button: 1), x: rect.x + 6, y: rect.y + 12)
    book.press("enter")
    #expect(book.steps.isEmpty && book.status.contains("Nothing was drawn"))
  }

  @Test func emptyInkIsReported() {
    for key in ["enter", "escape"] {
      var book = pictured()
      book.press("a i", key)
      #expect(book.status.contains("Nothing was drawn"), "\(book.status)")
      #expect(book.state.annotating.tool == nil && book.steps.isEmpty)
    }
    var book = pictured()
    book.press("a i")
    book.mouse(.press(button: 1), x: 30, y: 10)
    book.mouse(.drag(button: 1), x: 36, y: 12)
    book.mouse(.release(button: 1), x: 36, y: 12)
    book.press("escape")
    #expect(book.status.contains("cancelled") && book.steps.isEmpty)
  }

  /// Each column has a line of its own round its lines, and nothing that is not marked lies within.
  @Test func theFrameOfAHighlightFollowsItsLines() {
    func column(at x: Float, lines: Int) -> [Box] {
      (0..<lines).map { line in
        let top = Float(100 + 14 * line)
        return Box(x0: x, y0: top, x1: x + 200, y1: top + 12)
      }
    }
    let (first, second) = (column(at: 50, lines: 4), column(at: 300, lines: 2))
    let heading = Box(x0: 50, y0: 220, x1: 120, y1: 234)
    let runs = PagePen.runs(of: first + [heading] + second)
    #expect(runs == [first, [heading], second])
    let between = Box(x0: 256, y0: 100, x1: 296, y1: 160)
    for edge in runs.flatMap({ PagePen.edges(round: $0) }) {
      #expect(edge.x1 <= between.x0 || edge.x0 >= between.x1)
      #expect(edge.y1 - edge.y0 <= 1.01 || edge.x1 - edge.x0 <= 1.01)
    }
    // Where the first line begins within, the edge goes round its beginning.
    var begun = first
    begun[0].x0 = 150
    let edges = PagePen.edges(round: begun)
    #expect(edges.contains { $0.x0 == 147.5 && $0.y0 == 97.5 })
    #expect(!edges.contains { $0.x0 < 140 && $0.y0 < 105 })
    // Two words of one line with a blank between them are one.
    let parts = [Box(x0: 50, y0: 10, x1: 90, y1: 22), Box(x0: 94, y0: 10, x1: 130, y1: 22)]
    #expect(PagePen.runs(of: parts) == [[Box(x0: 50, y0: 10, x1: 130, y1: 22)]])
  }

  @Test func redundantInkPointsAreDropped() {
    let straight = (0..<100).map { Point(x: Double($0), y: 0) }
    #expect(InkStroke.smoothed(straight, tolerance: 0.5) == [straight[0], straight[99]])
    let corner = straight + (1..<50).map { Point(x: 99, y: Double($0)) }
    let kept = InkStroke.reduced(corner, tolerance: 0.5)
    #expect(kept == [straight[0], straight[99], Point(x: 99, y: 49)])
    let curve = InkStroke.smoothed(corner, tolerance: 0.5)
    #expect(curve.first == corner.first && curve.last == corner.last && curve.count == 13)
    #expect(InkStroke.smoothed([], tolerance: 1).isEmpty)
    let many = (0..<20_000).map { Point(x: Double($0 % 7), y: Double($0 % 3)) }
    #expect(InkStroke.reduced(many, tolerance: 0.1).count > 2)
  }

  @Test func aNewMarkIsDrawnAtOnceAndOnlyOnce() throws {
    var book = pictured()
    book.press("v", "v", "e", "a y")
    let color = try #require(book.steps.first?.changes.first?.after?.color)
    #expect(marks(book).contains { $0.color == color && $0.paint == .tint })
    // Written: the file is opened again, its pictures have it then.
    let effects = book.state.update(
      .annotations(.news(book.book.id, generation: 1, .saveStatus(SaveStatus()))))
    #expect(
      effects.contains {
        if case .reopen(book.book.id, _, let generation, _) = $0 { generation == 2 } else { false }
      })
    #expect(marks(book).contains { $0.color == color })
    let reopened = book.state.update(
      .opened(
        book.book.id, generation: 2, .success(DocumentSummary(pageCount: 2, title: "Book"))))
    #expect(
      reopened.contains(.annotations(.load(book.book.id, generation: 2))))
    #expect(!marks(book).contains { $0.color == color })
    // Nothing else is forgotten.
    #expect(book.state.documents[0].pages.count == 2 && book.list.count == 1)
    #expect(book.state.notices.shown == nil)
  }

  /// The pictures were drawn before the previous version's annotations were written into the file.
  @Test func annotationsFromThePreviousVersionAreDrawn() {
    var book = pictured()
    let kept = AnnotatedBook.highlight("kept", line: 2)
    book.tell(
      .news(book.book.id, generation: 1, .carried(CarriedAnnotations(fitting: [kept]))))
    #expect(marks(book).contains { $0.color == Pen.carried })
    book.tell(.news(book.book.id, generation: 1, .carried(nil)))
    var unsaved = SaveStatus()
    unsaved.isSaved = false
    book.tell(.news(book.book.id, generation: 1, .loaded([kept], unsaved)))
    #expect(!marks(book).isEmpty && !marks(book).contains { $0.color == Pen.carried })
    let saved = book.state.update(
      .annotations(.news(book.book.id, generation: 1, .saveStatus(SaveStatus()))))
    #expect(isReopened(saved))
  }

  private func isReopened(_ effects: [Effect]) -> Bool {
    effects.contains { if case .reopen = $0 { true } else { false } }
  }

  @Test func theFileIsReopenedWhenNothingIsBeingDrawn() {
    var book = pictured()
    book.press("v", "v", "e", "a y", "escape")
    book.press("a x", "enter", "L")
    let saved = book.state.update(
      .annotations(.news(book.book.id, generation: 1, .saveStatus(SaveStatus()))))
    let changed = book.state.update(.fileChanged(book.book.id))
    #expect(!isReopened(saved) && !isReopened(changed))
    #expect(book.state.annotating.tool?.first != nil)
    #expect(isReopened(book.press("escape")))
  }

  /// It would be taken for one of an older version, and lost.
  @Test func anEditAppliesToTheFileBeingReopened() {
    var book = pictured()
    book.press("v", "v", "e", "a y", "escape")
    let saved = book.state.update(
      .annotations(.news(book.book.id, generation: 1, .saveStatus(SaveStatus()))))
    #expect(isReopened(saved))
    let effects = book.press("a x", "enter", "L", "J", "enter", keeping: false)
    #expect(
      effects.contains {
        if case .annotations(.edit(book.book.id, 2, _, _)) = $0 { true } else { false }
      })
  }

  @Test func anOldPictureIsDrawnWithItsMissingMarks() throws {
    var book = pictured()
    book.press("v", "v", "e", "a y", "escape")
    let color = try #require(book.steps.first?.changes.first?.after?.color)
    _ = book.state.update(
      .annotations(.news(book.book.id, generation: 1, .saveStatus(SaveStatus()))))
    let sizes = book.state.scene().pictures.map(\.place)
    _ = book.state.update(
      .opened(
        book.book.id, generation: 2, .success(DocumentSummary(pageCount: 2, title: "Book"))))
    let request = try #require(book.state.scene().pictures.first)
    #expect(request.alikeSince == 1 && request.marksBefore.contains { $0.color == color })
    #expect(!request.marks.contains { $0.color == color })
    // Changed by another program it lies where it lay; with other pages it is another document.
    func change(_ generation: Int, pages: Int) {
      _ = book.state.update(.fileChanged(book.book.id))
      _ = book.state.update(
        .opened(
          book.book.id, generation: generation, .success(DocumentSummary(pageCount: pages))))
    }
    change(3, pages: 2)
    #expect(book.state.scene().pictures.map(\.place) == sizes)
    #expect(book.state.scene().pictures.first?.alikeSince == 1)
    change(4, pages: 3)
    #expect(book.state.documents[0].alikeSince == 4)
    #expect(book.state.scene().pictures.allSatisfy { $0.alikeSince == nil })
  }

  /// The status line counts the changes since a file was signed, for which the saved file is read.
  @Test(arguments: [false, true]) func inTextViewOnlySignedFilesAreReopened(_ isSigned: Bool) {
    var book = AnnotatedBook()
    var report = SignatureReport()
    report.signatures = isSigned ? [DocumentSignature()] : []
    _ = book.state.update(.signatures(book.book.id, generation: 1, report))
    book.press("v", "v", "e", "a y")
    let effects = book.state.update(
      .annotations(.news(book.book.id, generation: 1, .saveStatus(SaveStatus()))))
    #expect(isReopened(effects) == isSigned)
  }

  @Test func shapesNeedThePictureView() {
    var book = AnnotatedBook()
    book.press("a x")
    #expect(book.state.annotating.tool == nil && book.status.contains("p shows it"))
  }
}
