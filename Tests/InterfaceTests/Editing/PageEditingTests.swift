import Canvas
import DocumentModel
import Interface
import Messages
import Testing
import Widgets

/// Pages cut, put down and turned in the grid.
@Suite struct PageEditingTests {
  private static func cut(_ pages: [Int], of count: Int) -> PageRearrangement? {
    PageRearrangement([.remove(pages)], of: count)
  }

  @Test func pagesAreMarkedLikeBrowserRows() {
    var book = EditedBook()
    book.press("T", "space", "space")
    #expect(book.book.rows.contains { $0.contains("✓ i") })
    book.press("l", "V", "l")
    #expect(book.state.pictures.overview?.markedWithRange == [0, 1, 3, 4])
    #expect(book.status.contains("4 chosen"))
    book.press("g i")
    #expect(book.state.pictures.overview?.markedWithRange == [2, 5])
    // Escape gives up what is chosen before it leaves.
    book.press("escape")
    #expect(book.state.pictures.overview?.markedWithRange == [] && book.state.isGridShown)
    book.press("escape")
    #expect(!book.state.isGridShown)
  }

  /// The outline is beside the pages, and covers none.
  @Test func theOutlinePanelOpensBesideThePages() throws {
    var book = EditedBook(pages: 6)
    _ = book.state.update(.input(.resize(Size(width: 100, height: 30))))
    let items = [OutlineItem(title: "Part", target: .destination(Destination(page: 0, y: 0)))]
    _ = book.state.update(.outline(book.id, generation: 1, items))
    book.press("T", "l", "o")
    #expect(book.state.panel?.source == .outline && book.cursor == 1)
    let edge = book.state.sidePanelWidth
    #expect(edge > 0)
    #expect(book.book.rows.dropLast().allSatisfy { Array($0)[edge] == "│" })
    #expect(book.state.scene().pictures.allSatisfy { $0.place.x > edge })
  }

  @Test func cuttingPagesKeepsTheOthers() throws {
    var book = EditedBook()
    _ = book.state.update(.input(.key(Key("J"))))
    book.press("T", "space", "space", "d")
    #expect(book.last?.change == .cut([1, 2]))
    #expect(book.status.contains("Cutting 2 pages"))
    book.finish(Self.cut([1, 2], of: 6), pages: 4)
    // The cursor had gone to the fourth page, which is the second now.
    #expect(book.cursor == 1 && book.state.pictures.overview?.marked == [])
    #expect(book.status.contains("2 pages cut"))
    #expect(book.state.panes[0].page == 1 && book.document.pageCount == 4)
  }

  @Test func aCountCutsThatManyPages() {
    var book = EditedBook()
    book.press("T", "l", "3 d")
    #expect(book.last?.change == .cut([1, 2, 3]))
  }

  @Test func keysPressedDuringAnEditRunAfterwards() {
    var book = EditedBook()
    book.press("T", "d", "l", "l", "p")
    #expect(book.asked.count == 1)
    book.finish(Self.cut([0], of: 6), pages: 5)
    // Behind what was the third page.
    #expect(book.last?.change == .put(at: 2))
    let moved = PageRearrangement([.move([0], to: 2)], of: 6)
    let back = Self.cut([0], of: 6).flatMap { cut in moved.map { cut.inverse.then($0) } }
    book.finish(back, pages: 6, versions: ("2", "3"))
    #expect(book.cursor == 2)
  }

  @Test func marksReturnWithTheirPages() throws {
    var book = EditedBook()
    book.press("J", "J", "m a", "J", "m b")
    book.press("T", "h", "d")
    #expect(book.last?.change == .cut([2]))
    let cut = try #require(Self.cut([2], of: 6))
    book.finish(cut, pages: 5)
    func pages() -> [Int] { book.document.reading.marks.map(\.place.page) }
    #expect(pages() == [2, 2])
    book.press("u")
    #expect(book.last?.change == .undo)
    book.finish(nil, pages: 6, versions: ("2", "1"))
    #expect(pages() == [2, 3] && book.cursor == 2)
    book.press("ctrl+r")
    book.finish(nil, pages: 5, versions: ("1", "2"))
    #expect(pages() == [2, 2])
    // Put down elsewhere the page takes its mark along.
    book.press("p")
    let moved = try #require(PageRearrangement([.move([2], to: 3)], of: 6))
    book.finish(
      cut.inverse.then(moved), pages: 6, versions: ("2", "3"),
      returned: .init(version: "1", moved))
    #expect(pages() == [3, 2])
  }

