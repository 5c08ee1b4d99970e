@testable import Annotating
import Messages
import DocumentModel
import Files
import Foundation
import Interface
import Library
import Platform
import StandIn
import Synchronization
import TestSupport
import Testing

@testable import Services
import Workers

/// Annotations of a document whose pages are cut and moved.
@Suite(.timeLimit(.minutes(Sanitizer.isOn ? 20 : 2)))
struct KeptPageTests {
  /// The document with its annotations rewritten without its first page, as a page edit does it.
  @Test func cuttingPagesRemovesTheirAnnotationsAndMovesOthers() throws {
    let place = try KeptPlace()
    let desk = try place.open()
    try desk.make(highlight(place.document, 1))
    let late = try #require(highlight(place.document, 70))
    try desk.make(late)
    try desk.save()
    let old = place.bytes
    try place.turn(to: annotatedBytes(try withoutFirstPage(place.document)))
    #expect(try desk.shown().mapValues(\.page) == [late.id: late.page - 1])
    // Undone.
    try place.turn(to: old, isReturn: true)
    #expect(
      try desk.shown().mapValues(\.page) == [late.id: late.page, AnnotationID("h1"): 0])
    #expect(desk.detached.isEmpty)
  }

  @Test func annotationsOfCutPagesAreNotSearchedForElsewhere() throws {
    let place = try KeptPlace()
    let desk = try place.open()
    try desk.make(highlight(place.document, 1))
    try desk.save()
    try place.turn(to: annotatedBytes(try withoutFirstPage(place.document)))
    #expect(try desk.shown().isEmpty && desk.detached.isEmpty)
  }

  @Test func undoOnCutPagesIsReported() throws {
    let place = try KeptPlace()
    let desk = try place.open()
    try desk.make(highlight(place.document, 1))
    try desk.save()
    try place.turn(to: annotatedBytes(try withoutFirstPage(place.document)))
    #expect(try desk.shown().isEmpty)
    func reported(_ body: () -> Void) -> [AnnotationChange]? {
      let heard = desk.listener.all.count
      body()
      return desk.listener.wait(from: heard) {
        if case .reversedUnseen(let changes) = $0 { changes } else { nil }
      }
    }
    let undone = try #require(reported { desk.store.undo(desk.file) })
    #expect(undone.map { $0.before?.id } == [AnnotationID("h1")] && undone[0].after == nil)
    let redone = try #require(reported { desk.store.redo(desk.file) })
    #expect(redone.map { $0.after?.id } == [AnnotationID("h1")] && redone[0].before == nil)
  }

  @Test func editsMadeWhilePagesMoveFollowTheirWords() throws {
    let place = try KeptPlace()
    let desk = try place.open { $0.saving = .onQuit }
    try desk.make(highlight(place.document, 70))
    desk.store.rest()
    let text = try withoutFirstPage(place.document)
    try place.turn(to: annotatedBytes(text))
    _ = try desk.shown()
    let found = try #require(try desk.shown()[AnnotationID("h70")])
    let words = found.quads.map { text.text(of: found.page).words(in: $0.box) }
    #expect(words.joined(separator: " ") == "Sentence \(70 * 7919 % 10_007)")
  }

  /// Edits undone on other pages are undone on restored ones, to the last byte; a note's place means nothing on other pages.
  @Test func undoOnOtherPagesAppliesToReturnedPages() throws {
    let place = try KeptPlace()
    let base = place.bytes
    let late = try #require(highlight(place.document, 70))
    do {
      let desk = try place.open()
      try desk.make(highlight(place.document, 1))
      try desk.make(late)
      try desk.save()
    }
    let old = place.bytes
    let cut = annotatedBytes(try withoutFirstPage(place.document))
    try place.turn(to: cut)
    let desk = try place.open()
    var moved = try #require(desk.loaded.first)
    moved.move(to: 0, by: Point(x: 1, y: 0))
    try desk.edit(try #require(desk.loaded.first), moved)
    for _ in 0..<3 { _ = desk.done { desk.store.undo(desk.file, completion: $0) } }
    try desk.save()
    #expect(place.document?.annotations == [])
    let left = place.bytes
    try place.turn(to: old, isReturn: true)
    #expect(try desk.shown().isEmpty)
    #expect(try desk.save().isSaved)
    #expect(place.bytes == base)
    #expect(desk.listener.saveStatus { !$0.canUndo && $0.canRedo && $0.isSaved } != nil)
    // Redone: edits undone there can be redone there.
    try place.turn(to: left, isReturn: true)
    #expect(try desk.shown().isEmpty)
    for _ in 0..<2 { _ = desk.done { desk.store.redo(desk.file, completion: $0) } }
    try desk.save()
    #expect(place.document?.annotations.map(\.page) == [late.page - 1])
    #expect(place.bytes == cut)
  }

  @Test func aPageEditByAKilledProgramIsRecognised() throws {
    let place = try KeptPlace()
    do {
      let desk = try place.open()
      try desk.make(highlight(place.document, 1))
      try desk.make(highlight(place.document, 70))
      try desk.save()
    }
    let cut = annotatedBytes(try withoutFirstPage(place.document))
    do {
      let lineage = try #require(EditLineage(place.bytes, of: place.file, library: place.library))
      lineage.begin(Digest.sha256(cut), length: cut.count, movesPages: true)
      place.write(cut)
    }
    let desk = try place.open()
    #expect(desk.loaded.map(\.id.name) == ["h70"] && desk.detached.isEmpty)
    // Nobody has deleted the other one: it is no step.
    try desk.undo()
    try desk.save()
    #expect(place.document?.annotations == [])
    try #require(desk.done { desk.store.undo(desk.file, completion: $0) } != nil)
    #expect(desk.done { desk.store.undo(desk.file, completion: $0) } == nil)
  }

  /// A file with the bytes from before a page edit is the document as it was then, no matter which program wrote it.
  @Test func bytesFromBeforeAPageEditHaveTheirOldHistory() throws {
    let place = try KeptPlace()
    do {
      let desk = try place.open()
      try desk.make(highlight(place.document, 1))
      try desk.save()
    }
    let old = place.bytes
    try place.turn(to: annotatedBytes(try withoutFirstPage(place.document)))
    let hash = Digest.sha256(old)
    do {
      let lineage = try #require(EditLineage(place.bytes, of: place.file, library: place.library))
      lineage.beginReturn(hash, length: old.count)
      lineage.giveUp(hash, place.file)
    }
    place.write(old)
    let desk = try place.open()
    #expect(desk.loaded.map(\.id.name) == ["h1"])
    #expect(try place.journal().entries.count { $0.kind == .returned } == 1)
    // Where it was written all the same that is known.
    let cut = annotatedBytes(try withoutFirstPage(place.document))
    try place.turn(to: cut)
    do {
      let lineage = try #require(EditLineage(place.bytes, of: place.file, library: place.library))
      lineage.beginReturn(hash, length: old.count)
      place.write(old)
      lineage.giveUp(hash, place.file)
    }
    _ = try place.open()
    #expect(try place.journal().entries.count { $0.kind == .returned } == 2)
  }

  @Test func annotationsAreSavedBeforePagesAreMoved() throws {
    let place = try KeptPlace()
    let desk = try place.open { $0.saving = .never }
    try desk.make(highlight(place.document, 3))
    #expect(place.document?.annotations.isEmpty == true)
    let saved = Answer<Bool?>()
    desk.store.settle(place.file) { saved.give($0?.isSaved) }
    #expect(saved.wait() == true)
    #expect(place.document?.annotations.map(\.id.name) == ["h3"])
  }
}
