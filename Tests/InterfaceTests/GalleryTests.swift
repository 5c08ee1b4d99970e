import Canvas
import DocumentModel
import Testing
import Widgets

@testable import Interface
import Messages

extension Shelf {
  /// A gallery in a window of 100 × 40 with sidebar, in cells of 10 × 20 pixels.
  init(gallery names: [String], _ kind: PictureTerms.Kind = .pixels) {
    self.init(["/home/me": names], size: Size(width: 100, height: 40))
    press("i")
    answer(state.update(.pictureTerms(PictureTerms(kind, cell: .init(width: 10, height: 20)))))
  }

  /// Tells the state of a file's thumbnail.
  mutating func tell(_ name: String, _ facts: ThumbnailFacts?, _ use: ThumbnailUse = .tile) {
    tell(name, facts.map { .picture($0) } ?? .none(.broken), use)
  }

  mutating func tell(_ name: String, _ answer: ThumbnailAnswer, _ use: ThumbnailUse = .tile) {
    self.answer(state.update(.browser(.thumbnail(path: "/home/me/" + name, answer, use))))
  }

  var orders: [ThumbnailOrder] {
    requests.compactMap { if case .browse(.thumbnails(let order)) = $0 { order } else { nil } }
  }

  var titles: [String] { tab.sections.map { state.browser.title(of: $0, tab) } }

  /// Thumbnails that are to be seen, by the names of their files, and where.
  var pictures: [String: Rect] {
    Dictionary(
      state.scene().pictures.compactMap { request in
        guard case .thumbnail(let path, _) = request.source else { return nil }
        return (PathParts.name(of: path.text), request.place)
      }, uniquingKeysWith: { first, _ in first })
  }
}

/// Sheets of 150 × 200 pixels.
private let sheet = ThumbnailFacts(width: 150, height: 200, version: 1)

/// The gallery: the same rows as thumbnails.
@Suite struct GalleryTests {
  private let many = (1...30).map { "\($0).pdf" }

  @Test func theGalleryKeepsCursorAndMarksOfItsTab() {
    var shelf = Shelf(
      ["/home/me": ["sub/", "a.pdf", "b.pdf"]], size: Size(width: 100, height: 40))
    shelf.press("j", "v", "i")
    #expect(shelf.tab.options.isGallery)
    #expect(shelf.current == "b.pdf")
    #expect(shelf.tab.marked == ["a.pdf"])
    #expect(shelf.screen.contains { $0.contains("✓ a.pdf") })
    shelf.press("i")
    #expect(!shelf.tab.options.isGallery)
    #expect(shelf.current == "b.pdf")
    #expect(shelf.screen.contains { $0.contains("Name ▾") })
  }

