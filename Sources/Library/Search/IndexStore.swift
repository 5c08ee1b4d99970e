import Glibc
import Store

/// The open index: one connection, for one thread at a time.
final class IndexStore {
  let connection: Connection
  let file: String
  private var inode: UInt64 = 0

  /// Opens or creates `index.db` in a folder; an index of another form is upgraded if that is possible, else recreated.
  init(folder: String) throws(StoreError) {
    file = folder + "/index.db"
    connection = try Connection(file: file)
    try connection.execute(
      "PRAGMA page_size = 8192; PRAGMA cache_size = -16384")
    let form = try connection.formVersion()
    inode = Self.inode(of: file)
    try connection.useWriteAheadLog()
    if form == IndexSchema.form || IndexSchema.upgrades[form] != nil {
      try refuseForeignParts()
    }
    guard form != IndexSchema.form else { return }
    let connection = connection
    try connection.transaction { () throws(StoreError) in
      // Another process may have done it while this one waited.
      let form = try connection.formVersion()
      guard form != IndexSchema.form else { return }
      if let upgrade = IndexSchema.upgrades[form] { return try connection.execute(upgrade) }
      for table in IndexSchema.names { try connection.execute("DROP TABLE IF EXISTS \(table)") }
      try connection.execute(IndexSchema.tables)
    }
  }

  /// Throws if the database has views or triggers, which Recto never makes: they could stand in for its tables.
  private func refuseForeignParts() throws(StoreError) {
    let foreign = try connection.statement(
      "SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger')"
    ).run([]) { $0.text(0) }
    guard let name = foreign.first else { return }
    throw StoreError(damage: "it has the view or trigger \(name), which is not Recto's", file: file)
  }

  /// Whether the open file is still the one at its path.
  var isWhereItWas: Bool { Self.inode(of: file) == inode }

  private static func inode(of file: String) -> UInt64 {
    var status = stat()
    return stat(file, &status) == 0 ? UInt64(status.st_ino) : 0
  }

  var documents: IndexedDocuments { IndexedDocuments(connection: connection) }
}
