import DocumentModel

/// Text without Markdown markup: code and HTML.
extension MarkdownSetter {
  private static let tab = 4

  mutating func setCode(_ node: MarkdownNode) {
    var lines = node.literal.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let apart = isApart
    for (index, line) in lines.enumerated() {
      begin(.code, node)
      block?.line += index + (node.isFenced ? 1 : 0)
      if index > 0 { block?.isApart = false }
      for scalar in line.unicodeScalars {
        if scalar == "\t" {
          repeat { builder.add(0x20, .monospace) } while builder.column % Self.tab != 0
        } else {
          builder.add(scalar.value, .monospace)
        }
      }
      widestCode = max(widestCode, builder.column)
      end()
      isApart = false
    }
    isApart = lines.isEmpty ? apart : !isInTightList
  }

  mutating func setHTML(_ node: MarkdownNode) {
    let html = HTMLText(node.literal)
    for name in html.names { self.name(name) }
    for (index, paragraph) in html.paragraphs.enumerated() {
      begin(paragraphKind, node)
      if index > 0 { block?.isApart = false }
      put(paragraph)
      end()
    }
  }
}
