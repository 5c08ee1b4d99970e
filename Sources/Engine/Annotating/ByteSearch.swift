import Glibc

extension UnsafeRawBufferPointer {
  /// Returns where some bytes first occur within a range; nil if they do not.
  func firstIndex(of wanted: [UInt8], in range: Range<Int>) -> Int? {
    guard let base = baseAddress, let first = wanted.first else { return nil }
    var at = range.lowerBound
    while at + wanted.count <= range.upperBound,
      let found = memchr(base + at, Int32(first), range.upperBound - at)
    {
      at = UnsafeRawPointer(found) - base
      if at + wanted.count <= range.upperBound, memcmp(base + at, wanted, wanted.count) == 0 {
        return at
      }
      at += 1
    }
    return nil
  }
}
