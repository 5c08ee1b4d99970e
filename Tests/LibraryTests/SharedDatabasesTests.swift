import DocumentModel
import Foundation
import Glibc
import Platform
import Postgres
import TestSupport
import Testing
import Text

@testable import Library

/// A library of several databases gives the same answers as one, and names a part that does not answer.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"), .serialized)
struct SharedDatabasesTests {
  private static func documents(_ count: Int) -> [String: IndexedDocument] {
    var documents: [String: IndexedDocument] = [:]
    for number in 0..<count {
      documents["\(number).pdf"] = IndexTests.document(
        "/\(number).pdf", ["needle \(number)", "thread"], title: "T\(number)")
    }
    return documents
  }

  private func searcher(_ databases: SharedDatabases) -> SharedSearcher {
    SharedSearcher(databases, name: "lab", library: "/nonexistent")
  }

  private func find(
    _ searcher: SharedSearcher
  ) throws -> (paths: Set<String>, missing: SharedSearcher.Missing) {
    var paths: Set<String> = []
    let missing = try searcher.find(try LibraryQuery("needle")) { findings in
      paths.formUnion(findings.documents.map(\.path))
    }
    return (paths, missing)
  }

  @Test func newDatabasesNeedNoRejoining() throws {
    let ground = try SharedLibraryBench(collections: ["papers", "theses"])
    try ground.store(Self.documents(3))
    let (ada, ben) = ("ada_\(ground.name)", "ben_\(ground.name)")
    #expect(try ground.keeper.admit(ada, to: "papers", mayWrite: false))
    let reader = searcher(try ground.openAll(as: ada))
    #expect(try find(reader).paths.count == 3)
    let name = try ground.addDatabase()
    // The one with the fewest pages takes new documents.
    let more = Self.documents(9).filter { Int($0.key.dropLast(4)) ?? 0 >= 3 }
    try ground.storeInAll(more)
    #expect(try ground.number("SELECT count(*) FROM recto.document") == 5)
    let other = try ground.cluster.run(
      script: "SELECT count(*) FROM recto.document", in: name)
    #expect(other == "4")
    // The open search finds the new database by itself.
    let (paths, missing) = try find(reader)
    #expect(paths.count == 9 && missing.isComplete && reader.databases.parts.count == 2)
    // Rights reach both.
    let keeper = try ground.openAll()
    #expect(try keeper.admit(ben, to: "papers", mayWrite: false) == [1])
    #expect(try find(searcher(try ground.openAll(as: ben))).paths.count == 9)
    #expect(throws: SharedLibraryError.self) {
      _ = try keeper.admit(ben, to: "paper", mayWrite: false)
    }
    let (count, unconfirmed) = keeper.dismiss(ada, from: nil)
    #expect(count == 1 && unconfirmed.isEmpty)
    #expect(throws: SharedSearcher.Failure.self) { _ = try find(reader) }
    for database in [ground.name, name] {
      let left = try ground.cluster.run(
        script: "SELECT count(*) FROM recto.membership WHERE who = '\(ada)'", in: database)
      #expect(left == "0")
    }
    // Text and hits are of the database that has the document.
    let own = searcher(keeper)
    for number in 0..<9 {
      let place = SharedPlace(library: "lab", collection: "papers", path: "\(number).pdf")
      var text = ""
      #expect(try own.read(place, page: 0) { text += $0 } != nil)
      #expect(text == "needle \(number)")
      let document = try #require(try own.entry(at: place, hash: nil)).entry.entry.place
      #expect(try own.hits(of: document, try LibraryQuery("needle")).count == 1)
      guard case .shared(_, let hash) = document else { continue }
      #expect(try own.whole(place, hash: hash)?.pages.count == 2)
    }
    #expect(try own.places(of: "papers").places.count == 9)
    #expect(SharedDatabases.collections(keeper.status()).map(\.documents) == [9, 0])
    // The database is one of this library only.
    #expect(throws: SharedLibraryError.self) {
      _ = try SharedDatabases(ground.cluster.address(name), id: ground.keeper.id)
    }
    #expect(throws: SharedLibraryError.self) {
      _ = try keeper.add(ground.cluster.address(ground.name))
    }
    let stranger = try SharedLibraryBench()
    #expect(throws: SharedLibraryError.self) {
      _ = try keeper.add(ground.cluster.address(stranger.name))
    }
    // Added again, it is the same.
    #expect(try keeper.add(ground.cluster.address(name)).number == 2)
    #expect(keeper.parts.count == 2)
  }

  /// Annotations of documents of any database are in the first.
  @Test func editsAreAcceptedForDocumentsOfAnyDatabase() throws {
    let ground = try SharedLibraryBench()
    _ = try ground.addDatabase()
    try ground.storeInAll(Self.documents(6))
    for number in 0..<6 {
      let hash = Digest.sha256(Array("\(number).pdf".utf8))
      #expect(try ground.keeper.collections(holding: hash) == ["papers"])
      let refused = try ground.keeper.rows(
        "SELECT id, reason FROM recto.push_edits('papers', $1, $2, $3, $4, $5)",
        [
          .texts([String(hash.prefix(32))]), .texts([hash]), .texts(["methods"]), .integers([3]),
          .texts([""]),
        ]
      ) { row throws(PostgresError) in row.line(1) }
      #expect(refused.isEmpty)
    }
    let unknown = Digest.sha256(Array("other".utf8))
    #expect(try ground.keeper.collections(holding: unknown).isEmpty)
    #expect(try ground.number("SELECT count(*) FROM recto.edit") == 6)
  }

  /// The server ends sessions between any two changes, while three machines read files of which some are equal.
  @Test func killedSessionsLeaveEachDocumentOnce() throws {
    let ground = try SharedLibraryBench(slicePages: 60)
    let names = [ground.name, try ground.addDatabase(slicePages: 60)]
    let (files, different) = (90, 60)
    func document(_ number: Int) -> IndexedDocument {
      IndexTests.document("/\(number).pdf", ["needle \(number % different)", "second"])
    }
    func sum(_ statement: String) throws -> Int {
      try names.reduce(0) { sum, name in
        sum + (Int(try ground.cluster.run(script: statement, in: name)) ?? -1)
      }
    }
    // Equal files wait in different databases.
    try ground.openAll().offer(
      (0..<files).map { ("\($0).pdf", document($0).sighting, ($0 + $0 / different) % 2) },
      to: "papers", reader: "test")
    for name in names {
      try ground.cluster.run(
        script: """
          CREATE FUNCTION public.crash() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            IF random() < 0.03 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
            RETURN NULL;
          END $$;
          DO $$ DECLARE t text; BEGIN
            FOREACH t IN ARRAY ARRAY['document', 'home', 'copy', 'job', 'slice'] LOOP
              EXECUTE format('CREATE TRIGGER crash AFTER INSERT OR UPDATE OR DELETE ON recto.%I EXECUTE FUNCTION public.crash()', t);
            END LOOP;
          END $$;
          """, in: name)
    }
    let machines = try (0..<3).map { _ in try ground.openAll() }
    var (kills, rounds, passed) = (0, 0, 0)
    while try sum("SELECT count(*) FROM recto.job WHERE state < 2") > 0 {
      rounds += 1
      try #require(rounds < 3_000)
      let machine = machines[rounds % machines.count]
      let part = machine.parts[rounds / machines.count % 2]
      do throws(SharedLibraryError) {
        let database = try part.opened()
        for file in try database.lease(from: ["papers"], machine: "m") {
          guard try database.begin(file) else { continue }
          let number = Int(file.path.dropLast(4)) ?? 0
          let (own, hash) = (document(number), "hash \(number % different)")
          if try database.adopt(file, hash: hash, reader: "test") { continue }
          guard
            try !machine.pass(file, own.sighting, hash: hash, reader: "test", from: part)
          else {
            passed += 1
            continue
          }
          _ = try database.store(own, hash: hash, of: file)
        }
      } catch {
        kills += 1
        #expect(error.isTransient, "\(error)")
        for name in names {
          _ = try? ground.cluster.run(
            script: "UPDATE recto.job SET leased_until = now() - interval '1 s' WHERE state = 1",
            in: name)
        }
      }
    }
    #expect(kills > 10 && passed >= files - different)
    #expect(try sum("SELECT count(*) FROM recto.job") == 0)
    #expect(try sum("SELECT count(*) FROM recto.copy") == files)
    #expect(try sum("SELECT count(*) FROM recto.document") == different)
    #expect(try sum("SELECT sum(pages) FROM recto.slice") == 2 * different)
    #expect(try find(searcher(try ground.openAll())).paths.count == different)
  }

  @Test func aDatabaseThatDoesNotAnswerIsNamed() throws {
    let cluster = try PostgresCluster()
    let other = try PostgresCluster(beside: cluster)
    let ground = try SharedLibraryBench(in: cluster)
    defer { cluster.end() }
    _ = try ground.addDatabase(in: other)
    try ground.storeInAll(Self.documents(8))
    let searcher = searcher(try ground.openAll())
    #expect(try find(searcher).paths.count == 8)
    func count(_ searcher: SharedSearcher) throws -> (count: Int, missing: SharedSearcher.Missing) {
      let (paths, missing) = try find(searcher)
      return (paths.count, missing)
    }
    // Stopped, with open connections and without.
    for own in [searcher, self.searcher(try ground.openAll())] {
      other.signal(SIGSTOP)
      let stopped = try count(own)
      #expect(stopped.count == 4 && stopped.missing.parts == 1 && stopped.missing.allParts == 2)
      #expect(stopped.missing.reason?.isTransient == true)
      other.signal(SIGCONT)
      // It is left alone for a moment.
      try waitUntil("all parts answer") {
        let back = try count(own)
        return back.count == 8 && back.missing.isComplete
      }
    }
    // The first is stopped: the others are those that it has listed before.
    let known = try ground.openAll().parts.dropFirst().map(\.shard)
    cluster.signal(SIGSTOP)
    let blind = self.searcher(
      try SharedDatabases(
        cluster.address(ground.name), id: ground.keeper.id, known: known))
    let alone = try count(blind)
    #expect(alone.count == 4 && alone.missing.parts == 1)
    cluster.signal(SIGCONT)
    // Killed.
    other.end()
    let killed = try count(searcher)
    #expect(killed.count == 4 && killed.missing.parts == 1)
    let (count, unconfirmed) = try ground.openAll().dismiss("nobody", from: nil)
    #expect(count == 0 && unconfirmed.map(\.part.number) == [2])
    #expect(throws: SharedLibraryError.self) {
      _ = try ground.openAll().admit("ada", to: "papers", mayWrite: false)
    }
  }

  /// A list can name anything; the named servers get no password and decide no option.
  @Test func databaseListsSetOnlyTheAddress() throws {
    let ground = try SharedLibraryBench()
    try ground.store(Self.documents(2))
    for place in [
      "host=/tmp/other dbname=recto", "service=evil host=\(ground.cluster.folder) dbname=x",
      "host=db.evil dbname=recto", "nonsense",
    ] {
      try ground.cluster.run(
        script: """
          DELETE FROM recto.shard;
          INSERT INTO recto.shard (part, connection) VALUES (gen_random_uuid(), '\(place)')
          """, in: ground.name)
      let found = try find(searcher(try ground.openAll()))
      #expect(found.paths.count == 2 && found.missing.parts == 1, "\(place)")
      if place.contains("service") || place == "nonsense" {
        #expect(found.missing.reason?.isTransient == false, "\(place)")
      }
    }
    // Another database that says it is a part of the library is none.
    let evil = try SharedLibraryBench()
    try evil.store(["evil.pdf": IndexTests.document("/evil.pdf", ["needle"])])
    try ground.cluster.run(
      script: """
        UPDATE recto.shard SET connection = 'host=\(ground.cluster.folder) dbname=\(evil.name)'
        """, in: ground.name)
    let found = try find(searcher(try ground.openAll()))
    #expect(found.paths.count == 2 && found.missing.reason == .another)
  }

  /// Asks again until a condition holds; fails after a minute.
  private func waitUntil(_ what: String, _ holds: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(60)
    while try !holds() {
      try #require(.now < end, "\(what)")
      usleep(50_000)
    }
  }

  /// A server that hangs takes connections and answers none: its standby is asked all the same.
  @Test func aHangingPrimaryDoesNotHideItsStandby() throws {
    let primary = try PostgresCluster()
    let ground = try SharedLibraryBench(in: primary)
    try ground.store(Self.documents(4))
    let standby = try PostgresCluster(following: primary)
    defer { standby.end() }
    let address = primary.address(ground.name, orOf: standby)
    try waitUntil("the standby has it") {
      (try? standby.run(script: "SELECT count(*) FROM recto.copy", in: ground.name)) == "4"
    }
    primary.signal(SIGSTOP)
    defer { primary.end() }
    let began = ContinuousClock.now
    let databases = try SharedDatabases(address, id: ground.keeper.id)
    let answer = try find(searcher(databases))
    #expect(answer.paths.count == 4 && answer.missing.isComplete)
    #expect(.now - began < .milliseconds(2_500))
  }

  /// Searches go on with a standby, and are complete again.
  @Test func theStandbyAnswersWithoutThePrimary() throws {
    let primary = try PostgresCluster()
    let ground = try SharedLibraryBench(in: primary)
    try ground.store(Self.documents(4))
    let standby = try PostgresCluster(following: primary)
    defer { standby.end() }
    let databases = try SharedDatabases(
      primary.address(ground.name, orOf: standby), id: ground.keeper.id)
    let searcher = searcher(databases)
    #expect(try find(searcher).missing.isComplete)
    primary.end()
    // A server that is ending may still take a connection.
    try waitUntil("the standby answers") {
      let answer = try? find(searcher)
      return answer?.paths.count == 4 && answer?.missing.isComplete == true
    }
    // It takes no changes, and says so as something that passes.
    do throws(SharedLibraryError) {
      _ = try databases.first().lease(from: ["papers"], machine: "m")
      Issue.record("a standby leased a file")
    } catch {
      guard case .database(let error) = error else { throw error }
      #expect(error.isOfStandby && error.isTransient)
    }
  }
}
