/// Drawings in a file of markup, as files of their own.
enum MarkupDrawing {
  /// Bytes of a drawing, and characters of its words.
  private static let (most, mostWords) = (8 << 20, 4_000)
  /// Bytes of style sheets, each drawing of a file takes them with it.
  private static let mostStyle = 256 << 10

  /// Returns the words that are shown in a drawing, with its title and description.
  static func words(_ node: MarkupNode) -> String {
    let texts = node.descendants.filter { ["title", "desc", "text"].contains($0.name) }
    return String(texts.map(\.words).joined(separator: " ").prefix(mostWords))
  }

  /// Returns the title of a drawing; nil if it has none.
  static func name(_ node: MarkupNode) -> String? {
    let name = node.child("title")?.words ?? node["aria-label"] ?? ""
    return name.isEmpty ? nil : String(name.prefix(mostWords))
  }

  /// Returns style sheets as elements of a drawing; those that take too many bytes are left out.
  static func styles(_ sheets: [[UInt8]]) -> [UInt8] {
    sheets.reduce(into: []) { bytes, sheet in
      guard bytes.count + sheet.count < mostStyle else { return }
      let text = String(decoding: MarkupEncoding.utf8(sheet), as: UTF8.self)
      bytes += Array("<style>".utf8) + escaped(text) + Array("</style>".utf8)
    }
  }

  /// Returns a `svg` element as an SVG file, with the style sheets of the file it is in; nil if it is too large.
  static func file(_ node: MarkupNode, styles: [UInt8] = []) -> [UInt8]? {
    var bytes: [UInt8] = []
    write(node, to: &bytes, styles: styles)
    return bytes.count < most ? bytes : nil
  }

  /// Elements are nested no deeper than in the tree.
  private static func write(
    _ node: MarkupNode, to bytes: inout [UInt8], styles: [UInt8]? = nil
  ) {
    guard bytes.count < most else { return }
    guard !node.isText else { return bytes += escaped(node.text) }
    // Other languages' elements have prefixes that are not declared.
    guard !node.name.contains(":") else { return }
    bytes += Array("<\(node.name)".utf8)
    if styles != nil { bytes += Array(namespaces.utf8) }
    for (name, value) in node.attributes where isKnown(name) {
      bytes += Array(" \(name)=\"".utf8) + escaped(value) + [0x22]
    }
    bytes.append(0x3E)
    bytes += styles ?? []
    for child in node.children { write(child, to: &bytes) }
    bytes += Array("</\(node.name)>".utf8)
  }

  private static let namespaces =
    #" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#

  private static func isKnown(_ name: String) -> Bool {
    let prefix = name.split(separator: ":").first ?? ""
    return !name.contains(":") && name != "xmlns" || prefix == "xlink" || prefix == "xml"
  }

  private static func escaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case 0x26: bytes += Array("&amp;".utf8)
      case 0x3C: bytes += Array("&lt;".utf8)
      case 0x3E: bytes += Array("&gt;".utf8)
      case 0x22: bytes += Array("&quot;".utf8)
      // XML has no other controls than these.
      case 0..<0x20 where byte != 0x09 && byte != 0x0A && byte != 0x0D: bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}