  @Test func tilesWithoutAPictureShowTheReason() {
    var shelf = Shelf(gallery: ["a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf"])
    func isSaid(_ word: String) -> Bool { shelf.screen.contains { $0.contains(word) } }
    #expect(isSaid("…") && !isSaid("locked"))
    for (name, lack) in zip(["a.pdf", "b.pdf", "c.pdf", "d.pdf"], ThumbnailLack.allCases) {
      shelf.tell(name, .none(lack))
    }
    for lack in ThumbnailLack.allCases { #expect(isSaid(lack.sign.word)) }
    shelf.tell("a.pdf", .picture(sheet))
    #expect(!isSaid("locked") && shelf.pictures["a.pdf"] != nil)
    // Without pictures none are on their way.
    let plain = Shelf(gallery: ["a.pdf"], .none)
    #expect(!plain.screen.contains { $0.contains("…") })
  }

  @Test func keysMoveInAllFourDirections() {
    var shelf = Shelf(gallery: many)
    let columns = shelf.state.galleryTiles?.columns ?? 0
    #expect(columns == 3)
    shelf.press("l", "l")
    #expect(shelf.current == "3.pdf")
    shelf.press("j")
    #expect(shelf.current == "6.pdf")
    shelf.press("h", "k")
    #expect(shelf.current == "2.pdf")
    shelf.press("G")
    #expect(shelf.current == "30.pdf")
    shelf.press("2", "k")
    #expect(shelf.current == "24.pdf")
    shelf.press("g g", "ctrl+d")
    #expect(shelf.current == "4.pdf")
    shelf.press("pagedown")
    #expect(shelf.current == "10.pdf")
    // In the sidebar they are the sidebar's.
    shelf.press("tab", "l")
    #expect(shelf.current == "10.pdf")
  }

  @Test func clicksHitTheTileAtTheirPlace() throws {
    var shelf = Shelf(gallery: many)
    func place(of row: Int) throws -> (x: Int, y: Int) {
      let tiles = try #require(shelf.state.galleryTiles)
      let frame = tiles.frame(of: row).moved(
        to: BrowserLayout(shelf.state.browser, size: shelf.state.size).list)
      return (frame.x + 3, frame.y + 2)
    }
    var cell = try place(of: 4)
    shelf.click(x: cell.x, y: cell.y)
    #expect(shelf.current == "5.pdf")
    shelf.mouse(.wheelDown, x: cell.x, y: cell.y)
    #expect(shelf.current == "8.pdf")
    shelf.mouse(.wheelUp, x: cell.x, y: cell.y)
    #expect(shelf.current == "5.pdf")
    cell = try place(of: 6)
    shelf.click(x: cell.x, y: cell.y, .control)
    #expect(shelf.tab.marked == ["7.pdf"])
    shelf.press("escape")
    cell = try place(of: 5)
    shelf.click(x: cell.x, y: cell.y)
    shelf.click(x: cell.x, y: cell.y)
    let isBrowsing = shelf.state.browser.isShown
    #expect(!isBrowsing)
  }

  @Test func picturesAreDroppedOnFolders() throws {
    var shelf = Shelf(gallery: ["sub/", "a.pdf"])
    let tiles = try #require(shelf.state.galleryTiles)
    let area = BrowserLayout(shelf.state.browser, size: shelf.state.size).list
    let (folder, file) = (tiles.frame(of: 0).moved(to: area), tiles.frame(of: 1).moved(to: area))
    shelf.mouse(.press(button: 1), x: file.x + 4, y: file.y + 4)
    shelf.mouse(.drag(button: 1), x: folder.x + 4, y: folder.y + 4)
    shelf.mouse(.release(button: 1), x: folder.x + 4, y: folder.y + 4)
    #expect(shelf.fileRequests == [.move(["/home/me/a.pdf"], to: "/home/me/sub")])
  }

  @Test func theTileSizeIsChangedAndRemembered() throws {
    var shelf = Shelf(gallery: many)
    let usual = try #require(shelf.state.galleryTiles).tile
    shelf.press("+")
    let larger = try #require(shelf.state.galleryTiles).tile
    #expect(larger.width > usual.width && larger.height > usual.height)
    shelf.press("9", "9", "-")
    #expect(try #require(shelf.state.galleryTiles).tile.width < usual.width)
    shelf.press("z g y")
    let memory = try #require(shelf.state.browserMemory)
    var next = Shelf(["/home/me": many])
    next.state.browser.tabs = []
    next.answer(next.state.restore(memory, readingAll: true))
    #expect(next.tab.options.gallery == shelf.tab.options.gallery)
    #expect(next.state.browser.isGallery && next.tab.options.grouping == .year)
  }

  @Test func tilesShowTitleProgressAndTags() {
    var shelf = Shelf(["/home/me": ["a.pdf"]], size: Size(width: 100, height: 40))
    shelf.documents["a.pdf"] = DocumentFacts(
      title: "On the Nature of Things", progress: 0.5,
      tags: [TagLabel(name: "old"), TagLabel(name: "verse")], isFavourite: true)
    shelf.press("i", "ctrl+t")
    let screen = shelf.screen
    #expect(screen.contains { $0.contains("On the Nature of") })
    #expect(screen.contains { $0.contains(" a.pdf ") })
    #expect(screen.contains { $0.contains("━━─ ● ● ★") })
  }

  @Test func namesAreWrappedAndTruncated() {
    #expect(
      GalleryView.lines(of: "On the Nature of Things", width: 10, most: 2) == [
        "On the", "Nature of…",
      ])
    #expect(
      GalleryView.lines(of: "a_long_name_without_blanks.pdf", width: 10, most: 2)
        == ["a_long_", "name_with…"])
    #expect(
      GalleryView.lines(of: "affective_computing", width: 17, most: 2) == [
        "affective_", "computing",
      ])
    #expect(GalleryView.lines(of: "検索検索検索", width: 5, most: 9) == ["検索", "検索", "検索"])
    #expect(GalleryView.lines(of: "検索", width: 1, most: 2).count <= 2)
    #expect(GalleryView.lines(of: "  \n ", width: 5, most: 2).allSatisfy { $0.count <= 5 })
  }

  // MARK: sections

  @Test func documentsAreGroupedByTag() {
    var shelf = Shelf(["/home/me": ["sub/", "a.pdf", "b.pdf", "c.pdf", "d.pdf"]])
    shelf.documents = [
      "b.pdf": DocumentFacts(tags: [TagLabel(name: "work"), TagLabel(name: "art")]),
      "c.pdf": DocumentFacts(tags: [TagLabel(name: "work")]),
      "d.pdf": DocumentFacts(tags: [TagLabel(name: "art")]),
    ]
    shelf.press("G", "z g t")
    #expect(shelf.names == ["sub", "b.pdf", "d.pdf", "c.pdf", "a.pdf"])
    #expect(shelf.titles == ["Folders", "art", "work", "No tag"])
    #expect(shelf.tab.sections.map(\.count) == [1, 2, 1, 1])
    #expect(shelf.current == "d.pdf")
    // As a list they are in the list's order, and in the gallery as before.
    shelf.press("i")
    #expect(shelf.names == ["sub", "a.pdf", "b.pdf", "c.pdf", "d.pdf"])
    #expect(shelf.current == "d.pdf")
    shelf.press("i", "z g n")
    #expect(shelf.names == ["sub", "a.pdf", "b.pdf", "c.pdf", "d.pdf"])
    #expect(shelf.tab.sections.isEmpty)
  }

  @Test func yearsAreNewestFirstUnlessReversed() {
    var shelf = Shelf(["/home/me": ["a.pdf", "b.pdf", "c.pdf", "d.pdf"]])
    // The last second of 2020 and the first of 2021, in UTC.
    shelf.facts = [
      "a.pdf": FileFacts(size: 1, modified: 1_609_459_199),
      "b.pdf": FileFacts(size: 1, modified: 1_609_459_200),
      "c.pdf": FileFacts(size: 1, modified: 1_609_459_199),
    ]
    shelf.press("z g y")
    let file = " date of the file"
    #expect(shelf.titles == ["(2021)" + file, "(2020)" + file, "No date"])
    #expect(shelf.names == ["b.pdf", "a.pdf", "c.pdf", "d.pdf"])
    shelf.press("s d", "s v")
    #expect(shelf.titles == ["(2020)" + file, "(2021)" + file, "No date"])
    // Where local time is ahead both are of the next year.
    shelf.state.environment.zone = 3_600
    shelf.press("s n")
    #expect(shelf.titles == ["(2021)" + file, "No date"])
  }

  /// `year:` and the sections mean the same year: the document's own before its file's.
  @Test func aDocumentsOwnYearComesBeforeItsFiles() {
    var shelf = Shelf(["/home/me": ["a.pdf", "b.pdf"]])
    shelf.facts = [
      "a.pdf": FileFacts(size: 1, modified: 1_609_459_200),
      "b.pdf": FileFacts(size: 1, modified: 1_609_459_200),
    ]
    shelf.documents = ["a.pdf": DocumentFacts(created: 473_400_000)]
    shelf.press("z g y")
    #expect(shelf.titles == ["(2021) date of the file", "1985"])
    shelf.press("z g n", "s y")
    #expect(shelf.names == ["b.pdf", "a.pdf"])
    shelf.press("s y")
    #expect(shelf.names == ["a.pdf", "b.pdf"])
  }

  @Test func documentsMoveToTheirAuthorsSectionOnceKnown() {
    var shelf = Shelf(["/home/me": ["a.pdf", "b.pdf", "c.pdf"]])
    shelf.press("z g a")
    #expect(shelf.titles == ["No author"])
    shelf.answer(
      shelf.state.update(
        .browser(
          .facts(
            tab: shelf.tab.id, generation: shelf.tab.generation, [:],
            ["c.pdf": DocumentFacts(author: " Jane Doe ")], areAll: false))))
    #expect(shelf.titles == ["Jane Doe", "No author"])
    #expect(shelf.names == ["c.pdf", "a.pdf", "b.pdf"])
    #expect(shelf.current == "a.pdf")
  }

  @Test func theFilterAppliesWithinSections() {
    var shelf = Shelf(["/home/me": ["ab.pdf", "xx.pdf", "a.pdf", "abc.pdf"]])
    shelf.documents = ["a.pdf": DocumentFacts(author: "Zoe")]
    shelf.press("z g a", "/")
    shelf.type("a")
    shelf.press("enter")
    #expect(shelf.titles == ["Zoe", "No author"])
    #expect(Set(shelf.names) == ["a.pdf", "ab.pdf", "abc.pdf"])
    #expect(shelf.names.first == "a.pdf")
  }

  @Test func theHeadingStaysAtTheTopOfTheWindow() {
    var shelf = Shelf(["/home/me": many], size: Size(width: 100, height: 40))
    for name in many { shelf.documents[FilePath(name)] = DocumentFacts(author: "Jane Doe") }
    shelf.documents["30.pdf"] = DocumentFacts(author: "Zoe")
    shelf.press("z g a")
    let top = BrowserLayout(shelf.state.browser, size: shelf.state.size).list.y
    #expect(shelf.screen[top].contains("Jane Doe  29"))
    shelf.press("j", "j", "j", "j")
    #expect(shelf.screen[top].contains("Jane Doe  29"))
    shelf.press("G")
    #expect(shelf.screen[top].contains("Jane Doe  29"))
    #expect(shelf.screen.contains { $0.contains("Zoe  1") })
  }
}

