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

/// Edits, their undoing and their way into the file.
@Suite(.timeLimit(.minutes(Sanitizer.isOn ? 20 : 2)))
struct AnnotationStoreTests {
  @Test func anEditIsSavedSoonAndAppendedToTheOldBytes() throws {
    let place = try KeptPlace()
    let base = place.bytes
    let desk = try place.open()
    try desk.make(highlight(place.document, 3))
    _ = desk.listener.saveStatus { $0.isSaved && $0.canUndo }
    #expect(place.bytes.starts(with: base))
    #expect(place.document?.annotations.map(\.id.name) == ["h3"])
    try desk.make(highlight(place.document, 5))
    try desk.save()
    #expect(place.bytes.starts(with: base))
    #expect(place.document?.annotations.count == 2)
    let sections =
      String(decoding: place.bytes, as: UTF8.self)
      .components(separatedBy: "%SECTION").count - 1
    #expect(sections == 1, "one section a session")
  }

  @Test func undoingEverythingRestoresTheFileByteForByte() throws {
    let place = try KeptPlace()
    let base = place.bytes
    let desk = try place.open()
    for number in 1...4 { try desk.make(highlight(place.document, number)) }
    try desk.save()
    #expect(place.bytes != base)
    for _ in 1...4 { try desk.undo() }
    try desk.save()
    #expect(place.bytes == base)
  }

  @Test func undoWorksAfterReopening() throws {
    let place = try KeptPlace()
    do {
      let desk = try place.open()
      try desk.make(highlight(place.document, 1))
      try desk.make(highlight(place.document, 2))
      try desk.save()
    }
    let first = place.bytes
    let desk = try place.open()
    #expect(desk.loaded.count == 2)
    try desk.undo()
    try desk.save()
    #expect(place.document?.annotations.map(\.id.name) == ["h1"])
    try desk.redo()
    try desk.save()
    #expect(place.document?.annotations.count == 2)
    #expect(place.bytes == first)
  }

  @Test func undoAcrossSessionsRestoresEachSessionsBytes() throws {
    let place = try KeptPlace()
    var files = [place.bytes]
    for number in 1...4 {
      try session(place, highlighting: number)
      #expect(place.bytes.starts(with: try #require(files.last)))
      files.append(place.bytes)
    }
    // Two in one session, the others in one each.
    let desk = try place.open()
    for number in [3, 2] {
      try desk.undo()
      try desk.save()
      #expect(place.bytes == files[number])
    }
    for number in [1, 0] {
      let desk = try place.open()
      try desk.undo()
      try desk.save()
      #expect(place.bytes == files[number])
    }
    for number in 1...4 {
      let desk = try place.open()
      try desk.redo()
      try desk.save()
      #expect(place.bytes == files[number])
    }
  }

  @Test func undoOfASessionKeepsLaterEdits() throws {
    let place = try KeptPlace()
    let base = place.bytes
    for number in 1...2 {
      try session(place, highlighting: number)
    }
    let (one, other) = (try place.open(), try place.open())
    // Both start from the end of the second session; an undo in one applies to the other.
    try other.make(highlight(place.document, 5))
    try other.save()
    try one.undo()
    try one.undo()
    try one.save()
    try other.make(highlight(place.document, 6))
    try other.save()
    #expect(place.document?.annotations.map(\.id.name) == ["h1", "h6"])
    for _ in 0..<2 { try one.undo() }
    try one.save()
    #expect(place.bytes == base)
  }

  @Test func undoNeverTruncatesAnotherProgramsSection() throws {
    let place = try KeptPlace()
    try session(place, highlighting: 1)
    let foreign = try #require(highlight(place.document, 9))
    place.write(
      place.bytes + StandInDocument.section([AnnotationChange(before: nil, after: foreign)]))
    let theirs = place.bytes
    try session(place, highlighting: 2)
    let desk = try place.open()
    try desk.undo()
    try desk.save()
    #expect(place.bytes == theirs)
    try desk.undo()
    try desk.save()
    #expect(place.bytes.starts(with: theirs))
    #expect(place.document?.annotations.map(\.id.name) == ["h9"])
  }

  @Test func editsOfTwoProgramsAreBothSaved() throws {
    let place = try KeptPlace()
    let (one, other) = (try place.open(), try place.open())
    try one.make(highlight(place.document, 1))
    try one.save()
    try other.make(highlight(place.document, 2))
    try other.save()
    try one.make(highlight(place.document, 3))
    try one.save()
    #expect(Set(place.document?.annotations.map(\.id.name) ?? []) == ["h1", "h2", "h3"])
    #expect(try Set(other.shown().keys.map(\.name)) == ["h1", "h2", "h3"])
  }

