import Canvas
import DocumentModel
import Testing
import Widgets

@testable import Interface
import Messages

/// Edits from the list of all documents' annotations.
@Suite struct AnnotationBorrowingTests {
  private static let far = AnnotatedBook.highlight("z", page: 4, line: 0, note: "elsewhere")

  /// A reader with the list of all documents' annotations, one of them in a document that is not open.
  private func listed() -> AnnotatedBook {
    var book = AnnotatedBook(pages: 2)
    book.press("A", "tab")
    let found = [DocumentAnnotations(path: "/other.pdf", title: "Other", annotations: [Self.far])]
    book.tell(.foundAll(serial: book.state.annotating.list.serial, found, isEnd: true))
    return book
  }

  private func opened(_ effects: [Effect]) -> DocumentID? {
    for case .open(let id, "/other.pdf", _, _) in effects { return id }
    return nil
  }

  /// Its annotations come, as they do when it has been opened.
  @discardableResult
  private func load(
    _ id: DocumentID, _ book: inout AnnotatedBook,
    saveStatus: SaveStatus = SaveStatus(), _ annotations: [Annotation] = [far]
  ) -> [Effect] {
    let effects = book.state.update(
      .opened(id, generation: 1, .success(DocumentSummary(pageCount: 6, title: "Other"))))
    #expect(effects.contains(.annotations(.load(id, generation: 1))))
    return book.state.update(
      .annotations(.news(id, generation: 1, .loaded(annotations, saveStatus))))
  }

  private func edits(_ effects: [Effect], of id: DocumentID) -> [AnnotationChange] {
    effects.flatMap { effect -> [AnnotationChange] in
      guard case .annotations(.edit(id, _, let step, _)) = effect else { return [] }
      return step.changes
    }
  }

  @Test func deletionAndUndoWorkInTheList() throws {
    var book = listed()
    let id = try #require(opened(book.press("d")))
    #expect(book.state.panel?.source == .annotations)
    let effects = load(id, &book)
    #expect(edits(effects, of: id).map(\.after) == [nil])
    #expect(book.status.contains("Deleted the highlight"))
    // Rows of other documents are unchanged.
    #expect(book.state.panes[0].document == book.book.id && book.state.session?.paths.count == 1)
    let asked = book.state.update(
      .annotations(
        .news(
          id, generation: 1,
          .changed(
            [AnnotationChange(before: Self.far, after: nil)], page: nil,
            SaveStatus()))))
    #expect(asked.contains { if case .annotations(.findAll) = $0 { true } else { false } })
    let undone = book.press("U")
    #expect(undone.contains(.annotations(.undo(id, generation: 1))))
    #expect(book.press("U").isEmpty)
    #expect(book.status.contains("Nothing left to undo"), "\(book.status)")
    #expect(book.press("ctrl+r").contains(.annotations(.redo(id, generation: 1))))
    // With the list it goes.
    let left = book.press("escape")
    #expect(book.state.panel == nil && left.contains(.close(id)))
    #expect(book.state.documents.map(\.id) == [book.book.id])
  }

  /// Titles are often the same, and nothing else says which document one edits.
  @Test func documentsWithTheSameTitleAreDistinguished() {
    var book = listed()
    let far = Self.far
    let found = ["/a/one.pdf", "/b/two.pdf", "/c/three.pdf", "/d/four.pdf"].map {
      let titles = ["/a/one.pdf": "Same", "/b/two.pdf": "Same", "/c/three.pdf": "none"]
      return DocumentAnnotations(path: $0, title: titles[$0] ?? "Own", annotations: [far])
    }
    book.tell(.foundAll(serial: book.state.annotating.list.serial, found, isEnd: true))
    let headings = book.state.panel?.rows.filter {
      $0.isHeading && !$0.detail.isEmpty
    }.map(\.text)
    #expect(headings == ["Same · one.pdf", "Same · two.pdf", "three.pdf", "Own"])
  }

  @Test func aReplyHiddenByTheFilterIsReported() throws {
    var book = listed()
    book.press("/")
    book.type("elsewhere")
    book.press("down")
    let found = [DocumentAnnotations(path: "/other.pdf", title: "Other", annotations: [Self.far])]
    book.tell(.foundAll(serial: book.state.annotating.list.serial, found, isEnd: true))
    let id = try #require(opened(book.press("r")))
    load(id, &book)
    book.type("an answer")
    // As any other edit, though another document is read.
    #expect(edits(book.press("enter"), of: id).first?.after?.contents == "an answer")
    #expect(book.status.contains("hides it"), "\(book.status)")
  }

  @Test func undoReportsThePageLabelOfTheList() throws {
    var book = listed()
    var waymarks = DocumentWaymarks()
    waymarks.labels = [4: PageLabels("v")]
    let found = [
      DocumentAnnotations(
        path: "/other.pdf", title: "Other", annotations: [Self.far], waymarks: waymarks)
    ]
    book.tell(.foundAll(serial: book.state.annotating.list.serial, found, isEnd: true))
    let id = try #require(opened(book.press("d")))
    load(id, &book)
    book.press("U")
    book.tell(
      .news(
        id, generation: 1,
        .changed(
          [AnnotationChange(before: nil, after: Self.far)], page: 4,
          SaveStatus())))
    #expect(book.status.contains("on p. v was restored"), "\(book.status)")
  }

