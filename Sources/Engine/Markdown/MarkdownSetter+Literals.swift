import DocumentModel

/// Text without Markdown markup: code and HTML.
extension MarkdownSetter {
  private static let tab = 4

  mutating func setCode(_ node: MarkdownNode) {
    var lines = node.literal.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let apart = flow.isApart
    for (index, line) in lines.enumerated() {
      begin(.code, node)
      flow.shiftLine(by: index + (node.isFenced ? 1 : 0))
      if index > 0 { flow.joinToBlockBefore() }
      for scalar in line.unicodeScalars {
        if scalar == "\t" {
          repeat { flow.add(0x20, .monospace) } while flow.column % Self.tab != 0
        } else {
          flow.add(scalar.value, .monospace)
        }
      }
      flow.widestCode = max(flow.widestCode, flow.column)
      flow.end()
      flow.isApart = false
    }
    flow.isApart = lines.isEmpty ? apart : !flow.isTight
  }

  mutating func setHTML(_ node: MarkdownNode) {
    let html = HTMLText(node.literal)
    for name in html.names { flow.name(name.lowercased()) }
    for (index, paragraph) in html.paragraphs.enumerated() {
      begin(paragraphKind, node)
      if index > 0 { flow.joinToBlockBefore() }
      put(paragraph)
      flow.end()
    }
  }
}
