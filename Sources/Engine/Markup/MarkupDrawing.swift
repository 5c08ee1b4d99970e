/// Drawings in a file of markup, as files of their own.
enum MarkupDrawing {
  /// Bytes of a drawing, and characters of its words.
  private static let (most, mostWords) = (8 << 20, 4_000)

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

  /// Returns a `svg` element as an SVG file, with the style sheets of the file it is in; nil if it is too large.
  static func file(_ node: MarkupNode, styles: [[UInt8]] = []) -> [UInt8]? {
    var bytes: [UInt8] = []
    write(node, to: &bytes, styles: styles)
    return bytes.count < most ? bytes : nil
  }

  /// Elements are nested no deeper than in the tree.
  private static func write(
    _ node: MarkupNode, to bytes: inout [UInt8], styles: [[UInt8]]? = nil
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
    for style in styles ?? [] {
      let text = String(decoding: style, as: UTF8.self)
      bytes += Array("<style>".utf8) + escaped(text) + Array("</style>".utf8)
    }
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
    text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x26: Array("&amp;".utf8)
      case 0x3C: Array("&lt;".utf8)
      case 0x3E: Array("&gt;".utf8)
      case 0x22: Array("&quot;".utf8)
      default: [byte]
      }
    }
  }
}
