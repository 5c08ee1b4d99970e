/// Gives names to new annotations.
package struct AnnotationNaming: Sendable, Hashable {
  /// Counts in place of chance; for tests.
  package var counter: Int?

  package init() {}

  /// A UUID of chance (RFC 9562, version 4), or a number.
  package mutating func next() -> AnnotationID {
    if let counter {
      self.counter = counter + 1
      return AnnotationID("new-\(counter)")
    }
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    func hex(_ value: UInt64, _ digits: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: digits - text.count) + text
    }
    return AnnotationID(
      [
        hex(high >> 32, 8), hex(high >> 16 & 0xFFFF, 4), hex(high & 0xFFFF, 4), hex(low >> 48, 4),
        hex(low & 0xFFFF_FFFF_FFFF, 12),
      ].joined(separator: "-"))
  }
}
