import DocumentModel
import Text
import Wire

extension MarkdownSetter {
  /// The effect of each kind of node on the style of its contents.
  private static let styles: [(kind: MarkdownNode.Kind, style: CharacterStyle)] = [
    (.strong, .bold), (.emph, .italic), (.strikethrough, .struck), (.image, .italic),
  ]

  var currentStyle: CharacterStyle {
    Self.styles.reduce(into: []) { sum, entry in
      if depths[entry.kind, default: 0] > 0 { sum.formUnion(entry.style) }
    }
  }

  mutating func enterInline(_ kind: MarkdownNode.Kind, _ node: MarkdownNode) {
    switch kind {
    case .text: put(node.literal)
    case .softbreak: put(" ")
    case .linebreak: flow.breakRow()
    case .code: put(node.literal, .monospace)
    case .html: putHTML(node.literal)
    case .footnoteReference:
      flow.openLink(.place(Self.footnote(Int(node.literal) ?? 0)))
      put("[\(node.literal)]")
      flow.closeLink()
    case .link, .image:
      depths[kind, default: 0] += 1
      flow.openLink(LinkAddress(node.url))
    default: depths[kind, default: 0] += 1
    }
  }

  mutating func leaveInline(_ kind: MarkdownNode.Kind) {
    guard let depth = depths[kind] else { return }
    depths[kind] = max(0, depth - 1)
    guard kind == .link || kind == .image else { return }
    // An image without words still has a place.
    if flow.isLinkEmpty, kind == .image { put(TextBlock.unnamedPicture, .italic) }
    // An image within a link is the link's.
    flow.closeLink(isKept: flow.openLinkCount == 1 || kind == .link)
  }

  /// Handles a tag between words: a line break, a picture's words, the name of a place.
  private mutating func putHTML(_ literal: String) {
    guard literal.hasPrefix("<"), literal.hasSuffix(">"), literal.utf8.count < 2_048 else { return }
    let tag = HTMLTag(String(literal.dropFirst().dropLast()))
    if let place = tag["id"] ?? tag["name"] { flow.name(place.lowercased()) }
    if tag.name == "br" { flow.breakRow() }
    if tag.name == "img", let words = tag["alt"] { put(words, .italic) }
  }
}
