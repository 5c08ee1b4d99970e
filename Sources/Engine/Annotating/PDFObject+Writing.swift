/// Encrypts the bytes of a string or stream for the file.
typealias Enciphering = (_ bytes: [UInt8]) -> [UInt8]

extension PDFObject {
  /// Appends the object in PDF syntax, with hexadecimal strings and sorted keys.
  func write(to bytes: inout [UInt8], enciphering: Enciphering?) {
    switch self {
    case .null: bytes += Array("null".utf8)
    case .bool(let value): bytes += Array((value ? "true" : "false").utf8)
    case .integer(let value): bytes += Array(String(value).utf8)
    case .real(let text): bytes += Array(text.utf8)
    case .name(let name): Self.write(name: name, to: &bytes)
    case .string(let plain): Self.write(string: enciphering?(plain) ?? plain, to: &bytes)
    case .reference(let place):
      bytes += Array("\(place.number) \(place.generation) R".utf8)
    case .array(let items):
      bytes.append(0x5B)
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(index % 16 == 0 ? 0x0A : 0x20) }
        item.write(to: &bytes, enciphering: enciphering)
      }
      bytes.append(0x5D)
    case .dictionary(let entries), .stream(let entries):
      bytes += Array("<<".utf8)
      for key in entries.keys.sorted() {
        guard let value = entries[key] else { continue }
        Self.write(name: key, to: &bytes)
        bytes.append(0x20)
        value.write(to: &bytes, enciphering: enciphering)
        bytes.append(0x0A)
      }
      bytes += Array(">>".utf8)
    }
  }

  /// Writes a name; bytes other than regular ASCII characters become `#XX` (PDF 32000-1, 7.3.5).
  private static func write(name: String, to bytes: inout [UInt8]) {
    bytes.append(0x2F)
    // Each character is one byte.
    for scalar in name.unicodeScalars {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      if byte > 0x20, byte < 0x7F, !delimiters.contains(byte) {
        bytes.append(byte)
      } else {
        bytes.append(0x23)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      }
    }
  }

  private static func write(string: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(0x3C)
    for byte in string {
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
    bytes.append(0x3E)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
  private static let delimiters = Set("()<>[]{}/%#".utf8)
}
