import Canvas
import DocumentModel
import Interface
import Messages
import Text
import Testing

@Suite struct PanelTests {
  private static let outline = [
    OutlineItem(
      title: "First", target: .destination(Destination(page: 0, y: 0)),
      children: [OutlineItem(title: "Inner", target: .destination(Destination(page: 1, y: 0)))]),
    OutlineItem(title: "Second", target: .destination(Destination(page: 3, y: 100))),
  ]

  /// A book with an outline in a window wide enough to show it beside the text.
  private func book() -> Book {
    var book = Book(pages: 5, size: Size(width: 100, height: 24))
    _ = book.state.update(.outline(book.id, generation: 1, Self.outline))
    return book
  }

  @Test func movingInTheOutlineShowsTheTarget() {
    var book = book()
    _ = book.press("j", "o", "G")
    #expect(book.rows[0].contains("page 4 line 6"))
    _ = book.press("escape")
    #expect(book.top == "page 1 line 2")
    #expect(book.state.document?.reading.history == [])
  }

  /// `gg` is the list's; `g t`, which shows the next document, is not taken for `g` and the tags' `t`.
  @Test func gSequencesWorkInASidePanel() {
    var book = book()
    _ = book.press("o", "G", "g", "g")
    #expect(book.state.panel?.selected == 0)
    _ = book.press("g", "t")
    #expect(book.state.panel?.source == .outline)
    _ = book.press("g", "escape")
    #expect(book.state.panel?.source == .outline)
    _ = book.press("escape")
    #expect(book.state.panel == nil)
  }

  @Test func countsMoveInASidePanel() {
    var book = book()
    _ = book.press("o", "l", "2", "j")
    #expect(book.state.panel?.selected == 2)
    #expect(book.state.keyInput.count == nil)
    _ = book.press("1", "G")
    #expect(book.state.panel?.selected == 0)
    #expect(book.state.keyInput.count == nil)
    _ = book.press("7", "escape")
    #expect(book.state.panel == nil && book.state.keyInput.count == nil)
  }

  /// Keys typed before the outline is read wait for it; Escape gives them up.
  @Test func keysWaitForTheOutline() {
    var book = Book(pages: 5, size: Size(width: 100, height: 24))
    _ = book.press("o", "j", "j", "enter")
    #expect(book.state.panel?.source == .outline)
    _ = book.state.update(.outline(book.id, generation: 1, Self.outline))
    #expect(book.state.panel == nil && book.top.contains("page 4 line 6"))
    var other = Book(pages: 5, size: Size(width: 100, height: 24))
    _ = other.press("o", "j", "escape", "escape")
    #expect(other.state.panel == nil)
  }

  @Test func choosingAnOutlineEntryIsOneJump() {
    var book = book()
    _ = book.press("j", "o", "G", "enter")
    #expect(book.top.contains("page 4 line 6"))
    _ = book.press("ctrl+o")
    #expect(book.top == "page 1 line 2")
  }

  @Test func browsingTheOutlineIsNotRemembered() {
    var book = book()
    let effects = book.press("o", "G") + book.state.saveReading()
    let places = effects.compactMap { effect -> Place? in
      if case .saveReading(_, _, _, let reading) = effect { return reading.place }
      return nil
    }
    #expect(places == [Place(page: 0)])
  }

  @Test func theOutlineFollowsTheReader() {
    var book = book()
    _ = book.press("o", "J", "J", "J", "J")
    let current = book.state.panel?.rows.first(where: \.isCurrent)?.text
    #expect(current == "Second")
  }

  @Test func aClickOnTheTriangleFolds() {
    var book = book()
    _ = book.press("o")
    #expect(!book.rows.contains { $0.contains("Inner") })
    _ = book.click(x: 1, y: 2)
    #expect(book.rows.contains { $0.contains("Inner") })
    _ = book.click(x: 6, y: 4)
    #expect(book.state.panel == nil)
    #expect(book.top == "page 4 line 6")
  }

