import DocumentModel
import Glibc
import Platform
import Postgres
import Text

/// A document of a shared library without its text, and its slice.
struct SharedEntry {
  var entry: IndexEntry
  var slice: Int
  /// When it was read, in seconds since 1970-01-01 UTC.
  var stored: Int64
}

/// A document that a server says may match, with the indices of its pages that may; nil for all.
struct SharedCandidate {
  var document: Int
  var pages: [Int]?
}

/// Asks a shared library for candidates and their texts. Nothing that a server answers is trusted to match: texts are searched here.
struct SharedCandidates {
  let database: SharedDatabase
  /// The name under which this machine has joined the library.
  let name: String
  /// The folders of collections that are mounted here.
  let roots: [String: String]
  /// The tags that members have given documents.
  var tags: [SharedDocument: [String]] = [:]
  /// The time for one request; a slice that takes longer is reported as missing.
  var patience = Duration.milliseconds(1_800)

  private static let mostPages = 1 << SharedSchema.pageBits
  /// The bytes of one answer.
  private static let mostBytes = 128 << 20

  private var limits: PostgresConnection.Limits {
    .init(time: patience, bytes: Self.mostBytes)
  }

  /// Returns the slices, the newest first, with the versions of their grams, and the number of files that wait to be read.
  func opening() throws(SharedLibraryError) -> (
    slices: [(number: Int, grams: Int)], waiting: Int
  ) {
    var waiting = 0
    let slices = try database.rows(
      """
      SELECT (SELECT recto.waiting()), s.n, s.grams FROM (VALUES (1)) one LEFT JOIN recto.slices() s ON true ORDER BY s.n DESC
      """, [], limits
    ) { row throws(PostgresError) in
      waiting = max(0, try row.integer(0))
      return (number: try row.integer(1), grams: try row.integer(2))
    }
    // If there are no slices, there is one row without a number.
    return (slices.filter { $0.number > 0 }, waiting)
  }

  /// Returns the slices, the newest first, with the versions of their grams.
  func slices() throws(SharedLibraryError) -> [(number: Int, grams: Int)] {
    try database.rows("SELECT n, grams FROM recto.slices() ORDER BY n DESC", [], limits) {
      row throws(PostgresError) in (number: try row.integer(0), grams: try row.integer(1))
    }
  }

  /// Returns documents of a slice that may match, the newest first, after another one; with no need any may.
  func candidates(
    _ need: String?, in slice: Int, before: Int?, most: Int
  ) throws(SharedLibraryError) -> [SharedCandidate] {
    let last = before.map { PostgresValue.integer($0) } ?? .null
    guard let need else {
      let all = try database.rows(
        "SELECT document FROM recto.documents($1, $2, $3)",
        [.integer(slice), last, .integer(most)], limits
      ) { row throws(PostgresError) in
        SharedCandidate(document: try Self.document(row), pages: nil)
      }
      try Self.demandDescent(all.map(\.document), below: before)
      return all
    }
    let found = try database.rows(
      "SELECT document, pages FROM recto.candidates($1, $2, $3, $4)",
      [.integer(slice), .text(need), last, .integer(most)], limits
    ) { row throws(PostgresError) in
      let pages = try row.integers(1)
      guard pages.allSatisfy({ (0..<Self.mostPages).contains($0) }) else {
        throw PostgresError(.malformed, "a page has an impossible number")
      }
      return SharedCandidate(document: try Self.document(row), pages: pages)
    }
    try Self.demandDescent(found.map(\.document), below: before)
    return found
  }

  /// Portions end only if each has other documents than those before.
  private static func demandDescent(
    _ documents: [Int], below before: Int?
  ) throws(SharedLibraryError) {
    guard zip([before ?? .max] + documents, documents).allSatisfy({ $0 > $1 }) else {
      throw .nonsense("a document comes twice")
    }
  }

  /// Returns the rows of a document that may match, ascending.
  func rows(
    _ need: String, of document: Int, in slice: Int
  ) throws(SharedLibraryError) -> [Int] {
    try database.rows(
      "SELECT pages FROM recto.rows($1, $2, $3)",
      [.integer(slice), .integer(document), .text(need)], limits
    ) { row throws(PostgresError) in
      try row.integers(0).filter { (0..<Self.mostPages).contains($0) }
        .map { document << SharedSchema.pageBits + $0 }
    }.first ?? []
  }

  private static func document(
    _ row: borrowing PostgresRow, _ column: Int = 0
  ) throws(PostgresError) -> Int {
    let document = try row.integer(column)
    guard (0..<1 << (62 - SharedSchema.pageBits)).contains(document) else {
      throw PostgresError(.malformed, "a document has an impossible number")
    }
    return document
  }

