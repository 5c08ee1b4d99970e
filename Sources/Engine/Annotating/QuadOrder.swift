import DocumentModel

/// Determines which corner of a quadrilateral is which; files have them in any order, since programs differ from PDF 32000-1, 12.5.6.10.
enum QuadOrder {
  /// Takes four points of the shown page; nil if they enclose nothing.
  static func quad(_ points: [Point]) -> Quad? {
    guard points.count == 4 else { return nil }
    let (x, y) = (points.map(\.x), points.map(\.y))
    guard let x0 = x.min(), let x1 = x.max(), let y0 = y.min(), let y1 = y.max(),
      x1 > x0 || y1 > y0
    else { return nil }
    let run = Point(x: points[1].x - points[0].x, y: points[1].y - points[0].y)
    if isUpright(points, x0, y0, x1, y1), abs(run.x) >= abs(run.y), !isUpsideDown(points, run) {
      return Quad(Box(x0: Float(x0), y0: Float(y0), x1: Float(x1), y1: Float(y1)))
    }
    return turned(points)
  }

  /// Returns true if a point lies near each corner of the bounding box; a narrow run of rotated text has only two such points.
  private static func isUpright(
    _ points: [Point], _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double
  ) -> Bool {
    let (width, height) = ((x1 - x0) / 10, (y1 - y0) / 10)
    return [(x0, y0), (x1, y0), (x0, y1), (x1, y1)].allSatisfy { x, y in
      points.contains { abs($0.x - x) <= width && abs($0.y - y) <= height }
    }
  }

  /// Returns true if the corners are upper left, upper right, lower left, lower right of upside-down letters. Other orders that begin like this are mirrored.
  private static func isUpsideDown(_ points: [Point], _ run: Point) -> Bool {
    let down = Point(x: points[2].x - points[0].x, y: points[2].y - points[0].y)
    return run.x < 0 && down.y < 0 && abs(down.x) <= abs(run.x) / 10
  }

  /// In both common orders the first two corners lie along the text, unless they are opposite.
  private static func turned(_ points: [Point]) -> Quad {
    let middle = Point(
      x: points.map(\.x).reduce(0, +) / 4, y: points.map(\.y).reduce(0, +) / 4)
    let round = points.indices.sorted {
      angle(points[$0], middle) < angle(points[$1], middle)
    }
    let (first, second) = (round.firstIndex(of: 0) ?? 0, round.firstIndex(of: 1) ?? 1)
    let areNeighbours = (first - second + 4) % 2 == 1
    let (from, to) = areNeighbours ? (points[0], points[1]) : longest(round.map { points[$0] })
    let run = Point(x: to.x - from.x, y: to.y - from.y)
    func along(_ point: Point) -> Double { point.x * run.x + point.y * run.y }
    func down(_ point: Point) -> Double { point.y * run.x - point.x * run.y }
    let rows = points.sorted { down($0) < down($1) }
    let top = rows.prefix(2).sorted { along($0) < along($1) }
    let bottom = rows.suffix(2).sorted { along($0) < along($1) }
    return Quad(
      topLeft: top[0], topRight: top[1], bottomLeft: bottom[0], bottomRight: bottom[1])
  }

  private static func longest(_ round: [Point]) -> (Point, Point) {
    let sides = (0..<4).map { (round[$0], round[($0 + 1) % 4]) }
    let longest = sides.max { length($0) < length($1) } ?? (round[0], round[1])
    return longest.0.x <= longest.1.x ? longest : (longest.1, longest.0)
  }

  private static func length(_ side: (Point, Point)) -> Double {
    let (x, y) = (side.1.x - side.0.x, side.1.y - side.0.y)
    return x * x + y * y
  }

  /// Returns a value that grows with the angle round the middle, without trigonometry.
  private static func angle(_ point: Point, _ middle: Point) -> Double {
    let (x, y) = (point.x - middle.x, point.y - middle.y)
    let size = abs(x) + abs(y)
    guard size > 0 else { return 0 }
    return y >= 0 ? 1 - x / size : 3 + x / size
  }
}
