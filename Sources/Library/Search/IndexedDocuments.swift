package import DocumentModel
import Glibc
import Store
import Text

/// The index tables of documents and pages.
struct IndexedDocuments {
  let connection: Connection

  private var postings: PostingIndex { PostingIndex(connection: connection) }

  func files() throws(StoreError) -> [IndexedFile] {
    try connection.statement(
      "SELECT id, path, device, inode, size, modified, state, reader FROM document"
    ).run { row in
      IndexedFile(
        id: row.integer(0),
        sighting: FileSighting(
          path: row.text(1), device: UInt64(bitPattern: Int64(row.integer(2))),
          inode: UInt64(bitPattern: Int64(row.integer(3))), size: Int64(row.integer(4)),
          modified: Int64(row.integer(5))),
        state: IndexedState(rawValue: row.integer(6)) ?? .failed, reader: row.text(7))
    }
  }

  /// Stores a document and replaces what the index had of its file.
  func store(_ document: IndexedDocument) throws(StoreError) {
    let known = try connection.statement("SELECT id FROM document WHERE path = ?1").run([
      .text(document.sighting.path)
    ]) { $0.integer(0) }
    for id in known { try remove(id) }
    let (firstRow, sections) = (try postings.nextRow(), document.sections)
    var row = firstRow
    let page = try connection.statement("INSERT INTO page VALUES (?1, ?2, ?3, ?4)")
    var size = 0
    for content in document.pages {
      try page.run([
        .integer(Int64(row)), .integer(Int64(content.number)), .text(content.label),
        .bytes(content.passages),
      ])
      size += content.passages.count
      row += 1
    }
    try postings.add(document.pages, from: firstRow)
    try postings.mergeLevels()
    let (sighting, card) = (document.sighting, document.card)
    try connection.statement(
      """
      INSERT INTO document (path, device, inode, size, modified, state, reason, reader, title, author, about, doi, created,
        type, page_count, is_paged, first_row, row_count, text_size, sections, stored_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)
      """
    ).run([
      .text(sighting.path), .integer(Int64(bitPattern: sighting.device)),
      .integer(Int64(bitPattern: sighting.inode)), .integer(sighting.size),
      .integer(sighting.modified), .integer(Int64(document.state.rawValue)),
      .text(document.reason), .text(document.reader), .text(card.title), .text(card.author),
      .text(card.about), .text(card.doi), .integer(card.created ?? 0), .text(document.type),
      .integer(Int64(card.pageCount)), .integer(card.hasPages ? 1 : 0), .integer(Int64(firstRow)),
      .integer(Int64(document.pages.count)), .integer(Int64(size)),
      .text(JSONText.of(sections)), .integer(Int64(time(nil))),
    ])
    let id = connection.lastRow
    try connection.statement("INSERT INTO front (rowid, words) VALUES (?1, ?2)").run([
      .integer(Int64(id)), .text(Self.front(IndexEntry(document), sections)),
    ])
  }

  /// Removes a document with its pages.
  func remove(_ id: Int) throws(StoreError) {
    guard let entry = try entries(of: [id]).first else { return }
    let rows = entry.rows
    try postings.remove(rows)
    // A contentless FTS5 table must be given the deleted words (FTS5, “contentless tables”).
    try connection.statement("INSERT INTO front (front, rowid, words) VALUES ('delete', ?1, ?2)")
      .run([
        .integer(Int64(id)),
        .text(Self.front(entry, try sections(of: id))),
      ])
    try connection.statement("DELETE FROM page WHERE id BETWEEN ?1 AND ?2").run([
      .integer(Int64(rows.lowerBound)), .integer(Int64(rows.upperBound) - 1),
    ])
    try connection.statement("DELETE FROM document WHERE id = ?1").run([.integer(Int64(id))])
    try connection.statement("DELETE FROM reference WHERE document = ?1").run([
      .integer(Int64(id))
    ])
  }

  /// Updates the path of an unchanged document that was moved.
  func move(_ id: Int, to sighting: FileSighting) throws(StoreError) {
    let before = try entries(of: [id]).first
    try connection.statement(
      "UPDATE OR IGNORE document SET path = ?2, device = ?3, inode = ?4, size = ?5, modified = ?6 WHERE id = ?1"
    ).run([
      .integer(Int64(id)), .text(sighting.path), .integer(Int64(bitPattern: sighting.device)),
      .integer(Int64(bitPattern: sighting.inode)), .integer(sighting.size),
      .integer(sighting.modified),
    ])
    guard let before, let after = try entries(of: [id]).first, before.path != after.path else {
      return
    }
    let sections = try sections(of: id)
    try connection.statement("INSERT INTO front (front, rowid, words) VALUES ('delete', ?1, ?2)")
      .run([.integer(Int64(id)), .text(Self.front(before, sections))])
    try connection.statement("INSERT INTO front (rowid, words) VALUES (?1, ?2)").run([
      .integer(Int64(id)), .text(Self.front(after, sections)),
    ])
  }

  func sections(of id: Int) throws(StoreError) -> [DocumentSection] {
    try connection.statement("SELECT sections FROM document WHERE id = ?1").run([
      .integer(Int64(id))
    ]) { JSONText.content($0.text(0), as: [DocumentSection].self) ?? [] }.first ?? []
  }

