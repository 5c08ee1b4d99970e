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

@testable import Program

/// A document with a library beside it, and programs that have it open.
private struct Place: ~Copyable {
  let folder: String
  var file: String { folder + "/paper.pdf" }
  var library: String { folder + "/library" }

  init(_ document: StandInDocument = .made(id: "d1", made: "m1", sentences: 0..<80)) throws {
    folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
      + "/recto-keeper-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    write(document.bytes)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes other pages as an edit of them does it, or those that were there before.
  func turn(to new: [UInt8], isReturn: Bool = false) throws {
    let lineage = try #require(EditLineage(bytes, of: file, library: library))
    let hash = Digest.sha256(new)
    if isReturn {
      #expect(lineage.hindrance(to: hash) == nil)
      lineage.beginReturn(hash, length: new.count)
    } else {
      lineage.begin(hash, length: new.count, movesPages: true)
    }
    write(new)
    _ = lineage.finish(hash, length: new.count, try #require(FileStamp(following: file)))
  }

  /// Puts so many annotations on a page beforehand.
  func fill(_ like: Annotation, _ count: Int) {
    let old = (0..<count).map { number in
      var one = like
      one.id = AnnotationID("old\(like.page)-\(number)")
      return AnnotationChange(before: nil, after: one)
    }
    write(bytes + StandInDocument.section(old))
  }

  /// What the journal has of the document, and the files it knows all to be put behind.
  func journal() throws -> (deeds: [AnnotationDeed], bases: [AnnotatedDocument.Bytes]) {
    let journal = AnnotationJournal(folder: library)
    let row = try #require(
      try journal.document(DocumentIdentity(permanentID: "d1", path: file)))
    var history = AnnotationHistory()
    try journal.catchUp(&history, of: row.id)
    return (history.deeds, try journal.bases(of: row.id))
  }

  var bytes: [UInt8] { Array(FileManager.default.contents(atPath: file) ?? Data()) }
  var document: StandInDocument? { StandInDocument(bytes) }

  func write(_ bytes: [UInt8]) {
    try? Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
  }

  /// A program that has the document open.
  func open(
    most: Int = .max, worker: StandInWorker? = nil,
    _ change: (inout AnnotationOptions) -> Void = { _ in }
  ) throws -> Desk {
    var options = AnnotationOptions()
    options.rest = 10
    change(&options)
    let listener = KeptListener()
    let keeper = AnnotationKeeper(
      folder: library, worker: worker ?? StandInWorker(most: most), options: options,
      tell: listener.tell)
    keeper.open(file)
    let loaded = try #require(listener.loaded())
    return Desk(keeper: keeper, listener: listener, file: file, loaded: loaded)
  }
}

private struct Desk {
  let keeper: AnnotationKeeper
  let listener: KeptListener
  let file: String
  let loaded: [Annotation]

  /// Does something, and gives what was changed by it.
  @discardableResult
  func act(_ body: () -> Void) throws -> [AnnotationChange] {
    let heard = listener.all.count
    body()
    return try #require(listener.changed(from: heard))
  }

  @discardableResult
  func make(
    _ annotation: Annotation?, shown: StandInDocument? = nil
  ) throws -> [AnnotationChange] {
    let made = try #require(annotation)
    let texts = shown.map { document in
      document.pages.indices.map { ($0, document.text(of: $0)) }
    }
    return try act {
      keeper.edit(
        file, AnnotationStep([AnnotationChange(before: nil, after: made)]),
        shown: Dictionary(uniqueKeysWithValues: texts ?? []))
    }
  }

  func edit(_ before: Annotation, _ after: Annotation?) throws {
    try act {
      keeper.edit(file, AnnotationStep([AnnotationChange(before: before, after: after)]))
    }
  }

  func undo() throws { try act { keeper.undo(file) } }

  /// How things stand when all is written that can be.
  @discardableResult
  func settled() throws -> AnnotationStanding {
    let answer = Answer<AnnotationStanding?>()
    keeper.settle(file) { answer.give($0) }
    return try #require(answer.wait())
  }

  /// Has something done that need not be shown, and gives what came of it.
  func done(
    _ body: (@escaping AnnotationKeeper.Completion) -> Void
  ) -> AnnotationStep? {
    let answer = Answer<AnnotationStep?>()
    body { answer.give($0) }
    return answer.wait()
  }

  /// What is told after a save.
  @discardableResult
  func save() throws -> AnnotationStanding {
    let heard = listener.all.count
    keeper.save(file)
    return try #require(listener.standing(from: heard) { $0.isSaved || $0.obstacle != nil })
  }

  /// All that is shown, by ids.
  func shown() throws -> [AnnotationID: Annotation] {
    let heard = listener.all.count
    keeper.tellAll(file)
    let all = try #require(listener.loaded(from: heard))
    return Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
  }

