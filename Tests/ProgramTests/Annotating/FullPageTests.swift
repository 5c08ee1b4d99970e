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

@testable import Annotating
import Workers

/// Pages with more annotations than a file may have.
@Suite(.timeLimit(.minutes(Sanitizer.isOn ? 20 : 2)))
struct FullPageTests {
  /// Edits on a page with too many annotations wait; the rest is written, and undone to the last byte.
  @Test func anOverfullPageDoesNotBlockOtherPages() throws {
    let place = try KeptPlace()
    let first = try #require(highlight(place.document, 1))
    let late = try #require(highlight(place.document, 70))
    let base = place.bytes
    place.write(
      base
        + StandInDocument.section(
          (0..<9).map { number in
            var one = late
            one.id = AnnotationID("old\(number)")
            return AnnotationChange(before: nil, after: one)
          }))
    let full = place.bytes
    do {
      let desk = try place.open(most: 8)
      try desk.make(late)
      let saveStatus = try desk.settled()
      #expect(saveStatus.obstacle == .tooManyAnnotations && saveStatus.leftOutPages == [late.page])
      try desk.make(first)
      #expect(try desk.settled().leftOutPages == [late.page])
      #expect(place.document?.annotations.count == 10)
      var old = try #require(desk.loaded.first { $0.page == late.page })
      let before = old
      old.contents = "changed"
      try desk.edit(before, old)
      try desk.settled()
      #expect(place.document?.annotations.count { $0.contents == "changed" } == 0)
    }
    // Another program finds what waits, and the rest in the file.
    let desk = try place.open(most: 8)
    #expect(desk.loaded.count == 11 && desk.loaded.count { $0.contents == "changed" } == 1)
    try desk.make(highlight(place.document, 2))
    #expect(try desk.settled().leftOutPages == [late.page])
    #expect(place.document?.annotations.count == 11)
    for _ in 0..<4 { try desk.undo() }
    #expect(try desk.settled().isSaved)
    #expect(place.bytes == full)
  }

  /// Waiting edits are journalled once, and each further one adds one entry; the rest is in one section per session.
  @Test func waitingEditsDoNotGrowJournalOrFile() throws {
    let place = try KeptPlace()
    let late = try #require(highlight(place.document, 70))
    place.fill(late, 9)
    let full = place.bytes
    let desk = try place.open(most: 8) { $0.saving = .onQuit }
    try desk.make(late)
    for number in 1...4 {
      try desk.make(highlight(place.document, number))
      #expect(try desk.settled().leftOutPages == [late.page])
      #expect(place.document?.annotations.count == 9 + number)
    }
    func waiting() throws -> [JournalEntry] {
      try place.journal().entries.filter { $0.kind == .waiting }
    }
    #expect(try waiting().map(\.step.changes.count) == [1])
    #expect(try place.journal().bases.count == 1)
    let sections = String(decoding: place.bytes, as: UTF8.self).components(separatedBy: "%SECTION")
    #expect(sections.count == 3, "one was there")
    // One more; the same again.
    let old = try #require(desk.loaded.first { $0.page == late.page })
    var new = old
    new.contents = "changed"
    try desk.edit(old, new)
    let before = place.bytes
    #expect(try desk.settled().leftOutPages == [late.page])
    #expect(place.bytes == before, "nothing else was to be written")
    try desk.make(highlight(place.document, 5))
    try desk.settled()
    var newer = new
    newer.contents = "changed again"
    try desk.edit(new, newer)
    try desk.make(highlight(place.document, 6))
    try desk.settled()
    #expect(try waiting().map(\.step.changes.count) == [1, 1])
    #expect(try place.journal().bases.count == 1)
    // Another program has all of it.
    let later = try place.open(most: 8) { $0.saving = .onQuit }
    #expect(later.loaded.count { $0.contents == "changed again" } == 1)
    #expect(later.loaded.contains { $0.id == late.id })
    #expect(place.document?.annotations.count == 15)
    // Where there is room they go in, and do not wait any more.
    let roomy = try place.open { $0.saving = .onQuit }
    #expect(try roomy.settled().isSaved)
    #expect(place.document?.annotations.count == 16)
    #expect(place.document?.annotations.count { $0.contents == "changed again" } == 1)
    #expect(try place.open().listener.saveStatus { $0.isSaved } != nil)
    for _ in 0..<9 { try roomy.undo() }
    #expect(try roomy.settled().isSaved)
    #expect(place.bytes == full)
  }

