import DocumentModel
import Postgres
import TestSupport
import Testing

@testable import Library
@testable import Text

/// The requests of a search, and what they cost the server and this machine.
@Suite(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
struct SharedCandidatesTests {
  private func source(_ ground: SharedLibraryBench) -> SharedCandidates {
    SharedCandidates(database: ground.keeper, name: "lab", roots: [:], patience: .seconds(30))
  }

  @Test func waitingFilesAreCountedOnce() throws {
    let ground = try SharedLibraryBench(slicePages: 2)
    for number in 0..<4 {
      let path = "\(number).pdf"
      try ground.store([path: IndexTests.document("/root/\(path)", ["needle", "thread"])])
    }
    try ground.keeper.offer(
      [("new.pdf", IndexTests.document("/root/new.pdf", []).sighting)], to: "papers",
      reader: "test")
    try ground.keeper.run("SET track_functions = 'all'")
    try ground.keeper.run("BEGIN")
    let (slices, waiting) = try source(ground).opening()
    let calls = try ground.keeper.rows(
      "SELECT calls FROM pg_stat_xact_user_functions WHERE funcname = 'waiting'"
    ) { row throws(PostgresError) in try row.integer(0) }
    try ground.keeper.run("COMMIT")
    #expect(slices.map(\.number) == [4, 3, 2, 1] && waiting == 1)
    #expect(calls == [1])
  }

  /// A few kilobytes may stand for megabytes: they are expanded page by page.
  @Test func contentsAreNotExpandedTogether() throws {
    let ground = try SharedLibraryBench()
    let count = 40
    let document = IndexTests.document(
      "/root/a.pdf", (0..<count).map { _ in "needle" })
    try ground.store(["a.pdf": document])
    let bomb = CompressedPassages.compressed([UInt8](repeating: 7, count: 4 << 20))
    let hex = bomb.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try ground.cluster.run(
      script: "UPDATE recto.page_1 SET passages = '\\x\(hex)'", in: ground.name)
    let id = try ground.number("SELECT id FROM recto.document")
    let rows = (0..<count).map { id << SharedSchema.pageBits + $0 }
    let contents = try source(ground).contents(of: [id], rows, in: 1)
    #expect(contents.texts.count == count)
    #expect(contents.texts.values.reduce(0) { $0 + $1.passages.count } <= count * bomb.count)
  }

  /// Sections of megabytes are fetched only for documents that match.
  @Test func longSectionsAreFetchedByThemselves() throws {
    let ground = try SharedLibraryBench()
    var long = IndexTests.document("/root/long.pdf", ["needle"])
    long.sections = (0..<2_000).map {
      DocumentSection(title: "Section \($0) with a title", page: 0, y: 0, character: $0 * 1_000)
    }
    try ground.store([
      "long.pdf": long, "short.pdf": IndexTests.document("/root/short.pdf", ["needle"]),
    ])
    let source = source(ground)
    let documents = try source.candidates(nil, in: 1, before: nil, most: 10).map(\.document)
    let contents = try source.contents(of: documents, [], in: 1)
    #expect(contents.entries.count == 2 && contents.sections.count == 1)
    let searcher = SharedSearcher(
      SharedDatabases(ground.keeper), name: "lab", library: "/nonexistent")
    var sections: [String] = []
    _ = try searcher.find(try LibraryQuery("needle")) { findings in
      sections += findings.documents.flatMap { $0.hits.map(\.section) }
    }
    #expect(sections.sorted() == ["Beginning", "Section 0 with a title"])
  }
}
