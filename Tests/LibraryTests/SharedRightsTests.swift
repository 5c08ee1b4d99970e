import DocumentModel
import Foundation
import Postgres
import TestSupport
import Testing
import Text

@testable import Library

/// A role sees the collections it is admitted to, and nothing else.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct SharedRightsTests {
  private static let collections = (0..<6).map { "c\($0)" }

  @Test func readersSeeOnlyPermittedCollections() throws {
    let ground = try SharedLibraryBench(collections: Self.collections, slicePages: 40)
    let people = (0..<4).map { "reader_\(ground.name)_\($0)" }
    for collection in Self.collections {
      try ground.store(
        Dictionary(
          uniqueKeysWithValues: (0..<8).map { number in
            (
              "\(number).pdf",
              IndexTests.document(
                "/\(number).pdf", ["needle secret\(collection)", "thread"], title: "T \(collection)"
              )
            )
          }), in: collection)
    }
    var generator = SeededGenerator(seed: 7)
    var rights: [String: Set<String>] = [:]
    // Each is known to the server, with a right that is taken again.
    for person in people {
      _ = try ground.keeper.admit(person, to: "c0", mayWrite: false)
      #expect(try ground.keeper.dismiss(person, from: nil) == 1)
    }
    let documents = Array(0...100)
    let databases = try people.map { person in
      try SharedCandidates(
        database: ground.open(as: person), name: "lab", roots: [:], patience: .seconds(10))
    }
    for _ in 0..<120 {
      let index = Int.random(in: people.indices, using: &generator)
      let (person, source) = (people[index], databases[index])
      let collection = Self.collections.randomElement(using: &generator) ?? ""
      if Bool.random(using: &generator) {
        _ = try ground.keeper.admit(person, to: collection, mayWrite: false)
        rights[person, default: []].insert(collection)
      } else {
        _ = try ground.keeper.dismiss(person, from: collection)
        rights[person]?.remove(collection)
        // Sessions of people who lose a right end.
        try source.database.reconnect()
      }
      let own = rights[person] ?? []
      #expect(Set(try source.database.collections().map(\.name)) == own)
      let entries = try source.entries(of: documents)
      let collections = entries.values.compactMap { entry -> String? in
        guard case .shared(let place, _) = entry.entry.place else { return nil }
        return place.collection
      }
      #expect(collections.count == entries.count && Set(collections) == own)
      let allowed = Set(entries.keys)
      #expect(allowed.count == own.count * 8)
      #expect(Set(try source.sections(of: documents).keys) == allowed)
      for slice in try source.slices().map(\.number) {
        for need in [nil, GramNeed(literal: "needle").json] {
          let found = try source.candidates(need, in: slice, before: nil, most: 1_000)
          #expect(allowed.isSuperset(of: found.map(\.document)))
        }
        let rows = documents.flatMap { [$0 << 24, $0 << 24 + 1] }
        try source.texts(rows, in: slice) { id, _, stored in
          #expect(allowed.contains(id >> 24))
          let text = CompressedPassages.lend(stored) { String(decoding: $0, as: UTF8.self) } ?? ""
          #expect(!text.isEmpty)
          #expect(!text.contains("secret") || own.contains { text.contains("secret\($0)") })
        }
        let contents = try source.contents(of: documents, rows, in: slice)
        #expect(allowed.isSuperset(of: contents.entries.keys))
        #expect(allowed.isSuperset(of: contents.sections.keys))
        #expect(allowed.isSuperset(of: contents.texts.keys.map { $0 >> 24 }))
        for document in documents {
          let last = try source.texts(of: document, in: slice, from: 0, most: 5) { _, _, _ in }
          #expect(last == nil || allowed.contains(document))
        }
      }
      let fronts = try source.fronts(
        GramNeed(literal: "T c").json ?? "", before: nil, most: 1_000)
      #expect(allowed.isSuperset(of: fronts.documents))
      #expect(allowed.isSuperset(of: fronts.entries.keys))
      #expect(
        try source.documents(at: "1.pdf", of: collection).isEmpty == !own.contains(collection))
    }
  }

  @Test func readersCannotSelectFromTables() throws {
    let ground = try SharedLibraryBench(slicePages: 10)
    try ground.store(["a.pdf": IndexTests.document("/a.pdf", ["needle"])])
    let (reader, worker, stranger) = ("r_\(ground.name)", "w_\(ground.name)", "s_\(ground.name)")
    #expect(try ground.keeper.admit(reader, to: "papers", mayWrite: false))
    #expect(try ground.keeper.admit(worker, to: "papers", mayWrite: true))
    try ground.cluster.run(script: "CREATE ROLE \(stranger) LOGIN", in: ground.name)
    let tables = try ground.cluster.run(
      script:
        "SELECT relname FROM pg_class WHERE relnamespace = 'recto'::regnamespace AND relkind IN ('r', 'S', 'v')",
      in: ground.name
    ).split(separator: "\n").map(String.init)
    #expect(tables.count > 12 && tables.contains("gram_1"))
    for role in [reader, worker] {
      let database = try ground.open(as: role)
      func state(_ statement: String) -> String {
        do throws(SharedLibraryError) {
          try database.run(statement)
          return ""
        } catch {
          guard case .database(let error) = error else { return "?" }
          return error.state
        }
      }
      for table in tables {
        #expect(state("SELECT * FROM recto.\(table)") == "42501", "\(table)")
        #expect(state("DELETE FROM recto.\(table)") == "42501", "\(table)")
      }
      // SET does not change a role's identity.
      #expect(state("SET ROLE postgres") == "42501")
      #expect(state("SET SESSION AUTHORIZATION postgres") == "42501")
      #expect(state("SELECT recto.members()") == "42501")
      #expect(state("SELECT recto.remove(ARRAY[1]::bigint[])") == "42501")
      #expect(state("SELECT recto.admit('\(role)', 'papers', true, true)") == "42501")
      #expect(state("CREATE FUNCTION recto.f() RETURNS int LANGUAGE sql AS 'SELECT 1'") == "42501")
      #expect(state("SELECT recto.files('papers')") == (role == worker ? "" : "42501"))
      #expect(
        state("SELECT * FROM recto.candidates(1, '{\"grams\":[\"1); DROP TABLE x\"]}', NULL, 5)")
          == "22P02")
      #expect(state("SELECT * FROM recto.candidates(1, '[]', NULL, 5)") == "P0001")
    }
    for role in ["pg_monitor", "recto_keeper"] {
      #expect(throws: SharedLibraryError.self) {
        _ = try ground.keeper.admit(role, to: "papers", mayWrite: false)
      }
    }
    #expect(throws: SharedLibraryError.notAMember(role: stranger)) {
      _ = try ground.open(as: stranger)
    }
    #expect(throws: SharedLibraryError.self) { try ground.open(as: reader).makeCollection("mine") }
    #expect(throws: SharedLibraryError.self) {
      try ground.open(as: reader).offer([], to: "papers", reader: "")
      try ground.open(as: reader).prune(["a.pdf"], from: "papers")
    }
    #expect(try ground.find("needle", as: reader).count == 1)
  }
}
