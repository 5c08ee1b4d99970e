import Canvas
import DocumentModel
import Messages
import Testing
import Text

@testable import Interface

/// The comparison of two versions as the screen asks for it and shows it.
@Suite struct ComparisonScreenTests {
  private static func change(
    _ kind: DocumentChange.Kind, page: Int32, at start: Int32, inserted: String = "",
    deleted: String = ""
  ) -> DocumentChange {
    DocumentChange(
      kind: kind, spans: [SearchHit.Span(page: page, start: start, end: start + 4)],
      oldSpans: kind == .inserted ? [] : [SearchHit.Span(page: page, start: start, end: start + 4)],
      inserted: inserted, deleted: deleted)
  }

  private static let found = VersionChanges(
    changes: [
      change(.replaced, page: 0, at: 14, inserted: "page", deleted: "leaf"),
      change(.deleted, page: 3, at: 0, deleted: "gone"),
      change(.inserted, page: 5, at: 0, inserted: "page"),
    ],
    pairs: (0..<9).map { page in
      PlacePair(new: Place(page: page, offset: 0), old: Place(page: max(0, page - 1), offset: 0))
    })

  /// A book compared with an older version of as many pages.
  private static func compared() -> (Book, DocumentID) {
    var book = Book(pages: 9)
    _ = book.state.update(.versionTyped(book.id, path: "/old.pdf"))
    let old = book.state.documents[1].id
    let effects = book.state.update(
      .opened(old, generation: 1, .success(DocumentSummary(pageCount: 9, title: "Old"))))
    let request = ComparisonRequest(new: book.id, 1, old: old, 1)
    #expect(effects.contains(.compare(request)))
    _ = book.state.update(
      .pages(
        old, generation: 1, first: 0,
        (0..<9).map { _ in PageInfo(label: "", size: PageSize(width: 600, height: 800)) }))
    for page in 0..<9 { _ = book.state.update(Book.content(old, page, lines: 30)) }
    _ = book.state.update(.compared(request, .done(found)))
    return (book, old)
  }

  @Test func aTypedPathIsFoundAndOpened() {
    var book = Book(pages: 2)
    #expect(book.state.run("diff old.pdf") == [.compareTyped(book.id, typed: "old.pdf")])
    let effects = book.state.update(.versionTyped(book.id, path: "/old.pdf"))
    let old = book.state.documents[1].id
    #expect(effects.contains(.open(old, path: "/old.pdf", generation: 1, password: "")))
    #expect(book.state.pane?.document == book.id)
    _ = book.state.update(.versionTyped(book.id, path: "/book.pdf"))
    #expect(book.state.notices.shown?.text.contains("is the document itself") == true)
  }

  @Test func aVersionThatDoesNotOpenIsReported() {
    var book = Book(pages: 2)
    _ = book.state.update(.versionTyped(book.id, path: "/old.pdf"))
    let old = book.state.documents[1].id
    _ = book.state.update(.opened(old, generation: 1, .failure(.other("no such file"))))
    #expect(book.state.notices.shown == Notice(text: "no such file", isError: true))
    #expect(book.state.comparison == nil && book.state.documents.count == 1)
  }

  @Test func aFailedComparisonKeepsTheOneBefore() {
    var (book, _) = Self.compared()
    _ = book.state.update(.versionTyped(book.id, path: "/missing.pdf"))
    let missing = book.state.documents[2].id
    _ = book.state.update(.opened(missing, generation: 1, .failure(.other("no such file"))))
    #expect(book.state.notices.shown == Notice(text: "no such file", isError: true))
    #expect(book.state.comparison?.changes.count == 3)
    _ = book.press("] c")
    #expect(book.state.comparison?.current == 0)
  }

  @Test func aFinishedComparisonReplacesTheOneBefore() {
    var (book, _) = Self.compared()
    _ = book.state.update(.versionTyped(book.id, path: "/other.pdf"))
    let other = book.state.documents[2].id
    _ = book.state.update(
      .opened(other, generation: 1, .success(DocumentSummary(pageCount: 9, title: "Other"))))
    _ = book.state.update(
      .compared(ComparisonRequest(new: book.id, 1, old: other, 1), .done(Self.found)))
    #expect(book.state.comparison?.old == other)
    _ = book.state.drop(other)
    _ = book.state.update(.picturesChanged)
    #expect(book.state.comparison == nil)
  }

  @Test func changesAreMarkedAndSteppedThrough() {
    var (book, _) = Self.compared()
    #expect(book.state.notices.shown?.text.hasPrefix("3 changes") == true)
    #expect(
      PaneView.lit(book.state, in: book.id, on: 3)
        == [LitRange(range: 0..<4, light: .change(.gap, 1))])
    _ = book.press("] c")
    #expect(book.state.notices.shown?.text == "1 of 3 − leaf + page")
    _ = book.press("] c")
    #expect(book.state.notices.shown?.text == "2 of 3 − gone")
    #expect(book.rows.contains { $0.contains("page 4 line 1") })
    _ = book.press("] c", "] c")
    #expect(book.state.notices.shown?.text == "No more changes")
    #expect(book.rows.contains { $0.contains("page 6 line 1") })
    _ = book.press("[ c")
    #expect(book.rows.contains { $0.contains("page 4 line 1") })
    _ = book.state.run("changes")
    #expect(book.state.panel?.rows.map(\.text) == ["− leaf + page", "− gone", "+ page"])
  }

  @Test func twoViewsMoveInStep() {
    var (book, old) = Self.compared()
    _ = book.state.run("diff-views")
    #expect(Set(book.state.panes.map(\.document)) == [book.id, old])
    #expect(book.state.pane?.document == book.id)
    _ = book.press("6 G")
    let other = book.state.panes.first { $0.document == old }
    #expect(other?.page == 4)
    #expect(PaneView.lit(book.state, in: old, on: 3).map(\.light) == [.change(.deleted, 1)])
  }

  @Test func theComparisonEndsWithEitherVersion() {
    var (book, old) = Self.compared()
    #expect(book.state.run("diff-off") == [.stopComparing])
    #expect(PaneView.lit(book.state, in: book.id, on: 3).isEmpty)
    _ = book.state.update(.versionTyped(book.id, path: "/old.pdf"))
    #expect(book.state.comparison?.request != nil)
    _ = book.state.drop(old)
    _ = book.press("j")
    #expect(book.state.comparison == nil)
  }

  @Test func aReloadedVersionIsComparedAgain() {
    var (book, old) = Self.compared()
    let effects = book.state.update(
      .opened(book.id, generation: 2, .success(DocumentSummary(pageCount: 9, title: "Book"))))
    #expect(effects.contains(.compare(ComparisonRequest(new: book.id, 2, old: old, 1))))
  }

  @Test func otherMarksTakePrecedence() {
    let changes = [LitRange(range: 0..<10, light: .change(.inserted, 0))]
    let hit = LitRange(range: 3..<5, light: .hit)
    #expect(changes.subtracting([hit]).map(\.range) == [0..<3, 5..<10])
    #expect(changes.subtracting([]) == changes)
  }
}
