import Postgres

/// A document of a collection whose file is not stored in the database.
package struct FilelessDocument: Sendable {
  package var id: Int
  /// SHA-256 in lower-case hexadecimal.
  package var hash: String
  /// From the collection's folder on.
  package var path: String
}

/// The files of documents that are stored in the database.
extension SharedDatabase {
  /// The bytes of a piece.
  package static let piece = 1 << 20

  /// Returns documents of a collection whose files are not stored, after one of them.
  package func withoutFile(
    in collection: String, after last: Int
  ) throws(SharedLibraryError) -> [FilelessDocument] {
    try rows(
      "SELECT document, hash, path FROM recto.without_file($1, $2, 100)",
      [.text(collection), .integer(last)]
    ) { row throws(PostgresError) in
      FilelessDocument(id: try row.integer(0), hash: row.text(1), path: row.text(2))
    }
  }

  /// How storing a file ended.
  package enum Filing: Sendable, Hashable {
    case stored
    /// All files would have more bytes than they may, or another machine stores a file.
    case refused
    /// The file was read with other bytes, or with more or fewer of them.
    case changed
  }

  /// Stores a document's file in one transaction; `next` returns its pieces, then nil, and `isWhole` whether they were the document's bytes.
  package func storeFile(
    of document: Int, size: Int, budget: Int, next: () -> [UInt8]?, isWhole: () -> Bool
  ) throws(SharedLibraryError) -> Filing {
    try SharedLibraryError.wrapped { () throws(PostgresError) in
      try connection.transaction { () throws(PostgresError) -> Filing in
        let isBegun = try connection.rows(
          "SELECT recto.begin_file($1, $2, $3)",
          [.integer(document), .integer(size), .integer(budget)]
        ) { row throws(PostgresError) in try row.bool(0) }
        guard isBegun.first == true else { return .refused }
        var left = size
        while let bytes = next() {
          left -= bytes.count
          guard left >= 0 else { return .changed }
          try connection.run(
            "SELECT recto.add_piece($1, $2)", [.integer(document), .bytes(bytes)],
            .init(time: .seconds(60)))
        }
        return left == 0 && isWhole() ? .stored : .changed
      } commits: {
        $0 == .stored
      }
    }
  }

  /// Returns a piece of a document's file and the size of the file in bytes; nil if it is not stored or the user may not read the document.
  func piece(
    _ number: Int, of hash: String, in collection: String
  ) throws(SharedLibraryError) -> (size: Int, bytes: [UInt8])? {
    try rows(
      "SELECT size, bytes FROM recto.piece_of($1, $2, $3)",
      [.text(collection), .text(hash), .integer(number)],
      .init(time: .seconds(60), bytes: 4 * Self.piece)
    ) { row throws(PostgresError) in
      (try row.integer(0), try row.withBytes(1) { Array($0) })
    }.first
  }
}

extension SharedSearcher {
  /// Passes the bytes of a document's file to `append`, piece by piece, and stops when that returns false.
  ///
  /// Returns whether all bytes were passed; nil if no database has the file, or if it has more than `most` bytes.
  package func file(
    of hash: String, in collection: String, most: Int, _ append: ([UInt8]) -> Bool
  ) throws(SharedLibraryError) -> Bool? {
    let found = try first { index, source throws(SharedLibraryError) in
      try source.database.piece(0, of: hash, in: collection).map { (index, $0) }
    }
    guard let (index, start) = found, (0...most).contains(start.size) else { return nil }
    let database = try source(index).database
    var (count, number, bytes) = (0, 0, start.bytes)
    while count < start.size {
      guard mayGoOn(), !bytes.isEmpty, append(bytes) else { return false }
      count += bytes.count
      number += 1
      guard count < start.size else { break }
      bytes = try database.piece(number, of: hash, in: collection)?.bytes ?? []
    }
    return count == start.size
  }
}
