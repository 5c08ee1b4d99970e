/// The left edges of a document's columns: positions where many of its long segments start.
struct ColumnStarts: Sendable {
  private var counts: [Int32] = []
  private var total: Int32 = 0
  private static let bin: Float = 2
  private static let mostBins = 1_000
  /// The width in cells from which a segment is running text rather than a table cell.
  static let longCells: Int32 = 20

  mutating func add(_ segment: Segment) {
    guard segment.cells >= Self.longCells, segment.x0 >= 0 else { return }
    if counts.isEmpty { counts = [Int32](repeating: 0, count: Self.mostBins) }
    counts[Self.bin(of: segment.x0)] += 1
    total += 1
  }

  private static func bin(of x: Float) -> Int { min(Int(x / bin), mostBins - 1) }

  /// The left edges shared by at least an eighth of the long segments; empty if there are too few segments.
  var edges: [Float] {
    guard total >= 40 else { return [] }
    var found: [Float] = []
    var at = 0
    while at < counts.count {
      let here = counts[at] + (at + 1 < counts.count ? counts[at + 1] : 0)
      guard here * 8 >= total else {
        at += 1
        continue
      }
      found.append(Float(at) * Self.bin)
      at += 2
    }
    return found
  }
}
