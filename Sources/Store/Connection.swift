internal import CSQLite
import Glibc

/// An SQLite error, and the file it is about.
package struct StoreError: Error, Sendable, Hashable {
  package var code: Int32
  package var message: String
  package var file: String

  package init(code: Int32, message: String, file: String) {
    self.code = code
    self.message = message
    self.file = file
  }

  /// A database whose contents are not those that Recto writes.
  package init(damage message: String, file: String) {
    self.init(code: SQLITE_CORRUPT, message: message, file: file)
  }

  /// Whether the file is no database, or one that is damaged.
  package var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

  /// Whether another program holds the file.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
}

/// One connection to a database; used from one thread at a time.
package final class Connection {
  private let handle: OpaquePointer
  package let file: String
  private var statements: [String: Statement] = [:]

  /// As `SQLite 3.40.1`.
  package static var libraryVersion: String { "SQLite " + String(cString: sqlite3_libversion()) }

  /// Opens or makes a database, shared with other programs: write-ahead log, waits of up to five seconds.
  package convenience init(file: String) throws(StoreError) {
    try self.init(file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX)
  }

  /// Opens a database that is there, and changes nothing in it.
  package convenience init(readingFile file: String) throws(StoreError) {
    // Its log cannot be read without write access to the shared memory file beside it (wal.html, “read-only
    // databases”).
    try self.init(file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX)
    try execute("PRAGMA query_only = 1")
  }

  private init(_ file: String, _ flags: Int32) throws(StoreError) {
    if let obstacle = Self.obstacle(file) {
      throw StoreError(code: SQLITE_CANTOPEN, message: obstacle, file: file)
    }
    if flags & SQLITE_OPEN_CREATE != 0 { Self.keepPrivate(file) }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(file, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw StoreError(code: code, message: message, file: file)
    }
    handle = opened
    self.file = file
    sqlite3_extended_result_codes(handle, 0)
    sqlite3_busy_timeout(handle, 5_000)
    let distrust = csqlite_distrust_file(handle)
    guard distrust == SQLITE_OK else { throw error(distrust) }
  }

  /// Returns why a database is not opened: one of its files is a link, which may lead to another file.
  ///
  /// The folder may be a link. SQLite itself checks only the first file (SQLITE_OPEN_NOFOLLOW applies to all parts of a path).
  private static func obstacle(_ file: String) -> String? {
    for part in ["", "-wal", "-shm", "-journal"] {
      var status = stat()
      guard lstat(file + part, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { continue }
      let name = part.isEmpty ? "it" : "its \(part)"
      return switch status.st_mode & S_IFMT {
      case S_IFLNK:
        "\(name) is a symbolic link, which Recto does not follow; put the file itself there (the folder may be a link)"
      case S_IFDIR: "\(name) is a folder; move that elsewhere"
      default: "\(name) is no ordinary file; move that elsewhere"
      }
    }
    return nil
  }

  /// Makes the database private; files beside it take its permissions (fileformat2.html, walformat.html).
  private static func keepPrivate(_ file: String) {
    let made = Glibc.open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // An existing file is never opened here: closing it would release the locks of our other connections.
    guard made >= 0 else {
      var status = stat()
      if lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
        status.st_mode & 0o077 != 0
      {
        chmod(file, status.st_mode & 0o600)
      }
      return
    }
    close(made)
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Runs statements that give nothing back.
  package func execute(_ text: String) throws(StoreError) {
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// A statement, prepared once and kept.
  package func statement(_ text: String) throws(StoreError) -> Statement {
    if let known = statements[text] { return known }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, text, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw error(code) }
    let statement = Statement(adopting: prepared, of: self)
    statements[text] = statement
    return statement
  }

  /// Runs a body in one transaction that is undone when it throws.
  package func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try run(body, after: "BEGIN IMMEDIATE")
  }

  /// Runs a body that only reads, and sees one state of the file whatever others write meanwhile.
  package func snapshot<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try run(body, after: "BEGIN")
  }

  private func run<Result>(
    _ body: () throws(StoreError) -> Result, after beginning: String
  ) throws(StoreError) -> Result {
    try execute(beginning)
    do throws(StoreError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Switches the file to a write-ahead log, so that readers and a writer do not wait for each other.
  ///
  /// SQLite does not wait while two connections convert a new file at once (sqlite3_busy_handler), so that is retried here.
  package func useWriteAheadLog() throws(StoreError) {
    var tries = 0
    while true {
      do throws(StoreError) {
        return try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      } catch {
        tries += 1
        guard error.isBusy, tries < 200 else { throw error }
        sqlite3_sleep(10)
      }
    }
  }

  /// The number a program gave the form of its tables (PRAGMA user_version); 0 in a new file.
  package func formVersion() throws(StoreError) -> Int {
    try statement("PRAGMA user_version").run([]) { $0.integer(0) }.first ?? 0
  }

  /// Whether another connection has changed the file since this was another number (PRAGMA data_version).
  package func dataVersion() throws(StoreError) -> Int {
    try statement("PRAGMA data_version").run([]) { $0.integer(0) }.first ?? 0
  }

  /// The number of the row that was put in last.
  package var lastRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  func error(_ code: Int32) -> StoreError {
    StoreError(code: code & 0xFF, message: String(cString: sqlite3_errmsg(handle)), file: file)
  }
}