  /// The edited annotation is the newest, but moving down still reaches the neighbours shown before.
  @Test func documentsKeepTheirOrderAfterAnEdit() throws {
    var book = listed()
    func found(_ names: [String]) -> [DocumentAnnotations] {
      names.map { DocumentAnnotations(path: $0, title: "", annotations: [Self.far]) }
    }
    func headings() -> [String] {
      book.state.panel?.rows.filter { $0.isHeading && !$0.detail.isEmpty }.map(\.text) ?? []
    }
    let serial = book.state.annotating.list.serial
    book.tell(
      .foundAll(serial: serial, found(["/first.pdf", "/other.pdf", "/z.pdf"]), isEnd: true))
    let id = try #require(opened(book.press("d")))
    load(id, &book)
    _ = book.state.update(
      .annotations(
        .news(
          id, generation: 1,
          .changed(
            [AnnotationChange(before: Self.far, after: Self.far)], page: nil,
            SaveStatus()))))
    // Until the answer is whole the rows are those of before.
    let next = book.state.annotating.list.serial
    #expect(next > serial)
    book.tell(.foundAll(serial: next, found(["/other.pdf"]), isEnd: false))
    #expect(headings() == ["first.pdf", "other.pdf", "z.pdf"])
    book.tell(.foundAll(serial: next, found(["/first.pdf", "/z.pdf"]), isEnd: true))
    #expect(headings() == ["first.pdf", "other.pdf", "z.pdf"])
    // Another question is answered as it is.
    book.press("/", "x")
    let last = book.state.annotating.list.serial
    book.tell(.foundAll(serial: last, found(["/z.pdf", "/other.pdf"]), isEnd: true))
    #expect(headings() == ["z.pdf", "other.pdf"])
  }

  @Test func aTextIsWrittenInTheList() throws {
    var book = listed()
    let id = try #require(opened(book.press("e")))
    load(id, &book)
    #expect(book.state.prompt?.line.text == "elsewhere")
    book.type(", and here")
    let effects = book.press("enter")
    #expect(edits(effects, of: id).first?.after?.contents == "elsewhere, and here")
    #expect(book.state.panel?.source == .annotations)
    // A second one needs no opening.
    #expect(opened(book.press("e")) == nil && book.state.prompt != nil)
    // The list closes; the prompt keeps the document.
    book.state.closePanel()
    #expect(!book.state.update(.picturesChanged).contains(.close(id)))
    #expect(book.press("escape").contains(.close(id)))
  }

  /// Keys typed while the document is being opened are kept.
  @Test func keysWaitForTheDocument() throws {
    var book = listed()
    let id = try #require(opened(book.press("e")))
    book.type(", typed ahead")
    #expect(book.press("enter").isEmpty && book.state.panel?.source == .annotations)
    #expect(edits(load(id, &book), of: id).first?.after?.contents == "elsewhere, typed ahead")
    book = listed()
    let other = try #require(opened(book.press("d")))
    book.press("x", "escape")
    #expect(edits(load(other, &book), of: other).isEmpty && book.state.prompt == nil)
    // Where it is refused they are for nothing else: Enter would open the document.
    book = listed()
    let signed = try #require(opened(book.press("e")))
    book.type("words")
    book.press("enter")
    var saveStatus = SaveStatus()
    saveStatus.cautions = [.signed]
    #expect(opened(load(signed, &book, saveStatus: saveStatus)) == nil)
    #expect(book.state.panel?.source == .annotations && book.state.prompt == nil)
  }

  @Test func impossibleEditsInTheListAreExplained() throws {
    var book = listed()
    let id = try #require(opened(book.press("c")))
    var signed = SaveStatus()
    signed.cautions = [.signed]
    #expect(edits(load(id, &book, saveStatus: signed), of: id).isEmpty)
    #expect(book.state.prompt == nil && book.status.contains("Enter opens it"))
    book = listed()
    let other = try #require(opened(book.press("d")))
    load(other, &book, [])
    #expect(book.status.contains("no longer in"))
    book = listed()
    let locked = try #require(opened(book.press("d")))
    let effects = book.state.update(.opened(locked, generation: 1, .failure(.passwordNeeded)))
    #expect(effects.contains(.close(locked)) && book.status.contains("needs a password"))
    book = listed()
    let gone = try #require(opened(book.press("d")))
    let failed = book.state.update(
      .opened(gone, generation: 1, .failure(.other("other.pdf is not there"))))
    #expect(failed.contains(.close(gone)) && book.status.contains("is not there"))
    #expect(book.state.documents.count == 1 && !book.state.ending.hasCome)
    book = listed()
    let placed = try #require(opened(book.press("m")))
    load(placed, &book)
    #expect(book.state.hints == nil && book.status.contains("where it can be placed"))
  }

  /// Enter opens it like any other: at the place last read, and remembered.
  @Test func documentsOpenedForTheListAreReopenedForReading() throws {
    var book = listed()
    let id = try #require(opened(book.press("e")))
    load(id, &book)
    book.press("escape")
    let effects = book.press("enter")
    let read = try #require(opened(effects))
    #expect(read != id && effects.contains(.close(id)))
    #expect(book.state.pane?.document == read && book.state.session?.paths.count == 2)
  }
}