  /// Returns the paths of documents whose files have one of some sizes in bytes, by size.
  func paths(ofSizes sizes: Set<Int64>) throws(StoreError) -> [Int64: [String]] {
    let list = sizes.map(String.init).joined(separator: ", ")
    let rows = try connection.statement("SELECT size, path FROM document WHERE size IN (\(list))")
      .run([]) { (Int64($0.integer(0)), $0.text(1)) }
    return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
  }

  /// Returns the labels that differ from page numbers, by page index, and the sections; nil if a path is not indexed.
  func waymarks(of path: String) throws(StoreError) -> DocumentWaymarks? {
    let id = try connection.statement("SELECT id FROM document WHERE path = ?1").run([.text(path)])
    { $0.integer(0) }.first
    guard let id else { return nil }
    var waymarks = DocumentWaymarks(sections: try sections(of: id))
    try connection.statement(
      """
      SELECT page.number, page.label FROM document
      JOIN page ON page.id >= first_row AND page.id < first_row + row_count
      WHERE document.id = ?1 AND page.label <> ''
      """
    ).each([.integer(Int64(id))]) {
      waymarks.labels[$0.integer(0)] = PageLabels(packed: $0.text(1))
      return true
    }
    return waymarks
  }

  /// Returns documents without their pages; all of them if `ids` is empty.
  func entries(of ids: [Int] = []) throws(StoreError) -> [IndexEntry] {
    let columns = """
      SELECT id, path, title, author, about, created, type, page_count, is_paged, first_row, row_count, size, modified,
        state FROM document
      """
    let named = ids.isEmpty ? "" : " WHERE id IN (SELECT value FROM json_each(?1))"
    return try connection.statement(columns + named).run(
      ids.isEmpty ? [] : [.text(JSONText.of(ids))]
    ) { row in
      let first = min(max(0, row.integer(9)), 1 << 60)
      return IndexEntry(
        id: row.integer(0), place: DocumentPlace(row.text(1)), title: row.text(2),
        author: row.text(3),
        about: row.text(4), created: Int64(row.integer(5)), type: row.text(6),
        pageCount: row.integer(7), hasPages: row.integer(8) != 0,
        rows: first..<first + min(max(0, row.integer(10)), 1 << 32), size: Int64(row.integer(11)),
        modified: Int64(row.integer(12)), state: IndexedState(rawValue: row.integer(13)) ?? .failed)
    }
  }

  func counts() throws(StoreError) -> IndexCounts {
    try connection.statement(
      "SELECT count(*), total(row_count > 0), total(page_count), total(state <> 0) FROM document"
    ).run { row in
      IndexCounts(
        documents: row.integer(0), searched: row.integer(1), pages: row.integer(2),
        failures: row.integer(3))
    }.first ?? IndexCounts()
  }

  /// Returns the documents that were not read completely, with the reasons.
  func troubles() throws(StoreError) -> [(path: String, state: IndexedState, reason: String)] {
    try connection.statement(
      "SELECT path, state, reason FROM document WHERE state <> 0 ORDER BY path"
    ).run { ($0.text(0), IndexedState(rawValue: $0.integer(1)) ?? .failed, $0.text(2)) }
  }

  static func front(_ entry: IndexEntry, _ sections: [DocumentSection]) -> String {
    var grams = Grams()
    let texts = [entry.title, entry.author, entry.about] + FileNameText(entry.path).readings
    for text in texts + sections.map(\.title) {
      grams.add(text.unicodeScalars.map(\.value))
    }
    return grams.list.words
  }

}

/// A document of the index without its text.
package struct IndexEntry: Sendable, Hashable {
  package var id: Int
  package var place: DocumentPlace
  package var title: String
  package var author: String
  /// Its subject and keywords.
  package var about: String
  /// Seconds since 1970-01-01 UTC; 0 if not known.
  package var created: Int64
  package var type: String
  package var pageCount: Int
  package var hasPages: Bool
  /// The rows of its pages, as its index numbers them.
  package var rows: Range<Int>
  package var size: Int64
  /// Nanoseconds since 1970-01-01 UTC.
  package var modified: Int64
  package var state: IndexedState
  /// The tags that members of its collection have given it.
  package var groupTags: [String] = []

  /// The path of its file, or its path in its collection.
  package var path: String { place.path }
}

extension IndexEntry {
  /// Describes how much of a book without printed pages precedes one of its parts; empty for documents with pages.
  func share(before part: Int) -> String {
    hasPages ? "" : "\(part * 100 / max(1, pageCount)) %"
  }

  /// Makes an entry for a document that is not in the index.
  init(_ document: IndexedDocument) {
    let card = document.card
    self.init(
      id: 0, place: DocumentPlace(document.sighting.path), title: card.title, author: card.author,
      about: card.about, created: card.created ?? 0, type: document.type,
      pageCount: card.pageCount, hasPages: card.hasPages, rows: 0..<document.pages.count,
      size: document.sighting.size, modified: document.sighting.modified, state: document.state)
  }
}
