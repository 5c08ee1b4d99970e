/// Puts values into bytes, little-endian.
package struct ByteWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  package mutating func write(_ value: UInt8) { bytes.append(value) }
  package mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  package mutating func write<T: FixedWidthInteger>(_ value: T) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ value: Double) { write(value.bitPattern) }
  package mutating func write(_ value: Float) { write(value.bitPattern) }

  /// Writes a count as 32 bits; larger ones were refused before.
  package mutating func write(count: Int) { write(UInt32(clamping: count)) }

  /// A string, cut to its limit at a character.
  package mutating func write(_ value: String) {
    var text = Substring(value)
    while text.utf8.count > Limit.string { text = text.prefix(text.count * 3 / 4) }
    write(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func write(raw: [UInt8]) {
    write(count: raw.count)
    bytes.append(contentsOf: raw)
  }

  package mutating func write(optional value: Double?) {
    if let value = present(value) { write(value) }
  }

  package mutating func write(optional value: Int64?) {
    if let value = present(value) { write(value) }
  }

  /// Writes the number of items; returns the items, to be written one by one.
  mutating func counted<Items: Collection>(_ items: Items) -> Items {
    write(count: items.count)
    return items
  }

  /// Writes whether there is a value; returns the value, to be written.
  mutating func present<Value>(_ value: Value?) -> Value? {
    write(value != nil)
    return value
  }

  /// Writes a case as its index among all.
  mutating func write<Value: CaseIterable & Equatable>(case value: Value) {
    write(UInt8(Array(Value.allCases).firstIndex(of: value) ?? 0))
  }

  /// Writes a set of cases, a bit for each.
  mutating func write<Value: CaseIterable & Hashable>(cases: Set<Value>) {
    var bits: UInt8 = 0
    for (index, value) in Value.allCases.enumerated() where cases.contains(value) {
      bits |= 1 << UInt8(index)
    }
    write(bits)
  }

  /// Writes the memory of plain values.
  package mutating func write<T: BitwiseCopyable>(plain values: [T]) {
    values.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }
}
