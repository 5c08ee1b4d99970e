/// RFC 4648, section 4.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var value = 0
      for index in 0..<3 {
        value = value << 8 | (start + index < bytes.count ? Int(bytes[start + index]) : 0)
      }
      for index in 0..<4 {
        let isPadding = index > group.count
        result.append(isPadding ? UInt8(ascii: "=") : letters[value >> (18 - 6 * index) & 63])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
