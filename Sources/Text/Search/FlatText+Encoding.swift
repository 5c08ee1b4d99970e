extension FlatText {
  /// Encodes scalars; those that are none become U+FFFD.
  static func utf8(of scalars: [UInt32]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: scalars.count * 4) { bytes, count in
      func put(_ byte: UInt32) {
        bytes.initializeElement(at: count, to: UInt8(truncatingIfNeeded: byte))
        count += 1
      }
      for scalar in scalars {
        guard scalar >= 0x80 else {
          put(scalar)
          continue
        }
        let scalar = Unicode.Scalar(scalar)?.value ?? 0xFFFD
        if scalar < 0x800 {
          put(0xC0 | scalar >> 6)
        } else {
          if scalar < 0x10000 {
            put(0xE0 | scalar >> 12)
          } else {
            put(0xF0 | scalar >> 18)
            put(0x80 | scalar >> 12 & 0x3F)
          }
          put(0x80 | scalar >> 6 & 0x3F)
        }
        put(0x80 | scalar & 0x3F)
      }
    }
  }
}
