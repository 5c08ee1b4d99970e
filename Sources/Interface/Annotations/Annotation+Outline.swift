import DocumentModel

extension Annotation {
  /// Returns the lines that show where it lies, in points: its strokes, its ellipse or the edges of its box.
  var outline: [[Point]] {
    switch kind {
    case .line, .ink, .polyLine: if !strokes.isEmpty { return strokes }
    case .polygon: if !strokes.isEmpty { return strokes.map { $0 + $0.prefix(1) } }
    case .circle:
      return [
        Point.ellipse(around: box.middle, width: Double(box.width), height: Double(box.height))
      ]
    default: break
    }
    let (x0, y0, x1, y1) = (Double(box.x0), Double(box.y0), Double(box.x1), Double(box.y1))
    return [
      [
        Point(x: x0, y: y0), Point(x: x1, y: y0), Point(x: x1, y: y1), Point(x: x0, y: y1),
        Point(x: x0, y: y0),
      ]
    ]
  }
}

extension Point {
  /// The points of an ellipse, sixty steps round.
  static func ellipse(around middle: Point, width: Double, height: Double) -> [Point] {
    // A vector on the unit circle is rotated step by step.
    let (cosine, sine) = (0.994_521_895, 0.104_528_463)
    var (x, y) = (1.0, 0.0)
    return (0...60).map { _ in
      defer { (x, y) = (x * cosine - y * sine, x * sine + y * cosine) }
      return Point(x: middle.x + x * width / 2, y: middle.y + y * height / 2)
    }
  }
}
