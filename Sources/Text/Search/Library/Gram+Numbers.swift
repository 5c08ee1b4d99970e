extension Gram {
  /// Returns the numbers of words written by `write(to:)`; words of another form are left out.
  package static func numbers(ofWords bytes: [UInt8]) -> [UInt32] {
    var numbers: [UInt32] = []
    numbers.reserveCapacity(bytes.count / 5)
    bytes.withUnsafeBufferPointer { bytes in
      var at = 0
      while at < bytes.count {
        if let first = part(bytes, &at), let second = part(bytes, &at), second <= 0x7FF,
          at == bytes.count || bytes[at] == 0x20
        {
          let number = first << 11 | second
          if number < count { numbers.append(number) }
        }
        while at < bytes.count, bytes[at] != 0x20 { at += 1 }
        at += 1
      }
    }
    return numbers
  }

  /// Reads a scalar of two or three bytes and goes past it; nil if there is none.
  private static func part(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> UInt32? {
    guard at < bytes.count else { return nil }
    let head = UInt32(bytes[at])
    let length = head >= 0xE0 ? 3 : 2
    guard (0xC2..<0xF0).contains(head), at + length <= bytes.count else { return nil }
    var scalar = head & (length == 2 ? 0x1F : 0x0F)
    for byte in bytes[(at + 1)..<at + length] {
      guard byte & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    at += length
    return scalar >= 0x80 ? scalar - 0x80 : nil
  }
}
