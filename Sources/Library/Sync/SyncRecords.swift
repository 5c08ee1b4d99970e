import Store
import Sync

/// The tables of synchronised values and of fingerprints.
struct SyncRecords {
  let connection: Connection

  /// A known value, and the value this library had when it was last compared.
  struct Row {
    /// nil if no machine has recorded one.
    var register: SyncRegister?
    var shadow: SyncDecision.Shadow?
  }

  /// Returns all rows; those of kinds that only a later Recto knows are left out.
  func rows() throws(StoreError) -> [SyncKey: Row] {
    let all = try connection.statement(
      """
      SELECT kind, document, id, revision, time, machine, value, value IS NULL, is_met, local,
        local IS NULL, seen FROM synced
      """
    ).run { row -> (SyncKey, Row)? in
      guard let kind = SyncKind(rawValue: row.text(0)) else { return nil }
      let key = SyncKey(kind, document: row.text(1), id: row.text(2))
      let stamp = SyncStamp(
        revision: row.integer(3), time: Int64(row.integer(4)), machine: row.text(5))
      let value = row.integer(7) != 0 ? nil : row.text(6)
      let local = row.integer(10) != 0 ? nil : row.text(9)
      return (
        key,
        Row(
          register: stamp.machine.isEmpty
            ? nil
            : SyncRegister(
              key, stamp, value,
              seen: JSONText.content(row.text(11), as: [String: Int64].self) ?? [:]),
          shadow: row.integer(8) != 0 ? SyncDecision.Shadow(local) : nil)
      )
    }
    return Dictionary(all.compactMap(\.self)) { first, _ in first }
  }

  func set(_ register: SyncRegister) throws(StoreError) {
    let (key, stamp) = (register.key, register.stamp)
    try connection.statement(
      """
      INSERT INTO synced (kind, document, id, revision, time, machine, value, seen)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (kind, document, id) DO UPDATE
        SET revision = ?4, time = ?5, machine = ?6, value = ?7, seen = ?8
      """
    ).run(
      Self.values(key) + [
        .integer(Int64(stamp.revision)), .integer(stamp.time), .text(stamp.machine),
        register.value.map { .text($0) } ?? .null,
        .text(register.seen.isEmpty ? "" : JSONText.of(register.seen)),
      ])
  }

  /// Records the value that the library has, so that a later difference is known to be the user's.
  func set(shadow: SyncDecision.Shadow, of key: SyncKey) throws(StoreError) {
    try connection.statement(
      """
      INSERT INTO synced (kind, document, id, is_met, local) VALUES (?1, ?2, ?3, 1, ?4)
      ON CONFLICT (kind, document, id) DO UPDATE SET is_met = 1, local = ?4
      """
    ).run(Self.values(key) + [shadow.value.map { .text($0) } ?? .null])
  }

  private static func values(_ key: SyncKey) -> [Value] {
    [.text(key.kind.rawValue), .text(key.document), .text(key.id)]
  }

  // MARK: fingerprints

  /// Returns the fingerprints of files by path, each with the stamp of the file it was made from.
  func fingerprints() throws(StoreError) -> [String: (stamp: String, text: String)] {
    let rows = try connection.statement("SELECT path, stamp, fingerprint FROM fingerprint")
      .run { ($0.text(0), (stamp: $0.text(1), text: $0.text(2))) }
    return Dictionary(rows) { first, _ in first }
  }

  func set(fingerprint: String, stamp: String, at path: String) throws(StoreError) {
    try connection.statement("INSERT OR REPLACE INTO fingerprint VALUES (?1, ?2, ?3)")
      .run([.text(path), .text(stamp), .text(fingerprint)])
  }
}
