import Canvas
import DocumentModel
import Testing
import Text
import Widgets

@testable import Interface
import Messages

extension Book {
  /// Pages of 600 × 800 points shown as pictures, in cells of 10 × 20 pixels.
  init(pictures pages: Int, size: Size = Size(width: 80, height: 24)) {
    self.init(pages: pages, size: size)
    _ = state.run("look-picture")
    _ = state.update(.pictureTerms(PictureTerms(.pixels, cell: .init(width: 10, height: 20))))
  }

  var drawings: [PageDrawing] {
    state.scene().pictures.compactMap { request in
      if case .page(_, _, let drawing) = request.source { drawing } else { nil }
    }
  }

  var place: Place? { state.place(of: 0) }
}

/// Pages as pictures, as the view wants them.
@Suite struct PictureViewTests {
  @Test func theTerminalIsQueriedOnceAPictureIsNeeded() {
    var book = Book(pages: 3)
    #expect(book.state.scene().pictures.isEmpty)
    let effects = book.state.update(.input(.key(Key("x")))) + book.state.run("next-look")
    #expect(!effects.contains(.askForPictures))
    #expect(book.state.update(.picturesChanged).contains(.askForPictures))
    #expect(!book.state.update(.picturesChanged).contains(.askForPictures))
    // Until it has answered there is the text.
    #expect(book.top == "page 1 line 1")
  }

  @Test func aPageIsRequestedInThePixelsOfItsCells() {
    let book = Book(pictures: 3)
    let request = book.state.scene().pictures[0]
    #expect(book.drawings == [PageDrawing(page: 0, width: 800, height: 1_060)])
    #expect(request.place == Rect(x: 0, y: 0, width: 80, height: 23))
    #expect(request.part == PixelRect(x: 0, y: 0, width: 800, height: 460))
  }

  @Test func aWidePageScrollsToBothSides() {
    var book = Book(pictures: 3)
    _ = book.press("+", "+", "l", "l", "l")
    let right = book.state.panes[0].shift.x
    _ = book.press("h")
    #expect(right > 4 && book.state.panes[0].shift.x == right - 4)
  }

  @Test func nextPagesArePrefetched() {
    let book = Book(pictures: 9)
    let ahead = book.state.scene().ahead.map { request in
      if case .page(_, _, let drawing) = request.source { drawing.page } else { -1 }
    }
    #expect(ahead == [1, 2])
  }

  @Test func textAndPictureViewShareThePlace() {
    var book = Book(pictures: 5)
    for _ in 0..<3 { _ = book.press("J") }
    for _ in 0..<6 { _ = book.press("j") }
    let place = book.place
    #expect(place?.page == 3 && place?.offset ?? 0 > 0)
    _ = book.state.run("look-text")
    #expect(book.place == place)
    _ = book.state.run("look-picture")
    #expect(book.place == place)
  }

