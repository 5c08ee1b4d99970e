internal import CPostgres
import DocumentModel

/// A row of an answer, valid while its reader runs. A value of another form than the one asked for is an error: the server may lie.
package struct PostgresRow: ~Copyable {
  private let result: OpaquePointer
  private let row: Int32
  package let columnCount: Int

  init(_ result: OpaquePointer, row: Int32) {
    self.result = result
    self.row = row
    columnCount = Int(cpostgres_PQnfields(result))
  }

  private func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
    guard (0..<columnCount).contains(column),
      cpostgres_PQgetisnull(result, row, Int32(column)) == 0,
      let start = cpostgres_PQgetvalue(result, row, Int32(column))
    else { return nil }
    let count = Int(cpostgres_PQgetlength(result, row, Int32(column)))
    return count >= 0 ? UnsafeRawBufferPointer(start: start, count: count) : nil
  }

  private func malformed(_ column: Int) -> PostgresError {
    PostgresError(.malformed, "column \(column + 1) has another form than expected")
  }

  /// Returns an integer of 2, 4 or 8 bytes; 0 for null.
  package func integer(_ column: Int) throws(PostgresError) -> Int {
    guard let bytes = bytes(column) else { return 0 }
    guard let number = Self.integer(bytes) else { throw malformed(column) }
    return number
  }

  private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int? {
    switch bytes.count {
    case 2: Int(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case 4: Int(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case 8: Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
    default: nil
    }
  }

  package func bool(_ column: Int) throws(PostgresError) -> Bool {
    guard let bytes = bytes(column) else { return false }
    guard bytes.count == 1 else { throw malformed(column) }
    return bytes[0] != 0
  }

  /// Returns a text; empty for null.
  package func text(_ column: Int) -> String {
    bytes(column).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Returns a text without characters that could control a terminal, on one line.
  package func line(_ column: Int) -> String { CleanText.line(text(column)) }

  /// Lends the bytes of a column.
  package func withBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws(PostgresError) -> Result
  ) throws(PostgresError) -> Result {
    try body(bytes(column) ?? UnsafeRawBufferPointer(start: nil, count: 0))
  }

  package func isNull(_ column: Int) -> Bool { bytes(column) == nil }

  /// Returns an array of integers without nulls; empty for null.
  package func integers(_ column: Int) throws(PostgresError) -> [Int] {
    var values: [Int] = []
    try elements(column) { element throws(PostgresError) in
      guard let value = Self.integer(element) else { throw malformed(column) }
      values.append(value)
    }
    return values
  }

  /// Lends the elements of an array without nulls in order (array_send); none for null.
  package func elements(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    guard let bytes = bytes(column) else { return }
    func word(_ at: Int) -> Int? {
      at + 4 <= bytes.count
        ? Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int32.self))) : nil
    }
    guard let dimensions = word(0) else { throw malformed(column) }
    if dimensions == 0 { return }
    guard dimensions == 1, word(4) == 0, let count = word(12), count >= 0,
      count <= bytes.count / 4
    else { throw malformed(column) }
    var at = 20
    for _ in 0..<count {
      guard let size = word(at), size >= 0, size <= bytes.count - at - 4 else {
        throw malformed(column)
      }
      try body(UnsafeRawBufferPointer(rebasing: bytes[(at + 4)..<(at + 4 + size)]))
      at += 4 + size
    }
  }
}