  /// Returns documents whose title, author, sections or file name may match, the newest first, after another one, with their entries as far as they have any.
  func fronts(
    _ need: String, before: Int?, most: Int
  ) throws(SharedLibraryError) -> (documents: [Int], entries: [Int: SharedEntry]) {
    var entries: [Int: SharedEntry] = [:]
    let documents = try database.rows(
      """
      WITH f AS MATERIALIZED (SELECT f.document FROM recto.fronts($1, $2, $3) f)
      SELECT f.document, \(Self.card) FROM f LEFT JOIN recto.cards(ARRAY(SELECT f.document FROM f)) c ON c.document = f.document
      ORDER BY 1 DESC
      """,
      [.text(need), before.map { .integer($0) } ?? .null, .integer(most)], limits
    ) { row throws(PostgresError) in
      let document = try Self.document(row)
      if !row.isNull(1) {
        let entry = try entry(row, from: 1)
        entries[entry.entry.id] = entry
      }
      return document
    }
    try Self.demandDescent(documents, below: before)
    return (documents, entries)
  }

  /// The columns of a document without its text.
  private static let card = """
    c.document, c.collection, c.hash, c.slice, c.state, c.title, c.author, c.about, c.created, c.type, c.page_count, c.is_paged,
    c.row_count, c.path, c.size, c.modified, c.stored
    """

  /// Returns documents without their texts, by number; those that this role may not see are missing.
  func entries(of documents: [Int]) throws(SharedLibraryError) -> [Int: SharedEntry] {
    guard !documents.isEmpty else { return [:] }
    let entries = try database.rows(
      "SELECT \(Self.card) FROM recto.cards($1) c", [.integers(documents)], limits
    ) { row throws(PostgresError) in try entry(row, from: 0) }
    return Dictionary(entries.map { ($0.entry.id, $0) }) { $1 }
  }

  /// Returns the entry in the columns of a card from one on.
  private func entry(
    _ row: borrowing PostgresRow, from first: Int
  ) throws(PostgresError) -> SharedEntry {
    let place = SharedPlace(
      library: name, collection: row.line(first + 1), path: row.text(first + 13))
    let document = try Self.document(row, first)
    let count = max(0, min(Self.mostPages, try row.integer(first + 10)))
    let rowCount = max(0, min(Self.mostPages, try row.integer(first + 12)))
    let start = document << SharedSchema.pageBits
    let (hash, size) = (row.line(first + 2), Int64(try row.integer(first + 14)))
    return SharedEntry(
      entry: IndexEntry(
        id: document, place: found(place, hash: hash, size: size),
        title: row.line(first + 5), author: row.line(first + 6),
        about: CleanText.lines(Array(row.text(first + 7).utf8)),
        created: CalendarDate.bounded(Int64(try row.integer(first + 8))),
        type: row.line(first + 9), pageCount: count, hasPages: try row.bool(first + 11),
        // Pages without text have no row.
        rows: start..<start + (rowCount == 0 ? 0 : max(count, rowCount)),
        size: size, modified: Int64(try row.integer(first + 15)),
        state: IndexedState(rawValue: try row.integer(first + 4)) ?? .failed,
        groupTags: tags.isEmpty
          ? []
          : tags[
            SharedDocument(library: database.id, collection: place.collection, hash: hash)] ?? []),
      slice: try row.integer(first + 3),
      stored: CalendarDate.bounded(Int64(try row.integer(first + 16))))
  }

  /// The parts of documents that a search reads.
  struct Contents {
    var entries: [Int: SharedEntry] = [:]
    /// Undecoded JSON: few documents are shown. Longer than `longestSections` it is missing.
    var sections: [Int: String] = [:]
    /// Pages by their identifiers, with their passages as they are stored: a few kilobytes may stand for megabytes.
    var texts: [Int: (label: String, passages: [UInt8])] = [:]
  }

  /// The bytes of a document's sections up to which they are fetched with its pages.
  private static let longestSections = 1 << 16

