import DocumentModel
import Wire

/// Text strings of a PDF (PDF 32000-1, 7.9.2.2) in PDFDocEncoding, UTF-16 of either byte order, or UTF-8.
enum PDFText {
  /// Decodes a string. Line ends become U+000A; other control characters and those that change text direction are removed.
  static func decoded(_ bytes: [UInt8]) -> String {
    let scalars: [Unicode.Scalar]
    switch bytes.prefix(3) {
    case [0xEF, 0xBB, 0xBF]:
      scalars = Array(String(decoding: bytes.dropFirst(3), as: UTF8.self).unicodeScalars)
    case let start where start.starts(with: [0xFE, 0xFF]):
      scalars = units(bytes.dropFirst(2), isBig: true)
    case let start where start.starts(with: [0xFF, 0xFE]):
      scalars = units(bytes.dropFirst(2), isBig: false)
    default: scalars = bytes.map(character)
    }
    return clean(scalars)
  }

  /// Encodes ASCII as it is, anything else as UTF-16BE with a byte order mark.
  static func encoded(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A) }) { return Array(text.utf8) }
    return [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  private static func units(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> [Unicode.Scalar] {
    let bytes = Array(bytes)
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
      let (one, two) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBig ? one << 8 | two : two << 8 | one
    }
    return Array(String(decoding: units, as: UTF16.self).unicodeScalars)
  }

  /// Removes control characters and the language codes enclosed in U+001B (PDF 32000-1, 7.9.2.2).
  private static func clean(_ scalars: [Unicode.Scalar]) -> String {
    var clean = String.UnicodeScalarView()
    var place = 0
    while place < scalars.count {
      let scalar = scalars[place]
      place += 1
      switch scalar.value {
      case 0x1B:
        if let end = scalars[place...].prefix(8).firstIndex(where: { $0.value == 0x1B }) {
          place = end + 1
        }
      case 0x0D:
        if place < scalars.count, scalars[place].value == 0x0A { place += 1 }
        clean.append("\n")
      case 0x09: clean.append(" ")
      default:
        if let shown = CleanText.shown(scalar.value) {
          // `CleanText` turns other control characters into blanks; here they are dropped.
          if shown == 0x20, scalar.value != 0x20 { continue }
          Unicode.Scalar(shown).map { clean.append($0) }
        }
      }
    }
    return String(clean)
  }

  private static func character(_ byte: UInt8) -> Unicode.Scalar {
    special[byte] ?? Unicode.Scalar(byte)
  }

  /// The codes of PDFDocEncoding that differ from Latin-1 (PDF 32000-1, annex D.3).
  static let special: [UInt8: Unicode.Scalar] = {
    let low = "\u{2D8}\u{2C7}\u{2C6}\u{2D9}\u{2DD}\u{2DB}\u{2DA}\u{2DC}"
    let high =
      "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™\u{FB01}\u{FB02}ŁŒŠŸŽıłœšž\u{FFFD}€"
    var table: [UInt8: Unicode.Scalar] = [:]
    for (index, scalar) in low.unicodeScalars.enumerated() { table[0x18 + UInt8(index)] = scalar }
    for (index, scalar) in high.unicodeScalars.enumerated() { table[0x80 + UInt8(index)] = scalar }
    return table
  }()
}
