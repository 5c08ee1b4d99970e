import DocumentModel
import Platform
import Store

/// A file known to the library, with its row id.
struct FileRecord: Sendable, Hashable {
  var id: Int
  var trace: FileTrace

  var path: String { trace.path }
}

/// The table of files that the library can find again after a move.
struct FileRecords {
  let connection: Connection

  private static let columns = "id, path, device, inode, birth, size, permanent_id, content_hash"

  private static func record(_ row: Statement) -> FileRecord {
    let inode = UInt64(bitPattern: Int64(row.integer(3)))
    let fileIdentity = FileIdentity(
      device: UInt64(bitPattern: Int64(row.integer(2))), inode: inode,
      birth: Int64(row.integer(4)), size: Int64(row.integer(5)))
    let identity = DocumentIdentity(
      permanentID: row.text(6), contentHash: row.text(7), path: row.text(1))
    return FileRecord(
      id: row.integer(0),
      trace: FileTrace(identity, fileIdentity: inode == 0 ? nil : fileIdentity))
  }

  private func records(
    where condition: String, _ values: [Value]
  ) throws(StoreError) -> [FileRecord] {
    try connection.statement("SELECT \(Self.columns) FROM file WHERE \(condition)")
      .run(values, row: Self.record)
  }

  func record(at path: String) throws(StoreError) -> FileRecord? {
    try records(where: "path = ?1", [.text(path)]).first
  }

  func record(_ id: Int) throws(StoreError) -> FileRecord? {
    try records(where: "id = ?1", [.integer(Int64(id))]).first
  }

  func records(at paths: [String]) throws(StoreError) -> [FileRecord] {
    try records(
      where: "path IN (SELECT value FROM json_each(?1))", [.text(JSONText.of(paths))])
  }

  /// Returns the files that had one of the inodes when last seen.
  func records(withInodes inodes: [UInt64]) throws(StoreError) -> [FileRecord] {
    try records(
      where: "inode <> 0 AND inode IN (SELECT value FROM json_each(?1))",
      [.text(JSONText.of(inodes.map { Int64(bitPattern: $0) }))])
  }

  /// Returns the files with the same bytes, or with the same permanent ID and length: extracted parts of a document keep its ID.
  func records(like identity: DocumentIdentity) throws(StoreError) -> [FileRecord] {
    try records(
      where: """
        (?2 <> '' AND content_hash = ?2) OR (?1 <> '' AND permanent_id = ?1 AND size >= 0
          AND size = (SELECT size FROM file WHERE path = ?3))
        """,
      [.text(identity.permanentID), .text(identity.contentHash), .text(identity.path)])
  }

  /// Returns the folders of known files, those of the newest rows first.
  func folders(limit: Int) throws(StoreError) -> [String] {
    let paths = try connection.statement("SELECT path FROM file ORDER BY id DESC LIMIT 5000")
      .run([]) { $0.text(0) }
    var seen: Set<[UInt8]> = []
    var folders: [String] = []
    for folder in paths.lazy.map(PathParts.folder(of:))
    where folders.count < limit && seen.insert(Array(folder.utf8)).inserted {
      folders.append(folder)
    }
    return folders
  }

  /// Returns the row of the file at a path, and creates it if there is none.
  func ensure(
    _ path: String, fileIdentity: FileIdentity? = nil, identity: DocumentIdentity? = nil
  ) throws(StoreError) -> Int {
    if let known = try record(at: path) {
      try update(known, fileIdentity: fileIdentity, identity: identity)
      return known.id
    }
    try connection.statement(
      """
      INSERT INTO file (path, device, inode, birth, size, permanent_id, content_hash, key)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """
    ).run(
      [.text(path)] + Self.values(fileIdentity)
        + [
          .text(identity?.permanentID ?? ""), .text(identity?.contentHash ?? ""),
          .text(SearchKey.folded(PathParts.name(of: path))),
        ])
    return connection.lastRow
  }

