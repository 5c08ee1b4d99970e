/// Decodes Unicode encodings; each invalid part becomes one U+FFFD.
enum UTFDecoder {
  static let replacement: UInt32 = 0xFFFD

  /// Returns the scalars of UTF-8 and the number of invalid parts (Unicode 15, 3.9: maximal subparts).
  static func utf8(_ bytes: UnsafeBufferPointer<UInt8>) -> (scalars: [UInt32], broken: Int) {
    var scalars: [UInt32] = []
    scalars.reserveCapacity(bytes.count)
    var broken = 0
    var at = 0
    while at < bytes.count {
      let first = bytes[at]
      at += 1
      if first < 0x80 {
        scalars.append(UInt32(first))
        continue
      }
      guard let shape = shape(of: first) else {
        scalars.append(replacement)
        broken += 1
        continue
      }
      var scalar = UInt32(first) & shape.bits
      var allowed = shape.second
      var left = shape.more
      while left > 0, at < bytes.count, allowed.contains(bytes[at]) {
        scalar = scalar << 6 | UInt32(bytes[at] & 0x3F)
        allowed = 0x80...0xBF
        left -= 1
        at += 1
      }
      if left > 0 { broken += 1 }
      scalars.append(left > 0 ? replacement : scalar)
    }
    return (scalars, broken)
  }

  /// Returns the number of bytes after a first byte, its bits, and the range of the second byte
  /// (Unicode 15, table 3-7).
  private static func shape(
    of first: UInt8
  ) -> (more: Int, bits: UInt32, second: ClosedRange<UInt8>)? {
    switch first {
    case 0xC2...0xDF: (1, 0x1F, 0x80...0xBF)
    case 0xE0: (2, 0x0F, 0xA0...0xBF)
    case 0xED: (2, 0x0F, 0x80...0x9F)
    case 0xE1...0xEF: (2, 0x0F, 0x80...0xBF)
    case 0xF0: (3, 0x07, 0x90...0xBF)
    case 0xF1...0xF3: (3, 0x07, 0x80...0xBF)
    case 0xF4: (3, 0x07, 0x80...0x8F)
    default: nil
    }
  }

  /// Returns the scalars of UTF-16 or UTF-32 and the number of invalid units.
  static func wide(
    _ bytes: UnsafeBufferPointer<UInt8>, _ units: CodeUnits
  ) -> (scalars: [UInt32], broken: Int) {
    var scalars: [UInt32] = []
    var broken = 0
    var at = 0
    while let unit = units.unit(bytes, at: at) {
      at += units.size
      if units.size == 2, 0xD800...0xDBFF ~= unit, let low = units.unit(bytes, at: at),
        0xDC00...0xDFFF ~= low
      {
        at += 2
        scalars.append(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      } else if Unicode.Scalar(unit) != nil {
        scalars.append(unit)
      } else {
        scalars.append(replacement)
        broken += 1
      }
    }
    if at < bytes.count {
      scalars.append(replacement)
      broken += 1
    }
    return (scalars, broken)
  }
}
