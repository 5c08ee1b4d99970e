import DocumentModel
import Glibc
import Store
import Text

/// The database tables of the annotation journal.
struct AnnotationRecords {
  let connection: Connection

  private static let columns = """
    id, permanent_id, path, title, version, made, base_length, base_hash, base_deed,
    written_length, written_hash, written_deed, written_stamp, intended_length, intended_hash,
    intended_deed, read_stamp, sketch
    """

  private static func document(_ row: Statement) -> AnnotatedDocument {
    func bytes(_ column: Int32) -> AnnotatedDocument.Bytes? {
      let length = row.integer(column)
      guard length >= 0 else { return nil }
      return AnnotatedDocument.Bytes(
        length: length, hash: row.text(column + 1), lastEntry: row.integer(column + 2))
    }
    return AnnotatedDocument(
      id: row.integer(0), permanentID: row.text(1), path: row.text(2), title: row.text(3),
      version: row.integer(4), made: row.text(5), base: bytes(6), written: bytes(9),
      writtenStamp: row.text(12), intended: bytes(13), readStamp: row.text(16),
      sketch: JournalText.content(row.text(17), as: VersionSketch.self))
  }

  /// Returns the documents that satisfy an SQL condition, which may be followed by an ORDER clause.
  func documents(
    _ condition: String, _ values: [Value]
  ) throws(StoreError) -> [AnnotatedDocument] {
    try connection.statement("SELECT \(Self.columns) FROM annotated WHERE \(condition)")
      .run(values, row: Self.document)
  }

  func document(_ id: Int) throws(StoreError) -> AnnotatedDocument? {
    try documents("id = ?1", [.integer(Int64(id))]).first
  }

  /// Returns the newest row of a document at a path.
  func latest(at path: String) throws(StoreError) -> AnnotatedDocument? {
    try documents("path = ?1 ORDER BY id DESC LIMIT 1", [.text(path)]).first
  }

  func add(_ file: FileEvidence, title: String) throws(StoreError) -> Int {
    try connection.statement(
      """
      INSERT INTO annotated (permanent_id, content_hash, path, title, written_stamp)
      VALUES (?1, ?2, ?3, ?4, ?5)
      """
    ).run([
      .text(file.permanentID), .text(file.hash ?? ""), .text(file.path), .text(title),
      .text(file.stamp),
    ])
    let id = connection.lastRow
    try place(id, file.identity, title: title)
    return id
  }

  /// Stores a document's path and registers the file, so that the library finds it after a move.
  func place(_ id: Int, _ identity: DocumentIdentity, title: String) throws(StoreError) {
    var file: Int?
    if !identity.path.isEmpty {
      file = try FileRecords(connection: connection).ensure(identity.path, identity: identity)
    }
    try connection.statement(
      """
      UPDATE annotated SET path = ?2, title = CASE WHEN ?3 = '' THEN title ELSE ?3 END,
        permanent_id = CASE WHEN ?4 = '' THEN permanent_id ELSE ?4 END,
        content_hash = CASE WHEN ?5 = '' THEN content_hash ELSE ?5 END, file = ?6 WHERE id = ?1
      """
    ).run([
      .integer(Int64(id)), .text(identity.path), .text(title), .text(identity.permanentID),
      .text(identity.contentHash), file.map { .integer(Int64($0)) } ?? .null,
    ])
  }

  // MARK: entries

  func entries(of document: Int, after number: Int) throws(StoreError) -> [JournalEntry] {
    try connection.statement(
      """
      SELECT number, kind, of, version, step FROM deed WHERE document = ?1 AND number > ?2
      ORDER BY number
      """
    ).run([.integer(Int64(document)), .integer(Int64(number))]) { row in
      JournalEntry(
        number: row.integer(0), kind: JournalEntry.Kind(rawValue: row.integer(1)) ?? .placed,
        of: row.integer(2) == 0 ? nil : row.integer(2),
        step: JournalText.content(row.text(4), as: AnnotationEdit.self) ?? AnnotationEdit([]),
        version: row.integer(3))
    }
  }

  func add(
    _ kind: JournalEntry.Kind, of: Int?, step: String, version: Int, to document: Int, by: String
  ) throws(StoreError) -> Int {
    try connection.statement(
      """
      INSERT INTO deed (document, kind, of, version, step, done_at, done_by)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """
    ).run([
      .integer(Int64(document)), .integer(Int64(kind.rawValue)),
      of.map { .integer(Int64($0)) } ?? .null, .integer(Int64(version)), .text(step),
      .integer(Int64(time(nil))), .text(by),
    ])
    return connection.lastRow
  }

  // MARK: the file