  var detached: [Annotation] {
    listener.all.reversed().lazy.compactMap {
      if case .detached(let annotations) = $0 { annotations } else { nil }
    }.first ?? []
  }
}

@Suite(.timeLimit(.minutes(Sanitizer.isOn ? 20 : 2)))
struct AnnotationKeeperTests {
  private func highlight(
    _ document: StandInDocument?, _ number: Int, contents: String = ""
  ) -> Annotation? {
    // The number of a sentence is nowhere else.
    document?.highlight(
      "Sentence \(number * 7919 % 10_007)", id: "h\(number)", contents: contents)
  }

  /// A program opens the document, highlights a sentence, saves and goes.
  private func session(_ place: borrowing Place, highlighting number: Int) throws {
    let desk = try place.open()
    try desk.make(highlight(place.document, number))
    try desk.save()
  }

  @Test func anEditIsInTheFileAMomentLaterAndTheOldBytesAreAPrefix() throws {
    let place = try Place()
    let base = place.bytes
    let desk = try place.open()
    try desk.make(highlight(place.document, 3))
    _ = desk.listener.standing { $0.isSaved && $0.canUndo }
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

  @Test func undoingAllWritesTheFileBackByteForByte() throws {
    let place = try Place()
    let base = place.bytes
    let desk = try place.open()
    for number in 1...4 { try desk.make(highlight(place.document, number)) }
    try desk.save()
    #expect(place.bytes != base)
    for _ in 1...4 { try desk.undo() }
    try desk.save()
    #expect(place.bytes == base)
  }

  @Test func undoGoesOverReopening() throws {
    let place = try Place()
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
    try desk.act { desk.keeper.redo(place.file) }
    try desk.save()
    #expect(place.document?.annotations.count == 2)
    #expect(place.bytes == first)
  }

  @Test func undoingOverSessionsGivesEachOnesBytesBack() throws {
    let place = try Place()
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
      try desk.act { desk.keeper.redo(place.file) }
      try desk.save()
      #expect(place.bytes == files[number])
    }
  }

