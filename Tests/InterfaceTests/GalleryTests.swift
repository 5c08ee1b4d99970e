import Canvas
import DocumentModel
import Testing
import Widgets

@testable import Interface
import Messages

extension BrowserBench {
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
    var browser = BrowserBench(
      ["/home/me": ["sub/", "a.pdf", "b.pdf"]], size: Size(width: 100, height: 40))
    browser.press("j", "v", "i")
    #expect(browser.tab.options.isGallery)
    #expect(browser.current == "b.pdf")
    #expect(browser.tab.marked == ["a.pdf"])
    #expect(browser.screen.contains { $0.contains("✓ a.pdf") })
    browser.press("i")
    #expect(!browser.tab.options.isGallery)
    #expect(browser.current == "b.pdf")
    #expect(browser.screen.contains { $0.contains("Name ▾") })
  }

  @Test func tilesWithoutAPictureShowTheReason() {
    var browser = BrowserBench(gallery: ["a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf", "f.pdf"])
    func isSaid(_ word: String) -> Bool { browser.screen.contains { $0.contains(word) } }
    #expect(isSaid("…") && !isSaid("locked"))
    for (name, lack) in zip(["a.pdf", "b.pdf", "c.pdf", "d.pdf"], ThumbnailLack.allCases) {
      browser.tell(name, .none(lack))
    }
    for lack in ThumbnailLack.allCases { #expect(isSaid(lack.sign.word)) }
    browser.tell("a.pdf", .picture(sheet))
    #expect(!isSaid("locked") && browser.pictures["a.pdf"] != nil)
    // Without pictures none are on their way.
    let plain = BrowserBench(gallery: ["a.pdf"], .none)
    #expect(!plain.screen.contains { $0.contains("…") })
  }

  @Test func keysMoveInAllFourDirections() {
    var browser = BrowserBench(gallery: many)
    let columns =
      browser.state.browser.galleryTiles(
        pictures: browser.state.pictures, size: browser.state.size)?.columns ?? 0
    #expect(columns == 3)
    browser.press("l", "l")
    #expect(browser.current == "3.pdf")
    browser.press("j")
    #expect(browser.current == "6.pdf")
    browser.press("h", "k")
    #expect(browser.current == "2.pdf")
    browser.press("G")
    #expect(browser.current == "30.pdf")
    browser.press("2", "k")
    #expect(browser.current == "24.pdf")
    browser.press("g g", "ctrl+d")
    #expect(browser.current == "4.pdf")
    browser.press("pagedown")
    #expect(browser.current == "10.pdf")
    // In the sidebar they are the sidebar's.
    browser.press("tab", "l")
    #expect(browser.current == "10.pdf")
  }

  @Test func clicksHitTheTileAtTheirPlace() throws {
    var browser = BrowserBench(gallery: many)
    func place(of row: Int) throws -> (x: Int, y: Int) {
      let tiles = try #require(
        browser.state.browser.galleryTiles(
          pictures: browser.state.pictures, size: browser.state.size))
      let frame = tiles.frame(of: row).moved(
        to: BrowserLayout(browser.state.browser, size: browser.state.size).list)
      return (frame.x + 3, frame.y + 2)
    }
    var cell = try place(of: 4)
    browser.click(x: cell.x, y: cell.y)
    #expect(browser.current == "5.pdf")
    browser.mouse(.wheelDown, x: cell.x, y: cell.y)
    #expect(browser.current == "8.pdf")
    browser.mouse(.wheelUp, x: cell.x, y: cell.y)
    #expect(browser.current == "5.pdf")
    cell = try place(of: 6)
    browser.click(x: cell.x, y: cell.y, .control)
    #expect(browser.tab.marked == ["7.pdf"])
    browser.press("escape")
    cell = try place(of: 5)
    browser.click(x: cell.x, y: cell.y)
    browser.click(x: cell.x, y: cell.y)
    let isBrowsing = browser.state.browser.isShown
    #expect(!isBrowsing)
  }

  @Test func picturesAreDroppedOnFolders() throws {
    var browser = BrowserBench(gallery: ["sub/", "a.pdf"])
    let tiles = try #require(
      browser.state.browser.galleryTiles(pictures: browser.state.pictures, size: browser.state.size)
    )
    let area = BrowserLayout(browser.state.browser, size: browser.state.size).list
    let (folder, file) = (tiles.frame(of: 0).moved(to: area), tiles.frame(of: 1).moved(to: area))
    browser.mouse(.press(button: 1), x: file.x + 4, y: file.y + 4)
    browser.mouse(.drag(button: 1), x: folder.x + 4, y: folder.y + 4)
    browser.mouse(.release(button: 1), x: folder.x + 4, y: folder.y + 4)
    #expect(browser.fileRequests == [.move(["/home/me/a.pdf"], to: "/home/me/sub")])
  }

  @Test func theTileSizeIsChangedAndRemembered() throws {
    var browser = BrowserBench(gallery: many)
    let usual = try #require(
      browser.state.browser.galleryTiles(pictures: browser.state.pictures, size: browser.state.size)
    ).tile
    browser.press("+")
    let larger = try #require(
      browser.state.browser.galleryTiles(pictures: browser.state.pictures, size: browser.state.size)
    ).tile
    #expect(larger.width > usual.width && larger.height > usual.height)
    browser.press("9", "9", "-")
    #expect(
      try #require(
        browser.state.browser.galleryTiles(
          pictures: browser.state.pictures, size: browser.state.size)
      ).tile.width < usual.width)
    browser.press("z g y")
    let memory = try #require(
      browser.state.browser.memory(librarySearch: browser.state.librarySearch))
    var next = BrowserBench(["/home/me": many])
    next.state.browser.tabs = []
    next.answer(next.state.restore(memory, readingAll: true))
    #expect(next.tab.options.gallery == browser.tab.options.gallery)
    #expect(next.state.browser.isGallery && next.tab.options.grouping == .year)
  }

  @Test func tilesShowTitleProgressAndTags() {
    var browser = BrowserBench(["/home/me": ["a.pdf"]], size: Size(width: 100, height: 40))
    browser.documents["a.pdf"] = DocumentFacts(
      title: "On the Nature of Things", progress: 0.5,
      tags: [TagLabel(name: "old"), TagLabel(name: "verse")], isFavourite: true)
    browser.press("i", "ctrl+t")
    let screen = browser.screen
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
    var browser = BrowserBench(["/home/me": ["sub/", "a.pdf", "b.pdf", "c.pdf", "d.pdf"]])
    browser.documents = [
      "b.pdf": DocumentFacts(tags: [TagLabel(name: "work"), TagLabel(name: "art")]),
      "c.pdf": DocumentFacts(tags: [TagLabel(name: "work")]),
      "d.pdf": DocumentFacts(tags: [TagLabel(name: "art")]),
    ]
    browser.press("G", "z g t")
    #expect(browser.names == ["sub", "b.pdf", "d.pdf", "c.pdf", "a.pdf"])
    #expect(browser.titles == ["Folders", "art", "work", "No tag"])
    #expect(browser.tab.sections.map(\.count) == [1, 2, 1, 1])
    #expect(browser.current == "d.pdf")
    // As a list they are in the list's order, and in the gallery as before.
    browser.press("i")
    #expect(browser.names == ["sub", "a.pdf", "b.pdf", "c.pdf", "d.pdf"])
    #expect(browser.current == "d.pdf")
    browser.press("i", "z g n")
    #expect(browser.names == ["sub", "a.pdf", "b.pdf", "c.pdf", "d.pdf"])
    #expect(browser.tab.sections.isEmpty)
  }

  @Test func yearsAreNewestFirstUnlessReversed() {
    var browser = BrowserBench(["/home/me": ["a.pdf", "b.pdf", "c.pdf", "d.pdf"]])
    // The last second of 2020 and the first of 2021, in UTC.
    browser.facts = [
      "a.pdf": FileFacts(size: 1, modified: 1_609_459_199),
      "b.pdf": FileFacts(size: 1, modified: 1_609_459_200),
      "c.pdf": FileFacts(size: 1, modified: 1_609_459_199),
    ]
    browser.press("z g y")
    let file = " date of the file"
    #expect(browser.titles == ["(2021)" + file, "(2020)" + file, "No date"])
    #expect(browser.names == ["b.pdf", "a.pdf", "c.pdf", "d.pdf"])
    browser.press("s d", "s v")
    #expect(browser.titles == ["(2020)" + file, "(2021)" + file, "No date"])
    // Where local time is ahead both are of the next year.
    browser.state.environment.zone = 3_600
    browser.press("s n")
    #expect(browser.titles == ["(2021)" + file, "No date"])
  }

  /// `year:` and the sections mean the same year: the document's own before its file's.
  @Test func aDocumentsOwnYearComesBeforeItsFiles() {
    var browser = BrowserBench(["/home/me": ["a.pdf", "b.pdf"]])
    browser.facts = [
      "a.pdf": FileFacts(size: 1, modified: 1_609_459_200),
      "b.pdf": FileFacts(size: 1, modified: 1_609_459_200),
    ]
    browser.documents = ["a.pdf": DocumentFacts(created: 473_400_000)]
    browser.press("z g y")
    #expect(browser.titles == ["(2021) date of the file", "1985"])
    browser.press("z g n", "s y")
    #expect(browser.names == ["b.pdf", "a.pdf"])
    browser.press("s y")
    #expect(browser.names == ["a.pdf", "b.pdf"])
  }

  @Test func documentsMoveToTheirAuthorsSectionOnceKnown() {
    var browser = BrowserBench(["/home/me": ["a.pdf", "b.pdf", "c.pdf"]])
    browser.press("z g a")
    #expect(browser.titles == ["No author"])
    browser.answer(
      browser.state.update(
        .browser(
          .facts(
            tab: browser.tab.id, generation: browser.tab.generation, [:],
            ["c.pdf": DocumentFacts(author: " Jane Doe ")], areAll: false))))
    #expect(browser.titles == ["Jane Doe", "No author"])
    #expect(browser.names == ["c.pdf", "a.pdf", "b.pdf"])
    #expect(browser.current == "a.pdf")
  }

  @Test func theFilterAppliesWithinSections() {
    var browser = BrowserBench(["/home/me": ["ab.pdf", "xx.pdf", "a.pdf", "abc.pdf"]])
    browser.documents = ["a.pdf": DocumentFacts(author: "Zoe")]
    browser.press("z g a", "/")
    browser.type("a")
    browser.press("enter")
    #expect(browser.titles == ["Zoe", "No author"])
    #expect(Set(browser.names) == ["a.pdf", "ab.pdf", "abc.pdf"])
    #expect(browser.names.first == "a.pdf")
  }

  @Test func theHeadingStaysAtTheTopOfTheWindow() {
    var browser = BrowserBench(["/home/me": many], size: Size(width: 100, height: 40))
    for name in many { browser.documents[FilePath(name)] = DocumentFacts(author: "Jane Doe") }
    browser.documents["30.pdf"] = DocumentFacts(author: "Zoe")
    browser.press("z g a")
    let top = BrowserLayout(browser.state.browser, size: browser.state.size).list.y
    #expect(browser.screen[top].contains("Jane Doe  29"))
    browser.press("j", "j", "j", "j")
    #expect(browser.screen[top].contains("Jane Doe  29"))
    browser.press("G")
    #expect(browser.screen[top].contains("Jane Doe  29"))
    #expect(browser.screen.contains { $0.contains("Zoe  1") })
  }
}

