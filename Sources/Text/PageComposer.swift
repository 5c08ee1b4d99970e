package import DocumentModel

/// Turns the glyphs of one page into what its author wrote.
package enum PageComposer {
  /// Blocks of one page in reading order; headers stand first, footers last.
  package static func compose(
    _ text: PageText, size: PageSize, evidence: DocumentEvidence?
  ) -> [TextBlock] {
    var blocks: [TextBlock] = []
    var start = 0
    for end in 0...text.scalars.count
    where end == text.scalars.count || text.scalars[end] == 0x0A {
      if end > start {
        var box = text.boxes[start]
        for index in start..<end { box = box.union(text.boxes[index]) }
        blocks.append(
          TextBlock(
            kind: .paragraph, box: box, scalars: Array(text.scalars[start..<end]),
            origins: (start..<end).map(Int32.init)))
      }
      start = end + 1
    }
    return blocks
  }
}
