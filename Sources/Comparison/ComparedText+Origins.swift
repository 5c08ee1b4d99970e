import Text

extension ComparedText {
  /// Returns the characters of words of one paragraph by page, as ranges of the pages' scalars.
  package func origins(of part: Range<Int>) -> [(page: Int, origins: [Range<Int>])] {
    let flow = paragraph(of: part.lowerBound).flow
    let scalars =
      words[part.lowerBound].range.lowerBound..<words[part.upperBound - 1].range.upperBound
    var pages: [(page: Int, origins: [Range<Int>])] = []
    for origin in flow.origins[scalars.clamped(to: flow.origins.indices)] where origin.index >= 0 {
      let (page, index) = (Int(origin.page), Int(origin.index))
      if pages.last?.page != page { pages.append((page, [])) }
      let end = pages[pages.count - 1].origins.last?.upperBound
      if end == index {
        let count = pages[pages.count - 1].origins.count
        pages[pages.count - 1].origins[count - 1] =
          pages[pages.count - 1].origins[count - 1].lowerBound..<index + 1
      } else if end != index + 1 {
        pages[pages.count - 1].origins.append(index..<index + 1)
      }
    }
    return pages
  }
}
