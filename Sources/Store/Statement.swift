internal import CSQLite

/// A value of a column or a parameter.
package enum Value: Sendable, Hashable {
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
  /// Text as UTF-8 bytes.
  case utf8([UInt8])
  case real(Double)
  case null
}

/// A prepared statement, owned by its connection.
package final class Statement {
  private let handle: OpaquePointer
  private unowned let connection: Connection

  init(adopting handle: OpaquePointer, of connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Runs the statement with values for its parameters and gives each row to a reader.
  package func run<Row>(
    _ values: [Value] = [], row: (Statement) -> Row
  ) throws(StoreError) -> [Row] {
    var rows: [Row] = []
    try each(values) { statement in
      rows.append(row(statement))
      return true
    }
    return rows
  }

  /// Gives each row to a reader, until it wants no more.
  package func each(
    _ values: [Value] = [], row: (Statement) -> Bool
  ) throws(StoreError) {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw connection.error(code) }
      if !row(self) { return }
    }
  }

  package func run(_ values: [Value] = []) throws(StoreError) {
    _ = try run(values) { _ in }
  }

  private func bind(_ value: Value, at index: Int32) {
    // SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .integer(let number): sqlite3_bind_int64(handle, index, number)
    case .text(let text): sqlite3_bind_text(handle, index, text, Int32(text.utf8.count), copied)
    case .bytes(let bytes):
      sqlite3_bind_blob(handle, index, bytes, Int32(bytes.count), copied)
    case .utf8(let bytes):
      bytes.withUnsafeBytes { buffer in
        let text = buffer.bindMemory(to: CChar.self).baseAddress
        _ = sqlite3_bind_text(handle, index, text, Int32(buffer.count), copied)
      }
    case .real(let number): sqlite3_bind_double(handle, index, number)
    case .null: sqlite3_bind_null(handle, index)
    }
  }

  package func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  package func text(_ column: Int32) -> String {
    sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
  }

  /// Lends the bytes of a column, which are gone with the row.
  package func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let start = sqlite3_column_blob(handle, column)
    return body(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
