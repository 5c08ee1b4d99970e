import Canvas
import DocumentModel
import Messages
import Testing

@testable import Interface

/// Annotations of other members of a collection on the screen.
@Suite struct MemberAnnotationTests {
  private func layer(_ annotations: [Annotation]) -> SharedLayer {
    var layer = SharedLayer()
    layer.annotations = annotations
    layer.collections = ["papers"]
    return layer
  }

  private func tell(_ layer: SharedLayer, _ book: inout AnnotatedBook) {
    book.tell(.news(book.book.id, generation: 1, .shared(layer)))
  }

  private static let adas = AnnotatedBook.highlight(
    "ada-1", line: 1, note: "really?", author: "ada")
  private static let mine = AnnotatedBook.highlight("mine", line: 4, note: "yes", author: "me")

  @Test func othersAnnotationsAllowOnlyReplies() {
    var book = AnnotatedBook()
    book.load([Self.mine])
    tell(layer([Self.adas]), &book)
    book.press("A")
    #expect(book.rows.contains { $0.contains("really?") })
    #expect(book.rows.contains { $0.contains("ada") })
    book.state.documents[0].annotations.current = Self.adas.id
    _ = book.state.run("annotations")
    for command in ["delete-annotation", "edit-annotation", "move-annotation", "tag-annotation"] {
      let effects = book.state.run(command)
      #expect(effects.isEmpty && book.status.contains("Only ada can change it"), "\(command)")
    }
    _ = book.state.run("reply")
    #expect(book.status.contains("Reply to ada, for you alone"), "\(book.status)")
    book.type("because")
    book.press("enter")
    #expect(book.steps.last?.changes.first?.after?.replyTo == Self.adas.id)
    // Deleting an own annotation keeps the replies of others.
    var answer = AnnotatedBook.highlight("ada-2", line: 4, note: "no", author: "ada")
    (answer.kind, answer.replyTo) = (.note, Self.mine.id)
    tell(layer([Self.adas, answer]), &book)
    book.state.documents[0].annotations.current = Self.mine.id
    _ = book.state.perform(.delete)
    let removal = book.state.document?.annotations.removal(of: Self.mine) ?? []
    #expect(removal.compactMap(\.id) == [Self.mine.id])
  }

  /// An annotation counts as shared only once the server has it.
  @Test func sharingWithoutAServerIsReportedAsPending() {
    var book = AnnotatedBook()
    book.load([Self.mine])
    var waiting = layer([])
    waiting.trouble = "lab: the server does not answer"
    tell(waiting, &book)
    book.state.documents[0].annotations.current = Self.mine.id
    _ = book.state.run("annotations")
    _ = book.state.run("share-annotation")
    #expect(book.status.contains("will be sent when papers answers"), "\(book.status)")
    tell(layer([]), &book)
    _ = book.state.run("share-annotation")
    #expect(book.status.contains("Shared with papers"), "\(book.status)")
  }

