import Glibc
import Platform

/// The sort key of a name: keys compare byte by byte as people expect names in order.
///
/// Numbers count by their value (`file2`, `file10`), case, accents and forms of letters do not count, a dot comes before all else
/// (`name.pdf`, `name 2.pdf`). Names that are one by this are told apart by their bytes.
package struct NameKey: Sendable, Comparable {
  let bytes: [UInt8]

  package init(_ name: String) {
    var bytes: [UInt8] = []
    var fold = FoldedScalars()
    Self.append(name, to: &bytes, &fold)
    self.bytes = bytes
  }

  package static func < (one: Self, other: Self) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }

  /// The key, a byte 0, and the name's own bytes.
  static func append(_ name: String, to key: inout [UInt8], _ fold: inout FoldedScalars) {
    var name = name
    name.withUTF8 { name in
      var at = 0
      while at < name.count {
        let byte = name[at]
        if byte &- 0x30 < 10 {
          at = appendNumber(name, from: at, to: &key)
        } else if byte < 0x80 {
          key.append(asciiKeys[Int(byte)])
          at += 1
        } else {
          at = appendScalar(name, from: at, to: &key, &fold)
        }
      }
      key.append(0)
      key.append(contentsOf: name)
    }
  }

  /// `0`, the count of digits without zeros in front, the digits: a longer number is a larger one. Gives what is behind it.
  private static func appendNumber(
    _ name: UnsafeBufferPointer<UInt8>, from start: Int, to key: inout [UInt8]
  ) -> Int {
    var at = start
    while at < name.count, name[at] == 0x30 { at += 1 }
    let first = at
    while at < name.count, name[at] &- 0x30 < 10, at - first < 250 { at += 1 }
    key.append(0x30)
    key.append(UInt8(at - first + 1))
    key.append(contentsOf: UnsafeBufferPointer(rebasing: name[first..<at]))
    return at
  }

  private static func appendScalar(
    _ name: UnsafeBufferPointer<UInt8>, from start: Int, to key: inout [UInt8],
    _ fold: inout FoldedScalars
  ) -> Int {
    let byte = name[start]
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
    guard start + length <= name.count else { return name.count }
    var scalar = UInt32(byte) & (0xFF >> UInt32(length + 1))
    for next in 1..<length { scalar = scalar << 6 | UInt32(name[start + next] & 0x3F) }
    fold.append(scalar, to: &key)
    return start + length
  }

  /// Small letters for capital ones, 1 for a dot; zero is kept for the end.
  private static let asciiKeys: [UInt8] = (0..<128).map { byte in
    byte == 0x2E || byte == 0 ? 1 : (0x41...0x5A).contains(byte) ? byte + 32 : byte
  }
}

/// The UTF-8 of scalars as they are sorted, looked up once for each.
struct FoldedScalars {
  private var known: [UInt32: [UInt8]] = [:]
  /// Han, Hangul's syllables and private bytes fold to themselves: most of what is long.
  private static let plain: [ClosedRange<UInt32>] = [
    0x4E00...0x9FFF, 0x3400...0x4DBF, 0x10_FF00...0x10_FFFF,
  ]

  mutating func append(_ scalar: UInt32, to key: inout [UInt8]) {
    if let bytes = known[scalar] {
      key.append(contentsOf: bytes)
      return
    }
    let isPlain = Self.plain.contains { $0.contains(scalar) }
    let folded = isPlain ? [scalar] : SortingScalar.folded(scalar)
    let bytes = folded.flatMap { part in
      Unicode.Scalar(part).flatMap { UTF8.encode($0) }.map(Array.init) ?? []
    }
    known[scalar] = bytes
    key.append(contentsOf: bytes)
  }
}

/// The sort keys of many names, made once.
package struct NameKeys: Sendable {
  /// All keys, one behind the other.
  private var bytes: [UInt8] = []
  private var places: [Place] = []

  private struct Place {
    /// The key's first eight bytes as a number: most comparisons need no more.
    var head: UInt64
    var start: Int32
    var end: Int32
    var index: Int32
  }

  package init(_ names: [String]) {
    self.init(names.count, names)
  }

  package init(_ entries: [FolderEntry]) {
    self.init(entries.count, entries.lazy.map(\.name))
  }

  private init(_ count: Int, _ names: some Sequence<String>) {
    bytes.reserveCapacity(count * 64)
    places.reserveCapacity(count)
    var fold = FoldedScalars()
    for name in names {
      let start = bytes.count
      NameKey.append(name, to: &bytes, &fold)
      var head: UInt64 = 0
      for at in start..<start + 8 { head = head << 8 | (at < bytes.count ? UInt64(bytes[at]) : 0) }
      places.append(
        Place(
          head: head, start: Int32(clamping: start), end: Int32(clamping: bytes.count),
          index: Int32(clamping: places.count)))
    }
  }

  /// The names' indices, in order; names of the same bytes keep theirs.
  package func sorted() -> [Int] {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      return places.sorted { one, other in
        if one.head != other.head { return one.head < other.head }
        let (length, otherLength) = (Int(one.end - one.start), Int(other.end - other.start))
        let order = memcmp(
          base + Int(one.start), base + Int(other.start), min(length, otherLength))
        if order != 0 { return order < 0 }
        return length != otherLength ? length < otherLength : one.index < other.index
      }.map { Int($0.index) }
    }
  }
}
