import DocumentModel
import Foundation
import Postgres
import TestSupport
import Testing
import Text

@testable import Library

/// A pooler gives each transaction another of its connections; rights, storing and annotations do not notice.
@Suite(.enabled(if: PostgresPooler.isInstalled, "\(PostgresPooler.missing)"))
struct SharedPoolerTests {
  @Test func sharedLibrariesWorkThroughAPooler() throws {
    let cluster = try PostgresCluster()
    defer { cluster.end() }
    let ground = try SharedLibraryBench(collections: ["papers", "theses"], in: cluster)
    _ = try ground.keeper.admit("ada", to: "papers", mayWrite: true)
    _ = try ground.keeper.admit("ben", to: "theses", mayWrite: false)
    let pooler = try PostgresPooler(cluster, roles: ["postgres", "ada", "ben"])
    func open(
      _ role: String, againAfter isPassing: (SharedLibraryError) -> Bool = { _ in false }
    ) throws -> SharedDatabase {
      for _ in 0..<100 {
        do throws(SharedLibraryError) {
          return try SharedDatabase(pooler.address(ground.name, as: role))
        } catch {
          guard isPassing(error) else { throw error }
          usleep(100_000)
        }
      }
      return try SharedDatabase(pooler.address(ground.name, as: role))
    }
    let workers = try (0..<5).map { _ in try open("ada") }
    var documents: [String: IndexedDocument] = [:]
    for number in 0..<40 {
      documents["\(number).pdf"] = IndexTests.document(
        "/\(number).pdf", ["needle \(number)", "thread"])
    }
    try workers[0].offer(
      documents.map { ($0.key, $0.value.sighting) }, to: "papers", reader: "test")
    // Transactions of several machines alternate on two connections.
    var leased: [(worker: SharedDatabase, files: [LeasedFile])] = []
    repeat {
      leased = try workers.map { ($0, try $0.lease(from: ["papers"], machine: "m")) }
      for (worker, files) in leased {
        for file in files {
          guard let document = documents[file.path], try worker.begin(file) else { continue }
          #expect(try worker.store(document, hash: "\(file.path) hash", of: file))
        }
      }
    } while leased.contains { !$0.files.isEmpty }
    try workers[1].tidy()
    #expect(try ground.number("SELECT count(*) FROM recto.document") == 40)
    #expect(try ground.number("SELECT sum(pages) FROM recto.slice") == 80)
    // Rights are those of the login role.
    for (role, count) in [("ada", 40), ("ben", 0), ("postgres", 40)] {
      let database = try open(role)
      var found = 0
      let searcher = SharedSearcher(SharedDatabases(database), name: "lab", library: "/nonexistent")
      let missing = try searcher.find(try LibraryQuery("needle")) { found += $0.documents.count }
      #expect(found == count && missing.isComplete, "\(role)")
    }
    let edit = [String(repeating: "a", count: 32)]
    let pushed = try workers[2].rows(
      "SELECT id, reason FROM recto.push_edits('papers', $1, $2, $3, $4, $5)",
      [.texts(edit), .texts(["1.pdf hash"]), .texts(["methods"]), .integers([3]), .texts([""])]
    ) { row throws(PostgresError) in row.line(1) }
    #expect(pushed.isEmpty)
    #expect(try workers[3].pull(from: "papers", after: 0).edits.map(\.who) == ["ada"])
    #expect(throws: SharedLibraryError.self) {
      _ = try open("ben").pull(from: "papers", after: 0)
    }
    // Rights that are taken end the pooler's sessions of that role; the next answer is already without them.
    #expect(try open("postgres").dismiss("ada", from: nil) == 1)
    // The pooler may still give out a connection that was just ended.
    let again = try open("ada") { $0.isTransient }
    let revoked = SharedSearcher(SharedDatabases(again), name: "lab", library: "/nonexistent")
    #expect(throws: SharedSearcher.Failure.self) {
      _ = try revoked.find(try LibraryQuery("needle")) { _ in }
    }
    #expect(throws: SharedLibraryError.self) {
      try open("ada") { $0.isTransient }.offer([], to: "papers", reader: "test")
      _ = try open("ada").lease(from: ["papers"], machine: "m")
    }
  }
}
