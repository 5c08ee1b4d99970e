import Glibc

/// How an encoding's bytes form units, for finding lines and characters before conversion.
struct CodeUnits: Hashable {
  /// Bytes of a unit: 1, 2 or 4.
  var size = 1
  var isBigEndian = false
  /// The unit that ends a line.
  var lineEnd: UInt32 = 0x0A

  static let bytes = CodeUnits()

  static func wide(_ size: Int, isBigEndian: Bool = false) -> CodeUnits {
    CodeUnits(size: size, isBigEndian: isBigEndian)
  }

  /// The unit that begins at an index; nil where the bytes end before it does.
  func unit(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32? {
    guard index + size <= bytes.count else { return nil }
    switch (size, isBigEndian) {
    case (1, _): return UInt32(bytes[index])
    case (2, false): return UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
    case (2, true): return UInt32(bytes[index]) << 8 | UInt32(bytes[index + 1])
    default:
      let parts = (0..<4).map { UInt32(bytes[index + (isBigEndian ? 3 - $0 : $0)]) << (8 * $0) }
      return parts.reduce(0, |)
    }
  }

  /// Returns the index after the first line end from an index; nil if there is none.
  func lineStart(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    if size == 1 {
      guard let base = bytes.baseAddress, start < bytes.count,
        let found = memchr(base + start, Int32(lineEnd), bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
    }
    var at = start
    while let unit = unit(bytes, at: at) {
      at += size
      if unit == lineEnd { return at }
    }
    return nil
  }

  /// Counts the line ends in bytes that start with a complete unit.
  func lineEnds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if size == 1 {
      let end = UInt8(truncatingIfNeeded: lineEnd)
      var count = 0
      for byte in bytes { count &+= byte == end ? 1 : 0 }
      return count
    }
    var count = 0
    var at = 0
    while let unit = unit(bytes, at: at) {
      at += size
      if unit == lineEnd { count += 1 }
    }
    return count
  }
}
