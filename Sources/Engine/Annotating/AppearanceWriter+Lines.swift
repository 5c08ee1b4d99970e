import DocumentModel

/// Lines with their endings.
extension AppearanceWriter {
  /// The cosine and sine of the angle between a line and the sides of its arrowhead.
  private static let arrow = (cosine: 0.866_025_403_8, sine: 0.5)

  /// An end of a line, and the direction from there along the line as a vector of length 1.
  private struct End {
    var point: Point
    var direction: Point
    /// The length in points of an arrowhead here.
    var length: Double

    /// Returns the point at a distance along the line and to its left, in lengths of an arrowhead.
    func place(_ along: Double, _ aside: Double) -> Point {
      Point(
        x: point.x + (along * direction.x + aside * direction.y) * length,
        y: point.y + (along * direction.y - aside * direction.x) * length)
    }

    /// Returns the end of the line itself, which closed endings shorten.
    func start(_ ending: LineEnding) -> Point {
      switch ending {
      case .closedArrow: place(AppearanceWriter.arrow.cosine, 0)
      case .square, .circle, .diamond: place(1.0 / 3, 0)
      case .none, .openArrow, .butt, .reversedOpenArrow, .reversedClosedArrow, .slash: point
      }
    }
  }

  /// Draws open lines along the strokes, with their endings.
  mutating func openLine() {
    let end = beginShape(isOpen: true)
    var endings: [(End, LineEnding)] = []
    for stroke in annotation.strokes {
      var points = stroke
      if let shapes = annotation.endings, let one = self.end(of: stroke),
        let other = self.end(of: stroke.reversed())
      {
        points[0] = one.start(shapes.first)
        points[points.count - 1] = other.start(shapes.last)
        endings += [(one, shapes.first), (other, shapes.last)]
      }
      lines(points)
    }
    add([], end)
    for (end, ending) in endings { draw(ending, at: end) }
  }

  /// Returns the first end of a line; nil if the line has no length.
  private func end(of stroke: [Point]) -> End? {
    guard let first = stroke.first, let next = stroke.first(where: { $0 != first }) else {
      return nil
    }
    let length = first.distance(next)
    guard length > 0.01 else { return nil }
    return End(
      point: first,
      direction: Point(x: (next.x - first.x) / length, y: (next.y - first.y) / length),
      length: min(annotation.endingLength, length / 2))
  }

  private mutating func draw(_ ending: LineEnding, at end: End) {
    let (cosine, sine) = Self.arrow
    let third = 1.0 / 3
    let points: [Point]
    switch ending {
    case .none: return
    case .openArrow, .closedArrow:
      points = [end.place(cosine, sine), end.point, end.place(cosine, -sine)]
    case .reversedOpenArrow, .reversedClosedArrow:
      points = [end.place(-cosine, sine), end.point, end.place(-cosine, -sine)]
    case .butt: points = [end.place(0, third), end.place(0, -third)]
    // At 30 degrees clockwise from the perpendicular.
    case .slash: points = [end.place(sine, cosine), end.place(-sine, -cosine)]
    case .square:
      points = [
        end.place(-third, -third), end.place(third, -third), end.place(third, third),
        end.place(-third, third),
      ]
    case .diamond:
      points = [
        end.place(-third, 0), end.place(0, -third), end.place(third, 0), end.place(0, third),
      ]
    case .circle: points = []
    }
    let paint = beginShape(isOpen: !ending.isClosed, isDashed: false)
    if ending == .circle {
      ellipse(around: end.point, end.length / 3, end.length / 3)
    } else {
      lines(points)
    }
    if ending.isClosed { add([], "h") }
    add([], paint)
  }
}
