package import DocumentModel

extension TextSource {
  /// Tells the origin of a page's characters by its glyphs and by the images below them.
  package init(of page: PageGlyphs) {
    self = page.glyphs.isEmpty && !page.paints.isEmpty ? .picture : .document
    let images = page.paints.reduce(Float(0)) { $1.kind == .image ? $0 + $1.box.area : $0 }
    guard images >= Self.leastCovered * Float(page.size.width * page.size.height) else { return }
    var (painted, hidden, areAtEdge) = (0, 0, true)
    for glyph in page.glyphs where !Script.isBlank(glyph.scalar) {
      if glyph.traits.contains(.hidden) {
        hidden += 1
      } else {
        painted += 1
        areAtEdge = areAtEdge && glyph.size <= Self.stampSize && page.isAtEdge(glyph)
      }
    }
    if hidden > painted {
      self = .layer
    } else if hidden == 0, painted <= Self.longestStamp, areAtEdge {
      self = .picture
    }
  }

  /// The share of a scanned page that its images cover.
  private static let leastCovered: Float = 0.7
  /// In characters.
  private static let longestStamp = 400
  /// In points.
  private static let stampSize: Float = 14
}

extension PageGlyphs {
  /// Whether a glyph stands in the tenth of the page next to one of its edges.
  fileprivate func isAtEdge(_ glyph: Glyph) -> Bool {
    let across = glyph.x / Float(size.width)
    let down = glyph.y / Float(size.height)
    return min(across, 1 - across, down, 1 - down) < 0.1
  }
}
