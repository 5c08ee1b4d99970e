import DocumentModel
import Postgres
import TestSupport
import Testing
import Text

@testable import Library

/// Members, machines and times that do not go as they should.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct SharedFaultTests {
  private func refused(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch SharedLibraryError.database(let error) {
      return error.state
    } catch let error as PostgresError {
      return error.state
    } catch {
      return "\(error)"
    }
  }

  /// Two machines read equal files at the same time: one stores the document, the other adds a copy.
  @Test func identicalFilesAreOneDocument() throws {
    let ground = try SharedLibraryBench()
    let document = IndexTests.document("/a.pdf", ["needle", "thread"])
    try ground.keeper.offer(
      ["a.pdf", "b.pdf"].map { ($0, document.sighting) }, to: "papers", reader: "test")
    let files = try ground.keeper.lease(from: ["papers"], machine: "a")
    #expect(files.count == 2)
    for file in files {
      #expect(try ground.keeper.begin(file))
      #expect(try !ground.keeper.adopt(file, hash: "h", reader: "test"))
    }
    for file in files { _ = try ground.keeper.store(document, hash: "h", of: file) }
    #expect(try ground.number("SELECT count(*) FROM recto.document") == 1)
    #expect(try ground.number("SELECT count(*) FROM recto.copy") == 2)
    #expect(try ground.number("SELECT sum(pages) FROM recto.slice") == 2)
    #expect(try ground.number("SELECT count(*) FROM recto.page_1") == 2)
    #expect(try ground.find("needle").count == 1)
  }

  @Test func pagesAreStoredInTheirOwnDocumentOnly() throws {
    let ground = try SharedLibraryBench()
    let document = IndexTests.document("/a.pdf", ["needle"])
    try ground.keeper.offer([("a.pdf", document.sighting)], to: "papers", reader: "test")
    let file = try #require(try ground.keeper.lease(from: ["papers"], machine: "a").first)
    #expect(try ground.keeper.begin(file))
    #expect(
      refused {
        try ground.keeper.connection.transaction { () throws(PostgresError) in
          let store =
            "SELECT id FROM recto.store($1, $2, 1, 'h', 0, '', '', '', '', '', '', 0, '', 1, true, 1, '', '{}')"
          let id =
            try ground.keeper.connection.rows(
              store, [.integer(file.job), .text(file.lease)]
            ) { row throws(PostgresError) in try row.integer(0) }.first ?? 0
          try ground.keeper.connection.run(
            "SELECT recto.add($1, ARRAY[16777216]::bigint[], ARRAY[''], ARRAY[''::bytea], ARRAY['{1}'])",
            [.integer(id)])
        }
      } == "P0001")
    #expect(try ground.number("SELECT count(*) FROM recto.document") == 0)
  }

  @Test func pathsOutsideTheFolderAreRefused() throws {
    let ground = try SharedLibraryBench()
    let sighting = IndexTests.document("/a.pdf", []).sighting
    for path in ["../a.pdf", "a/../../b.pdf", "/etc/passwd", "a//b.pdf", ".", ""] {
      #expect(
        refused {
          try ground.keeper.offer([(path, sighting)], to: "papers", reader: "test")
        } == "23514", "\(path)")
    }
    try ground.keeper.offer([("..a/.b.pdf", sighting)], to: "papers", reader: "test")
  }

  /// Files that wait are missing in every answer.
  @Test func waitingFilesMakeAnAnswerIncomplete() throws {
    let ground = try SharedLibraryBench()
    let document = IndexTests.document("/a.pdf", ["needle"])
    try ground.store(["a.pdf": document])
    let searcher = SharedSearcher(
      SharedDatabases(try ground.open()), name: "lab", library: "/nonexistent")
    #expect(try searcher.find(try LibraryQuery("needle")) { _ in }.isComplete)
    try ground.keeper.offer([("b.pdf", document.sighting)], to: "papers", reader: "test")
    let missing = try searcher.find(try LibraryQuery("needle")) { _ in }
    #expect(!missing.isComplete && missing.waiting == 1)
    // A file that is not there any more is forgotten without blame.
    let file = try #require(try ground.keeper.lease(from: ["papers"], machine: "a").first)
    #expect(try ground.keeper.begin(file))
    try ground.keeper.forget(file)
    #expect(try searcher.find(try LibraryQuery("needle")) { _ in }.isComplete)
  }

  @Test func keepersCannotDismissTheOwner() throws {
    let ground = try SharedLibraryBench(collections: ["papers", "theses"])
    let other = "keeper_\(ground.name)"
    _ = try ground.keeper.admit(other, to: "papers", mayWrite: true, isKeeper: true)
    let keeper = try ground.open(as: other)
    #expect(refused { _ = try keeper.dismiss("postgres", from: nil) } == "42501")
    #expect(try ground.keeper.members().count(where: \.isKeeper) == 3)
    // Without a right to it, nobody keeps the library.
    #expect(try ground.keeper.dismiss(other, from: "papers") == 2)
    try keeper.reconnect()
    #expect(refused { _ = try keeper.admit(other, to: "theses", mayWrite: true) } == "42501")
    #expect(try ground.keeper.dismiss("postgres", from: "theses") == 1)
    #expect(try ground.keeper.admit("postgres", to: "theses", mayWrite: true) == false)
  }
}