  @Test func sectionKeysExplainAMissingOutline() {
    var book = Book(pages: 3, size: Size(width: 100, height: 24))
    _ = book.press("]", "]")
    #expect(book.state.notices.shown?.text == "The outline is still being read")
    _ = book.state.update(.outline(book.id, generation: 1, []))
    _ = book.press("]", "]")
    #expect(
      book.state.notices.shown?.text
        == "This document has no outline: o, then Enter, builds one from headings")
    _ = book.press("o", "enter", "]", "]")
    #expect(book.state.notices.shown?.text == "The outline is still being built from headings")
    _ = book.state.update(.references(book.id, generation: 1, DocumentReferences()))
    _ = book.press("]", "]")
    #expect(book.state.notices.shown?.text == "This document has no outline and no headings")
  }

  @Test func anOutlineFromHeadingsIsOffered() {
    var book = Book(pages: 3, size: Size(width: 100, height: 24))
    _ = book.state.update(.outline(book.id, generation: 1, []))
    _ = book.press("o")
    #expect(book.rows.joined().contains("no outline"))
    let effects = book.press("enter")
    #expect(effects.contains(.findReferences(book.id, generation: 1)))
    _ = book.state.update(.pagesRead(book.id, generation: 1, 2))
    #expect(book.rows.joined().contains("2 of 3"))
    _ = book.state.update(.references(book.id, generation: 1, Self.generated))
    #expect(book.rows[0].contains("from headings"))
    #expect(book.rows.contains { $0.contains("Second") })
  }

  private static var generated: DocumentReferences {
    var references = DocumentReferences()
    references.outline = outline
    return references
  }

  @Test func theDocumentsOutlineReplacesAGeneratedOne() {
    var book = Book(pages: 6, size: Size(width: 100, height: 24))
    _ = book.state.update(.references(book.id, generation: 1, Self.generated))
    #expect(book.state.document?.isOutlineGenerated == false)
    _ = book.state.update(.outline(book.id, generation: 1, []))
    #expect(book.state.document?.isOutlineGenerated == true)
    _ = book.press("o")
    #expect(book.rows[0].contains("from headings"))
    // Its entries are not in the file.
    _ = book.press("r")
    #expect(book.state.notices.shown?.text.contains("not in the file") == true)
    _ = book.press("escape")
    let own = [OutlineItem(title: "Own", target: .destination(Destination(page: 1, y: 0)))]
    _ = book.state.update(.outline(book.id, generation: 1, own))
    #expect(book.state.document?.outlineEntries.map(\.item.title) == ["Own"])
  }

  @Test func sectionKeysFollowThePlaceOrder() {
    var book = Book(pages: 6)
    let places = [(0, 0.0), (2, 40.0), (2, 300.0), (4, 0.0), (1, 0.0)]
    let items = places.enumerated().map { index, place in
      OutlineItem(
        title: "S\(index)", target: .destination(Destination(page: place.0, y: place.1)))
    }
    _ = book.state.update(.outline(book.id, generation: 1, items))
    _ = book.press("5 G", "j", "j")
    // The last entry points back to page 2 and is not the current one.
    #expect(book.state.section(of: 0)?.item.title == "S3")
    var seen: [String] = []
    for _ in 0..<6 {
      _ = book.press("[ [")
      seen.append(book.top)
    }
    #expect(
      seen == [
        "page 5 line 1", "page 3 line 16", "page 3 line 3", "page 2 line 1", "page 1 line 1",
        "page 1 line 1",
      ])
  }

  @Test func thePanelWaitsForTheOutline() {
    var book = Book(pages: 3, size: Size(width: 100, height: 24))
    #expect(book.press("o").isEmpty)
    _ = book.state.update(.outline(book.id, generation: 1, Self.outline))
    #expect(book.rows.contains { $0.contains("Second") })
  }

  @Test func thePaletteJumpsToPagesAndTakesArguments() {
    var book = book()
    _ = book.press(": i i enter")
    #expect(book.top == "page 2 line 1")
    _ = book.press(": 5 0 % enter")
    #expect(book.rows.last?.contains("50 %") == true)
    let typed = book.press(": o p e n space b")
    #expect(typed.contains(.listPaths(typed: "b")))
    _ = book.state.update(.paths(typed: "b", ["b/", "book.pdf"]))
    #expect(book.press("down", "enter").contains(.openTyped("book.pdf")))
    _ = book.press(": o p e n space b")
    _ = book.state.update(.paths(typed: "b", ["b/", "book.pdf"]))
    #expect(book.press("enter").contains(.listPaths(typed: "b/")))
    #expect(book.press("x enter").contains(.openTyped("b/x")))
  }

  @Test func unavailableCommandsExplainWhy() {
    var book = book()
    _ = book.press(": o u t l i n e - f r o m")
    #expect(book.rows.contains { $0.contains("The document has an outline") })
    _ = book.press("enter")
    #expect(book.rows.last?.contains("The document has an outline") == true)
  }

  /// A combining mark after a slash or a dot forms one character with it; the file system sees the slash.
  @Test(arguments: [
    "../../.bashrc", "..\\.bashrc", "../\u{301}../bashrc", "x/.\u{202E}bashrc", "bashrc/",
    "./ bashrc",
  ]) func attachmentsAreSavedUnderSafeNames(_ requested: String) {
    var book = book()
    book.state.environment.installed.downloads = "/home/me/Downloads"
    _ = book.press(": i n f o r m a t i o n enter")
    _ = book.state.update(.metadata(book.id, generation: 1, Metadata()))
    _ = book.state.update(
      .attachments(book.id, generation: 1, [Attachment(name: requested, size: 12)]))
    _ = book.press("/ b a s h enter")
    #expect(book.rows.last?.contains("Save as: /home/me/Downloads/bashrc") == true)
    #expect(
      book.press("enter") == [
        .saveAttachment(book.id, generation: 1, index: 0, path: "/home/me/Downloads/bashrc")
      ])
  }

  @Test(arguments: [40, 60, 120]) func aLongPathIsShownCompletely(_ width: Int) {
    var book = Book(pages: 1, size: Size(width: width, height: 10))
    let path = "/home/me/papers of 2026/articles-10.5281_zenodo.3842360-日本語の論文のとても長い題-article.pdf"
    _ = book.state.open(path: path, start: .remembered)
    let lines = PanelSource.informationRows(book.state).prefix { !$0.text.hasPrefix("Pages") }.map {
      String($0.text.dropFirst(12))
    }
    #expect(lines.joined().filter { $0 != " " } == path.filter { $0 != " " })
    #expect(lines.allSatisfy { CellWidth.of($0) <= min(width - 20, 68) })
  }

  @Test func anAuthorMayBeReadFromTheRight() {
    var book = Book(pages: 1, size: Size(width: 60, height: 30))
    var metadata = Metadata()
    metadata.author = "Ann Author!"
    metadata.isAuthorRightToLeft = true
    _ = book.state.update(.metadata(book.id, generation: 1, metadata))
    let row =
      PanelSource.informationRows(book.state).first { $0.text.hasPrefix("Author") }?.text ?? ""
    #expect(row.hasSuffix(" !Ann Author") && CellWidth.of(row) == 12 + 40)
  }
}
