import Canvas
import DocumentModel
import Interface
import Messages
import Testing

@testable import Text

/// The list of references, the mentions of a work and the definitions of terms.
@Suite struct ReferencesTests {
  private static let entry = Destination(page: 5, x: 20, y: 0)

  private static func citation(_ page: Int, line: Int) -> Reference {
    Reference(
      kind: .cite, text: "[1]", page: page,
      box: Box(x0: 0, y0: Float(line) * 20, x1: 60, y1: Float(line) * 20 + 12),
      target: .destination(entry), context: "… as \(page + 1) shows [1] …")
  }

  /// A book of six pages that cites one work on its first, second and fourth page.
  private func book() -> Book {
    var book = Book(pages: 6, size: Size(width: 100, height: 24))
    var found = DocumentReferences()
    for (page, line) in [(0, 1), (1, 2), (3, 3)] {
      found.pages[page] = [Self.citation(page, line: line)]
    }
    found.entries = [
      BibliographyEntry(
        label: "1",
        scalars: Array(
          "[1] A. Doe. A title. https://example.org/a, 2018.".unicodeScalars.map(\.value)),
        place: Self.entry),
      BibliographyEntry(
        label: "2", scalars: Array("[2] B. Roe. Another. 2019.".unicodeScalars.map(\.value)),
        place: Destination(page: 5, x: 20, y: 40)),
    ]
    found.terms = ["LF": Destination(page: 4, x: 20, y: 0)]
    _ = book.state.update(.references(book.id, generation: 1, found))
    for page in 0..<6 { _ = book.state.update(.links(book.id, generation: 1, page: page, [])) }
    return book
  }

  @Test func theListShowsWorksWithTheirMentions() {
    var book = book()
    _ = book.press("g r")
    #expect(book.rows[0].contains("References"))
    #expect(book.rows.contains { $0.contains("▸ [1] A. Doe") && $0.contains("3×") })
    #expect(book.rows.contains { $0.contains("[2] B. Roe") && $0.contains("not cited") })
    _ = book.press("l", "j", "j")
    #expect(book.rows.contains { $0.contains("… as 2 shows [1] …") })
    _ = book.press("enter")
    #expect(book.state.panel == nil && book.top.hasPrefix("page 2"))
    #expect(book.state.notices.shown?.text.hasPrefix("Mention 2 of 3: [1] A. Doe") == true)
    _ = book.press("ctrl+o")
    #expect(book.top == "page 1 line 1")
  }

  @Test func theListIsFilteredByWords() {
    var book = book()
    _ = book.press("g r", "/", "r", "o", "e")
    #expect(book.rows.contains { $0.contains("B. Roe") })
    #expect(!book.rows.contains { $0.contains("A. Doe") })
  }

  @Test func aCitationOfTheDocumentIsCopied() {
    var book = book()
    #expect(book.press("Y").contains(.cite(book.id, generation: 1, .text)))
    let effects = book.state.update(.cited(book.id, generation: 1, "A. Doe: A title. 2018."))
    #expect(effects.contains(.copy("A. Doe: A title. 2018.")))
    _ = book.press(":")
    _ = book.state.take(.paste("cite foo"))
    #expect(book.press("enter").isEmpty)
    #expect(book.state.notices.shown?.text.contains("text, bibtex, csl, markdown") == true)
    _ = book.state.update(.cited(book.id, generation: 1, ""))
    #expect(book.state.notices.shown?.text.contains("how to cite it") == true)
  }

