import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import Library

/// Two machines of one member, which write the same note without always knowing of each other.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct SharedOwnMachinesTests {
  /// A machine that keeps and shows annotations as `AnnotationStore` and `AnnotationList` do.
  private final class Machine {
    private let folder = NSTemporaryDirectory() + "recto-\(UUID().uuidString)"
    private let exchange: EditExchange
    private let database: SharedDatabase
    private let document: SharedDocument
    private let journal: AnnotationJournal
    private let row: Int
    private var history = AnnotationHistory()

    init(_ ground: SharedLibraryBench, _ role: String) throws {
      exchange = EditExchange(folder: folder)
      journal = AnnotationJournal(folder: folder)
      row = try journal.ensure(FileEvidence(path: "/a.pdf"), title: "").id
      database = try ground.open(as: role)
      document = SharedDocument(library: database.id, collection: "papers", hash: "papersa.pdf")
      try exchange.find(document.hash, at: "/nowhere.pdf", in: database)
      try exchange.set(isOpen: true, document)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func run() throws { try exchange.run(with: database) }

    private func local(_ id: AnnotationID) -> Annotation? {
      history.annotations.first { $0.id == id }
    }

    /// The note as the user sees it.
    func seen(_ id: AnnotationID) throws -> Annotation? {
      let layer = try exchange.layer(of: document)
      let local = local(id)
      let shared = layer.own.contains(id) ? layer.annotations.first { $0.id == id } : nil
      guard let local else { return shared }
      guard let one = shared ?? layer.withdrawn.first(where: { $0.id == id }),
        !AnnotationChange.bringing(local, to: one).isEmpty
      else { return local }
      return one
    }

    /// All texts that the user sees of notes and replies.
    func texts(_ id: AnnotationID) throws -> Set<String> {
      let replies = try exchange.layer(of: document).annotations.map(\.contents)
      return Set(replies + [try seen(id)?.contents].compactMap(\.self))
    }

    private func add(
      _ change: AnnotationChange, _ kind: JournalEntry.Kind = .edit, of: Int? = nil
    ) throws {
      let change = change.rebased(on: change.id.flatMap(local))
      guard !change.isEmpty else { return }
      _ = try journal.add(to: row, &history, in: kind == .fetched ? [] : [document]) {
        .init(kind, of: of, AnnotationEdit([change]), version: $1.version)
      }
    }

    func edit(_ id: AnnotationID, _ before: Annotation?, _ after: Annotation?) throws {
      for shared in try journal.shared([id], in: [document]) where before != nil {
        try add(.bringing(local(id), to: shared), .fetched)
      }
      try add(AnnotationChange(before: before, after: after))
    }

    /// Undoes the last edit of the note and returns it; nil if there is none.
    func undo(_ id: AnnotationID) throws -> AnnotationChange? {
      guard let entry = history.nextUndo, let change = entry.step.changes.first, change.id == id
      else {
        return nil
      }
      try add(
        AnnotationChange(before: change.after, after: change.before), .undo, of: entry.number)
      return change
    }

    func share(_ note: Annotation, _ isShared: Bool) throws {
      if isShared {
        try exchange.share([note], in: document)
      } else {
        try exchange.withdraw([note], from: document)
      }
    }
  }

  private func machines() throws -> (SharedLibraryBench, [Machine]) {
    let ground = try SharedLibraryBench(collections: ["papers"])
    try ground.store(["a.pdf": IndexTests.document("/a.pdf", ["needle"])])
    let role = "ada_\(ground.name)"
    _ = try ground.keeper.admit(role, to: "papers", mayWrite: false)
    return (ground, [try Machine(ground, role), try Machine(ground, role)])
  }

  private func note(_ contents: String, at time: Int64) -> Annotation {
    var builder = AnnotationBuilder()
    var note = builder.new(.note, page: 0, color: nil, author: "Ada", at: time)
    note.contents = contents
    return note
  }

  private func edited(_ note: Annotation, _ contents: String, at time: Int64) -> Annotation {
    var note = note
    (note.contents, note.modified) = (contents, time)
    return note
  }

  /// The note was made here and edited there; withdrawn there, it stays here with its last text.
  @Test(arguments: [true, false]) func notesWithdrawnElsewhereKeepTheirNewestText(
    _ isDeleted: Bool
  ) throws {
    let (ground, both) = try machines()
    defer { withExtendedLifetime(ground) {} }
    let (here, there) = (both[0], both[1])
    let made = note("old", at: 1)
    try here.edit(made.id, nil, made)
    for machine in [here, there] { try machine.run() }
    let seen = try #require(try there.seen(made.id))
    let newer = edited(seen, "new", at: 2)
    try there.edit(made.id, seen, newer)
    for machine in [there, here] { try machine.run() }
    #expect(try here.seen(made.id)?.contents == "new")
    if isDeleted { try there.edit(made.id, newer, nil) } else { try there.share(newer, false) }
    for machine in [there, here] { try machine.run() }
    #expect(try here.seen(made.id)?.contents == "new")
    // The next edit starts from it.
    try here.edit(made.id, try here.seen(made.id), edited(newer, "newest", at: 3))
    #expect(try here.seen(made.id)?.contents == "newest")
  }

  /// A text that was typed, and neither written over nor deleted by somebody who saw it, is to be seen somewhere in the end.
  @Test(arguments: 0..<(TestTier.runsLong ? 40 : 8) as Range<UInt64>) func noTypedTextIsLost(
    _ seed: UInt64
  ) throws {
    let (ground, both) = try machines()
    defer { withExtendedLifetime(ground) {} }
    var generator = SeededGenerator(seed: seed)
    var time: Int64 = 0
    for round in 0..<12 {
      time += 1
      let made = note("\(round).0", at: time)
      let id = made.id
      try both[0].edit(id, nil, made)
      var alive: Set = [made.contents]
      // Texts that a machine has written over or deleted, and machines that have withdrawn the note.
      var removed: [Set<String>] = [[], []]
      var isPrivate = [false, false]
      var log = ["0 makes \(made.contents)"]
      if Bool.random(using: &generator) { for machine in both { try machine.run() } }
      for step in 1...Int.random(in: 4...12, using: &generator) {
        let which = Int.random(in: 0...1, using: &generator)
        let machine = both[which]
        let seen = try machine.seen(id)
        time += 1
        switch (Int.random(in: 0..<11, using: &generator), seen) {
        case (0..<4, _):
          log.append("\(which) exchanges")
          try machine.run()
        case (4..<7, let seen?):
          let new = edited(seen, "\(round).\(step)", at: time)
          log.append("\(which) writes \(new.contents) over \(seen.contents)")
          try machine.edit(id, seen, new)
          alive.remove(seen.contents)
          removed[which].insert(seen.contents)
          // A text written after withdrawing stays on this machine, and a late edit elsewhere hides it here.
          if !isPrivate[which] { alive.insert(new.contents) }
        case (7, let seen?):
          log.append("\(which) deletes \(seen.contents)")
          try machine.edit(id, seen, nil)
          alive.remove(seen.contents)
          removed[which].insert(seen.contents)
        case (8, let seen?):
          let isShared = Bool.random(using: &generator)
          log.append("\(which) \(isShared ? "shares" : "withdraws") \(seen.contents)")
          try machine.share(seen, isShared)
          isPrivate[which] = isPrivate[which] || !isShared
        case (9..., _):
          guard let undone = try machine.undo(id) else { break }
          let after = try machine.seen(id)
          log.append(
            "\(which) undoes \(undone.before?.contents ?? "-") → \(undone.after?.contents ?? "-"): \(after?.contents ?? "-")"
          )
          if let text = undone.after?.contents { alive.remove(text) }
          // A text that the other machine has overwritten may disappear at the next exchange.
          if let after, after.contents == undone.before?.contents, !isPrivate[which],
            !removed[1 - which].contains(after.contents)
          {
            alive.insert(after.contents)
          }
        default: break
        }
      }
      for machine in both + both { try machine.run() }
      let found = try both[0].texts(id).union(both[1].texts(id))
      let lost = alive.subtracting(found)
      #expect(lost.isEmpty, "seed \(seed): \(log)")
      if !lost.isEmpty { return }
    }
  }
}
