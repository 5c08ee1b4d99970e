/// The picture of a user's own stamp: a PNG file as it is on disk.
package struct StampPicture: Sendable, Hashable {
  package let bytes: [UInt8]
  /// In pixels.
  package let width: Int
  package let height: Int

  /// Larger files are not taken: the picture goes into the document with each stamp.
  package static let mostBytes = 1 << 20
  private static let mostPixels = 4_096
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Whether the name of a stamp is that of a picture's file.
  package static func isName(_ name: String) -> Bool { name.lowercased().hasSuffix(".png") }

  /// Whether the name is that of a picture's file of another format, which no stamp can show.
  package static func isOfOtherFormat(_ name: String) -> Bool {
    let ending = name.lowercased().split(separator: ".", omittingEmptySubsequences: false).last
    return name.contains(".") && otherEndings.contains(ending.map(String.init) ?? "")
  }

  private static let otherEndings: Set = [
    "jpg", "jpeg", "gif", "webp", "svg", "tif", "tiff", "bmp", "avif", "heic", "jxl", "pdf",
  ]

  /// Returns nil if the bytes are no PNG file, or the picture is too large.
  package init?(_ bytes: [UInt8]) {
    // The first chunk is the header: its length, `IHDR`, width and height (PNG, 11.2.2).
    guard bytes.count >= 33, bytes.count <= Self.mostBytes, bytes.starts(with: Self.signature),
      bytes[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
    func number(_ start: Int) -> Int {
      bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    (width, height) = (number(16), number(20))
    let sides = 1...Self.mostPixels
    guard sides.contains(width), sides.contains(height) else { return nil }
    self.bytes = bytes
  }
}

extension StampPicture: Codable {
  /// Decodes hexadecimal digits, two a byte.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let digits = Array(try container.decode(String.self).utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
    }
    guard let picture = Self(bytes) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no picture")
    }
    self = picture
  }

  package func encode(to encoder: any Encoder) throws {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: text, as: UTF8.self))
  }
}
