import DocumentModel
import Files
import Foundation
import Library
import Messages
import Platform
import Sync
import TestSupport
import Testing
import Workers

@testable import Services

/// Machines that exchange their libraries through a folder.
@Suite struct SynchronizerTests {
  /// A machine with a library and documents of its own.
  private final class Machine {
    let folder: String
    let library: ReadingLibrary
    let synchronizer: Synchronizer

    init(_ name: String, in place: String, _ shared: String) throws {
      folder = place + "/" + name
      try FileManager.default.createDirectory(
        atPath: folder + "/docs", withIntermediateDirectories: true)
      library = ReadingLibrary(
        folder: folder + "/library", recents: folder + "/recently-used.xbel")
      synchronizer = Synchronizer(folder: shared, library: library)
    }

    func make(_ name: String, _ text: String) throws -> String {
      let path = folder + "/docs/" + name
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }

    func identity(_ path: String) -> DocumentIdentity { DocumentIdentity(path: path) }

    func read(_ path: String, to page: Int, marks: [Mark] = []) {
      var state = ReadingState(place: Place(page: page))
      state.marks = marks
      library.save(identity(path), title: "", pageCount: 9, state: state)
      library.flush()
    }

    func state(_ path: String) -> ReadingState? {
      let answer = Answer<ReadingState?>()
      library.load(identity(path)) { answer.give($0.state) }
      return answer.wait()
    }

    func tag(_ path: String, add: [String] = [], remove: [String] = []) {
      let answer = Answer<[TagChange]>()
      library.changeTags(of: [path], add: add.compactMap { TagName($0) }, remove: remove) {
        answer.give($0)
      }
      _ = answer.wait()
    }

    func tags(_ path: String) -> Set<String> {
      let answer = Answer<[[DocumentModel.Tag]]>()
      library.tags(of: [path]) { answer.give($0) }
      return Set(answer.wait().flatMap(\.self).map(\.name))
    }
  }

  /// Favourites of a machine by their names.
  private static func favourites(_ machine: Machine) -> [Favourite] {
    let answer = Answer<[Favourite]>()
    machine.library.flush()
    machine.library.favourites { answer.give($0) }
    return answer.wait()
  }

  private static func names(_ machine: Machine) -> String {
    favourites(machine).map(\.name).joined()
  }

  private static func favour(_ name: String, _ machine: Machine, at place: Int? = nil) throws {
    let path = try machine.make(name + ".txt", "the words of \(name)")
    let answer = Answer<[Favourite]>()
    machine.library.addFavourite(path, name: name, at: place) { answer.give($0) }
    _ = answer.wait()
  }

  private static func move(_ name: String, _ machine: Machine, to place: Int) throws {
    let found = try #require(favourites(machine).first { $0.name == name })
    machine.library.moveFavourite(found.id, to: place)
    machine.library.flush()
  }

  /// Synchronises until nothing is sent any more.
  private static func rest(_ machines: [Machine]) {
    for _ in 0..<12 where machines.map({ $0.synchronizer.run().sent.count }).max() != 0 {}
  }