  @Test func anotherProgramsEditIsReportedBeforeItIsSaved() throws {
    let place = try KeptPlace()
    let one = try place.open { $0.saving = .onQuit }
    let other = try place.open { $0.saving = .onQuit }
    try other.make(highlight(place.document, 1))
    try one.make(highlight(place.document, 2))
    let reported = other.listener.wait { news -> Bool? in
      guard case .changed(let changes, _, _) = news else { return nil }
      return changes.contains { $0.id?.name == "h2" } ? true : nil
    }
    #expect(reported == true)
  }

  @Test func anotherProgramsSectionIsNotOverwritten() throws {
    let place = try KeptPlace()
    let desk = try place.open()
    try desk.make(highlight(place.document, 1))
    try desk.save()
    let foreign = try #require(highlight(place.document, 9))
    place.write(
      place.bytes + StandInDocument.section([AnnotationChange(before: nil, after: foreign)]))
    let theirs = place.bytes
    try desk.make(highlight(place.document, 2))
    try desk.save()
    #expect(place.bytes.starts(with: theirs), "theirs is never overwritten")
    #expect(Set(place.document?.annotations.map(\.id.name) ?? []) == ["h1", "h9", "h2"])
  }

  @Test func anotherProgramsDeletionIsKeptAndCanBeUndone() throws {
    let place = try KeptPlace()
    let desk = try place.open()
    for number in 1...3 { try desk.make(highlight(place.document, number)) }
    try desk.save()
    let gone = try #require(place.document?.annotations.first { $0.id.name == "h2" })
    place.write(
      place.bytes + StandInDocument.section([AnnotationChange(before: gone, after: nil)]))
    #expect(try Set(desk.shown().keys.map(\.name)) == ["h1", "h3"])
    try desk.undo()
    #expect(try Set(desk.shown().keys.map(\.name)) == ["h1", "h2", "h3"])
    try desk.save()
    #expect(place.document?.annotations.count == 3)
  }

  /// Nothing in such a file tells it from a new version; the user can.
  @Test func annotationsLostInARewrittenFileAreOffered() throws {
    let place = try KeptPlace()
    let desk = try place.open()
    for number in 1...3 { try desk.make(highlight(place.document, number)) }
    try desk.save()
    let read = place.document
    var old = try #require(read)
    // Its own way to write the same text.
    old.pages[old.pages.count - 1].append("")
    place.write(StandInDocument(id: old.id, made: old.made, pages: old.pages).bytes)
    #expect(try desk.shown().isEmpty)
    #expect(desk.carryOver() == 3)
    #expect(try desk.shown().count == 3)
  }

  /// From a backup, or built again to the very bytes: nobody has deleted anything, and the user decides.
  @Test func aRestoredFileIsOfferedItsAnnotations() throws {
    let place = try KeptPlace()
    let base = place.bytes
    let desk = try place.open()
    for number in 1...3 { try desk.make(highlight(place.document, number)) }
    try desk.save()
    place.write(base)
    #expect(try desk.shown().isEmpty)
    #expect(desk.carryOver() == 3)
    try desk.save()
    #expect(place.bytes.starts(with: base) && place.document?.annotations.count == 3)
    for _ in 1...3 { try desk.undo() }
    try desk.save()
    #expect(place.bytes == base)
  }

  private static let refusals: [(Disk.Call, Int32, SaveBlocker)] = [
    (.create, EACCES, .readOnlyFolder), (.create, EROFS, .readOnlyFile),
    (.write, ENOSPC, .diskFull),
    (.sync, EIO, .failed), (.rename, ENOSPC, .diskFull),
  ]

  @Test(arguments: refusals.indices)
  func unsavableEditsStayInTheLibraryAndAreShown(_ index: Int) throws {
    let (call, number, obstacle) = Self.refusals[index]
    let place = try KeptPlace()
    let base = place.bytes
    do {
      let desk = try place.open { options in
        options.saving = .onQuit
        options.disk = Disk { called, _ in called == call ? number : nil }
      }
      try desk.make(highlight(place.document, 1))
      let saveStatus = try desk.save()
      #expect(saveStatus.obstacle == obstacle)
      #expect(!saveStatus.isSaved)
      #expect(place.bytes == base, "the file is as it was")
      #expect(try desk.shown().count == 1)
      let names = try FileManager.default.contentsOfDirectory(atPath: place.folder)
      #expect(Set(names) == ["paper.pdf", "library"], "nothing unfinished is left")
    }
    let later = try place.open { $0.saving = .onQuit }
    #expect(later.loaded.count == 1)
    #expect(try later.save().obstacle == nil)
    #expect(place.document?.annotations.count == 1)
  }

