import DocumentModel
import Foundation
import Interface
import StandIn
import TestSupport
import Testing

@testable import Annotating
import Workers

/// Edits that do not read back correctly after they are written.
@Suite(.timeLimit(.minutes(Sanitizer.isOn ? 20 : 2)))
struct OddChangeTests {
  /// The edit waits in the library with its replies; the rest is in the file, and the reason is reported.
  @Test func anUnverifiableEditDoesNotBlockOthers() throws {
    let place = try KeptPlace()
    let worker = StandInWorker(odd: ["h7"])
    do {
      let desk = try place.open(worker: worker) { $0.saving = .onQuit }
      for number in 1...12 { try desk.make(highlight(place.document, number)) }
      var answer = try #require(highlight(place.document, 7))
      (answer.id, answer.kind, answer.quads) = (AnnotationID("r7"), .note, [])
      answer.replyTo = AnnotationID("h7")
      try desk.make(answer)
      let saveStatus = try desk.save()
      #expect(saveStatus.obstacle == .unverified && !saveStatus.isSaved)
      #expect(saveStatus.leftOutPages == [try #require(highlight(place.document, 7)).page])
      #expect(place.document?.annotations.count == 11)
      #expect(try desk.shown().count == 13)
      // One more goes in without finding that out again.
      try desk.make(highlight(place.document, 20))
      #expect(try !desk.save().isSaved)
      #expect(place.document?.annotations.count == 12)
      let copy = place.folder + "/copy.pdf"
      let answered = Answer<Result<[Int], AnnotationStore.CopyFailure>>()
      desk.store.saveCopy(of: place.file, to: copy) { answered.give($0) }
      #expect(try answered.wait().get() == saveStatus.leftOutPages)
      let copied = StandInDocument(Array(FileManager.default.contents(atPath: copy) ?? Data()))
      #expect(copied?.annotations.count == 12)
    }
    // A worker that writes it correctly saves it in the file.
    let later = try place.open { $0.saving = .onQuit }
    #expect(later.loaded.count == 14)
    #expect(try later.save().isSaved)
    #expect(place.document?.annotations.count == 14)
  }

  @Test func undoneUnverifiableEditsLeaveNothing() throws {
    let place = try KeptPlace()
    let base = place.bytes
    let desk = try place.open(worker: StandInWorker(odd: ["h1"])) { $0.saving = .onQuit }
    try desk.make(highlight(place.document, 1))
    #expect(try desk.save().obstacle == .unverified)
    #expect(place.bytes == base)
    try desk.undo()
    #expect(try desk.settled().isSaved)
    #expect(place.bytes == base)
  }
}
