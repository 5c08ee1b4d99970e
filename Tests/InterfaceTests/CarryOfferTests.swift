import Canvas
import DocumentModel
import Interface
import Messages
import Testing

/// The line that offers to keep annotations of a document's previous version.
@Suite struct CarryOfferTests {
  private func offered(
    _ carried: CarriedAnnotations, saveStatus: SaveStatus = SaveStatus(),
    isFresh: Bool = false, width: Int = 100
  ) -> AnnotatedBook {
    var book = AnnotatedBook(size: Size(width: width, height: 24))
    book.load([], saveStatus: saveStatus)
    book.tell(.news(book.book.id, generation: 1, .carried(carried)))
    if !isFresh { book.state.questions.carryOffer?.isFresh = false }
    return book
  }

  private let one = CarriedAnnotations(
    fitting: [AnnotatedBook.highlight("a", line: 2, note: "mine")])

  private func isDiscarded(_ book: AnnotatedBook) -> Bool {
    book.asked.contains { if case .discardCarried = $0 { true } else { false } }
  }

  private func isKept(_ book: AnnotatedBook) -> Bool {
    book.asked.contains { if case .carryOver = $0 { true } else { false } }
  }

  @Test func theOfferCountsAnnotationsAndTakesKeys() {
    var book = offered(one)
    #expect(book.status.contains("1 annotation from the previous version fits here. y: keep"))
    #expect(book.rows.contains { $0.contains("?") }, "its sign is in the margin")
    #expect(book.list.inOrder.isEmpty, "it is none of the document's own")
    book.press("y")
    #expect(isKept(book) && !isDiscarded(book))
    #expect(!book.status.contains("y: keep"))
    var other = offered(one)
    other.press("n")
    #expect(isDiscarded(other) && !isKept(other))
  }