  @Test func theLastChangedOrderOfFavouritesWins() throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    for name in ["a", "b", "c"] {
      try Self.favour(name, pair.one)
      _ = try pair.other.make("copy of \(name).txt", "the words of \(name)")
      pair.other.read(pair.other.folder + "/docs/copy of \(name).txt", to: 0)
    }
    try Self.favour("d", pair.one, at: 1)
    Self.rest([pair.one, pair.other])
    #expect(Self.names(pair.one) == "adbc")
    #expect(Self.names(pair.other) == "abc")
    try Self.move("c", pair.other, to: 0)
    Self.rest([pair.other, pair.one])
    #expect(Self.names(pair.other) == "cab")
    // A favourite that only one machine has still follows the same one.
    #expect(Self.names(pair.one) == "cadb")
    // At the same time: one of them wins, and both are equal.
    try Self.move("b", pair.one, to: 0)
    try Self.move("a", pair.other, to: 2)
    Self.rest([pair.one, pair.other])
    #expect(Self.names(pair.one).filter { $0 != "d" } == Self.names(pair.other))
    #expect(pair.one.synchronizer.run().received.isEmpty)
  }

  @Test(arguments: [1, 2, 3]) func theOrderOfFavouritesConverges(seed: Int) throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    let third = try Machine("third", in: folder.path, pair.shared)
    let machines = [pair.one, pair.other, third]
    var random = SeededGenerator(seed: UInt64(seed))
    let names = ["a", "b", "c", "d", "e"]
    for machine in machines {
      for name in names {
        machine.read(try machine.make(name + ".txt", "the words of \(name)"), to: 0)
      }
    }
    for _ in 0..<40 {
      guard let machine = machines.randomElement(using: &random),
        let name = names.randomElement(using: &random)
      else { continue }
      let place = Int.random(in: 0..<5, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: try Self.favour(name, machine, at: place)
      case 1:
        if let found = Self.favourites(machine).first(where: { $0.name == name }) {
          machine.library.moveFavourite(found.id, to: place)
        }
      case 2:
        if let found = Self.favourites(machine).first(where: { $0.name == name }), place == 0 {
          machine.library.removeFavourite(found.id)
        }
      default: _ = machine.synchronizer.run()
      }
      machine.library.flush()
    }
    Self.rest(machines)
    #expect(Set(machines.map(Self.names)).count == 1, "\(machines.map(Self.names))")
    #expect(machines.allSatisfy { $0.synchronizer.run().sent.isEmpty })
  }

  private struct Pair {
    let folder: String
    let shared: String
    let one: Machine
    let other: Machine
    /// The same document under different names.
    let here: String
    let there: String

    init(in folder: String) throws {
      self.folder = folder
      shared = folder + "/shared"
      try FileManager.default.createDirectory(
        atPath: shared, withIntermediateDirectories: true)
      one = try Machine("one", in: folder, shared)
      other = try Machine("other", in: folder, shared)
      here = try one.make("book.txt", "the same words")
      there = try other.make("renamed.txt", "the same words")
    }

    var files: [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: shared)) ?? []
      return names.sorted().map { shared + "/" + $0 }
    }
  }

  /// Marks for a document on the screen are not forgotten until the library knows it.
  @Test func marksWaitForAJustOpenedDocument() throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    let mark = Mark(name: "a", place: Place(page: 2), snippet: "words")
    pair.one.read(pair.here, to: 5, marks: [mark])
    _ = pair.one.synchronizer.run()
    var request = Synchronizer.Request()
    request.open = [pair.there]
    #expect(pair.other.synchronizer.run(request).isEarly)
    pair.other.read(pair.there, to: 0)
    #expect(!pair.other.synchronizer.run(request).isEarly)
    #expect(pair.other.state(pair.there)?.marks == [mark])
  }

  @Test func positionsMarksAndTagsAreSynced() throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    let mark = Mark(name: "a", place: Place(page: 2), snippet: "words")
    pair.one.read(pair.here, to: 5, marks: [mark])
    pair.one.tag(pair.here, add: ["thesis"])
    let sent = pair.one.synchronizer.run()
    #expect(sent.troubles.isEmpty && !sent.isInterrupted)
    #expect(Set(sent.sent.map(\.key.kind)) == [.position, .mark, .tag])
    pair.other.read(pair.there, to: 0)
    let received = pair.other.synchronizer.run()
    #expect(received.troubles.isEmpty)
    #expect(pair.other.state(pair.there)?.place == Place(page: 5))
    #expect(pair.other.state(pair.there)?.marks == [mark])
    #expect(pair.other.tags(pair.there) == ["thesis"])
    // And back: a later position, a tag taken away.
    pair.other.read(pair.there, to: 7, marks: [])
    pair.other.tag(pair.there, remove: ["thesis"])
    _ = pair.other.synchronizer.run()
    _ = pair.one.synchronizer.run()
    #expect(pair.one.state(pair.here)?.place == Place(page: 7))
    #expect(pair.one.state(pair.here)?.marks == [])
    #expect(pair.one.tags(pair.here) == [])
    // At rest nothing is written.
    #expect(pair.other.synchronizer.run().sent.isEmpty)
    #expect(pair.one.synchronizer.run().sent.isEmpty)
  }

  @Test func aDryRunChangesNothing() throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    pair.one.read(pair.here, to: 5)
    var request = Synchronizer.Request()
    request.isDry = true
    #expect(pair.one.synchronizer.run(request).sent.map(\.key.kind) == [.position])
    #expect(pair.files.isEmpty)
    #expect(pair.one.synchronizer.run().sent.count == 1)
  }

  @Test func anOpenDocumentIsOfferedASyncedPosition() throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    pair.other.read(pair.there, to: 3)
    _ = pair.other.synchronizer.run()
    pair.one.read(pair.here, to: 0)
    var request = Synchronizer.Request()
    request.open = [pair.here]
    let report = pair.one.synchronizer.run(request)
    #expect(report.offers.map(\.path) == [pair.here])
    #expect(pair.one.state(pair.here)?.place == Place(page: 0))
    #expect(report.sent.isEmpty, "the beginning is no position that others would want")
    // The user reads on here instead.
    pair.one.read(pair.here, to: 1)
    #expect(pair.one.synchronizer.run(request).sent.map(\.key.kind) == [.position])
    _ = pair.other.synchronizer.run()
    #expect(pair.other.state(pair.there)?.place == Place(page: 1))
  }

  /// The screen takes them over: it would save its own in their place.
  @Test func marksOfAnOpenDocumentAreReported() throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    let mark = Mark(name: "b", place: Place(page: 2), snippet: "words")
    pair.one.read(pair.here, to: 1)
    pair.other.read(pair.there, to: 1, marks: [mark])
    _ = pair.other.synchronizer.run()
    var request = Synchronizer.Request()
    request.open = [pair.here]
    var report = pair.one.synchronizer.run(request)
    #expect(
      SyncStrings.marks(report, of: pair.here) == [MarkElsewhere(name: "b", mark: mark)])
    #expect(SyncStrings.marks(report, of: pair.there).isEmpty)
    pair.other.read(pair.there, to: 1)
    _ = pair.other.synchronizer.run()
    report = pair.one.synchronizer.run(request)
    #expect(SyncStrings.marks(report, of: pair.here) == [MarkElsewhere(name: "b", mark: nil)])
  }

  @Test func syncedValuesWaitForTheirDocument() throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    let only = try pair.one.make("only.txt", "other words")
    pair.one.tag(only, add: ["rare"])
    _ = pair.one.synchronizer.run()
    #expect(pair.other.synchronizer.run().waiting == 1)
    let late = try pair.other.make("late.txt", "other words")
    pair.other.read(late, to: 0)
    _ = pair.other.synchronizer.run()
    #expect(pair.other.tags(late) == ["rare"])
  }

  @Test func aMissingFolderIsReportedAndSyncedLater() throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    try FileManager.default.removeItem(atPath: pair.shared)
    pair.one.read(pair.here, to: 5)
    let report = pair.one.synchronizer.run()
    #expect(report.isInterrupted && report.sent.isEmpty)
    #expect(
      report.troubles == [
        "not synchronised: there is no folder \(pair.shared); changes wait in Recto's library"
      ])
    try FileManager.default.createDirectory(
      atPath: pair.shared, withIntermediateDirectories: true)
    #expect(pair.one.synchronizer.run().sent.count == 1)
  }

  @Test(arguments: [ENOSPC, EROFS, EACCES]) func aFullOrReadOnlyFolderLosesNothing(
    _ number: Int32
  ) throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    pair.one.read(pair.here, to: 5)
    let disk = Disk { call, _ in [.create, .write].contains(call) ? number : nil }
    let failing = Synchronizer(folder: pair.shared, library: pair.one.library, disk: disk)
    let report = failing.run()
    #expect(report.isInterrupted && report.sent.isEmpty && report.troubles.count == 1)
    #expect(report.troubles[0].hasPrefix("not synchronised: \(pair.shared)/"))
    #expect(report.troubles[0].hasSuffix("; changes wait in Recto's library"))
    #expect(pair.one.synchronizer.run().sent.map(\.key.kind) == [.position])
  }

  @Test func editedOrTornFilesAreRepaired() throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    pair.one.read(pair.here, to: 5)
    pair.one.tag(pair.here, add: ["a", "b"])
    _ = pair.one.synchronizer.run()
    let file = try #require(pair.files.first)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    // By hand in the first line, and the last one is torn.
    let broken = "what is this?" + text.drop { $0 != "\n" }.dropLast(9)
    try Data(broken.utf8).write(to: URL(fileURLWithPath: file))
    let report = pair.other.synchronizer.run()
    #expect(report.troubles.contains { $0.contains(file) && $0.contains("line 1") })
    #expect(!report.isInterrupted)
    #expect(pair.one.synchronizer.run().sent.count == 2)
    _ = pair.other.synchronizer.run()
    pair.other.read(pair.there, to: 0)
    _ = pair.other.synchronizer.run()
    #expect(pair.other.tags(pair.there) == ["a", "b"])
  }

  @Test func anotherMachineKeepsTheValuesOfARemovedFile() throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    pair.one.tag(pair.here, add: ["old"])
    _ = pair.one.synchronizer.run()
    pair.other.tag(pair.there, add: ["new"])
    _ = pair.other.synchronizer.run()
    let gone = try #require(
      pair.files.first {
        (try? String(contentsOfFile: $0, encoding: .utf8))?.contains("old") == true
      })
    try FileManager.default.removeItem(atPath: gone)
    _ = pair.other.synchronizer.run()
    let third = try Machine("third", in: pair.folder, pair.shared)
    let path = try third.make("x.txt", "the same words")
    third.read(path, to: 0)
    _ = third.synchronizer.run()
    #expect(third.tags(path) == ["new", "old"])
  }

  /// An edit of a PDF may still get into its file, which the report says.
  @Test func pdfAnnotationsAreSyncedAfterAMinute() throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    let path = try pair.one.make("paper.pdf", "%PDF-1.4 words")
    let journal = AnnotationJournal(folder: pair.one.folder + "/library")
    let row = try journal.ensure(
      FileEvidence(path: path, stamp: SystemPath.stamp(of: path)), title: "")
    let made = Annotation(
      id: AnnotationID("n1"), page: 0, kind: .note, box: Box(x0: 1, y0: 2, x1: 3, y1: 4))
    var history = AnnotationHistory()
    _ = try journal.add(to: row.id, &history) { _, row in
      AnnotationJournal.Entry(
        .edit, AnnotationEdit([AnnotationChange(before: nil, after: made)]), version: row.version)
    }
    let early = pair.one.synchronizer.run()
    #expect(early.sent.isEmpty && early.unsettled == [path])
    var request = Synchronizer.Request()
    request.now = Synchronizer.now + 120_000
    let later = pair.one.synchronizer.run(request)
    #expect(later.sent.map(\.key.kind) == [.annotation] && later.unsettled.isEmpty)
  }

  @Test func annotationsOutsideTheirFileAreSynced() throws {
    let folder = try TemporaryFolder()
    let pair = try Pair(in: folder.path)
    func journal(_ machine: Machine) -> AnnotationJournal {
      AnnotationJournal(folder: machine.folder + "/library")
    }
    func evidence(_ path: String) -> FileEvidence {
      FileEvidence(path: path, stamp: SystemPath.stamp(of: path))
    }
    func add(_ change: AnnotationChange, _ machine: Machine, _ path: String) throws {
      let journal = journal(machine)
      let row = try journal.ensure(evidence(path), title: "")
      var history = AnnotationHistory()
      _ = try journal.add(to: row.id, &history) { _, row in
        AnnotationJournal.Entry(.edit, AnnotationEdit([change]), version: row.version)
      }
    }
    func shown(_ machine: Machine, _ path: String) throws -> [Annotation] {
      guard let row = try journal(machine).latest(at: path) else { return [] }
      return try journal(machine).shown(of: row.id)
    }
    let made = Annotation(
      id: AnnotationID("n1"), page: 0, kind: .note, box: Box(x0: 1.5, y0: 2, x1: 3, y1: 4),
      contents: "one")
    try add(AnnotationChange(before: nil, after: made), pair.one, pair.here)
    pair.other.read(pair.there, to: 0)
    var later = Synchronizer.Request()
    later.now = Synchronizer.now + 120_000
    #expect(pair.one.synchronizer.run(later).sent.map(\.key.kind) == [.annotation])
    _ = pair.other.synchronizer.run(later)
    #expect(try shown(pair.other, pair.there) == [made])
    #expect(pair.other.synchronizer.run(later).sent.isEmpty)
    var changed = made
    changed.contents = "two"
    try add(AnnotationChange(before: made, after: changed), pair.other, pair.there)
    _ = pair.other.synchronizer.run(later)
    _ = pair.one.synchronizer.run(later)
    #expect(try shown(pair.one, pair.here) == [changed])
    // Both change its text before they meet: both texts are kept, once.
    let base = changed
    var (mine, theirs) = (base, base)
    (mine.contents, theirs.contents) = ("mine", "theirs")
    try add(AnnotationChange(before: base, after: mine), pair.one, pair.here)
    try add(AnnotationChange(before: base, after: theirs), pair.other, pair.there)
    for _ in 0..<3 {
      _ = pair.one.synchronizer.run(later)
      _ = pair.other.synchronizer.run(later)
    }
    for annotations in [try shown(pair.one, pair.here), try shown(pair.other, pair.there)] {
      #expect(annotations.map(\.contents).sorted() == ["mine", "theirs"])
      #expect(annotations.compactMap(\.replyTo) == [made.id])
    }
    // Different parts of it are changed: both changes stay, and no text is added.
    var (colored, reworded) = (base, base)
    for known in try shown(pair.one, pair.here) where known.id == made.id {
      (colored, reworded) = (known, known)
      colored.color = 0x00FF00
      reworded.contents = "reworded"
      try add(AnnotationChange(before: known, after: colored), pair.one, pair.here)
      try add(AnnotationChange(before: known, after: reworded), pair.other, pair.there)
    }
    for _ in 0..<3 {
      _ = pair.one.synchronizer.run(later)
      _ = pair.other.synchronizer.run(later)
    }
    for annotations in [try shown(pair.one, pair.here), try shown(pair.other, pair.there)] {
      let one = try #require(annotations.first { $0.id == made.id })
      #expect(one.color == 0x00FF00 && one.contents == "reworded" && annotations.count == 2)
    }
    let winner = try #require(try shown(pair.one, pair.here).first { $0.id == made.id })
    let reply = try #require(try shown(pair.one, pair.here).first { $0.id != made.id })
    try add(AnnotationChange(before: reply, after: nil), pair.one, pair.here)
    changed = winner
    try add(AnnotationChange(before: changed, after: nil), pair.one, pair.here)
    _ = pair.one.synchronizer.run(later)
    _ = pair.other.synchronizer.run(later)
    #expect(try shown(pair.other, pair.there).isEmpty)
    #expect(pair.other.synchronizer.run(later).sent.isEmpty)
    // A text that was changed is not lost with one that was deleted without knowing it.
    for isSent in [false, true] {
      var note = made
      note.id = AnnotationID("n\(isSent)")
      try add(AnnotationChange(before: nil, after: note), pair.one, pair.here)
      _ = pair.one.synchronizer.run(later)
      _ = pair.other.synchronizer.run(later)
      var edited = note
      edited.contents = "edited"
      try add(AnnotationChange(before: note, after: edited), pair.other, pair.there)
      if isSent { _ = pair.other.synchronizer.run(later) }
      try add(AnnotationChange(before: note, after: nil), pair.one, pair.here)
      later.now += 1_000
      if !isSent { _ = pair.one.synchronizer.run(later) }
      for _ in 0..<3 {
        _ = pair.other.synchronizer.run(later)
        _ = pair.one.synchronizer.run(later)
      }
      #expect(try shown(pair.one, pair.here).map(\.contents).contains("edited"))
      #expect(try shown(pair.other, pair.there).map(\.contents).contains("edited"))
      later.now += 60_000
      #expect(pair.one.synchronizer.run(later).sent.isEmpty)
    }
  }
}
