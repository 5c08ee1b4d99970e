package import DocumentModel
import Postgres
import Text

/// A file of a collection as the shared library knows it; the path starts at the collection's folder.
package struct SharedFile: Sendable, Hashable {
  package enum State: Sendable, Hashable {
    case stored(IndexedState)
    case waiting, leased, givenUp
  }

  package var path: String
  package var size: Int64
  /// Nanoseconds since 1970-01-01 UTC.
  package var modified: Int64
  package var state: State
  package var reader: String

  /// Whether a file need not be read: it is the same, and was read or waits, or this reader has failed with it before.
  package func isCurrent(_ seen: FileSighting, reader: String) -> Bool {
    guard size == seen.size, Self.isSame(modified, seen.modified) else { return false }
    switch state {
    case .stored(.whole), .waiting, .leased: return true
    case .stored, .givenUp: return self.reader == reader
    }
  }
}

extension SharedFile {
  /// Whether two times of modification are the same: mounts of other machines have them to the second.
  package static func isSame(_ one: Int64, _ other: Int64) -> Bool {
    one / 1_000_000_000 == other / 1_000_000_000
  }
}

/// A file that this program may read now, until its lease ends.
package struct LeasedFile: Sendable, Hashable {
  package var job: Int
  package var lease: String
  package var collection: String
  package var path: String
  package var size: Int64
  package var modified: Int64
  /// How often it has cost a sandboxed worker before.
  package var losses: Int
}

/// A document that was not read completely, or a file that was given up.
package struct SharedTrouble: Sendable, Hashable {
  package var collection: String
  package var path: String
  package var isGivenUp: Bool
  package var attempts: Int
  package var machine: String
  package var reason: String
}

/// The work that waits in a collection.
package struct SharedWorkload: Sendable, Hashable {
  package var collection: String
  package var waiting: Int
  package var leased: Int
  package var givenUp: Int
  package var unread: Int
}

/// Files to read, and storing what was read.
extension SharedDatabase {
  /// Returns all files of a collection.
  package func files(of collection: String) throws(SharedLibraryError) -> [SharedFile] {
    try rows(
      "SELECT path, size, modified, state, reader FROM recto.files($1)", [.text(collection)],
      .init(time: .seconds(120), bytes: 1 << 30)
    ) { row throws(PostgresError) in
      let state = try row.integer(3)
      return SharedFile(
        path: row.text(0), size: Int64(try row.integer(1)), modified: Int64(try row.integer(2)),
        state: state >= 12
          ? .givenUp
          : state == 11
            ? .leased : state == 10 ? .waiting : .stored(IndexedState(rawValue: state) ?? .failed),
        reader: row.text(4))
    }
  }

  /// Adds files to read.
  package func offer(
    _ files: [(path: String, sighting: FileSighting)], to collection: String, reader: String
  ) throws(SharedLibraryError) {
    for start in stride(from: 0, to: files.count, by: 1_000) {
      let part = files[start..<min(files.count, start + 1_000)]
      try run(
        "SELECT recto.offer($1, $2, $3, $4, $5)",
        [
          .text(collection), .texts(part.map(\.path)),
          .integers(part.map { Int($0.sighting.size) }),
          .integers(part.map { Int($0.sighting.modified) }), .text(reader),
        ])
    }
  }

  /// Removes files that are gone.
  package func prune(_ paths: [String], from collection: String) throws(SharedLibraryError) {
    for start in stride(from: 0, to: paths.count, by: 100) {
      try run(
        "SELECT recto.prune($1, $2)",
        [.text(collection), .texts(Array(paths[start..<min(paths.count, start + 100)]))],
        .init(time: .seconds(120)))
    }
  }

  /// Leases up to four files, or one whose reader has ended before.
  package func lease(
    from collections: [String], machine: String
  ) throws(SharedLibraryError) -> [LeasedFile] {
    try rows(
      "SELECT id, lease, collection, path, size, modified, losses FROM recto.lease($1, $2, 4)",
      [.texts(collections), .text(machine)]
    ) { row throws(PostgresError) in
      LeasedFile(
        job: try row.integer(0), lease: row.text(1), collection: row.text(2), path: row.text(3),
        size: Int64(try row.integer(4)), modified: Int64(try row.integer(5)),
        losses: try row.integer(6))
    }
  }

  /// Counts an attempt; false if the lease is over.
  package func begin(_ file: LeasedFile) throws(SharedLibraryError) -> Bool {
    try rows("SELECT recto.begin_reading($1, $2)", [.integer(file.job), .text(file.lease)]) {
      row throws(PostgresError) in try row.bool(0)
    }.first ?? false
  }

  package func renew(_ file: LeasedFile) throws(SharedLibraryError) {
    try run("SELECT recto.renew($1)", [.text(file.lease)])
  }

  /// Forgets a file that is not there, or has changed, until a walk finds it again.
  package func forget(_ file: LeasedFile) throws(SharedLibraryError) {
    try run("SELECT recto.forget($1, $2)", [.integer(file.job), .text(file.lease)])
  }

  /// Ends an attempt that cost its sandboxed worker; the third gives the file up.
  package func fail(_ file: LeasedFile, _ reason: String) throws(SharedLibraryError) {
    try run(
      "SELECT recto.fail($1, $2, $3)", [.integer(file.job), .text(file.lease), .text(reason)])
  }

