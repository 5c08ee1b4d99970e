import DocumentModel

/// Pages that are one drawing.
extension RegionFinder {
  /// Returns the box of what is on a page that was cut to one drawing: it reaches the edges of no usual paper, and has labels but no text.
  func drawing(_ size: PageSize) -> Box? {
    let (short, long) = (min(size.width, size.height), max(size.width, size.height))
    guard !Self.papers.contains(where: { abs(long - $0 * short) < 0.01 * long }),
      pieces.count(where: { $0.words >= Self.leastSentence }) <= Self.mostTitles,
      let first = paints.clusters.first?.box
    else { return nil }
    let box = (paints.clusters.map(\.box) + pieces.map(\.box)).reduce(first) { $0.union($1) }
    let (right, foot) = (Float(size.width) - box.x1, Float(size.height) - box.y1)
    return max(box.x0, right) < Self.mostMargin * Float(size.width)
      && max(box.y0, foot) < Self.mostMargin * Float(size.height) ? box : nil
  }

  /// The sides' ratios of A4, US Letter, books and slides.
  private static let papers = [1.4142, 11 / 8.5, 4.0 / 3, 1.5, 1.6, 16.0 / 9]
  static let leastPaints = 10
  /// Words of a label that may be a sentence, and how many of them titles of a drawing are.
  private static let leastSentence = 4
  private static let mostTitles = 2
  /// The share of a page's side that is white at the edge of a drawing.
  private static let mostMargin: Float = 0.06
}
