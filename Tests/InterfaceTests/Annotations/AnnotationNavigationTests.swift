import Canvas
import DocumentModel
import Interface
import Messages
import Testing
import Widgets

@Suite struct AnnotationTravelTests {
  private func book() -> AnnotatedBook {
    var book = AnnotatedBook(pages: 4, lines: 40)
    var reply = AnnotatedBook.highlight("answer", page: 1, line: 5, note: "I disagree")
    reply.kind = .note
    reply.replyTo = AnnotationID("b")
    reply.author = "A. Author"
    book.load([
      AnnotatedBook.highlight("c", page: 3, line: 1, author: "me"),
      AnnotatedBook.highlight("a", page: 0, line: 2),
      AnnotatedBook.highlight("b", page: 1, line: 30, note: "see Gray", color: 0x8AC4FF), reply,
    ])
    return book
  }

  @Test func nextAndPreviousCrossPages() {
    var book = book()
    book.press("] a")
    #expect(book.list.current?.name == "a" && book.state.panes[0].page == 0)
    #expect(book.status.contains("1 of 3"))
    book.press("] a")
    #expect(book.list.current?.name == "b" && book.state.panes[0].page == 1)
    #expect(book.rows.contains { $0.contains("page 2 line 31") })
    book.press("] a", "] a")
    #expect(book.list.current?.name == "c")
    #expect(book.status.contains("No more annotations"))
    book.press("2 [ a")
    #expect(book.list.current?.name == "a")
    book.press("3 ] a")
    #expect(book.list.current?.name == "c")
  }

  /// It is in sight, with lines above it, also where its page comes later than the jump.
  @Test(arguments: [0, 4, 11] as [Float]) func aJumpWaitsForItsPage(offset: Float) throws {
    var book = AnnotatedBook(Book(pages: 4, lines: 40, loaded: 0..<1))
    var far = AnnotatedBook.highlight("far", page: 2, line: 20, note: "see Gray")
    far.quads = far.quads.map { quad in
      var box = quad.box
      box.y0 += offset
      return Quad(box)
    }
    far.box = far.quads[0].box
    book.load([AnnotatedBook.highlight("near", page: 0, line: 2), far])
    book.press("A", "j")
    _ = book.state.update(Book.content(book.book.id, 2, lines: 40))
    let row = try #require(book.rows.firstIndex { $0.contains("page 3 line 21") })
    #expect((5...9).contains(row))
    book.press("enter")
    #expect(book.state.panel == nil && book.list.current?.name == "far")
    #expect(book.rows[row].contains("page 3 line 21"))
  }

  @Test func enterOpensTheAnnotationAtTheCursorOrScrolls() {
    var book = book()
    book.press("enter")
    #expect(book.state.annotating.card == nil && book.state.panes[0].line == 1)
    book.press("2 ] a", "enter")
    #expect(book.state.annotating.card?.annotation.name == "b")
    let rows = book.rows.joined(separator: "\n")
    #expect(rows.contains("see Gray") && rows.contains("R. Reviewer"))
    #expect(rows.contains("I disagree") && rows.contains("A. Author"))
    #expect(rows.contains("“page”"))
    book.press("n")
    #expect(book.state.annotating.card?.annotation.name == "c")
    book.press("escape")
    #expect(book.state.annotating.card == nil)
    book.press("escape")
    #expect(book.list.current == nil)
  }

  @Test func editingKeepsAuthorAndDate() throws {
    var book = book()
    book.press("2 ] a", "enter", "e")
    #expect(book.state.prompt?.line.text == "see Gray")
    book.type(", p. 4")
    book.press("enter")
    let change = try #require(book.steps.first?.changes.first)
    #expect(change.before?.contents == "see Gray" && change.after?.contents == "see Gray, p. 4")
    #expect(change.after?.author == "R. Reviewer" && change.after?.id == change.before?.id)
    #expect(change.after?.created == change.before?.created)
    #expect(book.state.annotating.card != nil)
    #expect(book.rows.contains { $0.contains("see Gray, p. 4") })
  }

  @Test func colourAndKindCanBeChanged() {
    var book = book()
    book.press("] a", "a c")
    #expect(book.rows.contains { $0.contains("purple") })
    book.press("p")
    book.press("a k", "u")
    let after = book.steps.compactMap { $0.changes.first?.after }
    // Thin lines need a darker one.
    #expect(after.map(\.color) == [0xD9A0FF, AnnotationColor.standard[5].ink])
    #expect(after.map(\.kind) == [.highlight, .underline])
  }

  @Test func deletingAnAnnotationDeletesItsReplies() {
    var book = book()
    book.press("2 ] a", "a d")
    #expect(book.steps.first?.changes.compactMap(\.before?.id.name) == ["answer", "b"])
    #expect(book.steps.first?.changes.compactMap(\.after) == [])
    #expect(book.list.inOrder.map(\.id.name) == ["a", "c"])
  }