/// The pictures of gallery and preview, as they are requested for.
@Suite struct ThumbnailRequestTests {
  private let many = (1...30).map { "\($0).pdf" }

  @Test func theTerminalIsQueriedOnceThereAreRows() {
    var shelf = Shelf(["/home/me": ["a.pdf"]], size: Size(width: 120, height: 40))
    #expect(!shelf.requests.contains(.askForPictures))
    let content = DocumentPreview(page: nil, metadata: Metadata(), pageCount: 1, outline: [])
    let serial = shelf.state.browser.preview.serial
    shelf.answer(shelf.state.update(.browser(.preview(serial: serial, .document(content)))))
    #expect(shelf.requests.count { $0 == .askForPictures } == 1)
    #expect(Effect.askForPictures.canWait)
    var narrow = Shelf(["/home/me": ["a.pdf"]])
    narrow.press("j")
    #expect(!narrow.requests.contains(.askForPictures))
    narrow.press("i")
    #expect(narrow.requests.contains(.askForPictures))
  }

  @Test func visibleThumbnailsAreRequestedFirst() throws {
    var shelf = Shelf(gallery: many)
    let first = try #require(shelf.orders.last)
    #expect(first.visible == (1...9).map { "/home/me/\($0).pdf" })
    #expect(first.near.first == "/home/me/10.pdf")
    #expect(first.fit == ThumbnailFit(columns: 18, rows: 12, cell: .init(width: 10, height: 20)))
    shelf.press("l")
    #expect(shelf.orders.count == 1)
    shelf.press("G")
    let last = try #require(shelf.orders.last)
    #expect(shelf.orders.count == 2)
    #expect(last.visible.last == "/home/me/30.pdf")
    #expect(!last.visible.contains("/home/me/1.pdf"))
    // Nothing is requested that is no longer on the screen, and all of it again when it is.
    shelf.press("i")
    #expect(shelf.orders.last == ThumbnailOrder())
    shelf.press("i", "space")
    #expect(shelf.orders.last == ThumbnailOrder())
    shelf.press("space")
    #expect(shelf.orders.last == last)
  }

