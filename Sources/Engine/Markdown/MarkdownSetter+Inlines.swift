import DocumentModel
import Wire

extension MarkdownSetter {
  /// The effect of each kind of node on the style of its contents.
  private static let looks: [(kind: MarkdownNode.Kind, looks: CharacterStyle)] = [
    (.strong, .bold), (.emph, .italic), (.strikethrough, .struck), (.image, .italic),
  ]

  var currentLooks: CharacterStyle {
    Self.looks.reduce(into: []) { sum, entry in
      if looks[entry.kind, default: 0] > 0 { sum.formUnion(entry.looks) }
    }
  }

  mutating func enterInline(_ kind: MarkdownNode.Kind, _ node: MarkdownNode) {
    switch kind {
    case .text: put(node.literal)
    case .softbreak: put(" ")
    case .linebreak: breakRow()
    case .code: put(node.literal, .monospace)
    case .html: putHTML(node.literal)
    case .footnoteReference:
      let start = builder.count
      put("[\(node.literal)]")
      link(from: start, to: .place(Self.footnote(Int(node.literal) ?? 0)))
    case .link, .image:
      looks[kind, default: 0] += 1
      openLinks.append((builder.count, node.url))
    default: looks[kind, default: 0] += 1
    }
  }

  mutating func leaveInline(_ kind: MarkdownNode.Kind) {
    guard let depth = looks[kind] else { return }
    looks[kind] = max(0, depth - 1)
    guard kind == .link || kind == .image else { return }
    guard let last = openLinks.last else { return }
    // A picture without words still has a place.
    if last.start == builder.count, kind == .image { put("(picture)", .italic) }
    // A picture within a link is the link's.
    if openLinks.count == 1 || kind == .link { endLinks(areOpen: false) }
    openLinks.removeLast()
  }

  /// Adds finished links: the innermost that ends, or all that continue in the next row.
  mutating func endLinks(areOpen: Bool) {
    for open in areOpen ? openLinks[...] : openLinks.suffix(1) {
      link(from: open.start, to: LinkAddress(open.address))
    }
  }

  private mutating func link(from start: Int, to address: LinkAddress) {
    guard start < builder.count, links.count < Limit.links / 2 else { return }
    let boxes = builder.text.boxes[start..<builder.count]
    guard let first = boxes.first else { return }
    links.append(
      MarkdownLink(box: boxes.dropFirst().reduce(first) { $0.union($1) }, address: address))
  }

  /// Of a tag between words: a line break, a picture's words, the name of a place.
  private mutating func putHTML(_ literal: String) {
    guard literal.hasPrefix("<"), literal.hasSuffix(">"), literal.utf8.count < 2_048 else { return }
    let tag = HTMLTag(String(literal.dropFirst().dropLast()))
    if let place = tag["id"] ?? tag["name"] { name(place) }
    if tag.name == "br" { breakRow() }
    if tag.name == "img", let words = tag["alt"] { put(words, .italic) }
  }
}