  @Test func aFileChangedDuringASaveIsReadAgain() throws {
    let place = try KeptPlace()
    let file = place.file
    let isDone = Atomic(false)
    let foreign = try #require(highlight(place.document, 9))
    let desk = try place.open { options in
      options.saving = .onQuit
      options.step = { step in
        guard step == "write", !isDone.exchange(true, ordering: .relaxed) else { return }
        let bytes = Array(FileManager.default.contents(atPath: file) ?? Data())
        let section = StandInDocument.section([AnnotationChange(before: nil, after: foreign)])
        try? Data(bytes + section).write(to: URL(fileURLWithPath: file), options: .atomic)
      }
    }
    try desk.make(highlight(place.document, 1))
    try desk.save()
    #expect(Set(place.document?.annotations.map(\.id.name) ?? []) == ["h1", "h9"])
  }

  @Test func aTruncatedFileIsSavedOnlyWhenWholeAgain() throws {
    let place = try KeptPlace()
    let desk = try place.open { $0.saving = .onQuit }
    try desk.make(highlight(place.document, 1))
    // The bytes it was made over are known.
    desk.store.rest()
    let whole = place.bytes
    place.write(Array(whole.prefix(200)))
    #expect(try desk.save().obstacle == .unmendable)
    #expect(place.bytes.count == 200)
    place.write(whole)
    #expect(try desk.save().obstacle == nil)
    #expect(place.document?.annotations.count == 1)
  }

  @Test func aDeletedFileIsNotRecreated() throws {
    let place = try KeptPlace()
    let desk = try place.open { $0.saving = .onQuit }
    try desk.make(highlight(place.document, 1))
    try FileManager.default.removeItem(atPath: place.file)
    #expect(try desk.save().obstacle == .noFile)
    #expect(!FileManager.default.fileExists(atPath: place.file))
    #expect(try desk.shown().count == 1)
  }

  @Test func editsMadeWhileTheFileIsGoneBelongToItsBytes() throws {
    let place = try KeptPlace()
    let whole = place.bytes
    let desk = try place.open()
    let made = highlight(place.document, 1)
    try FileManager.default.removeItem(atPath: place.file)
    try desk.make(made)
    desk.store.rest()
    place.write(whole)
    let shown = try place.open().shown()
    #expect(shown.keys.map(\.name) == [made?.id.name])
  }

  @Test func aLinkStaysAndItsTargetIsWritten() throws {
    let place = try KeptPlace()
    let target = place.folder + "/target.pdf"
    try FileManager.default.moveItem(atPath: place.file, toPath: target)
    symlink("target.pdf", place.file)
    let desk = try place.open()
    try desk.make(
      highlight(StandInDocument(Array(try Data(contentsOf: URL(fileURLWithPath: target)))), 1))
    try desk.save()
    #expect(
      (try? FileManager.default.destinationOfSymbolicLink(atPath: place.file)) == "target.pdf")
    #expect(place.document?.annotations.count == 1)
  }

  @Test func hardLinksKeepTheOldBytesAndAreWarnedOf() throws {
    let place = try KeptPlace()
    let base = place.bytes
    link(place.file, place.folder + "/other.pdf")
    let desk = try place.open()
    let saveStatus = desk.listener.saveStatus { $0.cautions.contains(.hardLinks) }
    #expect(saveStatus != nil)
    try desk.make(highlight(place.document, 1))
    try desk.save()
    #expect(place.document?.annotations.count == 1)
    #expect(
      Array(FileManager.default.contents(atPath: place.folder + "/other.pdf") ?? Data()) == base)
  }

  @Test func permissionsAreKept() throws {
    let place = try KeptPlace()
    chmod(place.file, 0o640)
    let desk = try place.open()
    try desk.make(highlight(place.document, 1))
    try desk.save()
    #expect(FileStatus(place.file)?.permissions == 0o640)
  }

  @Test func aCopyHasTheAnnotationsAndTheFileIsUnchanged() throws {
    let place = try KeptPlace()
    let base = place.bytes
    let desk = try place.open { $0.saving = .never }
    try desk.make(highlight(place.document, 1))
    let copy = place.folder + "/copy.pdf"
    let done = DispatchSemaphore(value: 0)
    desk.store.saveCopy(of: place.file, to: copy) { _ in done.signal() }
    done.wait()
    let bytes = Array(FileManager.default.contents(atPath: copy) ?? Data())
    #expect(StandInDocument(bytes)?.annotations.count == 1)
    #expect(bytes.starts(with: base))
    #expect(place.bytes == base)
  }

  @Test func withSavingNeverTheFileIsUnchanged() throws {
    let place = try KeptPlace()
    let base = place.bytes
    let desk = try place.open { $0.saving = .never }
    try desk.make(highlight(place.document, 1))
    desk.store.flush()
    #expect(place.bytes == base)
    let later = try place.open { $0.saving = .never }
    #expect(later.loaded.count == 1)
  }

  @Test func aKilledSaveLosesNothing() throws {
    let run = try ProbeRun("annotation-probe", ["faults", "50", "7"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("rounds 50"))
  }
}