  /// Between the write and its journal entry.
  @Test func concurrentEditsAreSavedBesideWaitingOnes() throws {
    let place = try KeptPlace()
    let late = try #require(highlight(place.document, 70))
    place.fill(late, 9)
    let other = try #require(highlight(place.document, 3))
    let (library, file) = (place.library, place.file)
    let isDone = Atomic(false)
    let desk = try place.open(most: 8) { options in
      options.saving = .onQuit
      options.step = { step in
        guard step == "waiting", !isDone.exchange(true, ordering: .relaxed) else { return }
        let journal = AnnotationJournal(folder: library)
        var history = AnnotationHistory()
        guard
          let row = try? journal.latest(at: file)
        else { return }
        _ = try? journal.add(to: row.id, &history) { _, row in
          AnnotationJournal.Entry(
            .edit, AnnotationEdit([AnnotationChange(before: nil, after: other)]),
            version: row.version)
        }
      }
    }
    try desk.make(late)
    try desk.make(highlight(place.document, 1))
    try desk.settled()
    let wasDone = isDone.load(ordering: .relaxed)
    #expect(wasDone)
    #expect(try desk.settled().leftOutPages == [late.page])
    #expect(place.document?.annotations.count { $0.id == other.id } == 1)
    #expect(place.document?.annotations.count == 11)
    let later = try place.open(most: 8) { $0.saving = .onQuit }
    #expect(Set(later.loaded.map(\.id)).isSuperset(of: [late.id, other.id]))
    #expect(try later.settled().leftOutPages == [late.page])
    #expect(place.document?.annotations.count == 11)
  }

  /// Waiting edits follow their words when pages are moved, and are journalled once even if the file could not be written.
  @Test func waitingEditsFollowTheirWordsToOtherPages() throws {
    let place = try KeptPlace()
    let late = try #require(highlight(place.document, 70))
    place.fill(late, 9)
    let isFull = Atomic(true)
    let desk = try place.open(most: 8) { options in
      options.saving = .onQuit
      options.disk = Disk { call, _ in
        call == .write && isFull.load(ordering: .relaxed) ? ENOSPC : nil
      }
    }
    try desk.make(late)
    try desk.make(highlight(place.document, 75))
    #expect(try desk.settled().obstacle == .diskFull)
    isFull.store(false, ordering: .relaxed)
    #expect(try desk.settled().leftOutPages == [late.page])
    #expect(try place.journal().entries.count { $0.kind == .waiting } == 1)
    #expect(place.document?.annotations.count == 10)
    let text = try withoutFirstPage(place.document)
    try place.turn(to: annotatedBytes(text))
    _ = try desk.shown()
    let shown = try desk.shown()
    #expect(shown[late.id]?.page == late.page - 1 && shown.count == 11)
    let words = shown[late.id]?.quads.map { text.text(of: late.page - 1).words(in: $0.box) }
    #expect(words?.joined(separator: " ") == "Sentence \(70 * 7919 % 10_007)")
    #expect(try desk.settled().leftOutPages == [late.page - 1])
  }

  /// A page that is full is not tried again before something else is to be done on it.
  @Test func anOverfullPageIsRetriedWhenItsEditsChange() throws {
    let place = try KeptPlace()
    let late = try #require(highlight(place.document, 70))
    place.fill(late, 9)
    let tried = Mutex(0)
    let worker = StandInWorker(most: 8) { step in
      let isOnIt = step.changes.contains { ($0.after ?? $0.before)?.page == late.page }
      if isOnIt { tried.withLock { $0 += 1 } }
    }
    let desk = try place.open(worker: worker) { $0.saving = .onQuit }
    try desk.make(late)
    try desk.settled()
    let once = tried.withLock(\.self)
    #expect(once > 0)
    try desk.make(highlight(place.document, 1))
    try desk.settled()
    #expect(tried.withLock(\.self) == once)
    var changed = late
    changed.contents = "changed"
    try desk.edit(late, changed)
    #expect(try desk.settled().leftOutPages == [late.page])
    #expect(tried.withLock(\.self) > once)
  }

