import DocumentModel
import Store

/// The table of all documents' annotations as they are now, to be searched.
struct AnnotationTable {
  let connection: Connection

  /// What is searched of one: what was written, by whom, and what it lies on.
  private static func key(_ annotation: Annotation) -> String {
    SearchKey.folded(
      [annotation.contents, annotation.subject, annotation.author, annotation.anchor?.quote ?? ""]
        .filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  /// The page of those that found no place in their document as it is now.
  private static let nowhere: Int64 = -1

  func put(
    _ annotation: Annotation, text: String, in document: Int, isDetached: Bool = false
  ) throws(StoreError) {
    try connection.statement("INSERT OR REPLACE INTO annotation VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
      .run([
        .integer(Int64(document)), .text(annotation.id.name),
        .integer(isDetached ? Self.nowhere : Int64(annotation.page)),
        .integer(annotation.modified ?? annotation.created ?? 0), .text(Self.key(annotation)),
        .text(text),
      ])
  }

  func remove(_ id: AnnotationID, of document: Int) throws(StoreError) {
    try connection.statement("DELETE FROM annotation WHERE document = ?1 AND id = ?2")
      .run([.integer(Int64(document)), .text(id.name)])
  }

  /// The ids of those of a document that have no place.
  func detached(of document: Int) throws(StoreError) -> Set<String> {
    Set(
      try connection.statement("SELECT id FROM annotation WHERE document = ?1 AND page < 0")
        .run([.integer(Int64(document))]) { $0.text(0) })
  }

  /// Those of a document that have a place, by page.
  func all(of document: Int) throws(StoreError) -> [Annotation] {
    try connection.statement(
      "SELECT content FROM annotation WHERE document = ?1 AND page >= 0 ORDER BY page, id"
    ).run([.integer(Int64(document))]) {
      JournalText.content($0.text(0), as: Annotation.self)
    }.compactMap(\.self)
  }

  func one(_ id: AnnotationID, of document: Int) throws(StoreError) -> Annotation? {
    try connection.statement("SELECT content FROM annotation WHERE document = ?1 AND id = ?2")
      .run([.integer(Int64(document)), .text(id.name)]) {
        JournalText.content($0.text(0), as: Annotation.self)
      }.first?.flatMap(\.self)
  }

  /// Takes out those that have a place.
  func removeAll(of document: Int) throws(StoreError) {
    try connection.statement("DELETE FROM annotation WHERE document = ?1 AND page >= 0")
      .run([.integer(Int64(document))])
  }

  func set(stamp: String, of document: Int) throws(StoreError) {
    try connection.statement("UPDATE annotated SET read_stamp = ?2 WHERE id = ?1")
      .run([.integer(Int64(document)), .text(stamp)])
  }

  /// Those with all of some words, until the reader wants no more: the documents by their newest, each with all of its own by page,
  /// what has no place last.
  func find(
    _ words: [String], limit: Int,
    row: (_ path: String, _ title: String, Annotation, _ isDetached: Bool) -> Bool
  ) throws(StoreError) {
    let conditions = words.indices.map { "AND instr(a.key, ?\($0 + 1)) > 0 " }.joined()
    let keys = words.map { Value.text(SearchKey.folded($0)) }
    try connection.statement(
      """
      SELECT d.path, d.title, a.content, a.page < 0 FROM (
        SELECT document, page, content, max(modified) OVER (PARTITION BY document) AS newest
        FROM annotation a WHERE 1 \(conditions)
      ) a JOIN annotated d ON d.id = a.document
      ORDER BY a.newest DESC, a.document, a.page < 0, a.page LIMIT \(limit)
      """
    ).each(keys) { statement in
      guard let annotation = JournalText.content(statement.text(2), as: Annotation.self) else {
        return true
      }
      return row(
        statement.text(0), statement.text(1), annotation, statement.integer(3) != 0)
    }
  }
}