  @Test func theOfferCountsUnplacedAnnotations() {
    let book = offered(
      CarriedAnnotations(
        fitting: [AnnotatedBook.highlight("a", line: 2, note: "mine")],
        lost: [AnnotatedBook.highlight("b", line: 3, note: "gone")]))
    #expect(
      book.status.contains("1 annotation from the previous version fits here, 1 does not. y: keep"))
  }

  @Test("the line asks about another document, and does not offer to keep always")
  func doubtful() {
    var carried = one
    carried.isDoubtful = true
    var book = offered(carried)
    #expect(
      book.status.contains(
        "1 annotation from before fits here; is it another document? y: keep"))
    #expect(!book.status.contains("!: always"))
    var list = book
    list.press("A", "!")
    #expect(!isKept(list) && list.status.contains("This may be another document"))
    book.press("!")
    #expect(!isKept(book) && book.status.contains("another document, so it is asked each time"))
    book.press("y")
    #expect(isKept(book), "the question stays open")
  }

  /// Of the line's forms the longest that fits is shown: its keys are never cut off.
  @Test func theOfferFitsTheWindow() {
    var doubtful = one
    doubtful.isDoubtful = true
    var changed = doubtful
    changed.closest = [AnnotatedBook.highlight("b", line: 4)]
    let keys = "y: keep, n: discard, A: show"
    for (carried, width, line) in [
      (doubtful, 80, "1 annotation fits; is it another document? \(keys)"),
      (doubtful, 60, "Is it another document? \(keys)"), (doubtful, 40, "discard, A: show"),
      (one, 80, "1 annotation from before fits here. y: keep, n: discard, !: always, A: show"),
      (one, 60, "1 fits. y: keep, n: discard, !: always, A: show"),
      (
        changed, 100,
        "1 fits, 1 on changed words; is it another document? y: keep, Y: all, n: discard, A: show"
      ),
    ] {
      #expect(offered(carried, width: width).status.trimmingPrefix(" ") == line)
    }
  }

  @Test("the line is back after the list was shown")
  func afterTheList() {
    var book = offered(one)
    book.press("A")
    book.press("escape")
    #expect(book.status.contains("y: keep"))
  }

  /// Any other key does what it always does, and the line goes.
  @Test func otherKeysDismissTheOffer() {
    var book = offered(one)
    book.press("J")
    #expect(book.state.panes[0].page == 1)
    #expect(!book.status.contains("y: keep"))
    book.press("n")
    #expect(!isDiscarded(book))
    book.press("A")
    #expect(book.rows.contains { $0.contains("Not saved: y keeps") })
  }

  /// Keys typed before the line was readable, or under a message that hides it, are no answer.
  @Test func keysTypedBeforeTheOfferDoNotAnswerIt() {
    var fresh = offered(one, isFresh: true)
    fresh.press("n", "y")
    #expect(!isDiscarded(fresh) && !isKept(fresh))
    var hidden = offered(one)
    hidden.state.say("cannot open x: it is gone", isError: true)
    hidden.press("n")
    #expect(!isDiscarded(hidden))
    #expect(hidden.state.questions.carryOffer != nil, "it is there to be seen")
  }

  /// A file that changes while it is open is read again, and that message does not hide the offer.
  @Test func theOfferReplacesTheReloadMessage() {
    var book = AnnotatedBook()
    book.load([])
    book.state.say("book.pdf changed on disk: reloaded")
    book.tell(.news(book.book.id, generation: 1, .carried(one)))
    #expect(book.status.contains("y: keep"))
  }

  @Test func unplacedAnnotationsAreKeptInTheList() {
    var book = offered(CarriedAnnotations(lost: one.fitting))
    book.press("y")
    #expect(isKept(book) && book.status.contains("1 annotation kept in the list"))
  }

  @Test func aDecisionCanBeReconsidered() {
    var book = offered(one)
    book.press("n")
    #expect(book.status.contains(":carry-over-ask"))
    book.press(":")
    for letter in "carry-over-ask" { book.press(String(letter)) }
    book.press("enter")
    #expect(book.asked.contains { if case .reconsiderCarried = $0 { true } else { false } })
  }

  @Test func undoWaitsForTheCarryOver() {
    var book = offered(one)
    book.press("y", "U")
    #expect(book.status.contains("still being carried over"))
    book.tell(.news(book.book.id, generation: 1, .carried(nil)))
    book.press("U")
    #expect(!book.status.contains("still being carried over"))
  }

  /// While stepping through matches, `n` is the next match.
  @Test func duringASearchNIsTheNextMatch() {
    var book = offered(one)
    book.press("/")
    book.type("line")
    book.press("enter")
    book.tell(.news(book.book.id, generation: 1, .carried(one)))
    book.state.questions.carryOffer?.isFresh = false
    book.press("n")
    #expect(!isDiscarded(book))
  }

  /// As for any other edit of a signed document, Enter does not decide it.
  @Test func aSignedDocumentIsAskedAbout() {
    var saveStatus = SaveStatus()
    saveStatus.cautions = [.signed]
    var book = offered(one, saveStatus: saveStatus)
    book.press("y")
    #expect(!isKept(book))
    book.state.questions.isFresh = false
    book.press("enter")
    #expect(!isKept(book))
    book.press("y")
    #expect(isKept(book))
  }

  @Test func annotationsOnChangedWordsHaveTheirOwnKey() {
    var carried = one
    carried.closest = [AnnotatedBook.highlight("b", line: 4)]
    var book = offered(carried)
    #expect(book.status.contains("1 on changed words"))
    book.press("Y")
    #expect(
      book.asked.contains {
        if case .carryOver(_, _, withClosest: true, always: false) = $0 { true } else { false }
      })
  }

  @Test func theListHidesAnnotationsOfADoubtfulDocument() {
    var book = offered(
      CarriedAnnotations(lost: [AnnotatedBook.highlight("b", line: 4, note: "private")]))
    #expect(book.status.contains("1 annotation from the previous version has no place here"))
    book.press("A")
    #expect(!book.rows.contains { $0.contains("private") || $0.contains("Without a place") })
    #expect(book.rows.contains { $0.contains("1 annotation without a place") })
  }

  @Test func keepingOnlyWhatFitsIsNoAnswerIfNothingDoes() {
    var book = offered(CarriedAnnotations(closest: one.fitting, lost: one.fitting))
    book.press("y")
    #expect(!isKept(book) && book.status.contains("Y: keep at the closest place"))
    book.press("A", "y")
    #expect(!isKept(book) && book.status.contains("Y keeps the annotations nearby"))
  }

  @Test func messagesThatNoKeyCausedDoNotHideTheOffer() {
    var book = offered(one)
    _ = book.state.update(.replaced(book.book.id, generation: 1))
    #expect(book.status.contains("y: keep"))
    book.press("y")
    #expect(isKept(book))
  }

  @Test func newsIsShownAfterTheOffer() {
    var book = offered(one)
    _ = book.state.update(.notice("the summary is written", isError: false))
    #expect(book.status.contains("y: keep"))
    book.press("j")
    #expect(book.status.contains("the summary is written"))
  }
}