/// The pictures of gallery and preview, as they are requested for.
@Suite struct ThumbnailRequestTests {
  private let many = (1...30).map { "\($0).pdf" }

  @Test func theTerminalIsQueriedOnceThereAreRows() {
    var browser = BrowserBench(["/home/me": ["a.pdf"]], size: Size(width: 120, height: 40))
    #expect(!browser.requests.contains(.askForPictures))
    let content = DocumentPreview(page: nil, metadata: Metadata(), pageCount: 1, outline: [])
    let serial = browser.state.browser.preview.serial
    browser.answer(browser.state.update(.browser(.preview(serial: serial, .document(content)))))
    #expect(browser.requests.count { $0 == .askForPictures } == 1)
    #expect(Effect.askForPictures.canWait)
    var narrow = BrowserBench(["/home/me": ["a.pdf"]])
    narrow.press("j")
    #expect(!narrow.requests.contains(.askForPictures))
    narrow.press("i")
    #expect(narrow.requests.contains(.askForPictures))
  }

  @Test func visibleThumbnailsAreRequestedFirst() throws {
    var browser = BrowserBench(gallery: many)
    let first = try #require(browser.orders.last)
    #expect(first.visible == (1...9).map { "/home/me/\($0).pdf" })
    #expect(first.near.first == "/home/me/10.pdf")
    #expect(first.fit == ThumbnailFit(columns: 18, rows: 12, cell: .init(width: 10, height: 20)))
    browser.press("l")
    #expect(browser.orders.count == 1)
    browser.press("G")
    let last = try #require(browser.orders.last)
    #expect(browser.orders.count == 2)
    #expect(last.visible.last == "/home/me/30.pdf")
    #expect(!last.visible.contains("/home/me/1.pdf"))
    // Nothing is requested that is no longer on the screen, and all of it again when it is.
    browser.press("i")
    #expect(browser.orders.last == ThumbnailOrder())
    browser.press("i", "space")
    #expect(browser.orders.last == ThumbnailOrder())
    browser.press("space")
    #expect(browser.orders.last == last)
  }