  @Test func onlyDocumentsRequestThumbnails() {
    var shelf = Shelf(gallery: ["sub/", "gone@", "x.bin", "a.pdf"])
    shelf.press("z a")
    #expect(shelf.orders.last?.visible == ["/home/me/a.pdf"])
    let none = Shelf(gallery: ["a.pdf"], .none)
    #expect(none.orders.isEmpty && none.pictures.isEmpty)
    #expect(none.screen.contains { $0.contains("▤") })
  }

  @Test func picturesAreAlignedToTheBottomOfTheirTiles() throws {
    var shelf = Shelf(gallery: ["a.pdf", "b.pdf"])
    #expect(shelf.pictures.isEmpty)
    #expect(shelf.screen.contains { $0.contains("▤") })
    shelf.tell("a.pdf", sheet)
    shelf.tell("b.pdf", nil)
    let tiles = try #require(shelf.state.galleryTiles)
    let box = shelf.state.pictureBox(
      in: tiles.frame(of: 0).moved(
        to: BrowserLayout(shelf.state.browser, size: shelf.state.size).list))
    let place = try #require(shelf.pictures["a.pdf"])
    #expect(shelf.pictures.count == 1)
    #expect(place.common(with: box) == place && place.maxY == box.maxY)
    // 150 × 200 in 180 × 240 pixels.
    #expect((place.width, place.height) == (18, 12))
    // No letter lies over it.
    #expect(shelf.state.scene().holes.isEmpty)
  }

