import Canvas
import DocumentModel
import Foundation
import Interface
import Messages
import Testing
import Text
import Widgets

/// Events during a selection, a prompt or a question: new versions of the file, other processes, copies.
@Suite struct AnnotationConflictTests {
  // MARK: a new version under a selection

  /// A page's content in another version.
  private static func content(_ id: DocumentID, _ generation: Int, _ page: Int, lines: Int)
    -> Message
  {
    guard case .content(_, _, _, let content) = Book.content(id, page, lines: lines) else {
      preconditionFailure("no content")
    }
    return .content(id, generation: generation, page: page, content)
  }

  private static func reload(_ book: inout AnnotatedBook, _ generation: Int = 2, pages: Int = 3)
    -> [Effect]
  {
    _ = book.state.update(.fileChanged(book.book.id))
    return book.state.update(
      .opened(
        book.book.id, generation: generation,
        .success(DocumentSummary(pageCount: pages, title: "Book"))))
  }

  private static func tellPages(
    _ book: inout AnnotatedBook, _ generation: Int = 2, lines: Int = 12
  ) -> [Effect] {
    let id = book.book.id
    return (0..<3).flatMap {
      book.state.update(Self.content(id, generation, $0, lines: lines))
    }
  }

  private static func steps(_ effects: [Effect]) -> [AnnotationEdit] {
    effects.compactMap {
      if case .annotations(.edit(_, _, let step, _)) = $0 { step } else { nil }
    }
  }