  private static func values(_ fileIdentity: FileIdentity?) -> [Value] {
    [
      .integer(Int64(bitPattern: fileIdentity?.device ?? 0)),
      .integer(Int64(bitPattern: fileIdentity?.inode ?? 0)), .integer(fileIdentity?.birth ?? 0),
      .integer(fileIdentity?.size ?? -1),
    ]
  }

  private func update(
    _ record: FileRecord, fileIdentity: FileIdentity?, identity: DocumentIdentity?
  ) throws(StoreError) {
    if let fileIdentity, fileIdentity != record.trace.fileIdentity {
      try connection.statement(
        "UPDATE file SET device = ?1, inode = ?2, birth = ?3, size = ?4 WHERE id = ?5"
      ).run(Self.values(fileIdentity) + [.integer(Int64(record.id))])
    }
    guard let identity else { return }
    try connection.statement(
      """
      UPDATE file SET permanent_id = ?1, content_hash = CASE WHEN ?2 = '' THEN content_hash ELSE ?2 END
      WHERE id = ?3
      """
    ).run([
      .text(identity.permanentID), .text(identity.contentHash), .integer(Int64(record.id)),
    ])
  }

  /// Records the new paths of moved files, or of equal files that replace vanished ones; data about a file previously at a path are merged into the one moved
  /// there.
  func move(_ moves: [(id: Int, path: String)], areSameFiles: Bool) throws(StoreError) {
    // First move them out of each other's way: two files may have exchanged paths.
    for move in moves {
      try connection.statement("UPDATE file SET path = ?1 WHERE id = ?2")
        .run([.text("\u{1}\(move.id)"), .integer(Int64(move.id))])
    }
    for move in moves {
      if let other = try record(at: move.path) { try merge(other.id, into: move.id) }
      let (id, path) = (Value.integer(Int64(move.id)), Value.text(move.path))
      try connection.statement("UPDATE file SET path = ?1 WHERE id = ?2").run([path, id])
      try connection.statement("UPDATE document SET path = ?1 WHERE file = ?2").run([path, id])
      try AnnotationRecords(connection: connection).move(
        file: move.id, to: move.path, isSameFile: areSameFiles,
        stamp: SystemPath.stamp(of: move.path))
      try renewKey(move.id, path: move.path)
    }
  }

  private func merge(_ other: Int, into id: Int) throws(StoreError) {
    for table in ["tagging", "favourite", "recent", "document"] {
      try connection.statement("UPDATE OR IGNORE \(table) SET file = ?1 WHERE file = ?2")
        .run([.integer(Int64(id)), .integer(Int64(other))])
      // Remove the rows that both files had.
      try connection.statement("DELETE FROM \(table) WHERE file = ?1")
        .run([.integer(Int64(other))])
    }
    // Annotations outlive their file.
    try connection.statement("UPDATE annotated SET file = NULL WHERE file = ?1")
      .run([.integer(Int64(other))])
    try connection.statement("DELETE FROM file WHERE id = ?1").run([.integer(Int64(other))])
  }

  /// Updates a file's search key from its name and its documents' titles.
  func renewKey(_ id: Int, path: String) throws(StoreError) {
    let titles = try connection.statement("SELECT title FROM document WHERE file = ?1")
      .run([.integer(Int64(id))]) { $0.text(0) }
    try connection.statement("UPDATE file SET key = ?1 WHERE id = ?2")
      .run([
        .text(SearchKey.folded(([PathParts.name(of: path)] + titles).joined(separator: "\n"))),
        .integer(Int64(id)),
      ])
  }

  /// Fills in the search keys of rows created by a migration.
  func completeKeys() throws(StoreError) {
    let bare = try records(where: "key = ''", [])
    guard !bare.isEmpty else { return }
    try connection.transaction { () throws(StoreError) in
      for record in bare { try renewKey(record.id, path: record.path) }
    }
  }
}
