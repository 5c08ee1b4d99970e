package import DocumentModel
import Glibc
import Store

/// The stored metadata of a file.
package struct KnownMetadata: Sendable, Hashable {
  package var metadata: CachedMetadata
  /// Whether they were stored at another path.
  package var isMoved: Bool
}

/// The table of metadata read from documents; each row is valid for one version of a file.
struct MetadataRecords {
  let connection: Connection

  /// The maximum number of rows; the oldest are deleted.
  static let most = 200_000

  /// Returns the metadata of unchanged files in their order; a moved file is found by its inode.
  func metadata(for sightings: [FileSighting]) throws(StoreError) -> [KnownMetadata?] {
    // The same columns for both queries; JSON integers keep 64 bits here.
    let sources = """
      SELECT key AS place, value ->> 0 AS path, value ->> 1 AS inode, value ->> 2 AS size,
        value ->> 3 AS modified FROM json_each(?1)
      """
    let columns = "title, author, page_count, outline, kind, error, created"
    let rows = try connection.statement(
      """
      WITH file AS (\(sources))
      SELECT place, \(columns), 0 AS way FROM file JOIN metadata USING (path, size, modified)
        WHERE metadata.inode = file.inode
      UNION ALL
      SELECT place, \(columns), 1 FROM file JOIN metadata USING (inode, size, modified)
      ORDER BY way
      """
    ).run([.text(Self.json(sightings))]) { row in
      let metadata = CachedMetadata(
        title: row.text(1), author: row.text(2), pageCount: row.integer(3),
        outline: JSONText.content(row.text(4), as: [String].self) ?? [],
        created: Int64(row.text(7)), kind: row.text(5), error: row.text(6))
      return (row.integer(0), KnownMetadata(metadata: metadata, isMoved: row.integer(8) == 1))
    }
    var found = [KnownMetadata?](repeating: nil, count: sightings.count)
    for (index, metadata) in rows where found[index] == nil { found[index] = metadata }
    return found
  }

  private struct Source: Encodable {
    var sighting: FileSighting

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(sighting.path)
      try list.encode(Int64(bitPattern: sighting.inode))
      try list.encode(sighting.size)
      try list.encode(sighting.modified)
    }
  }

  private static func json(_ sightings: [FileSighting]) -> String {
    JSONText.of(sightings.map(Source.init))
  }

  func store(_ metadata: CachedMetadata, for sighting: FileSighting) throws(StoreError) {
    let key = [PathParts.name(of: sighting.path), metadata.title, metadata.author]
    try connection.statement(
      "INSERT OR REPLACE INTO metadata VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
    ).run([
      .text(sighting.path), .integer(Int64(bitPattern: sighting.inode)), .integer(sighting.size),
      .integer(sighting.modified), .text(metadata.title), .text(metadata.author),
      .integer(Int64(metadata.pageCount)), .text(JSONText.of(metadata.outline)),
      .text(metadata.kind), .text(metadata.error),
      .text(SearchKey.folded(key.joined(separator: "\n"))), .integer(Int64(time(nil))),
      metadata.created.map { .integer($0) } ?? .null,
    ])
    // The row at the old path of a moved file is obsolete.
    try connection.statement(
      "DELETE FROM metadata WHERE inode = ?1 AND size = ?2 AND modified = ?3 AND path <> ?4"
    ).run([
      .integer(Int64(bitPattern: sighting.inode)), .integer(sighting.size),
      .integer(sighting.modified), .text(sighting.path),
    ])
  }

  func prune() throws(StoreError) {
    try connection.statement(
      """
      DELETE FROM metadata WHERE path IN (
        SELECT path FROM metadata ORDER BY stored_at DESC LIMIT -1 OFFSET ?1)
      """
    ).run([.integer(Int64(Self.most))])
  }
}
