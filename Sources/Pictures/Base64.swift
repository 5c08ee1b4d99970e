/// Encodes bytes as Base64 (RFC 4648, section 4).
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { encode($0) }
  }

  /// Writes four letters for every three bytes or part of them.
  package static func encode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let count = (bytes.count + 2) / 3 * 4
    return [UInt8](unsafeUninitializedCapacity: count) { result, written in
      letters.withUnsafeBufferPointer { letters in
        var from = 0
        var to = 0
        while from + 3 <= bytes.count {
          let value = Int(bytes[from]) << 16 | Int(bytes[from + 1]) << 8 | Int(bytes[from + 2])
          result[to] = letters[value >> 18]
          result[to + 1] = letters[value >> 12 & 63]
          result[to + 2] = letters[value >> 6 & 63]
          result[to + 3] = letters[value & 63]
          from += 3
          to += 4
        }
        let left = bytes.count - from
        if left > 0 {
          let value = Int(bytes[from]) << 16 | (left > 1 ? Int(bytes[from + 1]) << 8 : 0)
          result[to] = letters[value >> 18]
          result[to + 1] = letters[value >> 12 & 63]
          result[to + 2] = left > 1 ? letters[value >> 6 & 63] : UInt8(ascii: "=")
          result[to + 3] = UInt8(ascii: "=")
        }
      }
      written = count
    }
  }
}
