/// A parameter of a statement, sent in PostgreSQL's binary form.
package enum PostgresValue: Sendable, Hashable {
  case integer(Int)
  case text(String)
  case bytes([UInt8])
  case bool(Bool)
  case integers([Int])
  case texts([String])
  case byteStrings([[UInt8]])
  case null

  /// The type's object identifier (pg_type.dat); 0 has the server infer it.
  var type: UInt32 {
    switch self {
    case .bool: 16
    case .bytes: 17
    case .integer: Self.integerType
    case .text: Self.textType
    case .byteStrings: 1001
    case .texts: 1009
    case .integers: 1016
    case .null: 0
    }
  }

  private static let integerType: UInt32 = 20
  private static let textType: UInt32 = 25

  /// The value's bytes; nil for null.
  var encoded: [UInt8]? {
    switch self {
    case .bool(let value): [value ? 1 : 0]
    case .bytes(let bytes): bytes
    case .integer(let number): Self.bytes(Int64(number))
    case .text(let text): Self.bytes(text)
    case .byteStrings(let values): Self.array(values, of: 17)
    case .texts(let values): Self.array(values.map { Self.bytes($0) }, of: Self.textType)
    case .integers(let values):
      Self.array(values.map { Self.bytes(Int64($0)) }, of: Self.integerType)
    case .null: nil
    }
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// Returns the text without NUL, which PostgreSQL cannot store.
  private static func bytes(_ text: String) -> [UInt8] { text.utf8.filter { $0 != 0 } }

  /// Returns an array of one dimension (array_send).
  private static func array(_ values: [[UInt8]], of type: UInt32) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(20 + values.reduce(0) { $0 + $1.count + 4 })
    result += bytes(Int32(values.isEmpty ? 0 : 1)) + bytes(Int32(0)) + bytes(type)
    guard !values.isEmpty else { return result }
    result += bytes(Int32(values.count)) + bytes(Int32(1))
    for value in values { result += bytes(Int32(value.count)) + value }
    return result
  }
}