  @Test func anUndoneSessionsBytesGoAndALaterOnesEditsStay() throws {
    let place = try Place()
    let base = place.bytes
    for number in 1...2 {
      try session(place, highlighting: number)
    }
    let (one, other) = (try place.open(), try place.open())
    // Both begin behind what the second session left; what one goes back to holds for the other.
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

  @Test func whatAnotherProgramAppendedIsNeverCutOff() throws {
    let place = try Place()
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

  @Test func bothOfTwoProgramsEditsAreSaved() throws {
    let place = try Place()
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

  @Test func anotherProgramsEditIsToldBeforeItIsSaved() throws {
    let place = try Place()
    let one = try place.open { $0.saving = .onQuit }
    let other = try place.open { $0.saving = .onQuit }
    try other.make(highlight(place.document, 1))
    try one.make(highlight(place.document, 2))
    let told = other.listener.wait { news -> Bool? in
      guard case .changed(let changes, _, _) = news else { return nil }
      return changes.contains { $0.id?.name == "h2" } ? true : nil
    }
    #expect(told == true)
  }

  @Test func whatAnotherProgramAppendedStays() throws {
    let place = try Place()
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

  @Test func whatAnotherProgramDeletedStaysDeletedAndCanBeUndone() throws {
    let place = try Place()
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

  @Test func allDeletedByAnotherProgramInTheSameTextStaysDeleted() throws {
    let place = try Place()
    let desk = try place.open()
    for number in 1...3 { try desk.make(highlight(place.document, number)) }
    try desk.save()
    let read = place.document
    var old = try #require(read)
    // Its own way to write the same text.
    old.pages[old.pages.count - 1].append("")
    place.write(StandInDocument(id: old.id, made: old.made, pages: old.pages).bytes)
    #expect(try desk.shown().isEmpty)
    try desk.undo()
    #expect(try desk.shown().count == 3)
  }

  /// From a backup, or built again to the very bytes: nobody has deleted anything.
  @Test func whatIsRestoredByteForByteGetsItsAnnotationsBack() throws {
    let place = try Place()
    let base = place.bytes
    let desk = try place.open()
    for number in 1...3 { try desk.make(highlight(place.document, number)) }
    try desk.save()
    place.write(base)
    #expect(try desk.shown().count == 3)
    try desk.save()
    #expect(place.bytes.starts(with: base) && place.document?.annotations.count == 3)
    for _ in 1...3 { try desk.undo() }
    try desk.save()
    #expect(place.bytes == base)
  }

  @Test func aDocumentBuiltAnewGetsItsHighlightsBack() throws {
    let place = try Place()
    let desk = try place.open()
    for number in [5, 30, 60] {
      try desk.make(highlight(place.document, number, contents: "note \(number)"))
    }
    try desk.save()
    // Twenty sentences more before, other lines and pages, another id and date.
    var text = StandInDocument.made(id: "d2", made: "m2", sentences: 500..<520, width: 44)
    let rest = StandInDocument.made(id: "d2", made: "m2", sentences: 0..<80, width: 44)
    text.pages += rest.pages
    place.write(text.bytes)
    let shown = try desk.shown()
    #expect(shown.count == 3)
    for number in [5, 30, 60] {
      let found = try #require(shown[AnnotationID("h\(number)")])
      let words = found.quads.map { text.text(of: found.page).words(in: $0.box) }
      #expect(words.joined(separator: " ") == "Sentence \(number * 7919 % 10_007)")
      #expect(found.contents == "note \(number)")
    }
    try desk.save()
    #expect(place.bytes.starts(with: text.bytes))
    #expect(place.document?.annotations.count == 3)
  }

  /// As LaTeX leaves it: the file is gone or empty, and what is read on still is marked; then it comes back with other lines.
  @Test(arguments: [true, false]) func whatIsMarkedWhileTheFileIsGoneGoesOntoItsWords(
    _ isGone: Bool
  ) throws {
    let read = StandInDocument.made(id: "d1", made: "m1", sentences: 0..<80)
    let place = try Place(read)
    let desk = try place.open()
    if isGone {
      try FileManager.default.removeItem(atPath: place.file)
    } else {
      place.write([])
    }
    desk.keeper.tellAll(place.file)
    try desk.make(highlight(read, 30), shown: read)
    desk.keeper.saving.sync {}
    var text = StandInDocument.made(id: "d1", made: "m1", sentences: 500..<520, width: 44)
    text.pages += StandInDocument.made(id: "", made: "", sentences: 0..<80, width: 44).pages
    place.write(text.bytes)
    let found = try #require(try desk.shown()[AnnotationID("h30")])
    let words = found.quads.map { text.text(of: found.page).words(in: $0.box) }
    #expect(words.joined(separator: " ") == "Sentence \(30 * 7919 % 10_007)")
  }

  /// What comes in its place may be another document altogether.
  @Test func whatIsMarkedWhileTheFileIsGoneDoesNotGoOntoForeignWords() throws {
    let read = StandInDocument.made(id: "d1", made: "m1", sentences: 0..<80)
    let place = try Place(read)
    let desk = try place.open()
    try FileManager.default.removeItem(atPath: place.file)
    try desk.make(highlight(read, 30), shown: read)
    desk.keeper.saving.sync {}
    let other = StandInDocument.made(id: "d2", made: "m2", sentences: 900..<980).bytes
    place.write(other)
    #expect(try desk.shown().isEmpty)
    try desk.save()
    #expect(place.bytes == other)
    #expect(desk.detached.map(\.id.name) == ["h30"])
  }

  /// A note was being typed while the document was built anew.
  @Test func whatWasBegunInAnEarlierVersionGoesOntoItsWords() throws {
    let read = StandInDocument.made(id: "d1", made: "m1", sentences: 0..<80)
    let place = try Place(read)
    let desk = try place.open()
    var text = StandInDocument.made(id: "d1", made: "m2", sentences: 500..<520, width: 44)
    text.pages += StandInDocument.made(id: "", made: "", sentences: 20..<80, width: 44).pages
    place.write(text.bytes)
    #expect(try desk.shown().isEmpty)
    let begun = [highlight(read, 30), highlight(read, 5)].compactMap(\.self)
    let texts = read.pages.indices.map { ($0, read.text(of: $0)) }
    try desk.act {
      desk.keeper.editEarlier(
        place.file, AnnotationStep(begun.map { AnnotationChange(before: nil, after: $0) }),
        shown: Dictionary(uniqueKeysWithValues: texts))
    }
    let found = try #require(try desk.shown()[AnnotationID("h30")])
    let words = found.quads.map { text.text(of: found.page).words(in: $0.box) }
    #expect(words.joined(separator: " ") == "Sentence \(30 * 7919 % 10_007)")
    // Its words are in no version that is there.
    #expect(desk.detached.map(\.id.name) == ["h5"])
    #expect(desk.detached.first?.anchor?.quote == "Sentence \(5 * 7919 % 10_007)")
    try desk.save()
    #expect(place.document?.annotations.map(\.id.name) == ["h30"])
    place.write(read.bytes)
    #expect(try Set(desk.shown().keys.map(\.name)) == ["h5", "h30"])
    try desk.undo()
    #expect(try desk.shown().isEmpty)
  }

  @Test func whatFindsNoPlaceIsToldAsDetachedAndComesBackWithItsWords() throws {
    let place = try Place()
    let desk = try place.open()
    try desk.make(highlight(place.document, 5, contents: "mine"))
    try desk.make(highlight(place.document, 40))
    try desk.save()
    place.write(StandInDocument.made(id: "d2", made: "m2", sentences: 30..<80).bytes)
    #expect(try Set(desk.shown().keys.map(\.name)) == ["h40"])
    let detached = desk.listener.wait { news -> [Annotation]? in
      if case .detached(let all) = news { all } else { nil }
    }
    #expect(detached?.map(\.contents) == ["mine"])
    // What was being written when the file was replaced has no place either.
    var answer = Annotation(
      id: AnnotationID("r5"), page: 0, kind: .note, box: Box(x0: 1, y0: 2, x1: 3, y1: 4),
      contents: "answer", author: "Ada")
    answer.replyTo = AnnotationID("h5")
    let heard = desk.listener.all.count
    desk.keeper.edit(
      place.file, AnnotationStep([AnnotationChange(before: nil, after: answer)]))
    let both = desk.listener.wait(from: heard) { news -> [Annotation]? in
      if case .detached(let all) = news { all } else { nil }
    }
    #expect(both?.map(\.contents) == ["mine", "answer"])
    #expect(try Set(desk.shown().keys.map(\.name)) == ["h40"])
    try desk.save()
    #expect(place.document?.annotations.map(\.id.name) == ["h40"])
    place.write(StandInDocument.made(id: "d3", made: "m3", sentences: 0..<80, width: 50).bytes)
    #expect(try Set(desk.shown().keys.map(\.name)) == ["h5", "h40", "r5"])
  }

  /// One that is given a place by the user has none again when that is taken back.
  @Test func placingOneIsTakenBackAndDoneAgain() throws {
    let place = try Place()
    let desk = try place.open()
    try desk.make(highlight(place.document, 5, contents: "mine"))
    try desk.save()
    place.write(StandInDocument.made(id: "d2", made: "m2", sentences: 30..<80).bytes)
    #expect(try desk.shown().isEmpty)
    let lost = try #require(desk.detached.first)
    var placed = try #require(highlight(place.document, 40, contents: "mine"))
    placed.id = lost.id
    try desk.edit(lost, placed)
    for _ in 0..<2 {
      #expect(try desk.shown()[lost.id]?.quads == placed.quads && desk.detached.isEmpty)
      try desk.save()
      #expect(place.document?.annotations.map(\.id) == [lost.id])
      try desk.undo()
      #expect(try desk.shown().isEmpty)
      #expect(desk.detached.map(\.contents) == ["mine"])
      try desk.save()
      #expect(place.document?.annotations.isEmpty == true)
      try desk.act { desk.keeper.redo(desk.file) }
    }
    try desk.undo()
    place.write(StandInDocument.made(id: "d3", made: "m3", sentences: 0..<80, width: 50).bytes)
    #expect(try Set(desk.shown().keys) == [lost.id], "its words are there again")
    #expect(desk.detached.isEmpty)
  }

  /// Another program's highlight goes with its words as well; one that another program has deleted does not come back.
  @Test func whatAnotherProgramMadeIsPutOntoTheNewVersion() throws {
    let old = StandInDocument.made(id: "d1", made: "m1", sentences: 0..<80)
    var named = try #require(highlight(old, 20, contents: "by name"))
    named.created = 5
    var numbered = try #require(highlight(old, 40, contents: "by number"))
    numbered.id = AnnotationID(object: 7, generation: 0)
    func bytes(_ document: StandInDocument, _ annotations: [Annotation]) -> [UInt8] {
      document.bytes
        + StandInDocument.section(annotations.map { AnnotationChange(before: nil, after: $0) })
    }
    let place = try Place(old)
    place.write(bytes(old, [named, numbered]))
    let desk = try place.open()
    #expect(desk.loaded.count == 2)
    desk.keeper.saving.sync {}
    desk.keeper.keeping.sync {}
    desk.keeper.saving.sync {}
    var text = StandInDocument.made(id: "d2", made: "m2", sentences: 500..<520, width: 44)
    text.pages += StandInDocument.made(id: "", made: "", sentences: 0..<80, width: 44).pages
    // An object of the same number is another one there.
    var other = try #require(highlight(text, 60, contents: "new"))
    other.id = numbered.id
    place.write(bytes(text, [other]))
    let shown = try desk.shown().values.sorted { $0.contents < $1.contents }
    #expect(shown.map(\.contents) == ["by name", "by number", "new"])
    for (found, number) in zip(shown, [20, 40, 60]) {
      let words = found.quads.map { text.text(of: found.page).words(in: $0.box) }
      #expect(words.joined(separator: " ") == "Sentence \(number * 7919 % 10_007)")
    }
    #expect(shown.first?.created == 5)
    try desk.save()
    #expect(place.document?.annotations.count == 3)
    // The same text, saved anew by a program that has deleted all of them.
    place.write(bytes(text, []))
    #expect(try desk.shown().isEmpty)
  }

  /// What a running head is can be told by the pages around it only; a head is read behind all else.
  @Test func aHighlightOverAHeadAndTheBlockBelowComesBackWithTheFile() throws {
    var text = StandInDocument.made(id: "d1", made: "m1", sentences: 0..<160, lines: 24)
    for page in text.pages.indices {
      text.pages[page].insert(contentsOf: ["Annals of Testing \(page + 1)", "", ""], at: 0)
    }
    // Sentences of the same pattern would be taken for changed ones.
    let other = StandInDocument(
      id: "d2", made: "m2", pages: [["Quite another matter", "on one page", "of three lines"]])
    let place = try Place(text)
    let desk = try place.open()
    var made = try #require(text.highlight("Annals of Testing 3", id: "head"))
    for words in text.pages[made.page][3..<5] {
      made.quads += try #require(text.highlight(words, id: "line")).quads
    }
    made.box = made.quads.dropFirst().reduce(made.quads[0].box) { $0.union($1.box) }
    try desk.make(made)
    try desk.save()
    place.write(other.bytes)
    #expect(try desk.shown().isEmpty)
    place.write(text.bytes)
    #expect(try desk.shown()[made.id]?.quads == made.quads)
    // The same bytes without the date and the name by which a version is told.
    place.write(other.bytes)
    #expect(try desk.shown().isEmpty)
    text.made = "m2"
    text.id = "d2"
    place.write(text.bytes)
    #expect(try desk.shown()[made.id]?.quads == made.quads)
  }

  @Test func editsThatWereNotSavedArePutOntoTheNewVersion() throws {
    let place = try Place()
    let desk = try place.open { $0.saving = .onQuit }
    try desk.make(highlight(place.document, 30))
    // The words are remembered as soon as the edit is kept.
    desk.keeper.keeping.sync {}
    desk.keeper.saving.sync {}
    let text = StandInDocument.made(id: "d2", made: "m2", sentences: 10..<80, width: 48)
    place.write(text.bytes)
    let shown = try desk.shown()
    let found = try #require(shown[AnnotationID("h30")])
    let words = found.quads.map { text.text(of: found.page).words(in: $0.box) }
    #expect(words.joined(separator: " ") == "Sentence \(30 * 7919 % 10_007)")
    try desk.save()
    #expect(place.bytes.starts(with: text.bytes))
    #expect(place.document?.annotations.count == 1)
  }

  /// The document with its annotations written anew without its first page, as an edit of pages does it.
  private func withoutFirstPage(_ whole: StandInDocument?) throws -> StandInDocument {
    var document = try #require(whole)
    document.pages.removeFirst()
    document.annotations = document.annotations.filter { $0.page > 0 }.map { annotation in
      var annotation = annotation
      annotation.page -= 1
      return annotation
    }
    return document
  }

  private func bytes(_ document: StandInDocument) -> [UInt8] {
    let plain = StandInDocument(id: document.id, made: document.made, pages: document.pages)
    return plain.bytes
      + StandInDocument.section(
        document.annotations.map { AnnotationChange(before: nil, after: $0) })
  }

  @Test func whenPagesAreCutHereTheirAnnotationsGoAndTheOthersMove() throws {
    let place = try Place()
    let desk = try place.open()
    try desk.make(highlight(place.document, 1))
    let late = try #require(highlight(place.document, 70))
    try desk.make(late)
    try desk.save()
    let old = place.bytes
    try place.turn(to: bytes(try withoutFirstPage(place.document)))
    #expect(try desk.shown().mapValues(\.page) == [late.id: late.page - 1])
    // Taken back.
    try place.turn(to: old, isReturn: true)
    #expect(
      try desk.shown().mapValues(\.page) == [late.id: late.page, AnnotationID("h1"): 0])
    #expect(desk.detached.isEmpty)
  }

  @Test func annotationsOfNothingButCutPagesAreNotLookedForElsewhere() throws {
    let place = try Place()
    let desk = try place.open()
    try desk.make(highlight(place.document, 1))
    try desk.save()
    try place.turn(to: bytes(try withoutFirstPage(place.document)))
    #expect(try desk.shown().isEmpty && desk.detached.isEmpty)
  }

  @Test func whatIsAnnotatedWhilePagesAreMovedIsPutOntoItsWords() throws {
    let place = try Place()
    let desk = try place.open { $0.saving = .onQuit }
    try desk.make(highlight(place.document, 70))
    desk.keeper.keeping.sync {}
    desk.keeper.saving.sync {}
    let text = try withoutFirstPage(place.document)
    try place.turn(to: bytes(text))
    _ = try desk.shown()
    let found = try #require(try desk.shown()[AnnotationID("h70")])
    let words = found.quads.map { text.text(of: found.page).words(in: $0.box) }
    #expect(words.joined(separator: " ") == "Sentence \(70 * 7919 % 10_007)")
  }

  /// What is undone on other pages is undone on those that come back, to the last byte; the place of a note says nothing on other pages.
  @Test func whatIsTakenBackOnOtherPagesIsSoOnThoseThatComeBack() throws {
    let place = try Place()
    let base = place.bytes
    let late = try #require(highlight(place.document, 70))
    do {
      let desk = try place.open()
      try desk.make(highlight(place.document, 1))
      try desk.make(late)
      try desk.save()
    }
    let old = place.bytes
    let cut = bytes(try withoutFirstPage(place.document))
    try place.turn(to: cut)
    let desk = try place.open()
    var moved = try #require(desk.loaded.first)
    moved.move(to: 0, by: Point(x: 1, y: 0))
    try desk.edit(try #require(desk.loaded.first), moved)
    for _ in 0..<3 { _ = desk.done { desk.keeper.undo(desk.file, completion: $0) } }
    try desk.save()
    #expect(place.document?.annotations == [])
    let left = place.bytes
    try place.turn(to: old, isReturn: true)
    #expect(try desk.shown().isEmpty)
    #expect(try desk.save().isSaved)
    #expect(place.bytes == base)
    #expect(desk.listener.standing { !$0.canUndo && $0.canRedo && $0.isSaved } != nil)
    // Done again: what was taken back there is what can be done again there.
    try place.turn(to: left, isReturn: true)
    #expect(try desk.shown().isEmpty)
    for _ in 0..<2 { _ = desk.done { desk.keeper.redo(desk.file, completion: $0) } }
    try desk.save()
    #expect(place.document?.annotations.map(\.page) == [late.page - 1])
    #expect(place.bytes == cut)
  }

  @Test func aFileThatWasTurnedByAKilledProgramIsKnown() throws {
    let place = try Place()
    do {
      let desk = try place.open()
      try desk.make(highlight(place.document, 1))
      try desk.make(highlight(place.document, 70))
      try desk.save()
    }
    let cut = bytes(try withoutFirstPage(place.document))
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
    try #require(desk.done { desk.keeper.undo(desk.file, completion: $0) } != nil)
    #expect(desk.done { desk.keeper.undo(desk.file, completion: $0) } == nil)
  }

  /// What is edited on a page with too many annotations waits; the rest is written, and taken back to the last byte.
  @Test func aPageWithTooManyAnnotationsKeepsNoOtherFromTheFile() throws {
    let place = try Place()
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
      let standing = try desk.settled()
      #expect(standing.obstacle == .tooManyAnnotations && standing.fullPages == [late.page])
      try desk.make(first)
      #expect(try desk.settled().fullPages == [late.page])
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
    #expect(try desk.settled().fullPages == [late.page])
    #expect(place.document?.annotations.count == 11)
    for _ in 0..<4 { try desk.undo() }
    #expect(try desk.settled().isSaved)
    #expect(place.bytes == full)
  }

  /// What waits is said once, and with each one more no more than that; all else is in one section a session.
  @Test func whatWaitsMakesNeitherJournalNorFileGrow() throws {
    let place = try Place()
    let late = try #require(highlight(place.document, 70))
    place.fill(late, 9)
    let full = place.bytes
    let desk = try place.open(most: 8) { $0.saving = .onQuit }
    try desk.make(late)
    for number in 1...4 {
      try desk.make(highlight(place.document, number))
      #expect(try desk.settled().fullPages == [late.page])
      #expect(place.document?.annotations.count == 9 + number)
    }
    func waiting() throws -> [AnnotationDeed] {
      try place.journal().deeds.filter { $0.kind == .waiting }
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
    #expect(try desk.settled().fullPages == [late.page])
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
    #expect(try place.open().listener.standing { $0.isSaved } != nil)
    for _ in 0..<9 { try roomy.undo() }
    #expect(try roomy.settled().isSaved)
    #expect(place.bytes == full)
  }

  /// Between what is written and what is said of it.
  @Test func whatAnotherKeepsBeforeItIsSaidWhatWaitsIsWrittenToo() throws {
    let place = try Place()
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
          let row = try? journal.document(DocumentIdentity(permanentID: "d1", path: file))
        else { return }
        _ = try? journal.add(to: row.id, &history) { _, row in
          AnnotationJournal.Entry(
            .edit, AnnotationStep([AnnotationChange(before: nil, after: other)]),
            version: row.version)
        }
      }
    }
    try desk.make(late)
    try desk.make(highlight(place.document, 1))
    try desk.settled()
    let wasDone = isDone.load(ordering: .relaxed)
    #expect(wasDone)
    #expect(try desk.settled().fullPages == [late.page])
    #expect(place.document?.annotations.count { $0.id == other.id } == 1)
    #expect(place.document?.annotations.count == 11)
    let later = try place.open(most: 8) { $0.saving = .onQuit }
    #expect(Set(later.loaded.map(\.id)).isSuperset(of: [late.id, other.id]))
    #expect(try later.settled().fullPages == [late.page])
    #expect(place.document?.annotations.count == 11)
  }

  /// What waits goes with its words where pages are moved, and is said once also where the file could not be written then.
  @Test func whatWaitsIsPutOntoItsWordsOnOtherPages() throws {
    let place = try Place()
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
    #expect(try desk.settled().fullPages == [late.page])
    #expect(try place.journal().deeds.count { $0.kind == .waiting } == 1)
    #expect(place.document?.annotations.count == 10)
    let text = try withoutFirstPage(place.document)
    try place.turn(to: bytes(text))
    _ = try desk.shown()
    let shown = try desk.shown()
    #expect(shown[late.id]?.page == late.page - 1 && shown.count == 11)
    let words = shown[late.id]?.quads.map { text.text(of: late.page - 1).words(in: $0.box) }
    #expect(words?.joined(separator: " ") == "Sentence \(70 * 7919 % 10_007)")
    #expect(try desk.settled().fullPages == [late.page - 1])
  }

  /// A page that is full is not tried again before something else is to be done on it.
  @Test func aFullPageIsTriedAgainWhenItsEditsAreOthers() throws {
    let place = try Place()
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
    #expect(try desk.settled().fullPages == [late.page])
    #expect(tried.withLock(\.self) > once)
  }

  /// What is too large otherwise is told as that, and no page is looked for that might be the cause.
  @Test func whatIsTooLargeIsNoFullPage() throws {
    let place = try Place()
    let asked = Mutex(0)
    let worker = StandInWorker(mostChanges: 2) { _ in asked.withLock { $0 += 1 } }
    let desk = try place.open(worker: worker) { $0.saving = .onQuit }
    for number in [1, 40, 75] { try desk.make(highlight(place.document, number)) }
    let standing = try desk.settled()
    #expect(standing.obstacle == .tooLarge && standing.fullPages.isEmpty)
    #expect(asked.withLock(\.self) == 1)
  }

  /// A copy has what fits, and it is said what does not.
  @Test func aCopyIsMadeOfWhatFits() throws {
    let place = try Place()
    let (first, late) = (
      try #require(highlight(place.document, 1)), try #require(highlight(place.document, 70))
    )
    place.fill(late, 9)
    let desk = try place.open(most: 8) { $0.saving = .never }
    func copied(_ name: String, adding step: AnnotationStep = AnnotationStep()) -> (
      Result<[Int], AnnotationKeeper.CopyFailure>, StandInDocument?
    ) {
      let (target, answer) = (
        place.folder + "/" + name, Answer<Result<[Int], AnnotationKeeper.CopyFailure>>()
      )
      desk.keeper.saveCopy(of: place.file, to: target, adding: step) { answer.give($0) }
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
    let step = AnnotationStep([AnnotationChange(before: nil, after: more)])
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
    let standing = try #require(desk.listener.standing { !$0.isSaved })
    #expect(standing.fullPages.isEmpty, "nothing is said of the file, which was not written")
  }

  @Test func aCopyHasPagesThatAreTooMuchTogether() throws {
    let place = try Place()
    let all = [1, 40, 75].compactMap { highlight(place.document, $0) }
    for one in all { place.fill(one, 3) }
    let desk = try place.open(most: 7) { $0.saving = .never }
    for one in all { try desk.make(one) }
    let (target, answer) = (
      place.folder + "/copy.pdf", Answer<Result<[Int], AnnotationKeeper.CopyFailure>>()
    )
    desk.keeper.saveCopy(of: place.file, to: target) { answer.give($0) }
    #expect(try answer.wait().get() == [])
    let copy = StandInDocument(Array(FileManager.default.contents(atPath: target) ?? Data()))
    #expect(copy?.annotations.count == 12)
  }

  /// A file that comes to have those bytes for another reason was not gone back to.
  @Test func whatWasNotWrittenLeavesNoTurn() throws {
    let place = try Place()
    do {
      let desk = try place.open()
      try desk.make(highlight(place.document, 1))
      try desk.save()
    }
    let old = place.bytes
    try place.turn(to: bytes(try withoutFirstPage(place.document)))
    let hash = Digest.sha256(old)
    do {
      let lineage = try #require(EditLineage(place.bytes, of: place.file, library: place.library))
      lineage.beginReturn(hash, length: old.count)
      lineage.giveUp(hash, place.file)
    }
    place.write(old)
    _ = try place.open()
    #expect(try place.journal().deeds.allSatisfy { $0.kind != .returned })
    // Where it was written all the same that is known.
    let cut = bytes(try withoutFirstPage(place.document))
    try place.turn(to: cut)
    do {
      let lineage = try #require(EditLineage(place.bytes, of: place.file, library: place.library))
      lineage.beginReturn(hash, length: old.count)
      place.write(old)
      lineage.giveUp(hash, place.file)
    }
    _ = try place.open()
    #expect(try place.journal().deeds.contains { $0.kind == .returned })
  }

  @Test func pagesThatAreTooMuchTogetherAreWrittenOneBehindTheOther() throws {
    let place = try Place()
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

  @Test func allIsInTheFileBeforeItsPagesAreMoved() throws {
    let place = try Place()
    let desk = try place.open { $0.saving = .never }
    try desk.make(highlight(place.document, 3))
    #expect(place.document?.annotations.isEmpty == true)
    let saved = Answer<Bool?>()
    desk.keeper.settle(place.file) { saved.give($0?.isSaved) }
    #expect(saved.wait() == true)
    #expect(place.document?.annotations.map(\.id.name) == ["h3"])
  }

  private static let refusals: [(Disk.Call, Int32, AnnotationObstacle)] = [
    (.create, EACCES, .readOnlyFolder), (.create, EROFS, .readOnlyFile),
    (.write, ENOSPC, .diskFull),
    (.sync, EIO, .failed), (.rename, ENOSPC, .diskFull),
  ]

  @Test(arguments: refusals.indices)
  func whatCannotBeWrittenStaysInTheLibraryAndIsShown(_ index: Int) throws {
    let (call, number, obstacle) = Self.refusals[index]
    let place = try Place()
    let base = place.bytes
    do {
      let desk = try place.open { options in
        options.saving = .onQuit
        options.disk = Disk { called, _ in called == call ? number : nil }
      }
      try desk.make(highlight(place.document, 1))
      let standing = try desk.save()
      #expect(standing.obstacle == obstacle)
      #expect(!standing.isSaved)
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

  @Test func aFileChangedWhileItIsSavedIsLookedAtAgain() throws {
    let place = try Place()
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

  @Test func aFileThatIsCutOffIsNotTouchedAndSavedWhenItIsWhole() throws {
    let place = try Place()
    let desk = try place.open { $0.saving = .onQuit }
    try desk.make(highlight(place.document, 1))
    let whole = place.bytes
    place.write(Array(whole.prefix(200)))
    #expect(try desk.save().obstacle == .unmendable)
    #expect(place.bytes.count == 200)
    place.write(whole)
    #expect(try desk.save().obstacle == nil)
    #expect(place.document?.annotations.count == 1)
  }

  @Test func aFileThatIsGoneIsNotMadeAgain() throws {
    let place = try Place()
    let desk = try place.open { $0.saving = .onQuit }
    try desk.make(highlight(place.document, 1))
    try FileManager.default.removeItem(atPath: place.file)
    #expect(try desk.save().obstacle == .noFile)
    #expect(!FileManager.default.fileExists(atPath: place.file))
    #expect(try desk.shown().count == 1)
  }

  @Test func aLinkStaysAndItsTargetIsWritten() throws {
    let place = try Place()
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

  @Test func otherNamesOfAFileKeepTheOldBytesAndThatIsToldBefore() throws {
    let place = try Place()
    let base = place.bytes
    link(place.file, place.folder + "/other.pdf")
    let desk = try place.open()
    let standing = desk.listener.standing { $0.cautions.contains(.hardLinks) }
    #expect(standing != nil)
    try desk.make(highlight(place.document, 1))
    try desk.save()
    #expect(place.document?.annotations.count == 1)
    #expect(
      Array(FileManager.default.contents(atPath: place.folder + "/other.pdf") ?? Data()) == base)
  }

  @Test func permissionsStay() throws {
    let place = try Place()
    chmod(place.file, 0o640)
    let desk = try place.open()
    try desk.make(highlight(place.document, 1))
    try desk.save()
    #expect(FileStatus(place.file)?.permissions == 0o640)
  }

  @Test func aCopyHasTheAnnotationsAndTheFileIsNotTouched() throws {
    let place = try Place()
    let base = place.bytes
    let desk = try place.open { $0.saving = .never }
    try desk.make(highlight(place.document, 1))
    let copy = place.folder + "/copy.pdf"
    let done = DispatchSemaphore(value: 0)
    desk.keeper.saveCopy(of: place.file, to: copy) { _ in done.signal() }
    done.wait()
    let bytes = Array(FileManager.default.contents(atPath: copy) ?? Data())
    #expect(StandInDocument(bytes)?.annotations.count == 1)
    #expect(bytes.starts(with: base))
    #expect(place.bytes == base)
  }

  @Test func savingNeverLeavesTheFileAsItIs() throws {
    let place = try Place()
    let base = place.bytes
    let desk = try place.open { $0.saving = .never }
    try desk.make(highlight(place.document, 1))
    desk.keeper.flush()
    #expect(place.bytes == base)
    let later = try place.open { $0.saving = .never }
    #expect(later.loaded.count == 1)
  }

  @Test func killedAnywhereNothingIsMissing() throws {
    let run = try ProbeRun("annotation-probe", ["faults", "50", "7"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("rounds 50"))
  }
}
