import DocumentModel
import Glibc
import Store

/// The table of documents and their reading states.
struct ReadingRecords {
  let connection: Connection

  /// Returns the row of the document at a path or, without a path, of the same bytes.
  private func row(of identity: DocumentIdentity) throws(StoreError) -> Int? {
    try connection.statement(
      """
      SELECT id FROM document
      WHERE CASE WHEN ?2 <> '' THEN path = ?2 ELSE ?1 <> '' AND content_hash = ?1 END
      ORDER BY read_at DESC LIMIT 1
      """
    ).run([.text(identity.contentHash), .text(identity.path)]) { $0.integer(0) }.first
  }

  /// Returns the row of the same bytes, that of the path first. The `/ID` is not used: extracted parts of a document share it.
  private func row(ofBytes identity: DocumentIdentity) throws(StoreError) -> Int? {
    try connection.statement(
      """
      SELECT id FROM document WHERE ?1 <> '' AND content_hash = ?1
      ORDER BY path = ?2 DESC, read_at DESC LIMIT 1
      """
    ).run([.text(identity.contentHash), .text(identity.path)]) { $0.integer(0) }.first
  }

  /// Returns the row of the same file under another path.
  private func row(ofMoved file: FileIdentity) throws(StoreError) -> Int? {
    let records = try FileRecords(connection: connection).records(withInodes: [file.inode])
    guard
      let known = records.first(where: { $0.trace.fileIdentity?.isSameFile(as: file) == true })
    else { return nil }
    return try connection.statement(
      "SELECT id FROM document WHERE file = ?1 ORDER BY read_at DESC LIMIT 1"
    ).run([.integer(Int64(known.id))]) { $0.integer(0) }.first
  }

  /// Returns a document's reading state: if the file at the path was not changed since, that of the path; else that of the same bytes; else that of the path, which a
  /// new version continues; else that of the same file, moved. `file` is the file now at the path.
  func reading(
    of identity: DocumentIdentity, isChanged: Bool, seenAs file: FileIdentity? = nil
  ) throws(StoreError) -> (reading: String, sample: String, match: KnownReading.Match)? {
    let here = try row(of: identity)
    var (found, match) = (here, KnownReading.Match.same)
    if here == nil || isChanged {
      if let same = try row(ofBytes: identity) {
        (found, match) = (same, here == nil || here == same ? .same : .returned)
      } else if here != nil {
        match = .path
      } else if let file {
        found = try row(ofMoved: file)
      }
    }
    guard let found else { return nil }
    let row = try connection.statement("SELECT reading, sample FROM document WHERE id = ?1")
      .run([.integer(Int64(found))]) { (reading: $0.text(0), sample: $0.text(1)) }.first
    return row.map { ($0.reading, $0.sample, match) }
  }

  /// The possible changes of the file at a path since a reading state was saved for it.
  enum Change {
    case unchanged
    /// The file may have other bytes.
    case bytes
    /// The path is unknown. A document may have been moved to it before another one took its old path.
    case path
  }

  func change(of path: String, stamp: String) throws(StoreError) -> Change {
    let known = try connection.statement(
      "SELECT stamp FROM document WHERE path = ?1 AND path <> '' ORDER BY read_at DESC LIMIT 1"
    ).run([.text(path)]) { $0.text(0) }.first
    if let known { return known == stamp ? .unchanged : .bytes }
    return try connection.statement("SELECT 1 FROM document WHERE path = '' LIMIT 1").run([]) {
      $0.integer(0)
    }.isEmpty ? .unchanged : .path
  }

  func set(sample: String, at path: String) throws(StoreError) {
    try connection.statement(
      "UPDATE document SET sample = ?2 WHERE path = ?1 AND path <> ''"
    )
    .run([.text(path), .text(sample)])
  }