  @Test func rotatedPagesStayMarked() {
    var book = EditedBook()
    book.press("T", "space", "r")
    #expect(book.last?.change == .edits([.rotate([0], by: 90)]))
    book.finish(PageRearrangement(of: 6, now: 6), pages: 6)
    #expect(book.state.pictures.overview?.marked == [0])
    book.press("R")
    #expect(book.last?.change == .edits([.rotate([0], by: 270)]))
  }

  @Test func copiedPagesArePastedIntoAnotherDocument() {
    var book = EditedBook()
    book.press("T", "space", "y")
    #expect(book.asked.last == .hold(book.id, generation: 1, pages: [0]))
    #expect(book.state.pictures.overview?.marked == [])
    _ = book.state.open(path: "/other.pdf", start: .remembered)
    let other = book.state.documents[1].id
    _ = book.state.update(
      .opened(other, generation: 1, .success(DocumentSummary(pageCount: 3, title: "Other"))))
    _ = book.state.update(.reading(other, generation: 1, nil))
    book.press("T", "P")
    guard case .edit(let id, _, _, let change, _, _) = book.asked.last else {
      Issue.record("nothing was asked")
      return
    }
    #expect(id == other && change == .put(at: 0))
  }

  @Test func theGridFollowsToADocumentBeingOpened() {
    var book = EditedBook()
    _ = book.state.open([("/book.pdf", .remembered), ("/other.pdf", .remembered)])
    book.press("T", "G")
    _ = book.state.run("next-document")
    #expect(!book.state.isGridShown && !book.status.contains("Pages of"))
    let other = book.state.documents[1].id
    _ = book.state.update(
      .opened(other, generation: 1, .success(DocumentSummary(pageCount: 3, title: "Other"))))
    _ = book.state.update(.reading(other, generation: 1, ReadingState(place: Place(page: 2))))
    #expect(book.state.isGridShown && book.cursor == 2)
    #expect(book.status.contains("Pages of Other"))
  }

  @Test func pagesAreExtractedIntoANewFile() {
    var book = EditedBook()
    book.press("T", "space", "space", "x")
    #expect(book.state.prompt?.line.text == "/book p. i-ii.pdf")
    book.press("enter")
    #expect(book.last?.change == .edits([.keep([0, 1])]))
    #expect(book.last?.path == "/book p. i-ii.pdf")
  }

  /// A label that is cut at the window's half ends before what is typed.
  @Test func longPromptsAreTruncatedBeforeTheInput() {
    var book = EditedBook()
    book.state.prompt = nil
    _ = book.state.update(.input(.resize(Size(width: 40, height: 10))))
    book.press("T", "space", "space", "x")
    #expect(book.status.contains("…: "))
  }

  /// Cut pages are pasted before the program ends.
  @Test func quittingWaitsForRequestedEdits() {
    var book = EditedBook()
    book.press("T", "d", "p", "Z Z")
    #expect(!book.state.ending.hasCome && book.status.contains("quits when the pages are written"))
    book.finish(Self.cut([0], of: 6), pages: 5)
    #expect(!book.state.ending.hasCome && book.last?.change == .put(at: 1))
    let moved = PageRearrangement([.move([0], to: 1)], of: 6)
    let back = Self.cut([0], of: 6).flatMap { cut in moved.map { cut.inverse.then($0) } }
    book.finish(back, pages: 6, versions: ("2", "3"))
    #expect(book.state.ending.hasCome)
  }

  /// The terminal is gone: nothing is asked, and all that was requested is done.
  @Test func aHangupLosesNoEdits() {
    var book = EditedBook()
    book.press("T", "d", "p")
    _ = book.state.update(.input(.closed))
    #expect(!book.state.ending.hasCome && book.state.ending.isHungUp)
    book.press("d")
    book.finish(Self.cut([0], of: 6), pages: 5)
    #expect(!book.state.ending.hasCome && book.last?.change == .put(at: 1))
    book.finish(
      PageRearrangement([.insert(file: 1, pages: [0], at: 1)], of: 5, others: [6]), pages: 6,
      versions: ("2", "3"))
    #expect(book.state.ending.hasCome && book.state.lostEdits.isEmpty)
  }

