import DocumentModel
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Library

/// Members who annotate the same documents, on machines of their own and not always connected.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct SharedEditTests {
  /// A member's machine.
  private final class Machine {
    let role: String
    let folder: String
    let exchange: EditExchange
    let database: SharedDatabase
    let document: SharedDocument
    private let journal: AnnotationJournal
    private let row: Int
    private var history = AnnotationHistory()

    init(_ ground: SharedLibraryBench, _ role: String, isNew: Bool = true) throws {
      self.role = role
      if isNew { _ = try ground.keeper.admit(role, to: "papers", mayWrite: false) }
      folder = NSTemporaryDirectory() + "recto-\(UUID().uuidString)"
      exchange = EditExchange(folder: folder)
      journal = AnnotationJournal(folder: folder)
      row = try journal.ensure(FileEvidence(path: "/a.pdf"), title: "").id
      database = try ground.open(as: role)
      document = SharedDocument(
        library: database.id, collection: "papers", hash: SharedEditTests.hash)
      try exchange.find(document.hash, at: "/nowhere.pdf", in: database)
      try exchange.set(isOpen: true, document)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func edit(_ before: Annotation?, _ after: Annotation?) throws {
      let step = AnnotationEdit([AnnotationChange(before: before, after: after)])
      _ = try journal.add(to: row, &history, in: [document]) {
        .init(.edit, step, version: $1.version)
      }
    }

    func run() throws {
      if database.isBroken { try database.reconnect() }
      try exchange.run(with: database)
    }

    /// The members' annotations as they are seen here.
    func shown() throws -> [Annotation] { try exchange.annotations(of: document).shown() }

    func texts() throws -> [String] { try shown().map { "\($0.author): \($0.contents)" } }
  }

  private static let hash = "papersa.pdf"

  private func ground() throws -> SharedLibraryBench {
    let ground = try SharedLibraryBench(collections: ["papers", "other"])
    try ground.store(["a.pdf": IndexTests.document("/a.pdf", ["needle"])])
    return ground
  }

  private func note(_ contents: String, answers: AnnotationID? = nil) -> Annotation {
    var builder = AnnotationBuilder()
    var note = builder.new(.note, page: 0, color: nil, author: "somebody", at: 1)
    (note.contents, note.replyTo) = (contents, answers)
    return note
  }

  private func state(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch EditExchange.Failure.server(.database(let error)) {
      return error.state
    } catch SharedLibraryError.database(let error) {
      return error.state
    } catch {
      return "\(error)"
    }
  }

  @Test func membersSeeEachOthersAnnotations() throws {
    let ground = try ground()
    let (ada, ben) = (
      try Machine(ground, "ada_\(ground.name)"), try Machine(ground, "ben_\(ground.name)")
    )
    let made = note("a question")
    try ada.edit(nil, made)
    // Shown at once where it was made, offline too.
    #expect(try ada.texts() == ["\(ada.role): a question"])
    try ada.run()
    try ben.run()
    #expect(try ben.texts() == ["\(ada.role): a question"])
    // One deletes it while the other answers; both stay what they are.
    try ben.edit(nil, note("an answer", answers: made.id))
    try ada.edit(made, nil)
    try ben.edit(made, nil)
    for machine in [ada, ben, ada] { try machine.run() }
    #expect(try ada.shown() == ben.shown())
    #expect(try ada.texts() == ["\(ben.role): an answer"])
    #expect(try ada.shown().first?.subject == SharedAnnotations.subjectOfOrphans)
    // An edit that is sent twice is stored once.
    let count = try ground.number("SELECT count(*) FROM recto.edit")
    let edit = SharedEdit(
      who: ada.role, document: Self.hash, item: made.id.name,
      change: AnnotationChange(before: nil, after: made))
    for _ in 0..<2 { #expect(try ada.database.push([edit], to: "papers").isEmpty) }
    #expect(try ground.number("SELECT count(*) FROM recto.edit") == count + 1)
  }

  @Test func privateAnnotationsAreNotSent() throws {
    let ground = try ground()
    let (ada, ben) = (
      try Machine(ground, "ada_\(ground.name)"), try Machine(ground, "ben_\(ground.name)")
    )
    try ada.exchange.set(isOpen: false, ada.document)
    let secret = note("a secret")
    try ada.edit(nil, secret)
    try ada.edit(secret, note("changed"))
    try ada.run()
    #expect(try ground.number("SELECT count(*) FROM recto.edit") == 0)
    // Deleted and made again, it is as private as it was, even if new ones are not.
    try ada.exchange.set(isOpen: true, ada.document)
    try ada.edit(secret, nil)
    try ada.edit(nil, secret)
    try ada.run()
    #expect(try ground.number("SELECT count(*) FROM recto.edit") == 0)
    // Shared and withdrawn before a server answers, it never leaves the machine.
    try ada.exchange.share([secret], in: ada.document)
    try ada.exchange.withdraw([secret], from: ada.document)
    try ada.run()
    #expect(try ground.number("SELECT count(*) FROM recto.edit") == 0)
    // The user shares it, and withdraws it again.
    try ada.exchange.share([secret], in: ada.document)
    try ada.exchange.share([secret], in: ada.document)
    try ada.run()
    try ben.run()
    #expect(try ben.texts() == ["\(ada.role): a secret"])
    #expect(try ground.number("SELECT count(*) FROM recto.edit") == 1)
    try ada.exchange.withdraw([secret], from: ada.document)
    try ada.run()
    try ben.run()
    #expect(try ben.texts().isEmpty)
    // Later edits of a withdrawn annotation are not sent, nor is it when it is deleted and restored.
    let count = try ground.number("SELECT count(*) FROM recto.edit")
    var changed = secret
    changed.contents = "more secret"
    try ada.edit(secret, changed)
    try ada.edit(changed, nil)
    try ada.edit(nil, changed)
    try ada.run()
    #expect(try ground.number("SELECT count(*) FROM recto.edit") == count)
    // Leaving a library makes new annotations private again.
    try ada.exchange.leave(ada.document.library)
    try ada.edit(nil, note("a thought"))
    try ada.run()
    #expect(try ground.number("SELECT count(*) FROM recto.edit") == count)
    // Shared again, it is for all; an undone deletion stays so.
    try ada.exchange.share([changed], in: ada.document)
    try ada.edit(changed, nil)
    try ada.edit(nil, changed)
    try ada.run()
    try ben.run()
    #expect(try ben.texts() == ["\(ada.role): more secret"])
  }

  /// A deletion that comes from the member's other machine may be a withdrawal, so that later edits here stay here.
  @Test func annotationsWithdrawnElsewhereStayPrivate() throws {
    let ground = try ground()
    let laptop = try Machine(ground, "ada_\(ground.name)")
    let desktop = try Machine(ground, laptop.role, isNew: false)
    let secret = note("a secret")
    try desktop.edit(nil, secret)
    try desktop.run()
    try laptop.run()
    try laptop.exchange.withdraw([secret], from: laptop.document)
    try laptop.run()
    try desktop.run()
    #expect(try desktop.texts().isEmpty)
    let count = try ground.number("SELECT count(*) FROM recto.edit")
    var changed = secret
    changed.contents = "more secret"
    try desktop.edit(secret, changed)
    try desktop.run()
    #expect(try ground.number("SELECT count(*) FROM recto.edit") == count)
  }

  /// A member whose right was taken keeps what is their own; the rest is forgotten, and what was refused is not sent when the right comes back.
  @Test func aLostRightTakesTheOthersAnnotations() throws {
    let ground = try ground()
    let (ada, ben) = (
      try Machine(ground, "ada_\(ground.name)"), try Machine(ground, "ben_\(ground.name)")
    )
    let (question, own) = (note("a question"), note("my own"))
    try ada.edit(nil, question)
    try ada.exchange.tag(ada.document, add: [try #require(TagName("thesis"))], remove: [])
    try ben.edit(nil, own)
    for machine in [ada, ben] { try machine.run() }
    #expect(try ben.texts() == ["\(ada.role): a question", "\(ben.role): my own"])
    #expect(try ground.keeper.dismiss(ben.role, from: nil) == 1)
    // Written before the server was asked again.
    let reply = note("a reply", answers: question.id)
    try ben.edit(nil, reply)
    try? ben.run()
    #expect(state { try ben.run() } == "42501")
    #expect(try ben.texts() == ["\(ben.role): my own", "\(ben.role): a reply"])
    #expect(try ben.exchange.isLost(ben.document))
    let lost = try ben.exchange.layer(of: ben.document)
    #expect(lost.collections.isEmpty && lost.tags.isEmpty && !lost.isOpen)
    #expect(lost.refusals == [reply.id: SharedEditRecords.lostRight])
    #expect(try ben.exchange.tags(of: ben.document).isEmpty)
    // The right comes back, and with it what the others have done.
    _ = try ground.keeper.admit(ben.role, to: "papers", mayWrite: false)
    try ben.exchange.find(ben.document.hash, at: "/nowhere.pdf", in: ben.database)
    let count = try ground.number("SELECT count(*) FROM recto.edit")
    for machine in [ben, ada] { try machine.run() }
    #expect(try ground.number("SELECT count(*) FROM recto.edit") == count)
    #expect(try ada.texts() == ["\(ada.role): a question", "\(ben.role): my own"])
    #expect(try ben.texts().contains("\(ada.role): a question"))
    let found = try ben.exchange.layer(of: ben.document)
    #expect(found.collections == ["papers"] && !found.isOpen)
    #expect(found.refusals == lost.refusals)
    // Asked for, it is sent.
    try ben.exchange.share([reply], in: ben.document)
    for machine in [ben, ada] { try machine.run() }
    #expect(try ada.texts().contains("\(ben.role): a reply"))
    #expect(try ben.exchange.layer(of: ben.document).refusals.isEmpty)
  }

  /// The text of a hidden annotation is for its author and for keepers only, also by the server's functions.
  @Test func hiddenAnnotationsAreNotGivenToOthers() throws {
    let ground = try ground()
    let (ada, ben) = (
      try Machine(ground, "ada_\(ground.name)"), try Machine(ground, "ben_\(ground.name)")
    )
    let keeper = try Machine(ground, "postgres", isNew: false)
    var made = note("a slip")
    try ben.edit(nil, made)
    let before = made
    made.contents = "a worse slip"
    try ben.edit(before, made)
    try ben.run()
    try ada.run()
    try ada.edit(nil, note("a reply", answers: made.id))
    try ada.run()
    try ground.keeper.hide(made.id, of: Self.hash, in: "papers", isHidden: true)
    let cleo = try Machine(ground, "cleo_\(ground.name)")
    for machine in [ada, ben, cleo, keeper] { try machine.run() }
    func texts(_ machine: Machine) throws -> [String] {
      let all = try machine.exchange.annotations(of: machine.document)
      return (all.shown() + all.hidden).map(\.contents)
    }
    for machine in [ada, cleo] {
      #expect(try texts(machine) == ["a reply"])
      #expect(
        try !machine.database.pull(from: "papers", after: 0).edits.contains {
          $0.annotation == made.id && $0.kind == .change
        })
      #expect(
        try machine.database.edits(of: made.id.name, in: Self.hash, of: "papers").last == nil)
    }
    for machine in [ben, keeper] { #expect(try texts(machine) == ["a reply", "a worse slip"]) }
    for machine in [ada, ben, cleo, keeper] {
      #expect(try machine.shown().map(\.subject) == [SharedAnnotations.subjectOfOrphans])
    }
    let layer = try ben.exchange.layer(of: ben.document)
    #expect(layer.own.contains(made.id) && !layer.annotations.contains { $0.id == made.id })
    // Shown again, it is there as its author has left it.
    try ground.keeper.hide(made.id, of: Self.hash, in: "papers", isHidden: false)
    for machine in [ada, ben, cleo, keeper] {
      try machine.run()
      #expect(try texts(machine) == ["a worse slip", "a reply"])
    }
  }

  /// However many and large its edits are, an annotation that is shown again is as its author left it.
  @Test func annotationsWithManyEditsAreShownAgain() throws {
    let ground = try ground()
    let (ada, ben) = (
      try Machine(ground, "ada_\(ground.name)"), try Machine(ground, "ben_\(ground.name)")
    )
    let made = note("first")
    try ada.edit(nil, made)
    try ada.run()
    try ground.cluster.run(
      script: """
        INSERT INTO recto.edit (who, id, collection, document, item, kind, change)
        SELECT who, md5(n::text), collection, document, item, kind, change || repeat(' ', CASE WHEN n < 140 THEN 1000000 ELSE 0 END)
        FROM recto.edit, generate_series(1, 1100) n
        """, in: ground.name)
    var changed = made
    changed.contents = "last"
    try ada.edit(made, changed)
    try ada.run()
    try ground.keeper.hide(made.id, of: Self.hash, in: "papers", isHidden: true)
    try ben.run()
    #expect(try ben.texts().isEmpty)
    try ground.keeper.hide(made.id, of: Self.hash, in: "papers", isHidden: false)
    try ben.run()
    #expect(try ben.texts() == ["\(ada.role): last"])
  }

  /// A new keeper receives what was hidden before, and a former keeper loses it.
  @Test func laterKeepersAreGivenHiddenAnnotations() throws {
    let ground = try ground()
    let (ada, ben) = (
      try Machine(ground, "ada_\(ground.name)"), try Machine(ground, "ben_\(ground.name)")
    )
    let made = note("a slip")
    try ada.edit(nil, made)
    try ada.run()
    try ground.keeper.hide(made.id, of: Self.hash, in: "papers", isHidden: true)
    func hidden() throws -> [String] {
      try ben.run()
      return try ben.exchange.annotations(of: ben.document).hidden.map(\.contents)
    }
    #expect(try hidden().isEmpty)
    _ = try ground.keeper.admit(ben.role, to: "papers", mayWrite: false, isKeeper: true)
    #expect(try hidden() == ["a slip"])
    try ground.cluster.run(
      script: "DELETE FROM recto.keeper WHERE who = '\(ben.role)'", in: ground.name)
    #expect(try hidden().isEmpty)
    try ada.run()
    #expect(try ada.exchange.annotations(of: ada.document).hidden.map(\.contents) == ["a slip"])
  }

  /// Leaving a library forgets which documents it has: their files are written as before.
  @Test func leavingALibraryForgetsItsDocuments() throws {
    let ground = try ground()
    let ada = try Machine(ground, "ada_\(ground.name)")
    #expect(try ada.exchange.places(of: Self.hash, at: "/a.pdf") == [ada.document])
    try ada.exchange.leave(ada.document.library)
    #expect(try ada.exchange.places(of: Self.hash, at: "/a.pdf").isEmpty)
  }

  /// Times whose sums with a time zone overflow have ended every member's program.
  @Test func extremeTimesAreDropped() throws {
    for time in [Int64.max, .min] {
      var wild = note("when")
      (wild.created, wild.modified) = (time, time)
      let text = SharedChangeText.of(AnnotationChange(before: nil, after: wild))
      let read = try #require(SharedChangeText.change(text, .change, of: wild.id.name)?.after)
      #expect(read.created.map { abs($0) < 1 << 40 } == true && read.modified == read.created)
    }
  }

  /// Of each person and tag the last edit counts, and the union is shown.
  @Test func tagsAreTheUnionOfAllMembers() throws {
    let ground = try ground()
    let (ada, ben) = (
      try Machine(ground, "ada_\(ground.name)"), try Machine(ground, "ben_\(ground.name)")
    )
    let (thesis, later) = (try #require(TagName("thesis")), try #require(TagName("later")))
    try ada.exchange.tag(ada.document, add: [thesis, later], remove: [])
    try ben.exchange.tag(ben.document, add: [thesis, thesis], remove: ["later"])
    for machine in [ada, ben, ada] { try machine.run() }
    let both = [
      SharedTag(name: "later", members: [ada.role]),
      SharedTag(name: "thesis", members: [ada.role, ben.role]),
    ]
    #expect(try ada.exchange.tags(of: ada.document) == both)
    #expect(try ben.exchange.tags(of: ben.document) == both)
    // Members can remove only their own.
    try ben.exchange.tag(ben.document, add: [], remove: ["later", "thesis"])
    for machine in [ben, ada] { try machine.run() }
    #expect(
      try ada.exchange.tags(of: ada.document)
        == both.map { SharedTag(name: $0.name, members: [ada.role]) })
    #expect(try ground.number("SELECT count(*) FROM recto.edit") == 4)
    // A keeper's kinds are not for members, and a server's nonsense is no tag.
    let hide = SharedEdit(who: ben.role, document: Self.hash, item: "x", kind: .hide)
    #expect(state { _ = try ben.database.push([hide], to: "papers") } == "42501")
    let odd = SharedEdit(who: ben.role, document: Self.hash, item: "a,\u{1B}b", kind: .tag)
    _ = try ben.database.push([odd], to: "papers")
    try ada.run()
    #expect(try ada.exchange.tags(of: ada.document).count == 2)
  }

  @Test func membersCannotWriteForOthers() throws {
    let ground = try ground()
    let (ada, ben) = (
      try Machine(ground, "ada_\(ground.name)"), try Machine(ground, "ben_\(ground.name)")
    )
    let made = note("mine")
    try ada.edit(nil, made)
    try ada.run()
    // A program that is not Recto claims to be somebody else: the server knows who is connected.
    let forged = SharedEdit(
      who: ada.role, document: Self.hash, item: made.id.name,
      change: AnnotationChange(before: made, after: nil))
    let refused = try ben.database.push([forged], to: "papers")
    #expect(refused[forged.id] == "it is an annotation of \(ada.role)")
    let own = SharedEdit(
      who: ada.role, document: Self.hash, item: "x",
      change: AnnotationChange(before: nil, after: note("not by ada")))
    _ = try ben.database.push([own], to: "papers")
    #expect(
      try ground.number("SELECT count(*) FROM recto.edit WHERE who = '\(ben.role)'") == 1)
    // Other collections, unknown documents, large texts, hiding.
    #expect(state { _ = try ben.database.push([own], to: "other") } == "42501")
    #expect(state { _ = try ben.database.pull(from: "other", after: 0) } == "42501")
    #expect(try ben.database.collections(holding: Self.hash) == ["papers"])
    #expect(
      state {
        try ben.database.hide(made.id, of: Self.hash, in: "papers", isHidden: true)
      } == "42501")
    var stray = own
    (stray.id, stray.document) = (SharedEdit.newID(), "unknown")
    #expect(
      try ben.database.push([stray], to: "papers").values.first
        == "the collection does not have the document")
    let large = note(String(repeating: "x", count: 1 << 20))
    try ben.edit(nil, large)
    try ben.run()
    #expect(
      try ben.exchange.layer(of: ben.document).refusals == [large.id: "it is larger than 1 MB"])
    #expect(try ben.exchange.layer(of: ben.document).own.contains(large.id))
    try ground.keeper.hide(made.id, of: Self.hash, in: "papers", isHidden: true)
    try ada.run()
    #expect(try !ada.shown().contains { $0.id == made.id })
  }

  /// Commits that take their time overtake each other: numbers must still become visible in order, and nothing is skipped.
  @Test func slowCommitsAreNotSkipped() throws {
    let ground = try ground()
    try ground.cluster.run(
      script: """
        CREATE FUNCTION public.slow() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(random() * 0.05); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON recto.edit DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION public.slow();
        """, in: ground.name)
    let roles = (0..<4).map { "r\($0)_\(ground.name)" }
    let reader = try Machine(ground, "reader_\(ground.name)")
    for role in roles { _ = try ground.keeper.admit(role, to: "papers", mayWrite: false) }
    let rounds = 15
    let done = DispatchGroup()
    for role in roles {
      let database = UncheckedBox(try ground.open(as: role))
      DispatchQueue.global().async(group: done) {
        for number in 0..<rounds {
          let made = self.note("\(role) \(number)")
          _ = try? database.value.push(
            [
              SharedEdit(
                who: role, document: Self.hash, item: made.id.name,
                change: AnnotationChange(before: nil, after: made))
            ], to: "papers")
        }
      }
    }
    var seen: [Int] = []
    var isLast = false
    while !isLast {
      isLast = done.wait(timeout: .now()) == .success
      let pulled = try reader.database.pull(from: "papers", after: seen.last ?? 0)
      seen += pulled.edits.compactMap(\.number)
    }
    #expect(seen.count == roles.count * rounds && Set(seen).count == seen.count)
  }

  private final class UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// A document that is being stored for a long time holds nobody's annotations back.
  @Test func longTransactionsDoNotDelayAnnotations() throws {
    let ground = try ground()
    let (ada, ben) = (
      try Machine(ground, "ada_\(ground.name)"), try Machine(ground, "ben_\(ground.name)")
    )
    try ground.keeper.connection.transaction { () throws(PostgresError) in
      try ground.keeper.connection.run("SELECT recto.make_collection('later')")
      do {
        try ada.edit(nil, note("now"))
        try ada.run()
        try ben.run()
        #expect(try ben.texts() == ["\(ada.role): now"])
      } catch {
        Issue.record(error)
      }
    }
  }

  /// Ten members edit, answer and delete at random, are offline at random, and see the same in the end.
  @Test(arguments: TestTier.runsLong ? [1, 2, 3] : [1] as [UInt64]) func allMembersConverge(
    _ seed: UInt64
  )
    throws
  {
    let ground = try ground()
    try ground.cluster.run(
      script: """
        CREATE FUNCTION public.fails() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM pg_sleep(random() * 0.002);
          IF random() < 0.01 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
          RETURN NULL;
        END $$;
        CREATE CONSTRAINT TRIGGER fails AFTER INSERT ON recto.edit DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION public.fails();
        """, in: ground.name)
    var generator = SeededGenerator(seed: seed)
    let machines = try (0..<10).map { try Machine(ground, "m\($0)_\(ground.name)") }
    var made: [String: Int] = [:]
    let count = TestTier.runsLong ? 600 : 300
    for _ in 0..<count {
      let machine = machines[Int.random(in: machines.indices, using: &generator)]
      let shown = try machine.shown()
      let own = shown.filter { $0.author == machine.role && !$0.id.name.hasSuffix("-overwritten") }
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<3: try? machine.run()
      case 3..<5 where !own.isEmpty:
        let old = own[Int.random(in: own.indices, using: &generator)]
        var new = old
        new.contents = "changed \(generator.next())"
        try machine.edit(old, new)
        made[machine.role, default: 0] += 1
      case 5 where !own.isEmpty:
        try machine.edit(own[Int.random(in: own.indices, using: &generator)], nil)
        made[machine.role, default: 0] += 1
      default:
        let parent = shown.isEmpty ? nil : shown[Int.random(in: shown.indices, using: &generator)]
        try machine.edit(
          nil, note("new \(generator.next())", answers: parent?.id))
        made[machine.role, default: 0] += 1
      }
    }
    var rounds = 0
    while try ground.number("SELECT count(*) FROM recto.edit") < made.values.reduce(0, +) {
      rounds += 1
      try #require(rounds < 100, "seed \(seed)")
      for machine in machines { try? machine.run() }
    }
    for machine in machines {
      while state({ try machine.run() }) != "" { rounds += 1 }
      let count = try ground.number(
        "SELECT count(*) FROM recto.edit WHERE who = '\(machine.role)'")
      #expect(count == made[machine.role, default: 0], "seed \(seed)")
    }
    let first = try machines[0].shown()
    #expect(first.count > count / 12, "seed \(seed)")
    for machine in machines { #expect(try machine.shown() == first, "seed \(seed)") }
  }

  @Test func aRemovedMemberGetsNothingMore() throws {
    let ground = try ground()
    let (ada, ben) = (
      try Machine(ground, "ada_\(ground.name)"), try Machine(ground, "ben_\(ground.name)")
    )
    try ada.edit(nil, note("before"))
    try ada.run()
    try ben.run()
    try ben.edit(nil, note("unsent"))
    _ = try ground.keeper.dismiss(ben.role, from: "papers")
    try ada.edit(nil, note("after"))
    try ada.run()
    // The session was ended; a new one is refused.
    _ = state { try ben.run() }
    #expect(state { try ben.run() } == "42501")
    // The others' annotations go with the right; the user's own are not lost, and not sent without being asked for.
    #expect(try ben.texts() == ["\(ben.role): unsent"])
    _ = try ground.keeper.admit(ben.role, to: "papers", mayWrite: false)
    try ben.run()
    try ada.run()
    #expect(try ada.texts() == ["\(ada.role): before", "\(ada.role): after"])
    #expect(try ben.texts() == ada.texts() + ["\(ben.role): unsent"])
  }

  @Test func aFullServerDiskLosesNothing() throws {
    let ground = try ground()
    let ada = try Machine(ground, "ada_\(ground.name)")
    try ground.cluster.run(
      script: """
        CREATE FUNCTION public.full() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON recto.edit FOR EACH ROW EXECUTE FUNCTION public.full();
        """, in: ground.name)
    try ada.edit(nil, note("kept"))
    #expect(state { try ada.run() } == "53100")
    #expect(try ada.texts() == ["\(ada.role): kept"])
    try ground.cluster.run(script: "DROP TRIGGER full_disk ON recto.edit", in: ground.name)
    try ada.run()
    #expect(try ground.number("SELECT count(*) FROM recto.edit") == 1)
  }

  @Test func theFirstSharedSchemaIsUpgraded() throws {
    let cluster = try PostgresCluster.shared.get()
    let name = try cluster.makeDatabase()
    try cluster.run(
      script: String(decoding: PackageResources.shared_library_sql, as: UTF8.self), in: name)
    try cluster.run(script: "SELECT recto.make_collection('papers')", in: name)
    #expect(throws: SharedLibraryError.older(form: 1)) {
      try SharedDatabase(cluster.address(name))
    }
    let (database, isNew) = try SharedDatabase.settingUp(cluster.address(name))
    #expect(!isNew)
    #expect(try database.admit("postgres", to: "papers", mayWrite: true) == false)
    #expect(try database.pull(from: "papers", after: 0).last == nil)
  }
}