  /// Takes the reading state of a path from it, and keeps it for the bytes that it belongs to.
  func detach(_ path: String) throws(StoreError) {
    try connection.statement(
      "UPDATE document SET path = '', file = NULL, stamp = '' WHERE path = ?1 AND path <> ''"
    ).run([.text(path)])
    try connection.statement(
      """
      DELETE FROM document WHERE path = '' AND id NOT IN (
        SELECT id FROM document WHERE path = '' ORDER BY read_at DESC, id DESC LIMIT ?1)
      """
    ).run([.integer(Self.mostWithoutPath)])
  }

  /// Returns the row to be written: that of the path; else that of the same bytes without a path, which come back.
  private func rowToSave(_ identity: DocumentIdentity) throws(StoreError) -> Int? {
    if let here = try row(of: identity) { return here }
    return try connection.statement(
      """
      SELECT id FROM document WHERE path = '' AND ?1 <> '' AND content_hash = ?1
      ORDER BY read_at DESC LIMIT 1
      """
    ).run([.text(identity.contentHash)]) { $0.integer(0) }.first
  }

  /// The number of reading states kept of bytes that are at no known path.
  private static let mostWithoutPath: Int64 = 256

  /// Saves a reading state; `sample` is empty to leave it as it is, `stamp` if the file at the path may have other bytes. `isReadOn` says whether the place was moved since it was loaded, and is as old as now.
  func save(
    _ identity: DocumentIdentity, title: String, pageCount: Int, place: Place, reading: String,
    sample: String, stamp: String, isReadOn: Bool
  ) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      let row = try self.rowToSave(identity)
      let files = FileRecords(connection: self.connection)
      let file = identity.path.isEmpty ? nil : try files.ensure(identity.path, identity: identity)
      let statement = try self.connection.statement(
        """
        INSERT INTO document (id, permanent_id, content_hash, path, title, page_count, page,
          character, read_at, reading, file, stamp, sample)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?13, ?14)
        ON CONFLICT (id) DO UPDATE SET permanent_id = ?2,
          content_hash = CASE WHEN ?3 = '' THEN content_hash ELSE ?3 END, path = ?4,
          title = ?5, page_count = ?6, page = ?7, character = ?8,
          read_at = CASE WHEN ?12 THEN ?9 ELSE read_at END, reading = ?10, file = ?11,
          stamp = ?13, sample = CASE WHEN ?14 = '' THEN sample ELSE ?14 END
        """)
      try statement.run([
        row.map { .integer(Int64($0)) } ?? .null, .text(identity.permanentID),
        .text(identity.contentHash), .text(identity.path), .text(title),
        .integer(Int64(pageCount)), .integer(Int64(place.page)), .integer(Int64(place.offset)),
        .integer(Int64(time(nil))), .text(reading), file.map { .integer(Int64($0)) } ?? .null,
        .integer(isReadOn ? 1 : 0), .text(stamp), .text(sample),
      ])
      if let file { try files.renewKey(file, path: identity.path) }
    }
  }

  func save(session: String) throws(StoreError) {
    let statement = try connection.statement(
      "INSERT INTO session VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET content = ?1")
    try statement.run([.text(session)])
  }

  /// Adds a query as the newest and keeps at most `limit` queries.
  func save(search: String, keeping limit: Int) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try self.connection.statement(
        """
        INSERT INTO search VALUES (?1, (SELECT coalesce(max(used_at), 0) + 1 FROM search))
        ON CONFLICT (query) DO UPDATE SET used_at = excluded.used_at
        """
      ).run([.text(search)])
      try self.connection.statement(
        """
        DELETE FROM search
        WHERE query NOT IN (SELECT query FROM search ORDER BY used_at DESC LIMIT ?1)
        """
      ).run([.integer(Int64(limit))])
    }
  }

  /// Returns the queries, oldest first.
  func searches() throws(StoreError) -> [String] {
    try connection.statement("SELECT query FROM search ORDER BY used_at").run([]) { $0.text(0) }
  }

  func session() throws(StoreError) -> String? {
    try connection.statement("SELECT content FROM session").run([]) { $0.text(0) }.first
  }
}
