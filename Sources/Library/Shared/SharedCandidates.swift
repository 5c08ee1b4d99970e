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

  /// Returns the slices, the newest first, with the versions of their grams.
  func slices() throws(SharedLibraryError) -> [(number: Int, grams: Int)] {
    try database.rows("SELECT n, grams FROM recto.slices()", [], limits) {
      row throws(PostgresError) in (try row.integer(0), try row.integer(1))
    }
  }

  /// Returns the number of files that wait to be read.
  func waiting() throws(SharedLibraryError) -> Int {
    try database.rows("SELECT recto.waiting()", [], limits) {
      row throws(PostgresError) in max(0, try row.integer(0))
    }.first ?? 0
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

  private static func document(_ row: borrowing PostgresRow) throws(PostgresError) -> Int {
    let document = try row.integer(0)
    guard (0..<1 << (62 - SharedSchema.pageBits)).contains(document) else {
      throw PostgresError(.malformed, "a document has an impossible number")
    }
    return document
  }

  /// Returns documents whose title, author, sections or file name may match, the newest first, after another one.
  func fronts(
    _ need: String, before: Int?, most: Int
  ) throws(SharedLibraryError) -> [Int] {
    let found = try database.rows(
      "SELECT document FROM recto.fronts($1, $2, $3)",
      [.text(need), before.map { .integer($0) } ?? .null, .integer(most)], limits
    ) { row throws(PostgresError) in try Self.document(row) }
    try Self.demandDescent(found, below: before)
    return found
  }

  /// Returns documents without their texts, by number; those that this role may not see are missing.
  func entries(of documents: [Int]) throws(SharedLibraryError) -> [Int: SharedEntry] {
    guard !documents.isEmpty else { return [:] }
    let entries = try database.rows(
      """
      SELECT document, collection, hash, slice, state, title, author, about, created, type, page_count, is_paged, row_count,
        path, size, modified, stored FROM recto.cards($1)
      """, [.integers(documents)], limits
    ) { row throws(PostgresError) in
      let place = SharedPlace(library: name, collection: row.line(1), path: row.text(13))
      let document = try Self.document(row)
      let count = max(0, min(Self.mostPages, try row.integer(10)))
      let rowCount = max(0, min(Self.mostPages, try row.integer(12)))
      let first = document << SharedSchema.pageBits
      return SharedEntry(
        entry: IndexEntry(
          id: document, place: found(place, hash: row.line(2), size: Int64(try row.integer(14))),
          title: row.line(5),
          author: row.line(6),
          about: CleanText.lines(Array(row.text(7).utf8)),
          created: CalendarDate.bounded(Int64(try row.integer(8))),
          type: row.line(9), pageCount: count, hasPages: try row.bool(11),
          // Pages without text have no row.
          rows: first..<first + (rowCount == 0 ? 0 : max(count, rowCount)),
          size: Int64(try row.integer(14)), modified: Int64(try row.integer(15)),
          state: IndexedState(rawValue: try row.integer(4)) ?? .failed,
          groupTags: tags.isEmpty
            ? []
            : tags[
              SharedDocument(
                library: database.id, collection: place.collection, hash: row.line(2))] ?? []),
        slice: try row.integer(3),
        stored: CalendarDate.bounded(Int64(try row.integer(16))))
    }
    return Dictionary(entries.map { ($0.entry.id, $0) }) { $1 }
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
    ) { row throws(PostgresError) in
      let sections = JSONText.content(row.text(1), as: [DocumentSection].self) ?? []
      return (
        try Self.document(row),
        sections.prefix(DocumentSection.most).map { section in
          DocumentSection(
            title: CleanText.line(section.title), page: section.page, y: section.y,
            character: section.character)
        }
      )
    }
    return Dictionary(sections) { $1 }
  }

  /// Passes pages by their identifiers to a body, in order.
  func pages(
    _ rows: [Int], in slice: Int, _ body: (Int, String, UnsafeRawBufferPointer) -> Void
  ) throws(SharedLibraryError) {
    let wanted = Set(rows)
    try read(
      "SELECT id, label, passages FROM recto.pages($1, $2)", [.integer(slice), .integers(rows)],
      isWanted: wanted.contains, body)
  }

  /// Passes pages of a document to a body from a page index on; returns the number of the last one, nil if there was none.
  func leaves(
    of document: Int, in slice: Int, from first: Int, most: Int,
    _ body: (Int, String, UnsafeRawBufferPointer) -> Void
  ) throws(SharedLibraryError) -> Int? {
    var last: Int?
    try read(
      "SELECT id, label, passages FROM recto.leaves($1, $2, $3, $4)",
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
        row.withBytes(2) { body(id, label, $0) }
      }
    }
  }
}
