@testable import Annotating
import Messages
import DocumentModel
import Foundation
import Interface
import Library
import StandIn
import TestSupport
import Testing

@testable import Services

/// Which file is which document: annotations reach another one only when the user agrees.
@Suite(.timeLimit(.minutes(Sanitizer.isOn ? 20 : 2)))
struct DocumentIdentityTests {
  private static let secret = "SECRET"

  private func rebuilt(
    _ sentences: Range<Int>, id: String = "d2", width: Int = 44
  ) -> StandInDocument {
    .made(id: id, made: "m2", sentences: sentences, width: width)
  }

  /// The same name, and even the same `/ID`, with the file replaced while it is open, or between two sessions, or after a deletion.
  @Test(arguments: ["d1", "d2", ""], [0, 1, 2])
  func anotherDocumentUnderTheSameNameGetsNothing(_ id: String, _ way: Int) throws {
    let place = try KeptPlace()
    let other = rebuilt(900..<980, id: id)
    do {
      let desk = try place.open()
      try desk.make(highlight(place.document, 5, contents: Self.secret))
      try desk.save()
      if way == 0 {
        place.write(other.bytes)
        #expect(try desk.shown().isEmpty)
        #expect(desk.carried == nil)
        desk.store.flush()
      }
    }
    if way == 2 { try FileManager.default.removeItem(atPath: place.file) }
    place.write(other.bytes)
    let desk = try place.open()
    #expect(desk.loaded.isEmpty && desk.carried == nil)
    #expect(try !desk.settled().canUndo, "the journal of another document is not shown")
    desk.store.close(place.file)
    desk.store.flush()
    #expect(place.bytes == other.bytes)
    // Annotations made here belong to this document alone.
    let second = try place.open()
    try second.make(highlight(place.document, 905))
    try second.save()
    #expect(place.document?.annotations.map(\.id.name) == ["h905"])
    try second.undo()
    try second.save()
    #expect(place.bytes == other.bytes)
  }

  /// Words say nothing of scans: their images do.
  @Test func scansAreComparedByTheirImages() throws {
    func scan(_ id: String) -> StandInDocument {
      StandInDocument(id: id, made: id, pages: [[""], [""]])
    }
    let images: @Sendable ([UInt8]) -> [UInt64] = { bytes in
      StandInDocument(bytes)?.made == "new" ? [7, 8] : [1, 2]
    }
    for (made, isVersion) in [("new", false), ("again", true)] {
      let place = try KeptPlace(scan("old"))
      let desk = try place.open(worker: StandInWorker(images: images))
      var box = Annotation(
        id: AnnotationID("b"), page: 1, kind: .box, box: Box(x0: 10, y0: 10, x1: 90, y1: 60))
      box.contents = Self.secret
      try desk.make(box)
      try desk.save()
      let new = scan(made)
      place.write(new.bytes)
      #expect(try desk.shown().isEmpty)
      #expect((desk.carried?.fitting.map(\.contents) == [Self.secret]) == isVersion)
      desk.store.flush()
      #expect(place.bytes == new.bytes)
    }
  }

