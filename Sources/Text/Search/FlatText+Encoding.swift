extension FlatText {
  /// Encodes scalars; those that are none become U+FFFD.
  static func utf8(of scalars: [UInt32]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: scalars.count * 4) { bytes, count in
      func put(_ byte: UInt8) {
        bytes.initializeElement(at: count, to: byte)
        count += 1
      }
      for scalar in scalars {
        if scalar < 0x80 {
          put(UInt8(scalar))
        } else {
          let encoded = UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}")
          for byte in encoded ?? UTF8.encodedReplacementCharacter { put(byte) }
        }
      }
    }
  }
}