  /// Somebody answered an annotation that was deleted meanwhile.
  @Test func repliesToADeletedAnnotationAreMarked() {
    var book = AnnotatedBook()
    book.load([])
    var reply = Self.adas
    (reply.kind, reply.replyTo) = (.note, AnnotationID("gone"))
    tell(layer([reply]), &book)
    book.press("A")
    #expect(
      book.rows.joined(separator: "\n").contains("reply to a deleted annot"), "\(book.rows)")
  }

  /// The user's note was withdrawn on another machine, where its text was written: it keeps that text here.
  @Test func aWithdrawnAnnotationKeepsItsNewestText() {
    var book = AnnotatedBook()
    var old = Self.mine
    (old.contents, old.modified) = ("old", 1)
    book.load([old])
    var newer = old
    (newer.contents, newer.modified) = ("new", 2)
    var withdrawn = layer([])
    withdrawn.withdrawn = [newer]
    tell(withdrawn, &book)
    #expect(book.list[old.id]?.contents == "new")
    #expect(book.list.isOfOthers(old.id) == false)
    // One that is not here, since it was deleted here, does not come back.
    var other = newer
    other.id = AnnotationID("elsewhere")
    withdrawn.withdrawn = [other]
    tell(withdrawn, &book)
    #expect(book.list[other.id] == nil && book.list[old.id]?.contents == "old")
  }

  @Test func othersAnnotationsSurviveAReload() {
    var book = AnnotatedBook()
    tell(layer([Self.adas]), &book)
    book.load([Self.mine])
    #expect(Set(book.list.inOrder.map(\.id)) == [Self.adas.id, Self.mine.id])
    // No file has them: they are drawn over every picture.
    book.state.documents[0].annotations.beginDrawing()
    book.state.documents[0].annotations.renew()
    #expect(book.list.undrawn.contains(Self.adas.id))
    // The user's own annotations stay the user's.
    tell(layer([Self.adas, Self.mine]), &book)
    #expect(book.list.ofMembers == [Self.adas.id])
    tell(layer([]), &book)
    #expect(book.list.inOrder.map(\.id) == [Self.mine.id])
  }

  @Test func ownAnnotationsFromAnotherMachineAreOwn() {
    var book = AnnotatedBook()
    book.load([Self.mine])
    let elsewhere = AnnotatedBook.highlight("mine-2", line: 2, note: "later", author: "me")
    var changed = Self.mine
    (changed.contents, changed.modified) = ("no", (changed.modified ?? 0) + 1)
    var known = layer([Self.adas, elsewhere, changed])
    known.own = [elsewhere.id, changed.id]
    tell(known, &book)
    // They are shown as everywhere, even if other members are hidden.
    #expect(book.list[Self.mine.id]?.contents == "no")
    #expect(AnnotationStrings.members(of: book.state.document) == ["ada"])
    book.state.showMembers("none")
    #expect(Set(book.list.inOrder.map(\.id)) == [elsewhere.id, Self.mine.id])
    book.state.documents[0].annotations.current = elsewhere.id
    _ = book.state.perform(.delete)
    #expect(!book.status.contains("Only"), "\(book.status)")
    #expect(book.list.removal(of: elsewhere).compactMap(\.id) == [elsewhere.id])
    // Withdrawn, one of this machine is as it was here.
    tell(layer([Self.adas]), &book)
    #expect(book.list.all.map(\.contents) == ["yes"])
  }

  @Test func membersCanBeHidden() {
    var book = AnnotatedBook()
    let bens = AnnotatedBook.highlight("ben-1", line: 2, note: "hm", author: "ben")
    tell(layer([Self.adas, bens]), &book)
    book.state.showMembers("ben")
    #expect(book.list.inOrder.map(\.author) == ["ben"])
    book.state.showMembers("none")
    #expect(book.list.count == 0)
    book.state.showMembers("eve")
    #expect(book.status.contains("No annotation is by eve: there is ada, ben"))
    book.state.showMembers("all")
    #expect(book.list.count == 2)
  }

  @Test func sharingIsToggled() {
    var book = AnnotatedBook()
    book.load([Self.mine])
    book.press(":")
    book.type("share-annotation")
    book.press("enter")
    #expect(book.status.contains("in no collection"), "\(book.status)")
    tell(layer([]), &book)
    book.state.documents[0].annotations.current = Self.mine.id
    book.press(":")
    book.type("share-annotation")
    book.press("enter")
    #expect(
      book.asked.last
        == .share(book.book.id, generation: 1, [Self.mine], isShared: true))
    var known = layer([Self.mine])
    known.own = [Self.mine.id]
    tell(known, &book)
    book.press("A")
    #expect(book.rows.contains { $0.contains("for papers") })
    known.refusals = [Self.mine.id: "it is larger than 1 MB"]
    tell(known, &book)
    #expect(book.status.contains("kept on this machine only: it is larger than 1 MB"))
    book.press(":")
    book.type("share-new-annotations everyone")
    book.press("enter")
    #expect(book.asked.last == .shareNew(book.book.id, generation: 1, true))
  }

  @Test func theCardOffersOnlyPermittedCommands() {
    var book = AnnotatedBook()
    var silent = Self.adas
    silent.contents = ""
    book.load([Self.mine])
    tell(layer([silent]), &book)
    for (id, isOffered) in [(silent.id, false), (Self.mine.id, true)] {
      book.state.annotating.card = AnnotationCard(document: book.book.id, annotation: id)
      #expect(book.rows.contains { $0.contains("r reply") })
      #expect(book.rows.contains { $0.contains("s state") })
      #expect(book.rows.contains { $0.contains("e edit") } == isOffered)
      #expect(!book.rows.contains { $0.contains("e writes one") })
    }
  }

  @Test func collectionAnnotationsAreKeptInTheLibrary() {
    var book = AnnotatedBook()
    book.load([Self.mine])
    var saveStatus = SaveStatus()
    saveStatus.isSaved = false
    book.tell(.news(book.book.id, generation: 1, .saveStatus(saveStatus)))
    #expect(book.state.document.flatMap { StatusView.annotationSign(book.state, $0) } == "•")
    tell(layer([Self.adas]), &book)
    #expect(book.state.document.flatMap { StatusView.annotationSign(book.state, $0) } == nil)
    // A file of the cache cannot be written; nothing should be.
    saveStatus.obstacle = .readOnlyFile
    book.tell(.news(book.book.id, generation: 1, .saveStatus(saveStatus)))
    #expect(!book.status.contains("library"), "\(book.status)")
    #expect(book.state.keptInLibrary.isEmpty)
    let rows = PanelSource.informationRows(book.state).map(\.text)
    #expect(rows.contains { $0.contains("Annotations") && $0.contains("2, in Recto's library") })
    #expect(rows.contains { $0.contains("Collection") && $0.contains("papers") })
    #expect(rows.contains { $0.contains("new ones are for you alone") }, "\(rows)")
  }

  @Test func troubleIsReportedOnce() {
    var book = AnnotatedBook()
    var known = layer([Self.adas])
    known.trouble = "lab: the server does not answer"
    tell(known, &book)
    #expect(book.status.contains("lab: the server does not answer"))
    book.press("j")
    book.press("escape")
    tell(known, &book)
    #expect(!book.status.contains("lab:"))
  }
}
