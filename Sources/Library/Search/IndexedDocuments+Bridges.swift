import Store
import Text

/// Bridges of an index whose form had none.
extension IndexedDocuments {
  /// The rows that are given their bridges at a time, so that readers and writers do not wait long.
  private static let mostRows = 500

  /// Whether all rows have their bridges.
  func hasBridges() throws(StoreError) -> Bool {
    try connection.statement("SELECT NOT EXISTS (SELECT 1 FROM unbridged)").run {
      $0.integer(0) != 0
    }.first ?? false
  }

  /// Adds the bridges of some rows that may lack them; returns whether more are left.
  func addBridges() throws(StoreError) -> Bool {
    var last: Int?
    var words: [(row: Int, words: String)] = []
    var grams = Grams()
    try connection.statement(
      """
      SELECT id, number, passages FROM page
      WHERE id > (SELECT after_row FROM unbridged) AND id <= (SELECT last_row FROM unbridged)
      ORDER BY id LIMIT ?1
      """
    ).each([.integer(Int64(Self.mostRows))]) { row in
      Self.gather(&grams, of: row)
      let bridges = grams.list.filter(\.isBridge)
      if !bridges.isEmpty { words.append((row.integer(0), bridges.words)) }
      last = row.integer(0)
      return true
    }
    guard let last else {
      try renewFronts()
      try connection.execute("DELETE FROM unbridged")
      return false
    }
    // The rows of a contentless FTS5 table may be inserted in parts: a word's list gets the row, whatever other words it has.
    let gram = try connection.statement("INSERT INTO gram (rowid, words) VALUES (?1, ?2)")
    for (row, words) in words { try gram.run([.integer(Int64(row)), .text(words)]) }
    try connection.statement("UPDATE unbridged SET after_row = ?1").run([.integer(Int64(last))])
    return true
  }

  /// Recomputes the grams of titles, authors, sections and file names.
  private func renewFronts() throws(StoreError) {
    try connection.execute("INSERT INTO front (front) VALUES ('delete-all')")
    let front = try connection.statement("INSERT INTO front (rowid, words) VALUES (?1, ?2)")
    for entry in try entries() {
      try front.run([
        .integer(Int64(entry.id)), .text(Self.front(entry, try sections(of: entry.id))),
      ])
    }
  }

  /// Collects the grams of a row of `id, number, passages`.
  static func gather(_ grams: inout Grams, of row: Statement) {
    grams.removeAll()
    var flat = FlatText()
    row.withBytes(2) { _ = flat.add(packed: $0, page: row.integer(1)) }
    flat.gather(&grams, of: 0..<flat.count)
  }
}
