import DocumentModel
/// Reads values from bytes that may be hostile.
package struct ByteReader: Sendable {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package var remaining: Int { bytes.count - position }

  package mutating func byte() throws(WireError) -> UInt8 {
    guard position < bytes.count else { throw .truncated }
    defer { position += 1 }
    return bytes[position]
  }

  package mutating func bool() throws(WireError) -> Bool {
    let value = try byte()
    guard value <= 1 else { throw .invalid("truth value") }
    return value == 1
  }

  package mutating func integer<T: FixedWidthInteger>(_ type: T.Type) throws(WireError) -> T {
    let size = MemoryLayout<T>.size
    guard remaining >= size else { throw .truncated }
    var value: T = 0
    withUnsafeMutableBytes(of: &value) { target in
      for index in 0..<size { target[index] = bytes[position + index] }
    }
    position += size
    return T(littleEndian: value)
  }

  /// Reads a finite number.
  package mutating func double() throws(WireError) -> Double {
    let value = Double(bitPattern: try integer(UInt64.self))
    guard value.isFinite else { throw .invalid("number") }
    return value
  }

  package mutating func float() throws(WireError) -> Float {
    let value = Float(bitPattern: try integer(UInt32.self))
    guard value.isFinite else { throw .invalid("number") }
    return value
  }

  /// Reads a count of items of at least `size` bytes each, limited by `limit` and the remaining
  /// bytes.
  package mutating func count(limit: Int, of size: Int = 1) throws(WireError) -> Int {
    let value = Int(try integer(UInt32.self))
    guard value <= limit else { throw .tooLarge }
    guard value <= remaining / max(1, size) else { throw .truncated }
    return value
  }

  /// Reads text for one line, without control characters, bidi overrides and invalid UTF-8.
  package mutating func string() throws(WireError) -> String { CleanText.line(try text()) }

  /// Reads the address of a link; unsafe characters are percent-encoded.
  package mutating func address() throws(WireError) -> String { CleanText.address(try text()) }

  private mutating func text() throws(WireError) -> String {
    let count = try count(limit: Limit.string)
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  package mutating func raw(limit: Int) throws(WireError) -> [UInt8] {
    let count = try count(limit: limit)
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  package mutating func optionalDouble() throws(WireError) -> Double? {
    try bool() ? try double() : nil
  }

  package mutating func optionalInteger() throws(WireError) -> Int64? {
    try bool() ? try integer(Int64.self) : nil
  }

  /// Reads a case by its index among all.
  mutating func oneCase<Value: CaseIterable>() throws(WireError) -> Value {
    let (index, all) = (Int(try byte()), Array(Value.allCases))
    guard index < all.count else { throw .invalid("case") }
    return all[index]
  }

  /// Reads a set of cases, a bit for each.
  mutating func cases<Value: CaseIterable & Hashable>() throws(WireError) -> Set<Value> {
    let (bits, all) = (try byte(), Array(Value.allCases))
    guard bits >> UInt8(all.count) == 0 else { throw .invalid("cases") }
    return Set(all.indices.filter { bits & 1 << UInt8($0) != 0 }.map { all[$0] })
  }

  /// Reads a value by its raw value.
  mutating func known<Value: RawRepresentable<UInt8>>() throws(WireError) -> Value {
    let code = try byte()
    guard let value = Value(rawValue: code) else { throw .unknownKind(code) }
    return value
  }

  /// Reads plain values from memory; `zero` initialises the array.
  package mutating func plain<T: BitwiseCopyable>(
    _ count: Int, zero: T
  ) throws(WireError) -> [T] {
    let size = count * MemoryLayout<T>.stride
    guard count >= 0, size <= remaining else { throw .truncated }
    var values = [T](repeating: zero, count: count)
    values.withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes { source in
        target.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[position..<position + size]))
      }
    }
    position += size
    return values
  }

  package func end() throws(WireError) {
    guard remaining == 0 else { throw .invalid("bytes left over") }
  }
}