  /// A part cut out of a document keeps its `/ID`, and is a document of its own.
  @Test func aPartOfADocumentIsAnotherDocument() throws {
    let place = try KeptPlace()
    try session(place, highlighting: 30)
    let part = place.folder + "/part.pdf"
    try Data(rebuilt(0..<40, id: "d1", width: 60).bytes).write(to: URL(fileURLWithPath: part))
    let desk = try place.open(part)
    #expect(desk.loaded.isEmpty && desk.carried == nil)
    // Its whole is away: then it may be what became of it, but only the user knows.
    try FileManager.default.removeItem(atPath: place.file)
    let again = try place.open(part)
    #expect(again.loaded.isEmpty)
    #expect(again.carried?.placed.map(\.id.name) == ["h30"])
    again.store.close(part)
    again.store.flush()
    #expect(
      StandInDocument(Array(try Data(contentsOf: URL(fileURLWithPath: part))))?.annotations == [])
  }

  /// A part that has some of the annotations in it, under the name of the whole, which was moved away.
  @Test func aPartUnderTheOriginalsNameGetsNoHistory() throws {
    let place = try KeptPlace()
    let base = place.bytes
    var part = rebuilt(50..<80, id: "d1")
    let shared = try #require(
      (51..<80).first { highlight(place.document, $0) != nil && highlight(part, $0) != nil })
    let desk = try place.open()
    try desk.make(highlight(place.document, 5, contents: Self.secret))
    try desk.make(highlight(place.document, shared))
    try desk.save()
    desk.store.flush()
    let away = place.folder + "/away.pdf"
    try FileManager.default.moveItem(atPath: place.file, toPath: away)
    part.annotations = [try #require(highlight(part, shared))]
    place.write(annotatedBytes(part))
    let mine = place.bytes
    let other = try place.open()
    #expect(other.loaded.map(\.id.name) == ["h\(shared)"])
    #expect(try !other.settled().canUndo)
    other.store.close(place.file)
    other.store.flush()
    #expect(place.bytes == mine)
    try undoAll(2, in: place.open(away))
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: away))) == base)
  }

  /// Another program writes the document under its name as a whole, and the file that Recto wrote lies elsewhere.
  @Test(arguments: [true, false]) func aRenamedFileKeepsItsHistory(
    _ isMoved: Bool
  ) throws {
    let place = try KeptPlace()
    let base = place.bytes
    try session(place, highlighting: 5)
    try session(place, highlighting: 60)
    let away = place.folder + "/away.pdf"
    if isMoved {
      try FileManager.default.moveItem(atPath: place.file, toPath: away)
    } else {
      try FileManager.default.copyItem(atPath: place.file, toPath: away)
    }
    let written = try Data(contentsOf: URL(fileURLWithPath: away))
    var whole = try #require(StandInDocument(Array(written)))
    whole.made = "m2"
    place.write(annotatedBytes(whole))
    try session(place, highlighting: 70)
    #expect(place.document?.annotations.map(\.id.name) == ["h5", "h60", "h70"])
    let desk = try place.open(away)
    #expect(desk.loaded.map(\.id.name) == ["h5", "h60"] && desk.carried == nil)
    try undoAll(2, in: desk)
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: away))) == base)
    // Each has its own history.
    try undoAll(1, in: place.open())
    #expect(place.document?.annotations.map(\.id.name) == ["h5", "h60"])
  }

  /// A copy of a file that Recto wrote is a document of its own with the history of that time, whatever became of the file since.
  @Test(arguments: [true, false]) func aCopyOfAnEarlierStateCanBeUndone(_ isUndone: Bool) throws {
    let place = try KeptPlace()
    let base = place.bytes
    try session(place, highlighting: 5)
    if isUndone { try session(place, highlighting: 60) }
    let copy = place.folder + "/copy.pdf"
    try FileManager.default.copyItem(atPath: place.file, toPath: copy)
    if isUndone {
      try undoAll(2, in: place.open())
      #expect(place.bytes == base)
    } else {
      try session(place, highlighting: 60)
    }
    let desk = try place.open(copy)
    #expect(desk.loaded.map(\.id.name) == (isUndone ? ["h5", "h60"] : ["h5"]))
    try undoAll(isUndone ? 2 : 1, in: desk)
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: copy))) == base)
    #expect(try !place.open(copy).settled().canUndo)
  }

  /// After a carry-over is undone, the file has the new version's own bytes, as other files may have.
  @Test func copiesOfANewVersionGetNoOldAnnotations() throws {
    let place = try KeptPlace()
    let desk = try place.open()
    try desk.make(highlight(place.document, 5, contents: Self.secret))
    try desk.make(highlight(place.document, 60))
    try desk.save()
    desk.store.close(place.file)
    desk.store.flush()
    let version = rebuilt(20..<80, id: "d1")
    place.write(version.bytes)
    let new = try place.open()
    new.carryOver()
    try new.save()
    try undoAll(1, in: new)
    #expect(place.bytes == version.bytes)
    let copy = place.folder + "/copy.pdf"
    try Data(version.bytes).write(to: URL(fileURLWithPath: copy))
    let other = try place.open(copy)
    #expect(other.loaded.isEmpty && other.detached.isEmpty && other.carried == nil)
  }

  private func undoAll(_ count: Int, in desk: KeptVersionBench) throws {
    for _ in 0..<count { try desk.undo() }
    try desk.save()
    desk.store.close(desk.file)
    desk.store.flush()
  }

  /// Edits a killed program left unsaved are shown, and wait for the user.
  @Test func openingADocumentDoesNotWriteToIt() throws {
    let place = try KeptPlace()
    let bytes = place.bytes
    do {
      let desk = try place.open { $0.saving = .never }
      try desk.make(highlight(place.document, 5))
    }
    let desk = try place.open()
    #expect(desk.loaded.count == 1)
    desk.store.close(place.file)
    desk.store.flush()
    #expect(place.bytes == bytes)
    let again = try place.open()
    #expect(try again.settled().isSaved)
    #expect(place.document?.annotations.count == 1)
  }

  @Test func theCarryOverDecisionIsRemembered() throws {
    let place = try KeptPlace()
    let desk = try place.open()
    try desk.make(highlight(place.document, 30))
    try desk.save()
    place.write(rebuilt(2..<80).bytes)
    #expect(desk.carryOver(always: true) == 1)
    try desk.save()
    for number in 3..<6 {
      let next = rebuilt(number..<80, id: "d\(number)")
      place.write(next.bytes)
      #expect(desk.carried == nil)
      #expect(try desk.shown().keys.map(\.name) == ["h30"])
      #expect(try desk.settled().isSaved)
      #expect(place.document?.annotations.count == 1)
    }
    #expect(
      desk.listener.all.contains { if case .carriedOver(count: 1) = $0 { true } else { false } })
  }

  @Test("always carrying over asks where the numbers are others, as on the next invoice")
  func theNextInvoice() throws {
    func invoice(_ number: Int) -> StandInDocument {
      var document = rebuilt(0..<10)
      document.id = "i\(number)"
      document.pages[0] = document.pages[0].map { line in
        String(line.filter { !$0.isNumber })
      }
      document.pages[0].insert(
        "Invoice \(4711 + number), \(20 + number) May: \(97 * number) EUR", at: 0)
      return document
    }
    let place = try KeptPlace(invoice(1))
    do {
      let desk = try place.open()
      try desk.make(place.document?.highlight("river carries", id: "private"))
      try desk.save()
    }
    var corrected = invoice(1)
    corrected.pages[0].append("Thank you")
    place.write(corrected.bytes)
    let desk = try place.open()
    #expect(desk.carryOver(always: true) == 1)
    try desk.save()
    place.write(invoice(2).bytes)
    #expect(try desk.shown().isEmpty)
    let next = try place.open()
    #expect(next.carried?.isDoubtful == true)
    let isUntouched = place.bytes == invoice(2).bytes
    #expect(isUntouched)
  }

  @Test func discardedAnnotationsAreNotOfferedAgain() throws {
    let place = try KeptPlace()
    try session(place, highlighting: 30)
    let next = rebuilt(2..<80)
    place.write(next.bytes)
    let desk = try place.open()
    #expect(desk.carried?.fitting.count == 1)
    desk.store.discardCarried(place.file)
    #expect(desk.carried == nil)
    let again = try place.open()
    #expect(again.loaded.isEmpty && again.carried == nil)
    #expect(place.bytes == next.bytes)
  }

  /// The user goes on without deciding; later both are there, and one undo takes back what came with the decision.
  @Test func editsBeforeTheCarryOverDecisionAreKept() throws {
    let place = try KeptPlace()
    try session(place, highlighting: 30)
    place.write(rebuilt(2..<80).bytes)
    do {
      let desk = try place.open()
      try desk.make(highlight(place.document, 40))
      try desk.save()
      #expect(place.document?.annotations.map(\.id.name) == ["h40"])
    }
    let desk = try place.open()
    #expect(desk.carried?.fitting.map(\.id.name) == ["h30"], "it is offered until it is decided")
    #expect(desk.carryOver() == 1)
    try desk.save()
    #expect(Set(place.document?.annotations.map(\.id.name) ?? []) == ["h30", "h40"])
    try desk.undo()
    try desk.save()
    #expect(place.document?.annotations.map(\.id.name) == ["h40"])
  }

  /// Its own words changed and those around it did not.
  @Test func theClosestPlaceIsOnlyOffered() throws {
    let place = try KeptPlace()
    try session(place, highlighting: 30)
    let old = "Sentence \(30 * 7919 % 10_007)"
    var next = rebuilt(0..<80, width: 60)
    next.pages = next.pages.map { $0.map { $0.replacingOccurrences(of: old, with: "Paragraph x") } }
    place.write(next.bytes)
    let desk = try place.open()
    let carried = try #require(desk.carried)
    #expect(carried.fitting.isEmpty)
    let closest = try #require(carried.closest.first)
    let words = closest.quads.map { next.text(of: closest.page).words(in: $0.box) }
    #expect(words.joined(separator: " ") == "Paragraph x")
    #expect(desk.carryOver() == 0, "annotations on other words are not taken unasked")
    #expect(try desk.shown().isEmpty)
    #expect(desk.detached.map(\.id.name) == ["h30"])
  }

  /// One letter of the marked words changed: they are other words.
  @Test func changedWordsAreOnlyOffered() throws {
    let place = try KeptPlace(rebuilt(0..<80, width: 60))
    let all = (20..<60).compactMap { number in
      place.document?.highlight("Sentence \(number * 7919 % 10_007) says the", id: "long")
    }
    let marked = try #require(all.first)
    do {
      let desk = try place.open()
      try desk.make(marked)
      try desk.make(highlight(place.document, 70))
      var answer = Annotation(
        id: AnnotationID("answer"), page: marked.page, kind: .note, box: marked.box,
        contents: "yes", author: "Ada")
      answer.replyTo = marked.id
      try desk.make(answer)
      try desk.save()
    }
    var next = rebuilt(0..<80, width: 60)
    next.pages = next.pages.map { $0.map { $0.replacing(" says the", with: " said the") } }
    place.write(next.bytes)
    let desk = try place.open()
    let carried = try #require(desk.carried)
    #expect(carried.fitting.map(\.id.name) == ["h70"])
    #expect(carried.closest.map(\.id.name) == ["long", "answer"])
    #expect(carried.homeless.isEmpty)
    #expect(desk.carryOver() == 1)
    #expect(try desk.shown().keys.map(\.name) == ["h70"])
    #expect(Set(desk.detached.map(\.id.name)) == ["long", "answer"])
  }

  /// The reader opens a changed file again: the earlier offer is made to the new view, and to none of another file.
  @Test func anOfferIsRepeatedToNewViewsOfItsFile() throws {
    let place = try KeptPlace()
    try session(place, highlighting: 30)
    let annotated = place.bytes
    place.write(rebuilt(2..<80).bytes)
    let desk = try place.open()
    #expect(desk.carried != nil)
    let heard = desk.listener.all.count
    desk.store.open(place.file)
    let again = desk.listener.wait(from: heard) { news -> CarriedAnnotations? in
      if case .carried(let carried?) = news { carried } else { nil }
    }
    #expect(again?.fitting.map(\.id.name) == ["h30"])
    place.write(annotated)
    #expect(desk.carried == nil)
    #expect(desk.carryOver() == 0)
    #expect(place.document?.annotations.count == 1)
  }

  /// The other one agrees; here the same key must not add all of it once more.
  @Test func twoProgramsCarryAnnotationsOverOnce() throws {
    let place = try KeptPlace()
    try session(place, highlighting: 30)
    place.write(rebuilt(2..<80).bytes)
    let (one, other) = (try place.open(), try place.open())
    #expect(one.carried != nil && other.carried != nil)
    #expect(one.carryOver() == 1)
    #expect(try one.settled().isSaved)
    other.carryOver()
    #expect(try other.settled().isSaved)
    #expect(place.document?.annotations.map(\.id.name) == ["h30"])
  }

  /// Restored from a backup, or the blank form once more: later annotations are offered, and added to no copy.
  @Test func aFileRestoredFromBackupIsOfferedItsAnnotations() throws {
    let place = try KeptPlace()
    let clean = place.bytes
    try session(place, highlighting: 30)
    place.write(clean)
    let desk = try place.open()
    #expect(desk.loaded.isEmpty && desk.carried?.fitting.map(\.id.name) == ["h30"])
    desk.store.close(place.file)
    desk.store.flush()
    #expect(place.bytes == clean)
    let copy = place.folder + "/copy.pdf"
    try Data(clean).write(to: URL(fileURLWithPath: copy))
    let other = try place.open(copy)
    #expect(other.loaded.isEmpty && other.carried == nil)
    let again = try place.open()
    #expect(again.carryOver() == 1)
    #expect(try again.settled().isSaved)
    #expect(place.document?.annotations.map(\.id.name) == ["h30"])
  }

  @Test("a blank form begun again gets nothing of the one before, whose first edit was undone")
  func aBlankFormAfterAnUndo() throws {
    let place = try KeptPlace()
    let blank = place.bytes
    do {
      let desk = try place.open()
      try desk.make(highlight(place.document, 5, contents: "typo"))
      try desk.save()
      try desk.undo()
      try desk.save()
      #expect(place.bytes == blank)
      try desk.make(highlight(place.document, 30, contents: Self.secret))
      try desk.save()
    }
    place.write(blank)
    let desk = try place.open()
    #expect(desk.loaded.isEmpty)
    #expect(desk.carried?.fitting.map(\.contents) == [Self.secret], "only the user knows")
    try desk.make(highlight(place.document, 40))
    try desk.save()
    #expect(place.document?.annotations.map(\.id.name) == ["h40"])
  }

  @Test("an offer that was not answered is made again for the version after next")
  func anUnansweredOffer() throws {
    let place = try KeptPlace()
    try session(place, highlighting: 30)
    place.write(rebuilt(2..<80).bytes)
    try session(place, highlighting: 40)
    place.write(rebuilt(3..<80, id: "d3").bytes)
    let desk = try place.open()
    #expect(Set(desk.carried?.fitting.map(\.id.name) ?? []) == ["h30", "h40"])
    #expect(desk.carryOver() == 2)
    try desk.save()
    #expect(Set(place.document?.annotations.map(\.id.name) ?? []) == ["h30", "h40"])
    #expect(try place.open().carried == nil)
  }

  @Test("annotations on changed words are offered again after the rest was kept")
  func changedWordsAfterTheRest() throws {
    let place = try KeptPlace()
    do {
      let desk = try place.open()
      for number in [5, 30] { try desk.make(highlight(place.document, number)) }
      try desk.save()
    }
    let old = "Sentence \(30 * 7919 % 10_007)"
    var next = rebuilt(0..<80, width: 60)
    next.pages = next.pages.map { $0.map { $0.replacingOccurrences(of: old, with: "Paragraph x") } }
    place.write(next.bytes)
    let desk = try place.open()
    #expect(desk.carryOver() == 1)
    #expect(desk.detached.map(\.id.name) == ["h30"])
    let offered = try #require(desk.carried)
    #expect(offered.fitting.isEmpty && offered.closest.map(\.id.name) == ["h30"])
    #expect(desk.carryOver(withClosest: true) == 1)
    #expect(try Set(desk.shown().keys.map(\.name)) == ["h5", "h30"])
    #expect(desk.detached.isEmpty && desk.carried == nil)
    try desk.undo()
    #expect(try desk.shown().keys.map(\.name) == ["h5"])
    #expect(desk.detached.map(\.id.name) == ["h30"])
    desk.store.reconsider(place.file)
    #expect(desk.carried?.placed.map(\.id.name) == ["h30"])
  }

  @Test("always carrying over asks where a name is another one")
  func anotherPersonsCertificate() throws {
    func certificate(_ name: String) -> StandInDocument {
      var document = rebuilt(0..<30)
      document.id = String(name.prefix(3))
      document.pages[0].insert("This certificate was made for \(name)", at: 0)
      return document
    }
    let place = try KeptPlace(certificate("Ada Quill"))
    do {
      let desk = try place.open()
      try desk.make(highlight(place.document, 5, contents: Self.secret))
      try desk.save()
    }
    var corrected = certificate("Ada Quill")
    corrected.pages[0].append("thank you")
    place.write(corrected.bytes)
    #expect(try place.open().carryOver(always: true) == 1)
    place.write(certificate("Bert Osier").bytes)
    let desk = try place.open()
    #expect(desk.loaded.isEmpty && desk.carried?.isDoubtful == true)
    // Its author may change a name.
    try Data().write(to: URL(fileURLWithPath: place.folder + "/paper.tex"))
    let author = try place.open()
    #expect(author.carried == nil)
    #expect(try author.shown().values.map(\.contents) == [Self.secret])
  }
}