  @Test func aPanelLiesOverPictures() throws {
    var shelf = Shelf(gallery: many)
    for name in many { shelf.tell(name, sheet) }
    #expect(shelf.state.scene().holes.isEmpty)
    shelf.press("I")
    #expect(!shelf.state.scene().holes.isEmpty)
  }

  @Test func picturesAreClippedAtTheWindowsBottom() throws {
    var shelf = Shelf(gallery: many)
    for name in many { shelf.tell(name, sheet) }
    let area = BrowserLayout(shelf.state.browser, size: shelf.state.size).list
    let cut = shelf.state.scene().pictures.filter { $0.part != nil }
    #expect(!cut.isEmpty)
    for request in shelf.state.scene().pictures {
      #expect(request.place.common(with: area) == request.place)
    }
    for request in cut {
      let part = try #require(request.part)
      #expect(part.y == 0 && part.width == 150 && part.height < 200)
      #expect(abs(part.height * 12 / 200 - request.place.height) <= 1)
    }
  }

  @Test func smallPicturesAreNotEnlarged() throws {
    var shelf = Shelf(gallery: ["a.pdf"])
    shelf.tell("a.pdf", ThumbnailFacts(width: 40, height: 40, version: 1, isSmall: true))
    let place = try #require(shelf.pictures["a.pdf"])
    #expect((place.width, place.height) == (4, 2))
  }

  @Test(arguments: [(1, 14_400), (14_400, 1), (0, 0)])
  func picturesOfAnyShapeAreLaidOut(_ width: Int, _ height: Int) throws {
    var shelf = Shelf(gallery: ["a.pdf"])
    shelf.tell("a.pdf", ThumbnailFacts(width: width, height: height, version: 1))
    let place = try #require(shelf.pictures["a.pdf"])
    #expect(place.width >= 1 && place.height >= 1 && place.width <= 18 && place.height <= 12)
  }

  /// A thumbnail made for its room fills the same cells as the one it was made from.
  @Test(arguments: [(150, 200), (200, 150), (256, 256), (1, 500), (198, 256), (181, 256)])
  func scaledThumbnailsFillTheSameCells(_ width: Int, _ height: Int) {
    for fit in [(18, 12), (8, 5), (33, 21), (1, 1)].map({
      ThumbnailFit(columns: $0, rows: $1, cell: .init(width: 7, height: 15))
    }) {
      let first = fit.cells(width, height, isSmall: false)
      let again = fit.cells(
        first.columns * fit.cell.width, first.rows * fit.cell.height, isSmall: false)
      #expect(first == again)
      #expect(first.columns <= fit.columns && first.rows <= fit.rows)
    }
  }

  @Test func changedFilesRequestNewThumbnails() {
    var shelf = Shelf(gallery: ["a.pdf", "b.pdf"])
    let now = FileFacts(size: 1, modified: 5)
    func facts(_ facts: [FilePath: FileFacts]) -> Message {
      .browser(
        .facts(
          tab: shelf.tab.id, generation: shelf.tab.generation, facts, [:], areAll: false))
    }
    shelf.answer(shelf.state.update(facts(["a.pdf": now, "b.pdf": now])))
    #expect(!shelf.requests.contains(.browse(.lookAtThumbnails(["/home/me/a.pdf"]))))
    shelf.answer(
      shelf.state.update(facts(["a.pdf": FileFacts(size: 2, modified: 6), "b.pdf": now])))
    #expect(shelf.requests.contains(.browse(.lookAtThumbnails(["/home/me/a.pdf"]))))
  }

  // MARK: opening