  /// Gives leased files back; an attempt that was interrupted does not count.
  package func release(_ lease: String) throws(SharedLibraryError) {
    try run("SELECT recto.release($1)", [.text(lease)])
  }

  /// Makes a file one more copy of a stored document; false if these bytes are not stored and must be read.
  package func adopt(
    _ file: LeasedFile, hash: String, reader: String
  ) throws(SharedLibraryError) -> Bool {
    try unlessLeaseIsOver(true) { () throws(PostgresError) in
      try connection.rows(
        "SELECT recto.adopt($1, $2, $3, $4)",
        [.integer(file.job), .text(file.lease), .text(hash), .text(reader)]
      ) { row throws(PostgresError) in try row.bool(0) }.first ?? false
    }
  }

  /// Returns another result if the lease of a file has ended, so that another machine reads it.
  private func unlessLeaseIsOver<Result>(
    _ other: Result, _ body: () throws(PostgresError) -> Result
  ) throws(SharedLibraryError) -> Result {
    do throws(PostgresError) {
      return try body()
    } catch {
      guard error.state == "RC001" else { throw .database(error) }
      return other
    }
  }

  /// The bytes of pages sent at a time.
  private static let portion = 1 << 20

  /// Stores a document in one transaction; false if the lease is over.
  package func store(
    _ document: IndexedDocument, hash: String, of file: LeasedFile
  ) throws(SharedLibraryError) -> Bool {
    let card = document.card
    let front = Self.front(document, path: file.path)
    return try unlessLeaseIsOver(false) { () throws(PostgresError) in
      try connection.transaction { () throws(PostgresError) in
        let stored = try connection.rows(
          """
          SELECT id, is_new FROM recto.store($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
          """,
          [
            .integer(file.job), .text(file.lease), .integer(SharedSchema.grams), .text(hash),
            .integer(document.state.rawValue), .text(document.reason), .text(document.reader),
            .text(card.title), .text(card.author), .text(card.about), .text(card.doi),
            .integer(Int(card.created ?? 0)), .text(document.type), .integer(card.pageCount),
            .bool(card.hasPages), .integer(document.pages.count),
            .text(JSONText.of(document.sections)), .text(front),
          ], .init(time: .seconds(60))
        ) { row throws(PostgresError) in (id: try row.integer(0), isNew: try row.bool(1)) }
        guard let (id, isNew) = stored.first else {
          throw PostgresError(.malformed, "the document has no number")
        }
        // Another lane or machine has stored the same bytes meanwhile.
        guard isNew else { return }
        var pages = document.pages[...]
        while !pages.isEmpty {
          var size = 0
          let part = pages.prefix { page in
            defer { size += page.passages.count + page.grams.count }
            return size < Self.portion
          }
          try add(part, to: id)
          pages = pages.dropFirst(part.count)
        }
        try connection.run(
          "SELECT recto.finish($1)", [.integer(id)], .init(time: .seconds(60)))
      }
      return true
    }
  }

  private func add(_ pages: ArraySlice<IndexedPage>, to document: Int) throws(PostgresError) {
    try connection.run(
      "SELECT recto.add($1, $2, $3, $4, $5)",
      [
        .integer(document), .integers(pages.map(\.number)), .texts(pages.map(\.label)),
        .byteStrings(pages.map { CompressedPassages.compressed($0.passages) }),
        .texts(pages.map { Self.literal(Gram.numbers(ofWords: $0.grams)) }),
      ], .init(time: .seconds(60)))
  }

  /// Returns the grams of a document's title, author, sections and file name.
  private static func front(_ document: IndexedDocument, path: String) -> String {
    var entry = IndexEntry(document)
    entry.place = DocumentPlace(path)
    return literal(
      Gram.numbers(
        ofWords: Array(IndexedDocuments.front(entry, document.sections).utf8)))
  }

  /// Returns an array literal of PostgreSQL.
  private static func literal(_ numbers: [UInt32]) -> String {
    "{" + numbers.map { String($0) }.joined(separator: ",") + "}"
  }

  /// Empties the lists of new entries, and seals the slices that are full.
  package func tidy() throws(SharedLibraryError) {
    try run("SELECT recto.tidy()", [], .init(time: .seconds(600)))
    var isSealed = true
    while isSealed {
      isSealed =
        try rows("SELECT recto.seal()", [], .init(time: .seconds(3_600))) {
          row throws(PostgresError) in try row.bool(0)
        }.first ?? false
    }
  }

  package func workload() throws(SharedLibraryError) -> [SharedWorkload] {
    try rows("SELECT collection, waiting, leased, given_up, unread FROM recto.work()") {
      row throws(PostgresError) in
      SharedWorkload(
        collection: row.line(0), waiting: try row.integer(1), leased: try row.integer(2),
        givenUp: try row.integer(3), unread: try row.integer(4))
    }
  }

  package func troubles(most: Int = 1_000) throws(SharedLibraryError) -> [SharedTrouble] {
    try rows(
      "SELECT collection, path, state, attempts, machine, reason FROM recto.troubles($1)",
      [.integer(most)]
    ) { row throws(PostgresError) in
      SharedTrouble(
        collection: row.line(0), path: row.line(1), isGivenUp: try row.integer(2) >= 10,
        attempts: try row.integer(3), machine: row.line(4), reason: row.line(5))
    }
  }
}
