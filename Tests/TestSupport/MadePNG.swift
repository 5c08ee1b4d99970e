package import Foundation

/// A PNG file of 8-bit colours with alpha, not packed.
package enum MadePNG {
  package static func file(_ width: Int, _ height: Int, _ rgba: [UInt8]) -> Data {
    var raw: [UInt8] = []
    for y in 0..<min(height, rgba.count / max(1, min(width, rgba.count) * 4)) {
      raw += [0] + rgba[y * width * 4..<(y + 1) * width * 4]
    }
    var packed: [UInt8] = [0x78, 0x01]
    var rest = raw[...]
    repeat {
      let part = rest.prefix(65_535)
      rest = rest.dropFirst(65_535)
      let count = UInt16(part.count)
      packed.append(rest.isEmpty ? 1 : 0)
      packed += [UInt8(count & 0xFF), UInt8(count >> 8)]
      packed += [UInt8(~count & 0xFF), UInt8(~count >> 8)] + part
    } while !rest.isEmpty
    packed += bytes(adler(raw))
    var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let sizes = bytes(UInt32(truncatingIfNeeded: width)) + bytes(UInt32(truncatingIfNeeded: height))
    file += chunk("IHDR", sizes + [8, 6, 0, 0, 0])
    file += chunk("IDAT", packed)
    file += chunk("IEND", [])
    return file
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bytes(UInt32(data.count)) + body + bytes(sum(body))
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// CRC-32, as PNG has it.
  private static func sum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