  /// Other too large edits are reported as such, and no page is searched as the cause.
  @Test func tooLargeEditsAreNotAnOverfullPage() throws {
    let place = try KeptPlace()
    let asked = Mutex(0)
    let worker = StandInWorker(mostChanges: 2) { _ in asked.withLock { $0 += 1 } }
    let desk = try place.open(worker: worker) { $0.saving = .onQuit }
    for number in [1, 40, 75] { try desk.make(highlight(place.document, number)) }
    let saveStatus = try desk.settled()
    #expect(saveStatus.obstacle == .tooLarge && saveStatus.leftOutPages.isEmpty)
    #expect(asked.withLock(\.self) == 1)
  }

  /// A copy has what fits, and it is said what does not.
  @Test func aCopyHasTheAnnotationsThatFit() throws {
    let place = try KeptPlace()
    let (first, late) = (
      try #require(highlight(place.document, 1)), try #require(highlight(place.document, 70))
    )
    place.fill(late, 9)
    let desk = try place.open(most: 8) { $0.saving = .never }
    func copied(_ name: String, adding step: AnnotationEdit = AnnotationEdit()) -> (
      Result<[Int], AnnotationStore.CopyFailure>, StandInDocument?
    ) {
      let (target, answer) = (
        place.folder + "/" + name, Answer<Result<[Int], AnnotationStore.CopyFailure>>()
      )
      desk.store.saveCopy(of: place.file, to: target, adding: step) { answer.give($0) }
      let result = answer.wait()
      return (
        result, StandInDocument(Array(FileManager.default.contents(atPath: target) ?? Data()))
      )
    }
    try desk.make(late)
    let plain = copied("plain.pdf")
    #expect(try plain.0.get() == [late.page] && plain.1?.annotations.count == 9)
    var more = late
    more.id = AnnotationID("more")
    let step = AnnotationEdit([AnnotationChange(before: nil, after: more)])
    guard
      case (.failure(.annotations(.tooManyAnnotations)), nil) = copied("none.pdf", adding: step)
    else {
      Issue.record("a copy was made with nothing of it")
      return
    }
    try desk.make(first)
    let (result, copy) = copied("copy.pdf")
    #expect(try result.get() == [late.page])
    #expect(copy?.annotations.count == 10)
    #expect(copy?.annotations.contains { $0.id == first.id } == true)
    let saveStatus = try #require(desk.listener.saveStatus { !$0.isSaved })
    #expect(saveStatus.leftOutPages.isEmpty, "nothing is said of the file, which was not written")
  }

  @Test func aCopyHasPagesTooLargeForOneSection() throws {
    let place = try KeptPlace()
    let all = [1, 40, 75].compactMap { highlight(place.document, $0) }
    for one in all { place.fill(one, 3) }
    let desk = try place.open(most: 7) { $0.saving = .never }
    for one in all { try desk.make(one) }
    let (target, answer) = (
      place.folder + "/copy.pdf", Answer<Result<[Int], AnnotationStore.CopyFailure>>()
    )
    desk.store.saveCopy(of: place.file, to: target) { answer.give($0) }
    #expect(try answer.wait().get() == [])
    let copy = StandInDocument(Array(FileManager.default.contents(atPath: target) ?? Data()))
    #expect(copy?.annotations.count == 12)
  }

  @Test func pagesTooLargeTogetherAreWrittenInTurn() throws {
    let place = try KeptPlace()
    let all = [1, 40, 75].compactMap { highlight(place.document, $0) }
    #expect(Set(all.map(\.page)).count == 3)
    let old = (0..<9).map { number in
      var one = all[number / 3]
      one.id = AnnotationID("old\(number)")
      return AnnotationChange(before: nil, after: one)
    }
    place.write(place.bytes + StandInDocument.section(old))
    let base = place.bytes
    let desk = try place.open(most: 7) { $0.saving = .onQuit }
    for one in all { try desk.make(one) }
    #expect(try desk.settled().isSaved)
    #expect(place.document?.annotations.count == 12)
    for _ in 0..<3 { try desk.undo() }
    #expect(try desk.settled().isSaved)
    #expect(place.bytes == base)
  }
}