  func set(
    _ name: String, _ bytes: AnnotatedDocument.Bytes?, of document: Int
  ) throws(StoreError) {
    try connection.statement(
      """
      UPDATE annotated SET \(name)_length = ?2, \(name)_hash = ?3, \(name)_deed = ?4 WHERE id = ?1
      """
    ).run([
      .integer(Int64(document)), .integer(Int64(bytes?.length ?? -1)), .text(bytes?.hash ?? ""),
      .integer(Int64(bytes?.lastEntry ?? 0)),
    ])
  }

  /// Drops the earlier bases that are not prefixes of the new one.
  func begin(
    _ base: AnnotatedDocument.Bytes, keepsEarlier: Bool, of document: Int
  ) throws(StoreError) {
    if !keepsEarlier { try set(begun: base.lastEntry, of: document) }
    try set("base", base, of: document)
    try connection.statement(
      "DELETE FROM base WHERE document = ?1 AND length >= ?2 AND NOT (length = ?3 AND hash = ?4)"
    ).run([
      .integer(Int64(document)), .integer(keepsEarlier ? Int64(base.length) : 0),
      .integer(Int64(base.length)), .text(base.hash),
    ])
    try insert(base, of: document)
  }

  /// Keeps the stamp of a base that is already stored.
  private func insert(_ base: AnnotatedDocument.Bytes, of document: Int) throws(StoreError) {
    try connection.statement(
      """
      INSERT INTO base (document, length, hash, deed) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (document, length) DO UPDATE SET deed = ?4
      """
    ).run([
      .integer(Int64(document)), .integer(Int64(base.length)), .text(base.hash),
      .integer(Int64(base.lastEntry)),
    ])
  }

  /// Returns the bases, longest first.
  func bases(of document: Int) throws(StoreError) -> [AnnotatedDocument.Bytes] {
    try connection.statement(
      "SELECT length, hash, deed FROM base WHERE document = ?1 ORDER BY length DESC"
    ).run([.integer(Int64(document))]) { row in
      AnnotatedDocument.Bytes(length: row.integer(0), hash: row.text(1), lastEntry: row.integer(2))
    }
  }

  func intend(_ bytes: AnnotatedDocument.Bytes?, of document: Int) throws(StoreError) {
    try set("intended", bytes, of: document)
  }

  func wrote(
    _ bytes: AnnotatedDocument.Bytes, stamp: String, of document: Int
  ) throws(StoreError) {
    try set("written", bytes, of: document)
    try set("intended", nil, of: document)
    // A plan that was not carried out must not be taken as done if the file has those bytes for another reason.
    try connection.statement("UPDATE annotated SET written_stamp = ?2, turn = '' WHERE id = ?1")
      .run([.integer(Int64(document)), .text(stamp)])
    try connection.statement(
      "UPDATE base SET stamp = ?4 WHERE document = ?1 AND length = ?2 AND hash = ?3"
    )
    .run([
      .integer(Int64(document)), .integer(Int64(bytes.length)), .text(bytes.hash), .text(stamp),
    ])
  }

  func set(version: Int, of document: Int) throws(StoreError) {
    try connection.statement("UPDATE annotated SET version = ?2 WHERE id = ?1")
      .run([.integer(Int64(document)), .integer(Int64(version))])
  }

  func set(made: String, of document: Int) throws(StoreError) {
    try connection.statement("UPDATE annotated SET made = ?2 WHERE id = ?1")
      .run([.integer(Int64(document)), .text(made)])
  }

  func set(sketch: String, of document: Int) throws(StoreError) {
    try connection.statement("UPDATE annotated SET sketch = ?2 WHERE id = ?1")
      .run([.integer(Int64(document)), .text(sketch)])
  }

  func set(isDecided: Bool, of document: Int) throws(StoreError) {
    try connection.statement("UPDATE annotated SET decided = ?2 WHERE id = ?1")
      .run([.integer(Int64(document)), .integer(isDecided ? 1 : 0)])
  }

  func set(permanentID: String, of document: Int) throws(StoreError) {
    try connection.statement("UPDATE annotated SET permanent_id = ?2 WHERE id = ?1")
      .run([.integer(Int64(document)), .text(permanentID)])
  }

  // MARK: rewriting the whole file

  /// The maximum number of lineages per document; page edits before that cannot be reverted this way (originals are kept for some weeks only).
  private static let mostLineages = 512

  func keep(_ lineage: FileLineage, _ content: String, of document: Int) throws(StoreError) {
    try connection.statement("DELETE FROM lineage WHERE document = ?1 AND hash = ?2")
      .run([.integer(Int64(document)), .text(lineage.bytes.hash)])
    try connection.statement("INSERT INTO lineage VALUES (?1, ?2, ?3, ?4)").run([
      .integer(Int64(document)), .text(lineage.bytes.hash), .integer(Int64(lineage.version)),
      .text(content),
    ])
    try connection.statement(
      """
      DELETE FROM lineage WHERE document = ?1 AND rowid NOT IN
        (SELECT rowid FROM lineage WHERE document = ?1 ORDER BY rowid DESC LIMIT ?2)
      """
    ).run([.integer(Int64(document)), .integer(Int64(Self.mostLineages))])
  }