  @Test func aReplyIsANoteByTheUser() {
    var book = book()
    book.press("2 ] a", "enter", "r")
    book.type("so do I")
    book.press("enter")
    let reply = book.steps.first?.changes.first?.after
    #expect(reply?.replyTo?.name == "b" && reply?.kind == .note && reply?.author == "me")
    #expect(book.list.thread(of: AnnotationID("b")).count == 2)
    #expect(book.list.inOrder.count == 3)
  }

  @Test func lockedAnnotationsCannotBeChanged() {
    var book = book()
    var locked = AnnotatedBook.highlight("a", page: 0, line: 2)
    locked.flags = [.locked, .contentsLocked]
    book.load([locked])
    book.press("] a", "a d")
    #expect(book.steps.isEmpty && book.status.contains("locked"))
    book.press("a e")
    #expect(book.state.prompt == nil)
  }

  @Test func severalVisibleAnnotationsGetHints() {
    var book = AnnotatedBook()
    book.load([
      AnnotatedBook.highlight("a", line: 1), AnnotatedBook.highlight("b", line: 3, note: "x"),
    ])
    book.press("a d")
    #expect(book.state.hints?.items.count == 2)
    book.type("s")
    #expect(book.list.inOrder.count == 2)
    book.press("a d")
    let effects = book.press("s")
    #expect(effects.isEmpty || book.list.inOrder.map(\.id.name) == ["a"])
  }

  @Test func aClickNamesAnAnnotationAndASecondOpensIt() {
    var book = AnnotatedBook()
    book.load([AnnotatedBook.highlight("b", line: 3, note: "wrong")])
    let y = book.rows.firstIndex { $0.contains("page 1 line 4") } ?? 0
    let x = book.rows[y].prefix { $0 != "p" }.count
    for _ in 0..<2 {
      book.mouse(.press(button: 1), x: x, y: y)
      book.mouse(.release(button: 1), x: x, y: y)
      _ = book.state.update(.reminded(.clicks(serial: book.state.pointer.serial)))
    }
    #expect(book.state.annotating.card?.annotation.name == "b")
  }