  /// Returns documents of a slice with their sections and some of their pages, in one request.
  func contents(
    of documents: [Int], _ rows: [Int], in slice: Int
  ) throws(SharedLibraryError) -> Contents {
    guard !documents.isEmpty else { return Contents() }
    var contents = Contents()
    let wanted = Set(rows)
    _ = try database.rows(
      """
      SELECT \(Self.card), CASE WHEN octet_length(s.sections) < \(Self.longestSections) THEN s.sections END, t.ids, t.labels, t.texts
      FROM recto.cards($1) c LEFT JOIN recto.sections($1) s ON s.document = c.document
      LEFT JOIN (SELECT t.id >> \(SharedSchema.pageBits) AS document, array_agg(t.id) AS ids, array_agg(t.label) AS labels, array_agg(t.passages) AS texts
        FROM recto.texts($2, $3) t GROUP BY 1) t ON t.document = c.document
      """, [.integers(documents), .integer(slice), .integers(rows)], limits
    ) { row throws(PostgresError) in
      let entry = try entry(row, from: 0)
      contents.entries[entry.entry.id] = entry
      if !row.isNull(17) { contents.sections[entry.entry.id] = row.text(17) }
      let ids = try row.integers(18)
      guard ids.allSatisfy(wanted.contains) else {
        throw PostgresError(.malformed, "it has a page that was not asked for")
      }
      var labels: [String] = []
      try row.elements(19) { labels.append(CleanText.line(String(decoding: $0, as: UTF8.self))) }
      var number = 0
      try row.elements(20) { bytes throws(PostgresError) in
        guard ids.indices.contains(number), labels.indices.contains(number) else {
          throw PostgresError(.malformed, "a page has no number")
        }
        contents.texts[ids[number]] = (labels[number], Array(bytes))
        number += 1
      }
    }
    return contents
  }

  /// Returns the path on this machine if a file of that size is there, else the shared place.
  private func found(_ place: SharedPlace, hash: String, size: Int64) -> DocumentPlace {
    guard let path = roots[place.collection].flatMap({ place.path(below: $0) }),
      let status = SystemPath.status(path), Int64(status.st_size) == size
    else { return .shared(place, hash: hash) }
    return DocumentPlace(path)
  }

  func documents(at path: String, of collection: String) throws(SharedLibraryError) -> [Int] {
    try database.rows(
      "SELECT document FROM recto.at($1, $2)", [.text(collection), .text(path)], limits
    ) { row throws(PostgresError) in try Self.document(row) }
  }

  func sections(of documents: [Int]) throws(SharedLibraryError) -> [Int: [DocumentSection]] {
    guard !documents.isEmpty else { return [:] }
    let sections = try database.rows(
      "SELECT document, sections FROM recto.sections($1)", [.integers(documents)], limits
    ) { row throws(PostgresError) in (try Self.document(row), Self.sections(row.text(1))) }
    return Dictionary(sections) { $1 }
  }

  static func sections(_ text: String) -> [DocumentSection] {
    let sections = JSONText.content(text, as: [DocumentSection].self) ?? []
    return sections.prefix(DocumentSection.most).map { section in
      DocumentSection(
        title: CleanText.line(section.title), page: section.page, y: section.y,
        character: section.character)
    }
  }

  /// Passes pages by their identifiers to a body, in order, with their passages as they are stored.
  func texts(
    _ rows: [Int], in slice: Int, _ body: (Int, String, UnsafeRawBufferPointer) -> Void
  ) throws(SharedLibraryError) {
    let wanted = Set(rows)
    try read(
      "SELECT id, label, passages FROM recto.texts($1, $2)", [.integer(slice), .integers(rows)],
      isWanted: wanted.contains, body)
  }

  /// Passes pages of a document to a body from a page index on, as `texts` does; returns the number of the last one, nil if there was none.
  func texts(
    of document: Int, in slice: Int, from first: Int, most: Int,
    _ body: (Int, String, UnsafeRawBufferPointer) -> Void
  ) throws(SharedLibraryError) -> Int? {
    var last: Int?
    try read(
      "SELECT id, label, passages FROM recto.texts_from($1, $2, $3, $4)",
      [.integer(slice), .integer(document), .integer(first), .integer(most)],
      isWanted: { $0 >> SharedSchema.pageBits == document && $0 & (Self.mostPages - 1) >= first }
    ) { id, label, passages in
      last = id & (Self.mostPages - 1)
      body(id, label, passages)
    }
    return last
  }

  private func read(
    _ text: String, _ values: [PostgresValue], isWanted: (Int) -> Bool,
    _ body: (Int, String, UnsafeRawBufferPointer) -> Void
  ) throws(SharedLibraryError) {
    var last = -1
    try SharedLibraryError.wrapped { () throws(PostgresError) in
      try database.connection.run(text, values, limits) { row throws(PostgresError) in
        let (id, label) = (try row.integer(0), row.line(1))
        guard id > last, isWanted(id) else {
          throw PostgresError(.malformed, "it has a page that was not asked for")
        }
        last = id
        try row.withBytes(2) { stored throws(PostgresError) in body(id, label, stored) }
      }
    }
  }
}