  @Test func onlyDocumentsRequestThumbnails() {
    var browser = BrowserBench(gallery: ["sub/", "gone@", "x.bin", "a.pdf"])
    browser.press("z a")
    #expect(browser.orders.last?.visible == ["/home/me/a.pdf"])
    let none = BrowserBench(gallery: ["a.pdf"], .none)
    #expect(none.orders.isEmpty && none.pictures.isEmpty)
    #expect(none.screen.contains { $0.contains("▤") })
  }

  @Test func picturesAreAlignedToTheBottomOfTheirTiles() throws {
    var browser = BrowserBench(gallery: ["a.pdf", "b.pdf"])
    #expect(browser.pictures.isEmpty)
    #expect(browser.screen.contains { $0.contains("▤") })
    browser.tell("a.pdf", sheet)
    browser.tell("b.pdf", nil)
    let tiles = try #require(
      browser.state.browser.galleryTiles(pictures: browser.state.pictures, size: browser.state.size)
    )
    let box = browser.state.browser.pictureBox(
      in: tiles.frame(of: 0).moved(
        to: BrowserLayout(browser.state.browser, size: browser.state.size).list))
    let place = try #require(browser.pictures["a.pdf"])
    #expect(browser.pictures.count == 1)
    #expect(place.common(with: box) == place && place.maxY == box.maxY)
    // 150 × 200 in 180 × 240 pixels.
    #expect((place.width, place.height) == (18, 12))
    // No letter lies over it.
    #expect(browser.state.scene().holes.isEmpty)
  }

  @Test func aPanelLiesOverPictures() throws {
    var browser = BrowserBench(gallery: many)
    for name in many { browser.tell(name, sheet) }
    #expect(browser.state.scene().holes.isEmpty)
    browser.press("I")
    #expect(!browser.state.scene().holes.isEmpty)
  }

  @Test func picturesAreClippedAtTheWindowsBottom() throws {
    var browser = BrowserBench(gallery: many)
    for name in many { browser.tell(name, sheet) }
    let area = BrowserLayout(browser.state.browser, size: browser.state.size).list
    let cut = browser.state.scene().pictures.filter { $0.part != nil }
    #expect(!cut.isEmpty)
    for request in browser.state.scene().pictures {
      #expect(request.place.common(with: area) == request.place)
    }
    for request in cut {
      let part = try #require(request.part)
      #expect(part.y == 0 && part.width == 150 && part.height < 200)
      #expect(abs(part.height * 12 / 200 - request.place.height) <= 1)
    }
  }

  @Test func smallPicturesAreNotEnlarged() throws {
    var browser = BrowserBench(gallery: ["a.pdf"])
    browser.tell("a.pdf", ThumbnailFacts(width: 40, height: 40, version: 1, isSmall: true))
    let place = try #require(browser.pictures["a.pdf"])
    #expect((place.width, place.height) == (4, 2))
  }

  @Test(arguments: [(1, 14_400), (14_400, 1), (0, 0)])
  func picturesOfAnyShapeAreLaidOut(_ width: Int, _ height: Int) throws {
    var browser = BrowserBench(gallery: ["a.pdf"])
    browser.tell("a.pdf", ThumbnailFacts(width: width, height: height, version: 1))
    let place = try #require(browser.pictures["a.pdf"])
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
    var browser = BrowserBench(gallery: ["a.pdf", "b.pdf"])
    let now = FileFacts(size: 1, modified: 5)
    func facts(_ facts: [FilePath: FileFacts]) -> Message {
      .browser(
        .facts(
          tab: browser.tab.id, generation: browser.tab.generation, facts, [:], areAll: false))
    }
    browser.answer(browser.state.update(facts(["a.pdf": now, "b.pdf": now])))
    #expect(!browser.requests.contains(.browse(.lookAtThumbnails(["/home/me/a.pdf"]))))
    browser.answer(
      browser.state.update(facts(["a.pdf": FileFacts(size: 2, modified: 6), "b.pdf": now])))
    #expect(browser.requests.contains(.browse(.lookAtThumbnails(["/home/me/a.pdf"]))))
  }

  // MARK: opening

  @Test func aPreviewStartsWithTheThumbnailWhenCheap() throws {
    var browser = BrowserBench(gallery: ["a.pdf", "b.pdf"])
    browser.tell("a.pdf", sheet)
    browser.press("space")
    #expect(browser.state.browser.glance != nil && browser.pictures.isEmpty)
    browser.press("space")
    var terms = PictureTerms(.pixels, cell: .init(width: 10, height: 20))
    terms.scales = true
    browser.answer(browser.state.update(.pictureTerms(terms)))
    let small = try #require(browser.pictures["a.pdf"])
    browser.press("space")
    let large = try #require(browser.pictures["a.pdf"])
    #expect(large.height == 39 && large.width > small.width)
    #expect(browser.state.scene().holes.isEmpty && !browser.state.awaitsPage)
    let source = try #require(browser.state.scene().pictures.first).source
    // The page is drawn in its place, and the thumbnail is shown until then.
    let document = try #require(browser.state.document).id
    let summary = DocumentSummary(pageCount: 2)
    browser.answer(browser.state.update(.opened(document, generation: 1, .success(summary))))
    browser.answer(
      browser.state.update(
        .pages(
          document, generation: 1, first: 0,
          [PageInfo(label: "", size: PageSize(width: 600, height: 800))])))
    let request = try #require(browser.state.scene().pictures.first)
    #expect(request.slot == 0 && request.standIn == source)
    guard case .page = request.source else {
      Issue.record("no page is requested for")
      return
    }
  }

  // MARK: the preview

  /// A list with a preview beside it, in a terminal that shows pixels.
  private func previewing() -> BrowserBench {
    var browser = BrowserBench(
      ["/home/me": ["a.pdf", "b.pdf"]], size: Size(width: 120, height: 40))
    browser.answer(
      browser.state.update(.pictureTerms(PictureTerms(.pixels, cell: .init(width: 10, height: 20))))
    )
    return browser
  }

  private func content(_ browser: inout BrowserBench, _ title: String) {
    var metadata = Metadata()
    metadata.title = title
    let preview = DocumentPreview(page: nil, metadata: metadata, pageCount: 1, outline: [])
    let serial = browser.state.browser.preview.serial
    browser.answer(browser.state.update(.browser(.preview(serial: serial, .document(preview)))))
  }

  @Test func thePreviewShowsThePictureAndTheWordsBelow() throws {
    var browser = previewing()
    content(&browser, "A Title")
    #expect(
      browser.requests.contains {
        if case .browse(.previewThumbnail("/home/me/a.pdf", _)) = $0 { true } else { false }
      })
    // Blank at first, so that no text flashes up before the picture.
    #expect(!browser.screen.contains { $0.contains("┌") })
    browser.tell("a.pdf", sheet, .preview)
    let rect = try #require(BrowserLayout(browser.state.browser, size: browser.state.size).preview)
    let place = try #require(browser.pictures["a.pdf"])
    #expect(place.width == rect.width - 2 && place.y == rect.y)
    #expect(browser.screen[place.maxY + 1].contains("A Title"))
    #expect(browser.state.scene().holes.isEmpty)
  }

  @Test func thePreviewPictureFollowsTheCursor() {
    var browser = previewing()
    browser.tell("a.pdf", sheet, .preview)
    #expect(browser.pictures.keys.sorted() == ["a.pdf"])
    browser.press("j")
    #expect(browser.pictures.isEmpty)
    // One that comes too late is nobody's.
    browser.tell("a.pdf", sheet, .preview)
    #expect(browser.pictures.isEmpty)
    browser.tell("b.pdf", sheet, .preview)
    #expect(browser.pictures.keys.sorted() == ["b.pdf"])
  }

  @Test func textReplacesALateOrMissingPicture() {
    var browser = previewing()
    #expect(!browser.screen.contains { $0.contains("┌") })
    let serial = browser.state.browser.preview.serial
    browser.answer(browser.state.update(.reminded(.preview(serial: serial))))
    #expect(browser.screen.contains { $0.contains("┌") })
    browser.press("j")
    #expect(!browser.screen.contains { $0.contains("┌") })
    browser.tell("b.pdf", nil, .preview)
    #expect(browser.screen.contains { $0.contains("┌") })
  }

  @Test func withoutGraphicsThePreviewShowsText() {
    var browser = BrowserBench(["/home/me": ["a.pdf"]], size: Size(width: 120, height: 40))
    browser.answer(
      browser.state.update(
        .pictureTerms(PictureTerms(.characters, cell: .init(width: 10, height: 20)))))
    #expect(browser.screen.contains { $0.contains("┌") })
    browser.tell("a.pdf", sheet, .preview)
    #expect(browser.pictures.isEmpty)
    browser.press("i")
    browser.tell("a.pdf", sheet)
    #expect(browser.pictures.count == 1)
  }
}