  /// Returns the lineage of a document's file as last written or read; nil if it was neither.
  func lineage(of document: AnnotatedDocument) throws(StoreError) -> FileLineage? {
    guard let written = document.written else { return nil }
    let bases = try bases(of: document.id)
    return FileLineage(
      written, bases: bases.isEmpty ? [written] : bases, begun: try begun(of: document.id),
      head: try entries(of: document.id, after: written.lastEntry).last?.number,
      version: document.version)
  }

  func lineage(_ hash: String, of document: Int) throws(StoreError) -> FileLineage? {
    try connection.statement("SELECT content FROM lineage WHERE document = ?1 AND hash = ?2")
      .run([.integer(Int64(document)), .text(hash)]) {
        JournalText.content($0.text(0), as: FileLineage.self)
      }.first.flatMap(\.self)
  }

  /// Returns the lineages, oldest first.
  func lineages(of document: Int) throws(StoreError) -> [FileLineage] {
    try connection.statement("SELECT content FROM lineage WHERE document = ?1 ORDER BY rowid")
      .run([.integer(Int64(document))]) {
        JournalText.content($0.text(0), as: FileLineage.self)
      }.compactMap(\.self)
  }

  func newestVersion(of document: Int) throws(StoreError) -> Int {
    try connection.statement(
      """
      SELECT max(version) FROM (
        SELECT version FROM annotated WHERE id = ?1 UNION ALL
        SELECT version FROM deed WHERE document = ?1 UNION ALL
        SELECT version FROM lineage WHERE document = ?1)
      """
    ).run([.integer(Int64(document))]) { $0.integer(0) }.first ?? 0
  }

  /// Stores the number of the last entry at the time the first base was set.
  func set(begun entry: Int, of document: Int) throws(StoreError) {
    try connection.statement("UPDATE annotated SET begun = ?2 WHERE id = ?1")
      .run([.integer(Int64(document)), .integer(Int64(entry))])
  }

  /// Returns nil if not known.
  func begun(of document: Int) throws(StoreError) -> Int? {
    try connection.statement("SELECT begun FROM annotated WHERE id = ?1 AND begun >= 0")
      .run([.integer(Int64(document))]) { $0.integer(0) }.first
  }

  func set(turn: String, of document: Int) throws(StoreError) {
    try connection.statement("UPDATE annotated SET turn = ?2 WHERE id = ?1")
      .run([.integer(Int64(document)), .text(turn)])
  }

  func turn(of document: Int) throws(StoreError) -> FileTurn? {
    try connection.statement("SELECT turn FROM annotated WHERE id = ?1")
      .run([.integer(Int64(document))]) {
        JournalText.content($0.text(0), as: FileTurn.self)
      }.first.flatMap(\.self)
  }

  /// Restores the bases of an earlier file, longest first.
  func begin(_ bases: [AnnotatedDocument.Bytes], of document: Int) throws(StoreError) {
    try set("base", bases.first, of: document)
    try connection.statement("DELETE FROM base WHERE document = ?1")
      .run([.integer(Int64(document))])
    for base in bases { try insert(base, of: document) }
  }

  // MARK: anchors

  func set(
    anchor: String, of id: AnnotationID, version: Int, in document: Int
  ) throws(StoreError) {
    try connection.statement(
      """
      INSERT INTO anchor VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (document, id) DO UPDATE SET version = ?3, content = ?4
      """
    ).run([.integer(Int64(document)), .text(id.name), .integer(Int64(version)), .text(anchor)])
  }

  func anchor(of id: AnnotationID, in document: Int) throws(StoreError) -> TextAnchor? {
    try connection.statement("SELECT content FROM anchor WHERE document = ?1 AND id = ?2")
      .run([.integer(Int64(document)), .text(id.name)]) {
        JournalText.content($0.text(0), as: TextAnchor.self)
      }.first?.flatMap(\.self)
  }

  func anchors(of document: Int) throws(StoreError) -> [AnnotationID: TextAnchor] {
    let rows = try connection.statement("SELECT id, content FROM anchor WHERE document = ?1")
      .run([.integer(Int64(document))]) { ($0.text(0), $0.text(1)) }
    var anchors: [AnnotationID: TextAnchor] = [:]
    for (id, content) in rows {
      anchors[AnnotationID(id)] = JournalText.content(content, as: TextAnchor.self)
    }
    return anchors
  }
}
