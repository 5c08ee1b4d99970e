import Canvas
import DocumentModel
import Messages
import Testing

@testable import Interface

/// Positions of other machines and conflict copies on the screen.
@Suite struct SyncScreenTests {
  private static func said(_ book: Book) -> String { book.rows.last ?? "" }

  @Test func anUnreadDocumentOpensAtTheSyncedPlace() {
    var book = Book(pages: 9, size: Size(width: 120, height: 24))
    let place = ReadElsewhere(place: Place(page: 4), machine: "laptop", age: "5 minutes ago")
    _ = book.state.update(.readElsewhere(book.id, place))
    #expect(book.top == "page 5 line 1")
    #expect(Self.said(book).contains("Continued at page 5, read on laptop, 5 minutes ago"))
  }

  @Test func anOpenDocumentMovesOnlyOnRequest() {
    var book = Book(pages: 9, size: Size(width: 120, height: 24))
    _ = book.press("2", "G")
    let place = ReadElsewhere(place: Place(page: 4), machine: "laptop", age: nil)
    _ = book.state.update(.readElsewhere(book.id, place))
    #expect(book.top == "page 2 line 1")
    #expect(Self.said(book).contains("page 5 on laptop; g w goes there"))
    _ = book.press("g", "w")
    #expect(book.top == "page 5 line 1")
    _ = book.press("g", "w")
    #expect(book.top == "page 5 line 1")
  }

  @Test func marksOfOtherMachinesAreShownAtOnce() {
    var book = Book(pages: 9, size: Size(width: 120, height: 24))
    _ = book.press("m", "a")
    _ = book.state.run("marks")
    let mark = Mark(name: "b", place: Place(page: 4), snippet: "from the laptop")
    _ = book.state.update(
      .markedElsewhere(
        book.id, [MarkElsewhere(name: "b", mark: mark), MarkElsewhere(name: "a", mark: nil)]))
    #expect(book.state.document?.reading.marks == [mark])
    #expect(book.rows.contains { $0.contains("from the laptop") })
  }

  @Test func aConflictCopyIsMergedWhenTheAnnotationsAreKnown() throws {
    var book = Book(pages: 2, size: Size(width: 120, height: 24))
    let copy = "/tmp/book (conflicted copy 2026-01-01).pdf"
    _ = book.state.update(.conflict(book.id, .hasCopies([copy])))
    #expect(Self.said(book).contains("There is a conflict copy of"))
    func merges(_ effects: [Effect]) -> Bool {
      effects.contains { if case .mergeConflict(book.id, _, copy, _) = $0 { true } else { false } }
    }
    #expect(!merges(book.state.mergeConflict()))
    let loaded = book.state.update(
      .annotations(.news(book.id, generation: 1, .loaded([], SaveStatus()))))
    #expect(merges(loaded))
    let new = Annotation(
      id: AnnotationID("n"), page: 0, kind: .note, box: Box(x0: 1, y0: 1, x1: 2, y1: 2),
      contents: "there")
    let merge = ConflictMerge(original: [], copy: [new], base: []) { AnnotationID("x") }
    let effects = book.state.update(
      .conflict(book.id, .merge(merge, copy: copy, words: "book.pdf: 1 annotation added")))
    #expect(effects.contains { if case .annotations(.edit) = $0 { true } else { false } })
    let question = try #require(book.state.questions.shown)
    #expect(question.text.contains("to the trash?"))
    #expect(
      question.choices.first?.reply == .effects([.browse(.files(.trash([copy])))]))
  }
}
