import DocumentModel
import Wire

/// The encoding of an XML or HTML file: from its byte order mark, XML declaration or `meta` element; UTF-8 by default.
enum MarkupEncoding {
  /// Returns the text in UTF-8; one in an encoding that is not built in is read as Latin-1.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if let encoding = TextEncoding.marked(bytes) {
      return encoding.utf8(bytes.dropFirst(encoding.mark))
    }
    if let encoding = TextEncoding.byZeros(bytes) { return encoding.utf8(bytes[...]) }
    if declared(in: bytes) == nil || isUTF8(bytes) { return repaired(bytes) }
    return TextEncoding.latin(bytes)
  }

  /// Returns the text in UTF-8 and its encoding, which is guessed if the file does not declare it.
  static func decoded(
    _ bytes: [UInt8], _ request: OpenRequest
  ) throws(EngineFailure) -> (bytes: [UInt8], encoding: TextEncoding) {
    let encoding = try encoding(of: bytes, request)
    return (encoding.utf8(bytes.dropFirst(encoding.mark)), encoding)
  }

  private static func encoding(
    of bytes: [UInt8], _ request: OpenRequest
  ) throws(EngineFailure) -> TextEncoding {
    if request.encoding.isEmpty {
      if let marked = TextEncoding.marked(bytes) { return marked }
      if isUTF8(bytes) || isDeclaredUTF8(bytes) { return .utf8 }
      if let name = declared(in: bytes) {
        let converter = DetectableEncoding.named(name)?.converter ?? name
        if let encoding = TextEncoding.named(converter, request.converters) { return encoding }
        guard request.converters.isLoaded else { throw .converterNeeded }
      }
    }
    return try Format.encoding(head: bytes, request) { [bytes] }
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0)
  }

  /// Returns the text with U+FFFD in place of invalid UTF-8.
  fileprivate static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    isUTF8(bytes) ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  /// Whether a text declares to be UTF-8 and mostly is.
  private static func isDeclaredUTF8(_ bytes: [UInt8]) -> Bool {
    guard let name = anyName(in: bytes), isUTF8(name), TextEncoding.byZeros(bytes) == nil else {
      return false
    }
    var count = UTF8Count()
    count.add(bytes)
    return count.isMostlyUTF8
  }

  /// The name in `encoding="…"` or `charset=…` near the beginning; nil for UTF-8 and where there is none.
  static func declared(in bytes: [UInt8]) -> String? {
    anyName(in: bytes).flatMap { isUTF8($0) ? nil : $0 }
  }

  private static func isUTF8(_ name: String) -> Bool { name == "utf-8" || name == "utf8" }

  private static func anyName(in bytes: [UInt8]) -> String? {
    let head = bytes.prefix(2_048).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    for mark in ["encoding=", "charset="] {
      let ends = head.indices.filter { head[$0] == UInt8(ascii: "=") }
      let end = ends.first { head[...$0].suffix(mark.utf8.count).elementsEqual(mark.utf8) }
      guard let end else { continue }
      let name = head[(end + 1)...].drop { "\"' ".utf8.contains($0) }
        .prefix { isLetterOrDigit($0) || "-_:".utf8.contains($0) }
      if !name.isEmpty { return String(decoding: name, as: UTF8.self) }
    }
    return nil
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }
}

extension TextEncoding {
  /// The text of bytes in UTF-8.
  func utf8(_ bytes: some Collection<UInt8>) -> [UInt8] {
    if case .utf8 = reader { return MarkupEncoding.repaired(Array(bytes)) }
    return Array(
      String(String.UnicodeScalarView(scalars(bytes).compactMap(Unicode.Scalar.init))).utf8)
  }

  /// Returns text in windows-1252, of which ISO 8859-1 is a part, in UTF-8.
  static func latin(_ bytes: [UInt8]) -> [UInt8] {
    let scalars = bytes.map { (0x80..<0xA0).contains($0) ? quotes[Int($0) - 0x80] : UInt32($0) }
    return Array(String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init))).utf8)
  }

  /// The characters from 0x80 on, most of them quotation marks and dashes (WHATWG Encoding, index windows-1252).
  private static let quotes: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
