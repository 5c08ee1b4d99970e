/// A hash of numbers, which unlike Swift's own is the same in every process: FNV-1a with whole numbers for its bytes.
///
/// Names of files and keys of caches depend on it: it must never change.
package struct StableHash: Sendable {
  @usableFromInline package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

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
