import Store
import TestSupport
import Testing

/// A database may have been written by anybody who could write to its folder.
@Suite struct DistrustTests {
  private func connection(_ folder: borrowing TemporaryFolder) throws -> Connection {
    try Connection(file: folder.path + "/a.sqlite")
  }

  @Test func theSchemaCannotBeWritten() throws {
    let folder = try TemporaryFolder()
    let database = try connection(folder)
    try database.execute("CREATE TABLE a (b); PRAGMA writable_schema = 1")
    #expect(throws: StoreError.self) {
      try database.execute("UPDATE sqlite_schema SET sql = 'CREATE TABLE a (c)'")
    }
    #expect(throws: StoreError.self) { try database.execute("DELETE FROM sqlite_schema") }
  }

  @Test func functionsOfASchemaAreNotTrusted() throws {
    let folder = try TemporaryFolder()
    let database = try connection(folder)
    let trust = try database.statement("PRAGMA trusted_schema").run([]) { $0.integer(0) }
    #expect(trust == [0])
    // Reading an index by its shadow tables, or writing to them, is none of a query's business.
    try database.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
    #expect(throws: StoreError.self) {
      try database.execute("INSERT INTO words_data VALUES (99, x'00')")
    }
    try database.execute("INSERT INTO words VALUES ('one')")
    let found = try database.statement("SELECT text FROM words WHERE words MATCH 'one'")
      .run([]) { $0.text(0) }
    #expect(found == ["one"])
  }
}
