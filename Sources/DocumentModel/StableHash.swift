/// A hash of numbers by FNV-1a, which unlike Swift's own is the same in every process.
@frozen
package struct StableHash: Sendable {
  package var value: UInt64 = 0xCBF2_9CE4_8422_2325

  @inlinable
  package init() {}

  @inlinable
  package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(UInt64(byte)) }
  }

  @inlinable
  package mutating func add(_ number: UInt64) {
    value = (value ^ number) &* 0x100_0000_01B3
  }
}