  @Test func aPanelCutsAHoleIntoThePicture() {
    var book = Book(pictures: 3)
    #expect(book.state.scene().holes.isEmpty)
    _ = book.press("?")
    let holes = book.state.scene().holes
    #expect(!holes.isEmpty)
    let place = book.state.scene().pictures[0].place
    for hole in holes { #expect(hole.common(with: place) == hole) }
    _ = book.state.update(.input(.key(Key(.escape))))
    #expect(book.state.scene().holes.isEmpty)
  }

  @Test func hitsAreMarkedAtTheirLetters() {
    var book = Book(pictures: 3)
    _ = book.state.run("find", with: "line 2")
    let number = book.state.search?.number ?? 0
    // “page 1 line 2” begins its “line 2” with the eighth character of the second line.
    let hit = SearchHit(
      spans: [SearchHit.Span(page: 0, start: 21, end: 27)], y: 20, before: "", text: "line 2",
      after: "")
    var progress = SearchProgress()
    progress.hits = [hit]
    progress.isDone = true
    _ = book.state.update(.found(book.id, generation: 1, search: number, progress))
    let marks = book.state.scene().pictures[0].marks
    // 800 pixels for 600 points.
    #expect(marks.flatMap(\.areas) == [PixelRect(x: 46, y: 26, width: 41, height: 17)])
  }

  @Test func zoomingKeepsTheMiddle() {
    var book = Book(pictures: 3, size: Size(width: 100, height: 41))
    func middle() -> Point? {
      guard let arrangement = book.state.arrangement(of: 0),
        let sheet = book.state.sheets(of: 0).first
      else { return nil }
      return arrangement.point(of: sheet.page, sheet.frame, x: 50, y: 20)
    }
    for _ in 0..<5 { _ = book.press("j") }
    let before = middle()
    for _ in 0..<4 { _ = book.state.run("zoom-in") }
    let after = middle()
    #expect(book.state.panes[0].display.fit == .free)
    #expect(abs((before?.x ?? 0) - (after?.x ?? 999)) < 8)
    #expect(abs((before?.y ?? 0) - (after?.y ?? 999)) < 16)
  }

  @Test func aLargePageIsDrawnInParts() throws {
    var book = Book(pictures: 1)
    for _ in 0..<12 { _ = book.state.run("zoom-in") }
    let drawing = try #require(book.drawings.first)
    let part = try #require(drawing.part)
    #expect(part.width * part.height < drawing.width * drawing.height / 2)
    let request = book.state.scene().pictures[0]
    let seen = try #require(request.part)
    #expect(seen.x >= 0 && seen.x + seen.width <= part.width)
    #expect(seen.y >= 0 && seen.y + seen.height <= part.height)
    // Not every step wants another drawing.
    var seenDrawings: Set<PageDrawing> = [drawing]
    for _ in 0..<5 {
      _ = book.press("j")
      seenDrawings.formUnion(book.drawings)
    }
    #expect(seenDrawings.count <= 2)
  }

  /// The zoom of a single page would cut off two.
  @Test func twoPagesFitTheWindow() {
    var book = Book(pictures: 6)
    _ = book.state.run("zoom-in")
    #expect(book.state.panes[0].display.fit == .free)
    _ = book.state.run("two-up")
    #expect(book.state.panes[0].display.fit == .width && book.state.panes[0].display.isTwoUp)
    // A zoom that was chosen for both stays.
    _ = book.state.run("zoom-in")
    _ = book.state.run("cover")
    #expect(book.state.panes[0].display.fit == .free)
  }

  @Test func theSameKeysZoomAPictureBesideText() {
    var book = Book(pictures: 6, size: Size(width: 140, height: 40))
    _ = book.state.run("look-both")
    #expect(book.state.keyMode == .picturing)
    _ = book.press("J", "j")
    let (page, line) = (book.state.panes[0].page, book.state.panes[0].line)
    let before = book.drawings.first?.width ?? 0
    _ = book.state.run("zoom-in")
    #expect(book.drawings.first?.width ?? 0 > before)
    #expect(book.state.panes[0].page == page && book.state.panes[0].line == line)
  }

  /// 8.5 of 17 pages.
  @Test func percentJumpsReachTheirPercentage() {
    for pages in [15, 16, 17, 40] {
      var book = Book(pictures: pages)
      for percent in [50, 25, 75] {
        _ = book.state.run("percent", count: percent)
        #expect(book.rows.last?.contains("\(percent) %") == true, "\(pages) pages, as pictures")
      }
      book = Book(pages: pages)
      for percent in [50, 25, 75] {
        _ = book.state.run("percent", count: percent)
        #expect(book.rows.last?.contains("\(percent) %") == true, "\(pages) pages, as text")
      }
    }
  }

  /// Larger than the window, the right page of two is out of sight from their corner.
  @Test(arguments: [0, 1], [false, true])
  func aBoxOnOneOfTwoPagesIsCentred(_ page: Int, _ isContinuous: Bool) throws {
    var book = Book(pictures: 6, size: Size(width: 100, height: 41))
    book.state.panes[0].display.isTwoUp = true
    book.state.panes[0].display.isContinuous = isContinuous
    _ = book.press("j", "k")
    func sheets() throws -> [PageArrangement.Sheet] {
      let arrangement = try #require(book.state.arrangement(of: 0))
      return arrangement.sheets(from: book.state.spot(of: 0, in: arrangement))
    }
    func middle() throws -> (page: Int, point: Point) {
      let arrangement = try #require(book.state.arrangement(of: 0))
      let (x, y) = (arrangement.view.width / 2, arrangement.view.height / 2)
      let sheet = try #require(try sheets().first { $0.frame.contains(x: x, y: y) })
      return (
        sheet.page, arrangement.point(of: sheet.page, sheet.frame, x: Double(x), y: Double(y))
      )
    }
    let frame = try #require(try sheets().first { $0.page == page }).frame
    let box = Rect(
      x: frame.x + frame.width / 2 - 8, y: frame.y + frame.height / 2 - 4, width: 16, height: 8)
    let arrangement = try #require(book.state.arrangement(of: 0))
    let wanted = arrangement.point(
      of: page, frame, x: Double(box.x) + 8, y: Double(box.y) + 4)
    book.state.zoom(toCells: box)
    let shown = try middle()
    #expect(shown.page == page)
    #expect(abs(shown.point.x - wanted.x) < 16 && abs(shown.point.y - wanted.y) < 24)
  }

  @Test func aBoxIsZoomedToFit() {
    var book = Book(pictures: 1, size: Size(width: 100, height: 41))
    let scale = book.state.arrangement(of: 0)?.scale(of: 0..<1) ?? 0
    _ = book.state.run("zoom-box")
    for key in ["H", "H", "l", "enter"] { _ = book.press(key) }
    #expect(book.state.pictures.zoomBox == nil)
    #expect((book.state.arrangement(of: 0)?.scale(of: 0..<1) ?? 0) > scale * 1.8)
  }

  @Test func aSlowPageIsReportedAndRetriedLonger() {
    var book = Book(pictures: 3)
    _ = book.state.update(
      .pictureFailed(book.id, generation: 1, page: 0, .tooSlow(seconds: 10)))
    #expect(book.drawings.isEmpty)
    #expect(book.rows.contains { $0.contains("was not drawn within") })
    _ = book.state.run("redraw")
    let request = book.state.scene().pictures.first
    #expect(request?.seconds == 40)
  }

  @Test func withoutPicturesTextIsShown() {
    var book = Book(pages: 3)
    _ = book.state.run("look-picture")
    _ = book.state.update(.pictureTerms(PictureTerms(.none, cell: .init(width: 8, height: 16))))
    #expect(book.top == "page 1 line 1")
    #expect(book.state.notices.shown?.text.contains("shows no pictures") == true)
  }

  @Test func presentationShowsOnePageAndNothingElse() {
    var book = Book(pictures: 3)
    _ = book.state.run("present")
    #expect(book.drawings.map(\.page) == [0])
    #expect(!book.rows.contains { $0.contains("Book") })
    _ = book.press("space")
    #expect(book.drawings.map(\.page) == [1])
    _ = book.state.update(.input(.key(Key(.escape))))
    #expect(!book.state.pictures.isPresenting)
    #expect(book.rows.last?.contains("Book") == true)
  }

  @Test func theGridShowsPagesAndOpensOne() {
    var book = Book(pictures: 40, size: Size(width: 100, height: 40))
    _ = book.state.run("page-grid")
    let scene = book.state.scene()
    #expect(scene.pictures.count > 5 && scene.pictures.count < 40)
    #expect(book.rows.last?.contains("p. i (1/40)") == true)
    for command in ["tile-right", "tile-down"] { _ = book.state.run(command) }
    let columns = book.state.tiles?.columns ?? 0
    #expect(book.state.pictures.overview?.cursor == columns + 1)
    _ = book.state.run("choose-tile")
    #expect(book.state.pictures.overview == nil && book.place?.page == columns + 1)
  }

  @Test func textFilesHaveNoPictureView() {
    var book = Book(pages: 1)
    book.state.documents[0].summary = DocumentSummary(
      pageCount: 1, flow: FlowingText(kind: .plainText, encoding: "UTF-8"))
    _ = book.state.run("next-look")
    #expect(book.state.notices.shown?.text.contains("no pages to be drawn") == true)
  }

  /// Loaded a second time, by its fingerprint, a document must not return to its earlier view.
  @Test func aLateReadingStateKeepsThePictureView() {
    var book = Book(pictures: 3)
    _ = book.state.update(.fingerprint(book.id, generation: 1, "abc"))
    _ = book.state.update(.reading(book.id, generation: 1, ReadingState()))
    #expect(book.drawings.map(\.page) == [0])
  }

  @Test func aViewChosenEarlyIsKept() {
    var book = Book(pages: 3)
    book.state.documents[0].isReadingKnown = false
    _ = book.state.run("next-look")
    _ = book.state.update(.reading(book.id, generation: 1, nil))
    #expect(book.state.panes[0].display.look == .picture)
  }

  @Test func thePageViewIsRemembered() throws {
    var book = Book(pictures: 3)
    _ = book.state.run("rotate-right")
    let saved = book.state.saveReading().compactMap { effect in
      if case .saveReading(_, _, _, let reading) = effect { reading.display } else { nil }
    }
    let display = try #require(saved.first)
    #expect(display.look == .picture && display.turn == .right)
  }
}

/// A caret on a page's picture.
@Suite struct SheetCaretTests {
  private func lines(_ book: Book) -> [Int] {
    // Lines of the sample are 20 points apart, and 26 or 27 pixels.
    book.state.scene().pictures[0].marks.filter { $0.paint == .solid }.flatMap(\.areas)
      .map { ($0.y + 13) / 26 }
  }

  @Test func theCaretMovesLineByLine() {
    var book = Book(pictures: 2)
    _ = book.state.run("select")
    #expect(lines(book) == [0])
    for _ in 0..<3 { _ = book.state.run("caret-down") }
    #expect(lines(book) == [3])
    _ = book.state.run("caret-up")
    #expect(lines(book) == [2])
  }

  @Test func wholeLinesAreSelected() {
    var book = Book(pictures: 2)
    _ = book.state.run("select-lines")
    _ = book.state.run("caret-down")
    let selected = book.state.scene().pictures[0].marks.filter { $0.paint == .tint }
      .flatMap(\.areas)
    #expect(selected.count == 2)
    #expect(selected.allSatisfy { $0.x == 0 && $0.width > 80 })
  }
}