  @Test func unfinishedEditsAfterAHangupAreReported() {
    var book = EditedBook()
    book.press("T", "d", "r")
    _ = book.state.update(.input(.closed))
    #expect(
      book.state.lostEdits == [
        "/book.pdf: not finished when Recto quit: cutting 1 page and rotating 1 page"
      ])
    book.refuse("book.pdf is damaged", .damaged)
    #expect(book.state.ending.hasCome && book.state.questions.shown == nil)
    #expect(
      book.state.lostEdits == ["book.pdf is damaged; not finished either: rotating 1 page"])
  }

  @Test func aHangupWithoutEditsQuitsAtOnce() {
    var book = EditedBook()
    book.press("T")
    _ = book.state.update(.input(.closed))
    #expect(book.state.ending.hasCome)
  }

  /// Quitting a second time asks about the waiting edits.
  @Test func quittingTwiceAsksAboutPendingEdits() {
    var book = EditedBook()
    book.press("T", "d", "l", "r", "Z Z", "Z Z")
    #expect(!book.state.ending.hasCome)
    let choices = book.state.questions.shown?.choices.map(\.words) ?? []
    #expect(choices.contains { $0.contains("without rotating 1 page") })
    book.press("n")
    book.finish(Self.cut([0], of: 6), pages: 5)
    #expect(!book.state.ending.hasCome && book.state.questions.shown == nil)
    book.press("Z Z", "Z Z", "w")
    #expect(!book.state.ending.hasCome)
    book.press("Z Z", "e")
    #expect(book.state.ending.hasCome)
  }

  @Test func quittingShowsWhyAnEditFailed() {
    var book = EditedBook()
    book.press("T", "d", "Z")
    book.refuse("book.pdf cannot be written")
    #expect(!book.state.ending.hasCome && book.status.contains("cannot be written"))
    book.press("Z")
    #expect(book.state.ending.hasCome)
  }

  @Test func theLastPageCannotBeCut() {
    var book = EditedBook(pages: 2)
    book.press("T", "g a", "d")
    #expect(book.asked.isEmpty && book.status.contains("at least one page"))
    book.press("p")
    #expect(book.asked.isEmpty)
  }

  @Test func signedDocumentsAreCopied() {
    var book = EditedBook()
    book.press("T", "r", "d")
    book.refuse("book.pdf is signed, and the edit makes its signatures invalid", .signed)
    // The edit requested after it is not done either.
    #expect(book.document.edits.waiting.isEmpty && !book.document.edits.isBusy)
    #expect(
      book.state.questions.shown?.text.contains("is signed") == true && book.state.prompt == nil)
    book.press("c")
    #expect(book.state.prompt?.line.text == "/book (edited).pdf")
    book.press("enter")
    #expect(book.last?.change == .edits([.rotate([0], by: 90)]))
    #expect(book.last?.path == "/book (edited).pdf")
    let serial = book.last?.serial ?? 0
    let effects = book.state.update(
      .edits(.copied(book.id, serial: serial, path: "/book (edited).pdf", sentences: [])))
    #expect(
      effects.contains { if case .open(_, "/book (edited).pdf", _, _) = $0 { true } else { false } }
    )
    // Between thumbnails, as before.
    let copy = book.state.document
    #expect(copy?.id != book.id && book.state.pictures.overview?.document == copy?.id)
  }

  @Test func signedDocumentsAreEditedWithConsent() {
    var book = EditedBook()
    book.press("T", "r")
    book.refuse("book.pdf is signed, and the edit makes its signatures invalid", .signed)
    book.press("y")
    #expect(book.last?.change == .edits([.rotate([0], by: 90)]))
    #expect(book.last?.path == nil && book.last?.isWarned == true)
    // Consent is for this edit only.
    book.finish(nil, pages: 6)
    book.press("r")
    #expect(book.last?.isWarned == false)
  }

  @Test func certifiedDocumentsAreOnlyCopied() {
    var book = EditedBook()
    book.press("T", "r")
    book.refuse("book.pdf is certified, and its certification allows no such edit", .certified)
    book.press("y")
    #expect(book.asked.count == 1 && book.state.questions.shown != nil)
    book.press("escape")
    #expect(book.asked.count == 1 && book.state.questions.shown == nil)
  }

  @Test func aFileChangedOnDiskIsNotOverwritten() {
    var book = EditedBook()
    book.press("T", "r", "d")
    book.refuse("book.pdf has changed on disk and is not written over")
    #expect(book.status.contains("has changed on disk") && book.asked.count == 1)
    // Nothing that was requested for the old pages is done to the new ones.
    _ = book.state.update(.fileChanged(book.id))
    book.press("d")
    #expect(book.asked.count == 1)
    _ = book.state.update(
      .opened(book.id, generation: 2, .success(DocumentSummary(pageCount: 3, title: "Book"))))
    #expect(book.asked.count == 1 && book.document.edits.waiting.isEmpty)
  }

  @Test func onlyPDFPagesCanBeEdited() {
    var book = EditedBook(pages: 1)
    book.state.documents[0].summary.capabilities = .image
    book.press("T", "r")
    #expect(book.asked.isEmpty && book.status.contains("Only PDFs"))
  }
}