  @Test func aPreviewStartsWithTheThumbnailWhenCheap() throws {
    var shelf = Shelf(gallery: ["a.pdf", "b.pdf"])
    shelf.tell("a.pdf", sheet)
    shelf.press("space")
    #expect(shelf.state.browser.glance != nil && shelf.pictures.isEmpty)
    shelf.press("space")
    var terms = PictureTerms(.pixels, cell: .init(width: 10, height: 20))
    terms.scales = true
    shelf.answer(shelf.state.update(.pictureTerms(terms)))
    let small = try #require(shelf.pictures["a.pdf"])
    shelf.press("space")
    let large = try #require(shelf.pictures["a.pdf"])
    #expect(large.height == 39 && large.width > small.width)
    #expect(shelf.state.scene().holes.isEmpty && !shelf.state.awaitsPage)
    let source = try #require(shelf.state.scene().pictures.first).source
    // The page is drawn in its place, and the thumbnail is shown until then.
    let document = try #require(shelf.state.document).id
    let summary = DocumentSummary(pageCount: 2)
    shelf.answer(shelf.state.update(.opened(document, generation: 1, .success(summary))))
    shelf.answer(
      shelf.state.update(
        .pages(
          document, generation: 1, first: 0,
          [PageInfo(label: "", size: PageSize(width: 600, height: 800))])))
    let request = try #require(shelf.state.scene().pictures.first)
    #expect(request.slot == 0 && request.standIn == source)
    guard case .page = request.source else {
      Issue.record("no page is requested for")
      return
    }
  }

  // MARK: the preview

  /// A list with a preview beside it, in a terminal that shows pixels.
  private func previewing() -> Shelf {
    var shelf = Shelf(
      ["/home/me": ["a.pdf", "b.pdf"]], size: Size(width: 120, height: 40))
    shelf.answer(
      shelf.state.update(.pictureTerms(PictureTerms(.pixels, cell: .init(width: 10, height: 20)))))
    return shelf
  }

  private func content(_ shelf: inout Shelf, _ title: String) {
    var metadata = Metadata()
    metadata.title = title
    let preview = DocumentPreview(page: nil, metadata: metadata, pageCount: 1, outline: [])
    let serial = shelf.state.browser.preview.serial
    shelf.answer(shelf.state.update(.browser(.preview(serial: serial, .document(preview)))))
  }

  @Test func thePreviewShowsThePictureAndTheWordsBelow() throws {
    var shelf = previewing()
    content(&shelf, "A Title")
    #expect(
      shelf.requests.contains {
        if case .browse(.previewThumbnail("/home/me/a.pdf", _)) = $0 { true } else { false }
      })
    // Blank at first, so that no text flashes up before the picture.
    #expect(!shelf.screen.contains { $0.contains("┌") })
    shelf.tell("a.pdf", sheet, .preview)
    let rect = try #require(BrowserLayout(shelf.state.browser, size: shelf.state.size).preview)
    let place = try #require(shelf.pictures["a.pdf"])
    #expect(place.width == rect.width - 2 && place.y == rect.y)
    #expect(shelf.screen[place.maxY + 1].contains("A Title"))
    #expect(shelf.state.scene().holes.isEmpty)
  }

  @Test func thePreviewPictureFollowsTheCursor() {
    var shelf = previewing()
    shelf.tell("a.pdf", sheet, .preview)
    #expect(shelf.pictures.keys.sorted() == ["a.pdf"])
    shelf.press("j")
    #expect(shelf.pictures.isEmpty)
    // One that comes too late is nobody's.
    shelf.tell("a.pdf", sheet, .preview)
    #expect(shelf.pictures.isEmpty)
    shelf.tell("b.pdf", sheet, .preview)
    #expect(shelf.pictures.keys.sorted() == ["b.pdf"])
  }

  @Test func textReplacesALateOrMissingPicture() {
    var shelf = previewing()
    #expect(!shelf.screen.contains { $0.contains("┌") })
    let serial = shelf.state.browser.preview.serial
    shelf.answer(shelf.state.update(.reminded(.preview(serial: serial))))
    #expect(shelf.screen.contains { $0.contains("┌") })
    shelf.press("j")
    #expect(!shelf.screen.contains { $0.contains("┌") })
    shelf.tell("b.pdf", nil, .preview)
    #expect(shelf.screen.contains { $0.contains("┌") })
  }

  @Test func withoutGraphicsThePreviewShowsText() {
    var shelf = Shelf(["/home/me": ["a.pdf"]], size: Size(width: 120, height: 40))
    shelf.answer(
      shelf.state.update(
        .pictureTerms(PictureTerms(.characters, cell: .init(width: 10, height: 20)))))
    #expect(shelf.screen.contains { $0.contains("┌") })
    shelf.tell("a.pdf", sheet, .preview)
    #expect(shelf.pictures.isEmpty)
    shelf.press("i")
    shelf.tell("a.pdf", sheet)
    #expect(shelf.pictures.count == 1)
  }
}
