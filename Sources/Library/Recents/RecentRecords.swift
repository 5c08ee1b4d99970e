import DocumentModel
import Store

/// The table of documents opened by Recto.
struct RecentRecords {
  let connection: Connection

  struct Row: Sendable {
    var trace: FileTrace
    var mimeType: String
    /// Seconds since 1970-01-01 UTC.
    var opened: Int64
  }

  func add(_ file: Int, mimeType: String, at time: Int64) throws(StoreError) {
    try connection.statement(
      """
      INSERT INTO recent VALUES (?1, ?2, ?3)
      ON CONFLICT (file) DO UPDATE SET opened_at = max(opened_at, ?2), mime_type = ?3
      """
    ).run([.integer(Int64(file)), .integer(time), .text(mimeType)])
  }

  func remove(at path: String) throws(StoreError) {
    try connection.statement(
      "DELETE FROM recent WHERE file = (SELECT id FROM file WHERE path = ?1)"
    ).run([.text(path)])
  }

  /// Returns the documents, the latest first.
  func list(limit: Int) throws(StoreError) -> [Row] {
    let rows = try connection.statement(
      "SELECT file, mime_type, opened_at FROM recent ORDER BY opened_at DESC, file DESC LIMIT ?1"
    ).run([.integer(Int64(limit))]) { ($0.integer(0), $0.text(1), Int64($0.integer(2))) }
    let files = FileRecords(connection: connection)
    var list: [Row] = []
    for (file, mimeType, opened) in rows {
      guard let record = try files.record(file) else { continue }
      list.append(Row(trace: record.trace, mimeType: mimeType, opened: opened))
    }
    return list
  }
}
