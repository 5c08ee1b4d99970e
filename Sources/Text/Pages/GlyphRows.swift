package import DocumentModel

/// The characters of a page by height, to find those in a place fast.
package struct GlyphRows {
  /// The maximum number of quads of a page that are examined.
  package static let mostQuads = 4_000

  /// Indices of characters with a box, from the top down.
  private let order: [Int]
  private let heights: [Double]
  private let boxes: [Box]

  package init(_ text: PageText) {
    boxes = text.boxes
    let found = text.boxes.indices.filter { !text.boxes[$0].isEmpty }
      .map { (index: $0, y: text.boxes[$0].middle.y) }.sorted { $0.y < $1.y }
    order = found.map(\.index)
    heights = found.map(\.y)
  }

  private func lower(_ y: Double) -> Int {
    var (low, high) = (0, heights.count)
    while low < high {
      let middle = (low + high) / 2
      if heights[middle] < y { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The characters whose middles lie in quads, with the blanks between them, ascending.
  package func lit(by quads: ArraySlice<Quad>, in text: PageText) -> [Int] {
    var lit: Set<Int> = []
    for quad in quads {
      let box = quad.box
      guard box.x0.isFinite, box.x1.isFinite, box.y0.isFinite, box.y1.isFinite else { continue }
      var at = lower(Double(box.y0))
      while at < heights.count, heights[at] <= Double(box.y1) {
        let middle = boxes[order[at]].middle
        if box.contains(middle), quad.holds(middle) { lit.insert(order[at]) }
        at += 1
      }
    }
    var result = lit.sorted()
    let gaps = zip(result, result.dropFirst()).flatMap { before, after -> [Int] in
      guard after - before > 1, after - before < 5 else { return [] }
      let between = Array((before + 1)..<after)
      return between.allSatisfy { Script.isBlank(text.scalars[$0]) || text.scalars[$0] == 0x0A }
        ? between : []
    }
    if !gaps.isEmpty { result = (result + gaps).sorted() }
    return result
  }

  /// Returns the characters whose centres are between two heights, at most some thousands.
  func around(_ heights: ClosedRange<Double>) -> ArraySlice<Int> {
    let start = lower(heights.lowerBound)
    return order[start..<max(start, min(lower(heights.upperBound), start + 4_000))]
  }

  /// Returns the character whose line is nearest to the top of a box, among those that satisfy a
  /// condition.
  package func nearest(to box: Box, where isWanted: (Int) -> Bool = { _ in true }) -> Int? {
    guard box.x0.isFinite, box.y0.isFinite, !order.isEmpty else { return nil }
    let (x, y) = (Double(box.x0), Double(box.y0) + min(8, Double(box.height) / 2))
    let near = lower(y)
    // A line has at most some hundreds of letters, adjacent in the order.
    let around = order[max(0, near - 600)..<min(order.count, near + 600)].filter(isWanted)
    let candidates = around.isEmpty ? order.filter(isWanted) : around
    return candidates.min { cost($0, x, y) < cost($1, x, y) }
  }

  /// A line that the place is on comes before one that is nearer by its side.
  private func cost(_ index: Int, _ x: Double, _ y: Double) -> Double {
    let box = boxes[index]
    let beside = max(0, Double(box.y0) - y, y - Double(box.y1))
    return beside * 1_000 + abs(box.middle.y - y) * 8 + abs(box.middle.x - x)
  }
}

extension Quad {
  /// Whether a point of its bounding box is also inside the slanted box.
  fileprivate func holds(_ point: Point) -> Bool {
    let isUpright =
      topLeft.x == bottomLeft.x && topRight.x == bottomRight.x && topLeft.y == topRight.y
      && bottomLeft.y == bottomRight.y
    if isUpright { return true }
    let corners = [topLeft, topRight, bottomRight, bottomLeft]
    var (isLeft, isRight) = (false, false)
    for (a, b) in zip(corners, corners.dropFirst() + [topLeft]) {
      let side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
      if side > 0.01 { isLeft = true }
      if side < -0.01 { isRight = true }
    }
    return !(isLeft && isRight)
  }
}
