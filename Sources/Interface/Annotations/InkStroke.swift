package import DocumentModel

/// Smooths hand-drawn strokes.
package enum InkStroke {
  /// Points between two that are kept.
  private static let steps = 6

  /// Simplifies a stroke and draws a curve through the remaining points: those within `tolerance` of the lines of others are removed
  /// (Ramer, Douglas and Peucker), the rest joined smoothly (Catmull-Rom). The ends stay in place.
  package static func smoothed(_ points: [Point], tolerance: Double) -> [Point] {
    let kept = reduced(points, tolerance: tolerance)
    guard kept.count > 2 else { return kept }
    var curve: [Point] = []
    for index in 0..<(kept.count - 1) {
      let corners = [
        kept[max(0, index - 1)], kept[index], kept[index + 1],
        kept[min(kept.count - 1, index + 2)],
      ]
      for step in 0..<steps {
        curve.append(between(corners, Double(step) / Double(steps)))
      }
    }
    return curve + kept.suffix(1)
  }

  /// The points that matter, in their order; a stack in place of calls, as a stroke may have any number.
  package static func reduced(_ points: [Point], tolerance: Double) -> [Point] {
    guard points.count > 2 else { return points }
    var isKept = [Bool](repeating: false, count: points.count)
    isKept[0] = true
    isKept[points.count - 1] = true
    var open = [(0, points.count - 1)]
    while let (first, last) = open.popLast() {
      guard last - first > 1 else { continue }
      var farthest = (index: first, distance: 0.0)
      for index in (first + 1)..<last {
        let distance = distance(points[index], from: points[first], to: points[last])
        if distance > farthest.distance { farthest = (index, distance) }
      }
      guard farthest.distance > tolerance else { continue }
      isKept[farthest.index] = true
      open += [(first, farthest.index), (farthest.index, last)]
    }
    return zip(points, isKept).filter(\.1).map(\.0)
  }

  /// From a point to the nearest of a line's.
  private static func distance(_ point: Point, from a: Point, to b: Point) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let share =
      square == 0
      ? 0 : min(1, max(0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / square))
    let (x, y) = (a.x + share * dx - point.x, a.y + share * dy - point.y)
    return (x * x + y * y).squareRoot()
  }

  /// A point of the curve between the second and the third of four.
  private static func between(_ p: [Point], _ t: Double) -> Point {
    func value(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      let cubic = -a + 3 * b - 3 * c + d
      let square = 2 * a - 5 * b + 4 * c - d
      return 0.5 * (2 * b + (c - a) * t + square * t * t + cubic * t * t * t)
    }
    return Point(
      x: value(p[0].x, p[1].x, p[2].x, p[3].x), y: value(p[0].y, p[1].y, p[2].y, p[3].y))
  }
}
