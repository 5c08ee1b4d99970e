package import DocumentModel

extension Direction {
  /// Returns a box of the page rotated so that text of this direction runs from left to right.
  package func upright(_ box: Box) -> Box {
    switch self {
    case .across, .unknown: box
    case .down: Box(x0: box.y0, y0: -box.x1, x1: box.y1, y1: -box.x0)
    case .up: Box(x0: -box.y1, y0: box.x0, x1: -box.y0, y1: box.x1)
    case .back: Box(x0: -box.x1, y0: -box.y1, x1: -box.x0, y1: -box.y0)
    }
  }

  /// Rotates a quadrilateral back; its corners stay those of the letters.
  package func shown(_ quad: Quad) -> Quad {
    Quad(
      topLeft: shown(quad.topLeft), topRight: shown(quad.topRight),
      bottomLeft: shown(quad.bottomLeft), bottomRight: shown(quad.bottomRight))
  }

  private func shown(_ point: Point) -> Point {
    switch self {
    case .across, .unknown: point
    case .down: Point(x: -point.y, y: point.x)
    case .up: Point(x: point.y, y: -point.x)
    case .back: Point(x: -point.x, y: -point.y)
    }
  }
}