  @Test func theSelectionSurvivesAReloadOfTheSameText() throws {
    var book = AnnotatedBook()
    book.press("v", "v", "e")
    let selection = try #require(book.state.selection)
    let effects = Self.reload(&book)
    #expect(book.status.contains("changed on disk: reloaded"))
    #expect(
      effects.contains {
        if case .loadContent(_, generation: 2, page: 0, _) = $0 { true } else { false }
      })
    #expect(book.state.selection == selection)
    #expect(Self.steps(Self.tellPages(&book)).isEmpty && book.state.selection == selection)
    #expect(book.state.awaited.selection == nil)
    book.press("a g", keeping: false)
    #expect(book.steps.last?.changes.first?.after?.anchor?.quote == "page")
  }

  /// Keys typed before the pages are there are for the selection, and not for something else.
  @Test func keysWaitForThePagesOfTheNewVersion() {
    var book = AnnotatedBook()
    book.press("v", "v", "e")
    _ = Self.reload(&book)
    book.press("w", "e", "a g", keeping: false)
    #expect(book.steps.isEmpty && book.state.notices.shown?.text.contains("nothing") != true)
    let made = Self.steps(Self.tellPages(&book)).first?.changes.first?.after
    #expect(made?.anchor?.quote == "page 1 line")
    #expect(book.state.selection == nil && book.state.awaited.selection == nil)
  }

  @Test func aSecondReloadBeforeThePagesKeepsTheSelection() {
    var book = AnnotatedBook()
    book.press("v", "v", "e")
    let selection = book.state.selection
    _ = Self.reload(&book, 2)
    _ = Self.reload(&book, 3)
    _ = Self.tellPages(&book, 3)
    #expect(book.state.selection == selection && book.state.awaited.selection == nil)
  }

  @Test func aReloadWithOtherTextEndsTheSelection() {
    var book = AnnotatedBook()
    book.press("v", "v", "e")
    _ = Self.reload(&book)
    book.press("a g", keeping: false)
    let effects = Self.tellPages(&book, lines: 11)
    #expect(Self.steps(effects).isEmpty && book.steps.isEmpty)
    #expect(book.state.selection == nil && book.state.awaited.selection == nil)
    #expect(book.state.notices.shown?.text.contains("the selection has other text now") == true)
  }

  @Test func theCaretSurvivesAReload() {
    var book = AnnotatedBook()
    book.press("v", "l", "l")
    let caret = book.state.selection?.caret
    _ = Self.reload(&book)
    _ = Self.tellPages(&book)
    #expect(caret?.index == 2 && book.state.selection?.caret == caret)
    _ = Self.reload(&book, 3)
    _ = Self.tellPages(&book, 3, lines: 5)
    #expect(book.state.selection == nil)
    #expect(book.state.notices.shown?.text.contains("caret has other text") == true)
  }

  @Test func aReloadWithFewerPagesEndsTheSelection() {
    var book = AnnotatedBook()
    book.press("v", "v", "J", "J")
    #expect(book.state.selection?.caret.page == 2)
    _ = Self.reload(&book, pages: 1)
    #expect(book.state.selection == nil)
    #expect(book.state.notices.shown?.text.contains("other text now") == true)
  }

  @Test func anUnreadablePageEndsTheWaiting() {
    var book = AnnotatedBook()
    book.press("v", "v", "e")
    _ = Self.reload(&book)
    _ = book.state.update(.failed(book.book.id, generation: 2, page: 0, "Page 1 is damaged"))
    #expect(book.state.selection == nil && book.state.awaited.selection == nil)
  }

  /// A mark that waits for pages waits for those of the new version.
  @Test func aPendingMarkIsMadeInTheNewVersion() {
    var book = AnnotatedBook()
    book.press("v", "v", "J")
    let id = book.book.id
    // The middle of it is not at hand.
    book.state.selection?.caret.page = 2
    book.state.selection?.caret.index = 3
    book.state.documents[0].pages[1] = nil
    book.press("a g", keeping: false)
    #expect(book.steps.isEmpty && book.state.annotating.pendingMark != nil)
    _ = Self.reload(&book)
    #expect(book.state.annotating.pendingMark != nil)
    var effects = book.state.update(Self.content(id, 2, 2, lines: 12))
    effects += book.state.update(Self.content(id, 2, 0, lines: 12))
    #expect(Self.steps(effects).isEmpty)
    effects = book.state.update(Self.content(id, 2, 1, lines: 12))
    #expect(Self.steps(effects).first?.changes.compactMap(\.after).map(\.page) == [0, 1, 2])
    #expect(book.state.annotating.pendingMark == nil)
  }

  // MARK: one text written twice

  /// A note whose text is being written here while it becomes another.
  private func writing(_ text: String, over now: String?) -> AnnotatedBook {
    var book = AnnotatedBook()
    let note = AnnotatedBook.highlight("h", line: 0, note: "base")
    book.load([note])
    book.press("] a", "a e")
    book.type(text)
    var after = note
    after.contents = now ?? ""
    book.tell(
      .news(
        book.book.id, generation: 1,
        .changed(
          [AnnotationChange(before: note, after: now == nil ? nil : after)], page: nil,
          SaveStatus())))
    book.press("enter")
    return book
  }

  @Test(arguments: [
    ("b", "base +fromA\n\nbase +fromB"), ("y", "base +fromB"),
    ("enter", "base +fromA\n\nbase +fromB"),
  ])
  func overwritingAnothersTextIsAskedAbout(_ key: String, _ text: String) {
    var book = writing(" +fromB", over: "base +fromA")
    #expect(book.steps.isEmpty)
    #expect(book.state.questions.shown?.text.contains("“base +fromA”") == true)
    book.press(key)
    #expect(book.steps.count == 1)
    #expect(book.steps.first?.changes.first?.before?.contents == "base +fromA")
    #expect(book.steps.first?.changes.first?.after?.contents == text)
  }

  @Test func escapeKeepsTheOthersText() {
    var book = writing(" +fromB", over: "base +fromA")
    book.press("escape")
    #expect(book.steps.isEmpty && book.list[AnnotationID("h")]?.contents == "base +fromA")
  }

  @Test func anUnchangedTextOverwritesNothing() {
    let book = writing("", over: "base +fromA")
    #expect(book.steps.isEmpty && book.state.questions.shown == nil)
  }

  @Test func theSameTextIsNoConflict() {
    let book = writing(" more", over: "base more")
    #expect(book.state.questions.shown == nil && book.steps.isEmpty)
  }

  @Test func aTextDeletedMeanwhileIsRecreatedOnRequest() {
    var book = writing(" +fromB", over: nil)
    #expect(book.steps.isEmpty && book.state.questions.shown?.text.contains("was deleted") == true)
    book.press("m")
    #expect(book.steps.first?.changes.first?.before == nil)
    #expect(book.steps.first?.changes.first?.after?.contents == "base +fromB")
    #expect(book.steps.first?.changes.first?.after?.id == AnnotationID("h"))
  }

  /// In a new version it is not known yet what the annotation says: the text waits.
  @Test func aTextTypedOverAReloadWaitsForTheNewText() {
    var book = AnnotatedBook()
    var note = AnnotatedBook.highlight("h", line: 0, note: "base")
    book.load([note])
    book.press("] a", "a e")
    book.type(" +fromB")
    _ = Self.reload(&book)
    book.press("enter")
    #expect(book.steps.isEmpty && book.state.questions.shown == nil)
    note.contents = "base +fromA"
    book.tell(.news(book.book.id, generation: 2, .loaded([note], SaveStatus())))
    #expect(book.state.questions.shown?.text.contains("base +fromA") == true)
    book.press("b")
    #expect(book.steps.first?.changes.first?.after?.contents == "base +fromA\n\nbase +fromB")
  }

  @Test func aTextFromTheEditorSurvivesAReload() {
    var book = AnnotatedBook()
    let note = AnnotatedBook.highlight("h", line: 0, note: "base")
    book.load([note])
    book.press("] a", "a e", "alt+e")
    _ = Self.reload(&book)
    book.tell(.news(book.book.id, generation: 2, .loaded([note], SaveStatus())))
    let effects = book.state.update(
      .annotations(.edited(book.book.id, generation: 1, note.id, text: "long text\n")))
    #expect(Self.steps(effects).first?.changes.first?.after?.contents == "long text")
  }

  /// A new annotation is placed on the words of the version it was begun in.
  @Test func aNoteTypedOverAReloadGoesToItsWords() throws {
    var book = AnnotatedBook()
    book.load([])
    book.press("v", "v", "e", "a n")
    book.type("typed meanwhile")
    _ = Self.reload(&book, pages: 5)
    let effects = book.state.update(.input(.key(Key(.enter))))
    let brought = effects.lazy.compactMap { effect -> (AnnotationEdit, [Int: PageText])? in
      if case .annotations(.editEarlier(_, 2, let step, let shown, _)) = effect {
        (step, shown)
      } else {
        nil
      }
    }.first
    let (step, shown) = try #require(brought)
    #expect(step.changes.first?.after?.contents == "typed meanwhile")
    #expect(shown[0]?.boxes.isEmpty == false && Self.steps(effects).isEmpty)
    #expect(book.status.contains("where its words are now"))
    #expect(book.state.annotating.origins.isEmpty)
  }

  /// The same where it waits for an answer.
  @Test func aMarkConfirmedAfterAReloadGoesToItsWords() {
    var book = AnnotatedBook()
    book.load([], saveStatus: Self.saveStatus(nil, [.signed]))
    book.press("v", "v", "e", "a g")
    #expect(book.state.questions.shown != nil)
    _ = Self.reload(&book)
    let effects = book.state.update(.input(.key(Key("y"))))
    #expect(
      effects.contains { if case .annotations(.editEarlier) = $0 { true } else { false } })
  }

  // MARK: copies that are gone on with

  private func asked(
    _ saveStatus: SaveStatus, _ key: String
  ) -> AnnotatedBook {
    var book = AnnotatedBook()
    book.load([], saveStatus: saveStatus)
    book.press("J", "v", "v", "e", "a g")
    #expect(book.steps.isEmpty && book.state.questions.shown != nil)
    book.press(key)
    return book
  }

  private static func saveStatus(
    _ obstacle: SaveBlocker?, _ cautions: Set<AnnotationCaution> = []
  ) -> SaveStatus {
    var saveStatus = SaveStatus()
    saveStatus.obstacle = obstacle
    saveStatus.cautions = cautions
    return saveStatus
  }

  /// The copy takes the document's place, and the edit is made in it.
  private func goesOn(_ book: inout AnnotatedBook, in path: String, now: SaveStatus) throws {
    #expect(book.state.prompt?.line.text == path)
    book.press("enter")
    #expect(book.asked.last == .goOnInCopy(book.book.id, generation: 1, path: path))
    let place = try #require(book.state.pane).page
    let effects = book.state.update(
      .annotations(.copiedToGoOn(book.book.id, path: path, leftOut: [], trouble: nil)))
    let id = try #require(book.state.pane).document
    #expect(book.state.documents.map(\.path) == [path])
    #expect(
      effects.contains { if case .open(id, path: path, _, _) = $0 { true } else { false } })
    _ = book.state.update(
      .opened(id, generation: 1, .success(DocumentSummary(pageCount: 3, title: "Book"))))
    _ = book.state.update(.reading(id, generation: 1, nil))
    #expect(book.state.pane?.page == place)
    let done = book.state.update(
      .annotations(.news(id, generation: 1, .loaded([], now))))
    let made = Self.steps(done).first?.changes.first?.after
    #expect(made?.kind == .highlight && made?.page == place && made?.anchor?.quote == "page")
    #expect(book.state.questions.shown == nil && book.steps.isEmpty)
  }

  @Test func anEditOfASignedDocumentGoesIntoItsCopy() throws {
    var book = asked(Self.saveStatus(nil, [.signed]), "c")
    try goesOn(&book, in: "/book (annotated).pdf", now: Self.saveStatus(nil, [.signed]))
  }

  @Test func aDamagedDocumentIsRepairedInACopy() throws {
    var book = asked(Self.saveStatus(.damaged), "c")
    try goesOn(&book, in: "/book (repaired).pdf", now: SaveStatus())
  }

  @Test func editsOfADamagedDocumentMayStayInTheLibrary() {
    var book = asked(Self.saveStatus(.damaged), "k")
    #expect(book.steps.count == 1 && book.state.selection == nil)
    book.press("v", "v", "e", "a g")
    #expect(book.steps.count == 2 && book.state.questions.shown == nil, "asked once")
  }

  @Test func decliningKeepsTheSelection() {
    for saveStatus in [Self.saveStatus(.damaged), Self.saveStatus(nil, [.signed])] {
      let book = asked(saveStatus, "escape")
      #expect(
        book.steps.isEmpty && book.state.questions.shown == nil && book.state.selection != nil)
    }
  }

  @Test func aFailedCopyIsOfferedElsewhere() {
    var book = asked(Self.saveStatus(nil, [.signed]), "c")
    book.press("enter")
    _ = book.state.update(
      .annotations(
        .copiedToGoOn(
          book.book.id, path: "/book (annotated).pdf", leftOut: [], trouble: "it is there already"))
    )
    #expect(book.state.questions.shown?.text == "it is there already")
    #expect(book.state.pane?.document == book.book.id && book.state.selection != nil)
    book.press("c")
    #expect(book.state.prompt?.line.text == "/book (annotated).pdf")
  }

  // MARK: the way out of the library

  @Test func editsInTheLibraryMentionSaveCopy() {
    var book = AnnotatedBook()
    book.load([], saveStatus: Self.saveStatus(.diskFull))
    book.press("v", "v", "e", "a g")
    #expect(book.state.notices.shown?.text.contains(":save-copy") == true)
    #expect(PanelSource.informationRows(book.state).contains { $0.text.contains(":save-copy") })
    #expect(book.state.keptInLibrary.count == 1)
    #expect(book.state.keptInLibrary.first?.contains("The disk is full") == true)
    // Written after all.
    book.tell(.news(book.book.id, generation: 1, .saveStatus(SaveStatus())))
    #expect(book.state.notices.shown?.text.contains("are now in book.pdf") == true)
    #expect(book.state.keptInLibrary.isEmpty)
  }

  @Test func detachedAnnotationsExplainHowToPlaceThem() {
    var book = AnnotatedBook(size: Size(width: 100, height: 24))
    book.tell(
      .news(book.book.id, generation: 1, .detached([AnnotatedBook.highlight("h", line: 0)])))
    book.press("A")
    #expect(book.rows.contains { $0.contains("m places one") })
    book.press("A")
    book.state.annotating.card = AnnotationCard(
      document: book.book.id, annotation: AnnotationID("h"))
    #expect(book.rows.contains { $0.contains("m place ") })
    #expect(!book.rows.contains { $0.contains("m move") })
  }
}
