import DocumentModel
import Store

/// The searchable table of all documents' current annotations.
struct AnnotationTable {
  let connection: Connection

  /// Returns the searched text of an annotation: contents, subject, author and the anchored text.
  private static func key(_ annotation: Annotation) -> String {
    SearchKey.folded(
      [annotation.contents, annotation.subject, annotation.author, annotation.anchor?.quote ?? ""]
        .filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  /// The page of annotations without a place in the current document.
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

  /// Returns the ids of a document's annotations without a place.
  func detached(of document: Int) throws(StoreError) -> Set<String> {
    Set(
      try connection.statement("SELECT id FROM annotation WHERE document = ?1 AND page < 0")
        .run([.integer(Int64(document))]) { $0.text(0) })
  }

  /// Returns a document's annotations with a place, by page.
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

  /// Removes a document's annotations with a place.
  func removeAll(of document: Int) throws(StoreError) {
    try connection.statement("DELETE FROM annotation WHERE document = ?1 AND page >= 0")
      .run([.integer(Int64(document))])
  }

  func set(stamp: String, of document: Int) throws(StoreError) {
    try connection.statement("UPDATE annotated SET read_stamp = ?2 WHERE id = ?1")
      .run([.integer(Int64(document)), .text(stamp)])
  }

  /// Finds annotations whose own text or document name contains all words, until `row` returns false. Documents come by their newest annotation, with all of
  /// their annotations by page and those without a place last. Of a document with more than `mostOfOne`, `more` reports how many were left out.
  ///
  /// The most recently changed annotations are examined first: their documents come first anyway, and are shown at once.
  func find(
    _ words: [String], limit: Int, mostOfOne: Int,
    row: (_ path: String, _ title: String, Annotation, _ isDetached: Bool) -> Bool,
    more: (_ path: String, _ title: String, _ count: Int) -> Void
  ) throws(StoreError) {
    var search = try Search(
      connection: connection, words: words, left: limit, mostOfOne: mostOfOne)
    try search.give(
      of: """
        SELECT a.document FROM (
          SELECT document, id, modified FROM annotation INDEXED BY annotation_modified
          ORDER BY modified DESC LIMIT \(Self.mostRecent)
        ) n JOIN annotation a ON a.document = n.document AND a.id = n.id
        WHERE 1 \(search.conditions) ORDER BY n.modified DESC
        """, row, more)
    try search.give(
      of: """
        SELECT a.document FROM annotation a WHERE 1 \(search.conditions)
        GROUP BY a.document ORDER BY max(a.modified) DESC
        """, row, more)
  }

  private static let mostRecent = 2_000

  /// A search in progress.
  private struct Search {
    let connection: Connection
    let conditions: String
    private let keys: [Value]
    private var left: Int
    private let mostOfOne: Int
    /// The documents already reported.
    private var given: Set<Int> = []
    private var isWanted = true

    init(
      connection: Connection, words: [String], left: Int, mostOfOne: Int
    ) throws(StoreError) {
      self.connection = connection
      self.left = left
      self.mostOfOne = mostOfOne
      let words = words.map { SearchKey.folded($0) }
      let names =
        words.isEmpty
        ? []
        : try connection.statement("SELECT id, title, path FROM annotated").run { row in
          (row.integer(0), SearchKey.folded(row.text(1) + "\n" + PathParts.name(of: row.text(2))))
        }
      // For each word, the word and the documents whose name contains it; the first parameter is a document.
      keys = words.flatMap { word -> [Value] in
        let named = names.filter { $0.1.contains(word) }.map { "\($0.0)" }
        return [.text(word), .text("[\(named.joined(separator: ","))]")]
      }
      conditions = words.indices.map { index in
        let word = 2 * index + 2
        return "AND (instr(a.key, ?\(word)) > 0"
          + " OR a.document IN (SELECT value FROM json_each(?\(word + 1)))) "
      }.joined()
    }

    /// Reports the matches in the documents a statement selects, except those already reported.
    mutating func give(
      of documents: String,
      _ row: (_ path: String, _ title: String, Annotation, _ isDetached: Bool) -> Bool,
      _ more: (_ path: String, _ title: String, _ count: Int) -> Void
    ) throws(StoreError) {
      guard isWanted, left > 0 else { return }
      var failure: StoreError?
      try connection.statement(documents).each([.null] + keys) { statement in
        let document = statement.integer(0)
        guard given.insert(document).inserted else { return true }
        do throws(StoreError) { try give(from: document, row, more) } catch { failure = error }
        return isWanted && left > 0 && failure == nil
      }
      if let failure { throw failure }
    }

    private mutating func give(
      from document: Int,
      _ row: (_ path: String, _ title: String, Annotation, _ isDetached: Bool) -> Bool,
      _ more: (_ path: String, _ title: String, _ count: Int) -> Void
    ) throws(StoreError) {
      let most = min(left, mostOfOne)
      var given = 0
      var name = ("", "")
      try connection.statement(
        """
        SELECT d.path, d.title, a.content, a.page < 0
        FROM annotation a JOIN annotated d ON d.id = a.document
        WHERE a.document = ?1 \(conditions)
        ORDER BY a.page < 0, a.page, a.id LIMIT ?\(keys.count + 2)
        """
      ).each([.integer(Int64(document))] + keys + [.integer(Int64(most))]) { statement in
        left -= 1
        given += 1
        if given == most { name = (statement.text(0), statement.text(1)) }
        guard let annotation = JournalText.content(statement.text(2), as: Annotation.self) else {
          return true
        }
        isWanted = row(
          statement.text(0), statement.text(1), annotation, statement.integer(3) != 0)
        return isWanted
      }
      guard given == most, isWanted else { return }
      let all =
        try connection.statement(
          "SELECT count(*) FROM annotation a WHERE a.document = ?1 \(conditions)"
        ).run([.integer(Int64(document))] + keys) { $0.integer(0) }.first ?? given
      if all > given { more(name.0, name.1, all - given) }
    }
  }
}
