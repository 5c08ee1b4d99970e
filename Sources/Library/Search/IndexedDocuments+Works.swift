import DocumentModel
import Store
import Text

/// Documents as works, and the references in them.
extension IndexedDocuments {
  func works(doi: String) throws(StoreError) -> [JumpCandidate] {
    try works("doi = ?1 AND doi <> ''", [.text(doi)])
  }

  func works(ofTitle count: ClosedRange<Int>) throws(StoreError) -> [JumpCandidate] {
    try works(
      "length(title) BETWEEN ?1 AND ?2",
      [.integer(Int64(count.lowerBound)), .integer(Int64(count.upperBound))])
  }

  private func works(
    _ condition: String, _ values: [Value]
  ) throws(StoreError) -> [JumpCandidate] {
    try connection.statement("SELECT path, title, author FROM document WHERE " + condition).run(
      values
    ) { JumpCandidate(path: $0.text(0), title: $0.text(1), author: $0.text(2)) }
  }

  func references(of sighting: FileSighting) throws(StoreError) -> DocumentReferences? {
    guard let id = try id(of: sighting) else { return nil }
    return try connection.statement(
      "SELECT content FROM reference WHERE document = ?1 AND rules = ?2"
    ).run([.integer(Int64(id)), .integer(Int64(DocumentReferences.rules))]) {
      JSONText.content($0.text(0), as: DocumentReferences.self)
    }.first ?? nil
  }

  func keep(_ references: DocumentReferences, of sighting: FileSighting) throws(StoreError) {
    guard let id = try id(of: sighting) else { return }
    try connection.statement("INSERT OR REPLACE INTO reference VALUES (?1, ?2, ?3)").run([
      .integer(Int64(id)), .integer(Int64(DocumentReferences.rules)),
      .text(JSONText.of(references)),
    ])
  }

  /// Returns the row of a document whose text is stored; nil if the file has changed since, or is encrypted and its words must not be stored.
  private func id(of sighting: FileSighting) throws(StoreError) -> Int? {
    try connection.statement(
      """
      SELECT id FROM document
      WHERE path = ?1 AND device = ?2 AND inode = ?3 AND size = ?4 AND modified = ?5 AND state = ?6
      """
    ).run([
      .text(sighting.path), .integer(Int64(bitPattern: sighting.device)),
      .integer(Int64(bitPattern: sighting.inode)), .integer(sighting.size),
      .integer(sighting.modified), .integer(Int64(IndexedState.whole.rawValue)),
    ]) { $0.integer(0) }.first
  }
}
