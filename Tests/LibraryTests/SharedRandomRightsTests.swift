import DocumentModel
import Foundation
import Platform
import Postgres
import TestSupport
import Testing
import Text

@testable import Library

/// People ask at random for everything they could, while rights are given and taken at random: no byte of a forbidden collection comes.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct SharedRandomRightsTests {
  private static let collections = (0..<5).map { "c\($0)" }
  private static let perCollection = 4

  /// A library of two databases whose every text names its collection, such as `secret-c3`.
  private func library() throws -> (ground: SharedLibraryBench, other: String) {
    let ground = try SharedLibraryBench(collections: Self.collections, slicePages: 20)
    let other = try ground.addDatabase(slicePages: 20)
    let databases = try ground.openAll()
    for collection in Self.collections {
      let secret = "secret-\(collection)"
      for (index, part) in databases.parts.enumerated() {
        let database = try part.opened()
        var documents: [String: IndexedDocument] = [:]
        for number in 0..<Self.perCollection {
          let path = "\(secret)/\(index)\(number).pdf"
          documents[path] = IndexTests.document(
            "/\(path)", ["# \(secret)\nneedle \(secret)", "thread \(secret)"], title: secret,
            author: secret)
        }
        try database.offer(
          documents.map { ($0.key, $0.value.sighting) }, to: collection, reader: secret)
        while case let files = try database.lease(from: [collection], machine: secret),
          !files.isEmpty
        {
          for file in files {
            guard let document = documents[file.path], try database.begin(file) else { continue }
            let hash = Digest.sha256(Array(file.path.utf8))
            _ = try databases.first().home(of: hash, in: collection, askedBy: part.number)
            _ = try database.store(document, hash: hash, of: file)
          }
        }
      }
      let hash = Digest.sha256(Array("\(secret)/00.pdf".utf8))
      try ground.keeper.run(
        "SELECT recto.push_edits($1, $2, $3, $4, $5, $6)",
        [
          .text(collection), .texts([String(hash.prefix(32))]), .texts([hash]), .texts([secret]),
          .integers([3]), .texts([secret]),
        ])
    }
    return (ground, other)
  }

  /// Returns a random statement that a reader may try, with one column of text.
  private static func statement(_ generator: inout SeededGenerator) -> String {
    let id = Int.random(in: 1...45, using: &generator)
    let slice = Int.random(in: 1...4, using: &generator)
    let collection = collections.randomElement(using: &generator) ?? ""
    let path = "secret-\(collection)/0\(Int.random(in: 0..<perCollection, using: &generator)).pdf"
    let need = GramNeed(literal: "needle").json ?? ""
    let hash = Digest.sha256(Array(path.utf8)).prefix(4)
    let row = id << 24 + Int.random(in: 0...1, using: &generator)
    func cards(_ documents: String) -> String {
      "SELECT c::text FROM recto.cards(ARRAY(\(documents))::bigint[]) c"
    }
    let statements = [
      cards("SELECT generate_series(\(id), \(id + 5))"),
      cards("SELECT document FROM recto.candidates(\(slice), '\(need)', NULL, 100)"),
      cards("SELECT document FROM recto.documents(\(slice), NULL, 100)"),
      cards("SELECT document FROM recto.fronts('\(need)', NULL, 100)"),
      cards("SELECT document FROM recto.at('\(collection)', '\(path)')"),
      "SELECT s::text FROM recto.sections(ARRAY[\(id), \(id + 1)]::bigint[]) s",
      "SELECT label || encode(passages, 'escape') FROM recto.texts(\(slice), ARRAY[\(row)]::bigint[])",
      "SELECT label || encode(passages, 'escape') FROM recto.texts_from(\(slice), \(id), 0, 10)",
      "SELECT e::text FROM recto.pull_edits('\(collection)', 0, 100) e",
      "SELECT h::text || collection FROM recto.holding('\(hash)') h",
      "SELECT c::text FROM recto.collections() c",
      "SELECT w::text FROM recto.work() w", "SELECT t::text FROM recto.troubles(100) t",
      "SELECT f::text FROM recto.files('\(collection)') f",
      "SELECT m::text FROM recto.members() m",
    ]
    return statements.randomElement(using: &generator) ?? ""
  }

  @Test func randomRightsHideForbiddenDocuments() throws {
    let (ground, other) = try library()
    // Compressed texts would hide what is looked for.
    let compressed = "SELECT count(*) FROM recto.page_1 WHERE get_byte(passages, 0) = 0"
    #expect(try ground.number(compressed) == 0)
    let keeper = try ground.openAll()
    let people = (0..<5).map { "person_\(ground.name)_\($0)" }
    var rights = people.map { _ in Set<String>() }
    // Each knows both databases, by a right that is taken again.
    for person in people { _ = try keeper.admit(person, to: "c0", mayWrite: false) }
    let own = try people.map { try ground.openAll(as: $0) }
    let parts = own.map(\.parts)
    for person in people { #expect(keeper.dismiss(person, from: nil).count == 1) }
    let tables = try [ground.name, other].map { name in
      try ground.cluster.run(
        script:
          "SELECT relname FROM pg_class WHERE relnamespace = 'recto'::regnamespace AND relkind IN ('r', 'S')",
        in: name
      ).split(separator: "\n").map(String.init)
    }
    var generator = SeededGenerator(seed: 99)
    let query = try LibraryQuery("secret")
    var (answers, refusals, secrets) = (0, 0, 0)
    let attempts = TestTier.runsLong ? 10_000 : 600
    for _ in 0..<attempts {
      let index = people.indices.randomElement(using: &generator) ?? 0
      let collection = Self.collections.randomElement(using: &generator) ?? ""
      switch Int.random(in: 0..<20, using: &generator) {
      case 0, 1:
        _ = try keeper.admit(people[index], to: collection, mayWrite: false)
        rights[index].insert(collection)
      case 2:
        let (count, unconfirmed) = keeper.dismiss(people[index], from: collection)
        #expect(unconfirmed.isEmpty && count == (rights[index].remove(collection) == nil ? 0 : 1))
      case 3:
        let place = Int.random(in: 0...1, using: &generator)
        let table = tables[place].randomElement(using: &generator) ?? ""
        #expect(
          try state(parts[index][place], "SELECT * FROM recto.\(table)") == "42501", "\(table)")
      case 4:
        let searcher = SharedSearcher(own[index], name: "lab", library: "/nonexistent")
        var found: Set<String> = []
        do throws(SharedSearcher.Failure) {
          _ = try searcher.find(query) { findings in
            for hits in findings.documents { found.formUnion(Self.secrets(in: "\(hits)")) }
          }
        } catch {
          guard case .library(.notAMember) = error else { throw error }
        }
        #expect(found == rights[index])
      default:
        let part = parts[index][Int.random(in: 0...1, using: &generator)]
        let statement = Self.statement(&generator)
        do throws(SharedLibraryError) {
          let rows = try part.again { database throws(SharedLibraryError) in
            try database.rows(statement) { row throws(PostgresError) in row.text(0) }
          }
          answers += 1
          for row in rows {
            let seen = Self.secrets(in: row)
            secrets += seen.count
            #expect(seen.isSubset(of: rights[index]), "\(people[index]): \(statement)")
          }
        } catch {
          refusals += 1
          guard case .database(let error) = error else { throw error }
          #expect(error.isForbidden, "\(statement): \(error)")
        }
      }
    }
    #expect(answers > attempts / 4 && refusals > attempts / 20 && secrets > attempts / 4)
  }

  private func state(_ part: LibraryPart, _ statement: String) throws -> String {
    do throws(SharedLibraryError) {
      try part.again { database throws(SharedLibraryError) in try database.run(statement) }
      return ""
    } catch {
      guard case .database(let error) = error else { throw error }
      return error.state
    }
  }

  /// Returns the collections that a text names.
  private static func secrets(in text: String) -> Set<String> {
    Set(collections.filter { text.contains("secret-\($0)") || text.contains(",\($0),") })
  }
}
