import Store
import Text

/// Documents that are kept of a shared library.
extension IndexedDocuments {
  func keptDocument(_ path: String) throws(StoreError) -> StoredDocument? {
    try connection.statement(
      "SELECT title, author, is_paged, stored_at FROM document WHERE path = ?1"
    ).run([.text(path)]) { row in
      StoredDocument(
        title: row.text(0), author: row.text(1), hasPages: row.integer(2) != 0,
        stored: Int64(row.integer(3)))
    }.first
  }

  func pages(
    of path: String, from first: Int, _ body: (Int, String, FlatText) -> Bool
  ) throws(StoreError) {
    try connection.statement(
      """
      SELECT page.number, page.label, page.passages FROM document
      JOIN page ON page.id >= first_row AND page.id < first_row + row_count
      WHERE document.path = ?1 AND page.number >= ?2 ORDER BY page.id
      """
    ).each([.text(path), .integer(Int64(first))]) { row in
      let number = row.integer(0)
      var flat = FlatText()
      row.withBytes(2) { _ = flat.add(packed: $0, page: number) }
      return body(number, row.text(1), flat)
    }
  }
}
