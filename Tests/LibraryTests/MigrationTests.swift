import DocumentModel
import Foundation
import Library
import Store
import Testing

@Suite struct MigrationTests {
  /// As the first version made it, with a document, a search and a session.
  private static let first = """
    CREATE TABLE document (
      id INTEGER PRIMARY KEY, permanent_id TEXT NOT NULL, content_hash TEXT NOT NULL,
      path TEXT NOT NULL, title TEXT NOT NULL, page_count INTEGER NOT NULL,
      page INTEGER NOT NULL, character INTEGER NOT NULL, read_at INTEGER NOT NULL,
      reading TEXT NOT NULL);
    CREATE INDEX document_permanent_id ON document (permanent_id);
    CREATE INDEX document_path ON document (path);
    CREATE INDEX document_read_at ON document (read_at);
    CREATE TABLE search (query TEXT PRIMARY KEY, used_at INTEGER NOT NULL);
    CREATE TABLE session (id INTEGER PRIMARY KEY CHECK (id = 1), content TEXT NOT NULL);
    INSERT INTO document VALUES (7, 'aa', '', '/books/a.pdf', 'A book', 9, 4, 120, 1700000000,
      '{"place":{"page":4,"offset":120},"marks":[],"history":[],"historyIndex":0,"unfolded":[],"folded":[],"mode":"","theme":""}');
    INSERT INTO document VALUES (8, '', 'hash', '', 'Standard input', 1, 0, 0, 1700000001, '{}');
    INSERT INTO document VALUES (9, 'bb', '', '/books/a.pdf', 'An older one', 3, 0, 0, 1600000000, '{}');
    INSERT INTO session VALUES (1, '{"paths":["/books/a.pdf"],"views":[],"focus":0,"arrangement":""}');
    INSERT INTO search VALUES ('{"text":"x"}', 1);
    """

  private func make(_ bench: Bench, _ statements: String) throws {
    try FileManager.default.createDirectory(
      atPath: bench.folder + "/library", withIntermediateDirectories: true)
    let connection = try Connection(file: bench.folder + "/library/library.db")
    try connection.execute(statements)
  }

  @Test func migratingTheFirstSchemaLosesNothing() throws {
    let bench = try Bench()
    try make(bench, Self.first)
    let identity = DocumentIdentity(permanentID: "aa", path: "/books/a.pdf")
    let state = Bench.wait { bench.library.load(identity, completion: $0) }?.state
    #expect(state?.place == Place(page: 4, offset: 120))
    let session = Bench.wait { bench.library.session(completion: $0) } ?? nil
    #expect(session?.paths == ["/books/a.pdf"])
    let entries = Bench.wait { bench.library.catalogue(["/books/a.pdf"], completion: $0) }
    #expect(entries?.first?.title == "A book")
    #expect(entries?.first?.readAt == 1_700_000_000)
    let recents = Bench.wait { done in
      bench.library.recents(opens: { _, _ in true }, completion: done)
    }
    #expect(recents?.map(\.path) == ["/books/a.pdf"])
    #expect(recents?.first?.opened == 1_700_000_000)
    let found = Bench.wait { bench.library.jump("abook", completion: $0) }
    #expect(found?.map(\.path) == ["/books/a.pdf"])
    let connection = try Connection(file: bench.folder + "/library/library.db")
    #expect(
      try connection.statement("SELECT count(*) FROM document").run([]) { $0.integer(0) } == [3])
    #expect(
      try connection.statement("SELECT count(*) FROM search").run([]) { $0.integer(0) } == [1])
    #expect(bench.troubles.all.isEmpty)
  }

  @Test func aNewerLibraryIsLeftAlone() throws {
    let bench = try Bench()
    try make(bench, "CREATE TABLE later (x); PRAGMA user_version = 99")
    let file = bench.folder + "/library/library.db"
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    bench.library.setState(named: "a", to: "b")
    bench.library.setState(named: "a", to: "c")
    bench.library.flush()
    #expect(bench.troubles.all == [LibraryTrouble(file: file, cause: .newer(form: 99))])
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    // Tags work all the same where files have them.
    try bench.make("a.pdf")
    if Bench.hasAttributes {
      #expect(bench.change("a.pdf", add: ["x"])?.outcome == .inAttribute)
      #expect(bench.tags("a.pdf") == [["x"]])
    }
  }

  @Test func concurrentMigrationsAreSafe() async throws {
    let bench = try Bench()
    try make(bench, Self.first)
    let libraries = (0..<8).map { _ in bench.another() }
    await withTaskGroup(of: Void.self) { group in
      for (index, library) in libraries.enumerated() {
        group.addTask {
          library.setState(named: "\(index)", to: "kept")
          library.flush()
        }
      }
    }
    for index in libraries.indices {
      let state = Bench.wait { bench.library.state(named: "\(index)", completion: $0) } ?? nil
      #expect(state == "kept")
    }
  }

  @Test func aFailedMigrationKeepsTheOldSchema() throws {
    let bench = try Bench()
    try make(bench, "CREATE TABLE kept (x); INSERT INTO kept VALUES (1)")
    let connection = try Connection(file: bench.folder + "/library/library.db")
    let steps = Migrations(["CREATE TABLE new (x)", "CREATE TABLE no good"])
    #expect(throws: Migrations.Failure.self) { try steps.apply(to: connection) }
    #expect(try connection.formVersion() == 0)
    let tables = try connection.statement("SELECT name FROM sqlite_master").run([]) { $0.text(0) }
    #expect(tables == ["kept"])
  }
}