/// Entries of the outline, in its panel.
@Suite struct OutlineEditingTests {
  private func book() -> EditedBook {
    var book = EditedBook()
    func item(_ title: String, _ page: Int, _ children: [OutlineItem] = []) -> OutlineItem {
      OutlineItem(
        title: title, target: .destination(Destination(page: page)), isOpen: true,
        children: children)
    }
    _ = book.state.update(
      .outline(
        book.id, generation: 1,
        [item("One", 0, [item("Deep", 1)]), item("Two", 2), item("Three", 4)]))
    return book
  }

  private func titles(_ book: EditedBook) -> [String] {
    book.document.outlineEntries.map { String(repeating: ">", count: $0.depth) + $0.item.title }
  }

  private func selected(_ book: EditedBook) -> String? {
    book.state.panel.flatMap { panel in
      panel.rows.indices.contains(panel.selected) ? panel.rows[panel.selected].text : nil
    }
  }

  @Test func entriesMoveAndStaySelected() {
    var book = book()
    book.press("o", "J")
    #expect(titles(book) == ["Two", "One", ">Deep", "Three"] && selected(book) == "One")
    book.press("L")
    #expect(titles(book) == ["Two", ">One", ">>Deep", "Three"] && selected(book) == "One")
    book.press("H", "J")
    #expect(titles(book) == ["Two", "Three", "One", ">Deep"] && selected(book) == "One")
    #expect(book.last?.change == .edits([.moveEntry(.number(0), .after(.number(2)))]))
    // All that was done meanwhile is written at once.
    book.finish(PageRearrangement(of: 6, now: 6), pages: 6)
    // The file's outline is not shown before all is in it.
    _ = book.state.update(.outline(book.id, generation: 2, [OutlineItem(title: "Old")]))
    #expect(titles(book) == ["Two", "Three", "One", ">Deep"] && selected(book) == "One")
    #expect(
      book.last?.change
        == .edits([
          .moveEntry(.number(1), .under(.number(0))), .moveEntry(.number(1), .after(.number(0))),
          .moveEntry(.number(1), .after(.number(3))),
        ]))
  }

  @Test func outlineEntriesAreRenamedAddedAndRemoved() {
    var book = book()
    book.press("o", "r")
    for _ in 0..<3 { book.press("backspace") }
    book.type("First")
    book.press("enter")
    #expect(titles(book).first == "First")
    #expect(book.last?.change == .edits([.renameEntry(.number(0), to: "First")]))
    book.finish(PageRearrangement(of: 6, now: 6), pages: 6)
    book.press("D")
    #expect(titles(book) == ["Two", "Three"] && book.status.contains("and 1 under it"))
    book.finish(PageRearrangement(of: 6, now: 6), pages: 6, versions: ("2", "3"))
    book.press("a")
    book.type("Here")
    book.press("enter")
    #expect(titles(book) == ["Two", "Here", "Three"] && selected(book) == "Here")
    #expect(
      book.last?.change == .edits([.addEntry(title: "Here", page: 0, .after(.number(0)))]))
  }

  /// The pages of the new version are reported after its outline.
  @Test func outlineRowsShowPageLabelsAfterAnEdit() {
    var book = book()
    book.press("o", "J")
    book.finish(PageRearrangement(of: 6, now: 6), pages: 6, label: "xi")
    #expect(book.state.panel?.rows.map(\.detail) == ["xi", "xi", "xi", "xi"])
  }

  @Test func aRefusedEditReloadsTheOutline() {
    var book = book()
    book.press("o", "D")
    guard let serial = book.last?.serial else { return }
    let effects = book.state.update(
      .edits(.refused(book.id, serial: serial, "it does not allow this", nil)))
    #expect(effects.contains(.loadOutline(book.id, generation: 1)))
    #expect(book.status.contains("does not allow"))
  }
}