  @Test func anEntrysURLIsShownBeforeOpening() {
    var book = book()
    let work = ListedWork(title: "A title", author: "A. Doe", address: "https://example.org/a")
    #expect(book.press("g r", "o").contains(.findWork(work)))
    _ = book.state.update(.foundWork(work, nil))
    #expect(book.rows.joined().contains("https://example.org/a"))
    _ = book.press("escape")
    #expect(book.press("y").contains(.copy("[1] A. Doe. A title. https://example.org/a, 2018.")))
    let other = ListedWork(title: "Another", author: "B. Roe", address: nil)
    #expect(book.press("j", "o").contains(.findWork(other)))
    _ = book.state.update(.foundWork(other, nil))
    #expect(
      book.state.notices.shown?.text == "Not found in the library, and the entry has no address")
  }

  @Test func anEntrysWorkIsOpenedFromTheLibrary() {
    var book = book()
    let work = ListedWork(title: "A title", author: "A. Doe", address: "https://example.org/a")
    let found = FoundWork(path: "/papers/doe.pdf", isCertain: false)
    _ = book.state.update(.foundWork(work, found))
    #expect(book.state.document?.path == "/papers/doe.pdf")
    #expect(book.state.notices.shown?.text.contains("by its title") == true)
    #expect(book.state.notices.shown?.text.hasSuffix("ctrl+o goes back") == true)
  }

  @Test func theListWaitsForTheDocument() {
    var book = Book(pages: 6, size: Size(width: 100, height: 24))
    #expect(book.press("g r").contains(.findReferences(book.id, generation: 1)))
    _ = book.state.update(.pagesRead(book.id, generation: 1, 4))
    #expect(book.rows.joined().contains("4 of 6 pages"))
    _ = book.state.update(.references(book.id, generation: 1, DocumentReferences()))
    #expect(book.rows.joined().contains("No bibliography found"))
  }

  @Test func starMovesFromMentionToMention() {
    var book = book()
    _ = book.press("*")
    // Two citations are in sight, of one work each.
    #expect(book.state.hints?.items.isEmpty == false)
    _ = book.press("a")
    #expect(book.top.hasPrefix("page 2"))
    _ = book.press("*")
    #expect(book.top.hasPrefix("page 4"))
    _ = book.press("*")
    #expect(book.state.notices.shown?.text.hasPrefix("Mention 1 of 3") == true)
    _ = book.press("g *")
    #expect(book.state.notices.shown?.text.hasPrefix("Mention 3 of 3") == true)
  }

  @Test func aMentionAcrossLinesCountsOnce() {
    var book = book()
    var found = DocumentReferences()
    var broken = Self.citation(0, line: 1)
    broken.rest = [Reference.Line(page: 0, box: Box(x0: 0, y0: 40, x1: 60, y1: 52))]
    found.pages = [0: [broken], 3: [Self.citation(3, line: 3)]]
    found.entries = [BibliographyEntry(label: "1", scalars: [0x41], place: Self.entry)]
    _ = book.state.update(.references(book.id, generation: 1, found))
    _ = book.press("f")
    #expect(book.state.hints?.items.count == 1)
    _ = book.press("escape", "*", "a")
    #expect(book.state.notices.shown?.text.hasPrefix("Mention 2 of 2") == true)
    _ = book.press("g r")
    #expect(book.rows.contains { $0.contains("2×") })
  }

  @Test func starInTheCardMovesToTheNextMention() {
    var book = book()
    _ = book.press("F", "a")
    #expect(book.state.peek != nil)
    _ = book.press("*")
    #expect(book.state.peek == nil && book.top.hasPrefix("page 2"))
  }

  @Test func theTargetOfAJumpIsHighlightedBriefly() {
    var book = book()
    let effects = book.press("f", "a")
    #expect(book.top.hasPrefix("page 6"))
    let reminder = effects.compactMap { effect -> Reminder? in
      if case .remind(let reminder, _) = effect, case .flash = reminder { reminder } else { nil }
    }.first
    let plain = book.state.themes.current.text
    func isLit() -> Bool {
      let surface = book.state.view()
      return (0..<60).contains { surface[x: $0, y: 0].style == book.state.themes.current.hit }
    }
    #expect(plain != book.state.themes.current.hit && isLit())
    if let reminder { _ = book.state.update(.reminded(reminder)) }
    #expect(reminder != nil && !isLit())
  }

  @Test func aMissingDefinitionIsReported() {
    var book = book()
    _ = book.press("g d")
    #expect(book.state.notices.shown?.text == "No term on screen that this document defines")
  }
}
