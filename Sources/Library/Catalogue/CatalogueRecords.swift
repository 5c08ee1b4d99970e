import DocumentModel
import Store

/// Queries the document data for lists and jumping, one query per group of columns.
struct CatalogueRecords {
  let connection: Connection

  /// Returns the entries in the order of the paths; each query uses an index for all of them.
  func entries(at paths: [String]) throws(StoreError) -> [CatalogueEntry] {
    let parameter = [Value.text(JSONText.of(paths))]
    var entries = [CatalogueEntry](repeating: CatalogueEntry(), count: paths.count)
    let metadata = try connection.statement(
      """
      SELECT path.key, title, author, page_count, created FROM json_each(?1) path
      JOIN metadata ON metadata.path = path.value
      """
    ).run(parameter) {
      ($0.integer(0), $0.text(1), $0.text(2), $0.integer(3), Int64($0.text(4)))
    }
    for (index, title, author, pageCount, created) in metadata {
      entries[index].created = created
      entries[index].title = DocumentTitle.telling(title)
      entries[index].author = author
      entries[index].pageCount = pageCount
    }
    let read = try connection.statement(
      """
      SELECT path.key, title, page_count, page, read_at,
        CASE WHEN json_valid(reading) THEN json_extract(reading, '$.share') END
      FROM json_each(?1) path
      JOIN document ON document.path = path.value ORDER BY read_at DESC
      """
    ).run(parameter) {
      (
        $0.integer(0), $0.text(1), $0.integer(2), $0.integer(3), Int64($0.integer(4)),
        Double($0.text(5))
      )
    }
    // If several documents were at one path, the last read one counts.
    for (index, title, pageCount, page, readAt, share) in read where entries[index].readAt == nil {
      if entries[index].title.isEmpty { entries[index].title = DocumentTitle.telling(title) }
      if entries[index].pageCount == 0 { entries[index].pageCount = pageCount }
      entries[index].page = page
      entries[index].share = share
      entries[index].readAt = readAt
    }
    for (index, tags) in try TagRecords(connection: connection).tags(at: paths).enumerated() {
      entries[index].tags = tags
    }
    let favourites = try connection.statement(
      """
      SELECT path.key FROM json_each(?1) path JOIN file ON file.path = path.value
      JOIN favourite ON favourite.file = file.id
      """
    ).run(parameter) { $0.integer(0) }
    for index in favourites { entries[index].isFavourite = true }
    return entries
  }

  /// Returns documents whose name, title or author contains the letters in order, the last used first.
  func candidates(_ query: String, limit: Int) throws(StoreError) -> [JumpCandidate] {
    try connection.statement(
      """
      SELECT path, max(title), max(author), max(used_at) AS used FROM (
        SELECT path, title, author, 0 AS used_at FROM metadata WHERE key LIKE ?1 ESCAPE '\\'
        UNION ALL
        SELECT file.path, coalesce(metadata.title, document.title, ''), coalesce(metadata.author, ''),
          max(coalesce(document.read_at, 0), coalesce(recent.opened_at, 0))
        FROM file LEFT JOIN document ON document.file = file.id
          LEFT JOIN recent ON recent.file = file.id
          LEFT JOIN metadata ON metadata.path = file.path
        WHERE (file.key LIKE ?1 ESCAPE '\\' OR metadata.key LIKE ?1 ESCAPE '\\')
          AND file.id NOT IN (SELECT file FROM favourite WHERE is_folder <> 0))
      GROUP BY path ORDER BY used DESC, path LIMIT ?2
      """
    ).run([.text(SearchKey.pattern(query)), .integer(Int64(limit))]) { row in
      JumpCandidate(
        path: row.text(0), title: DocumentTitle.telling(row.text(1)), author: row.text(2))
    }
  }
}