  /// The first is where the page begins, also where its letters are large; the list begins at the place that is read.
  @Test func anAnnotationInTheFirstLineIsTheFirst() {
    var book = AnnotatedBook()
    var title = AnnotatedBook.highlight("t", line: 0)
    title.box.y0 -= 30
    title.quads = [Quad(title.box)]
    book.load([
      title, AnnotatedBook.highlight("b", line: 6), AnnotatedBook.highlight("c", page: 2, line: 3),
    ])
    book.press("] a")
    #expect(book.status.contains("1 of 3"), "\(book.status)")
    book.press("escape", "j", "j", "j", "A")
    #expect(
      book.state.panel?.rows[safe: book.state.panel?.selected ?? 0]?.action
        == .annotation(AnnotationID("b")))
    book.press("A", "J", "A")
    #expect(
      book.state.panel?.rows[safe: book.state.panel?.selected ?? 0]?.action
        == .annotation(AnnotationID("c")))
  }

  @Test func undoAndRedoJumpToTheChange() {
    var book = book()
    book.press("U")
    #expect(book.asked.isEmpty && book.status.contains("left to undo"))
    book.press("] a", "a c", "g", "U")
    #expect(book.asked.last == .undo(book.book.id, generation: 1))
    var saveStatus = SaveStatus()
    saveStatus.canRedo = true
    let far = AnnotatedBook.highlight("c", page: 3, line: 1, author: "me")
    book.tell(
      .news(
        book.book.id, generation: 1,
        .changed([AnnotationChange(before: far, after: nil)], page: 3, saveStatus))
    )
    #expect(book.state.panes[0].page == 3)
    book.press("ctrl+r")
    #expect(book.asked.last == .redo(book.book.id, generation: 1))
  }

  @Test func undoOfAVisibleAnnotationDoesNotScroll() {
    var book = AnnotatedBook()
    let mark = AnnotatedBook.highlight("b", line: 3)
    book.load([mark])
    book.press("j", "j")
    let before = (book.state.panes[0].page, book.state.panes[0].line)
    book.tell(
      .news(
        book.book.id, generation: 1,
        .changed(
          [AnnotationChange(before: mark, after: nil)], page: 0,
          SaveStatus())))
    #expect(book.status.contains("was removed"))
    #expect((book.state.panes[0].page, book.state.panes[0].line) == before)
  }

  /// An answer has no place of its own.
  @Test func undoOfAReplyDoesNotScroll() {
    var book = AnnotatedBook()
    let mark = AnnotatedBook.highlight("b", line: 6)
    var answer = mark
    answer.id = AnnotationID("r")
    answer.kind = .note
    answer.quads = []
    answer.replyTo = mark.id
    book.load([mark, answer])
    book.press("j", "j", "j")
    let line = book.state.panes[0].line
    book.tell(
      .news(
        book.book.id, generation: 1,
        .changed(
          [AnnotationChange(before: answer, after: nil)], page: 0,
          SaveStatus())))
    #expect(book.status.contains("The reply on p. i was removed"), "\(book.status)")
    #expect(book.state.panes[0].line == line)
  }

  @Test func undoScrollsToAnAnnotationOutOfView() {
    var book = AnnotatedBook()
    let mark = AnnotatedBook.highlight("b", page: 1, line: 9)
    book.load([mark])
    book.tell(
      .news(
        book.book.id, generation: 1,
        .changed(
          [AnnotationChange(before: mark, after: nil)], page: 1,
          SaveStatus())))
    #expect(book.state.panes[0].page == 1 && book.state.panes[0].line > 0)
  }

  @Test func undoOfDetachedAnnotationsIsReported() {
    var book = AnnotatedBook()
    let change = AnnotationChange(before: AnnotatedBook.highlight("b", line: 3), after: nil)
    book.tell(.news(book.book.id, generation: 1, .reversedUnseen([change])))
    #expect(
      book.status.contains("The highlight, which has no place here, was removed"),
      "\(book.status)")
  }

  @Test func redoIsReportedAsRedo() {
    var book = AnnotatedBook()
    let mark = AnnotatedBook.highlight("b", line: 3)
    var other = mark
    other.contents = "x"
    book.load([mark])
    var saveStatus = SaveStatus()
    (saveStatus.canUndo, saveStatus.canRedo) = (true, true)
    book.tell(.news(book.book.id, generation: 1, .saveStatus(saveStatus)))
    for (key, change, words) in [
      ("ctrl+r", AnnotationChange(before: mark, after: other), "was changed again"),
      ("U", AnnotationChange(before: other, after: mark), "is as it was"),
    ] {
      book.press(key)
      book.tell(.news(book.book.id, generation: 1, .changed([change], page: 0, saveStatus)))
      #expect(book.status.contains(words), "\(book.status)")
    }
  }

  /// Grouped annotations are reported together if the same happened to both.
  @Test func undoOfAGroupIsReportedOnce() {
    var caret = AnnotatedBook.highlight("c", line: 2)
    caret.kind = .caret
    var struck = AnnotatedBook.highlight("s", line: 2)
    (struck.kind, struck.replyTo, struck.flags) = (.strikeOut, caret.id, [.isGrouped])
    var reply = AnnotatedBook.highlight("r", line: 2, note: "no")
    (reply.kind, reply.replyTo) = (.note, caret.id)
    func reported(_ changes: [AnnotationChange]) -> [String] {
      AnnotationReversal.all(of: changes, isRedo: true).map { "\($0.name) \($0.outcome)" }
    }
    let gone = [reply, struck, caret].map { AnnotationChange(before: $0, after: nil) }
    #expect(reported(gone) == ["reply was removed", "replace text was removed"])
    #expect(
      AnnotationReversal.all(of: [gone[2]], detached: [caret.id]).map(\.outcome)
        == ["is without a place now"])
    var other = caret
    other.contents = "x"
    #expect(
      reported([gone[1], AnnotationChange(before: caret, after: other)])
        == ["strikeout was removed", "insertion was changed again"])
  }

  @Test func aMarkIsMovedToOtherWords() {
    var book = AnnotatedBook()
    book.load([AnnotatedBook.highlight("b", line: 3, note: "x")])
    book.press("] a", "a v", "v", "v", "e", "a v")
    let after = book.steps.first?.changes.first?.after
    #expect(after?.id.name == "b" && after?.quads == [Quad(Box(x0: 0, y0: 0, x1: 20, y1: 12))])
    #expect(after?.contents == "x")
  }

  /// Two readers mark the same words: the one that lies below is gone to and read as well.
  @Test func overlappingAnnotationsAreAllReachable() {
    var book = AnnotatedBook()
    book.load([
      AnnotatedBook.highlight("below", line: 1, note: "first note"),
      AnnotatedBook.highlight("above", line: 1, note: "second note"),
    ])
    book.press("] a")
    #expect(book.status.contains("1 of 2"), "\(book.status)")
    book.press("] a")
    #expect(book.status.contains("2 of 2"), "\(book.status)")
    book.press("[ a")
    #expect(book.status.contains("1 of 2"), "\(book.status)")
    book.press("enter")
    #expect(book.rows.contains { $0.contains("first note") })
  }
}
