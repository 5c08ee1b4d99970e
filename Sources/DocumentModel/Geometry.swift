/// A place on a page in points; the origin is the top left corner of the page as it is shown, y grows down.
package struct Point: Sendable, Hashable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The size of a page as it is shown (cropped and rotated), in points.
package struct PageSize: Sendable, Hashable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle on a page in points, origin at the top left of the page as it is shown, y down; `x0 ≤ x1`, `y0 ≤ y1`.
///
/// Single precision keeps a page's worth of them small: 16 bytes a character.
package struct Box: Sendable, Hashable, BitwiseCopyable, Codable {
  package var x0: Float
  package var y0: Float
  package var x1: Float
  package var y1: Float

  package init(x0: Float, y0: Float, x1: Float, y1: Float) {
    self.x0 = x0
    self.y0 = y0
    self.x1 = x1
    self.y1 = y1
  }

  package static let zero = Box(x0: 0, y0: 0, x1: 0, y1: 0)

  package var width: Float { x1 - x0 }
  package var height: Float { y1 - y0 }
  package var middle: Point { Point(x: Double(x0 + x1) / 2, y: Double(y0 + y1) / 2) }
  package var isEmpty: Bool { !(x1 > x0 && y1 > y0) }

  /// The smallest box round both.
  package func union(_ other: Box) -> Box {
    Box(
      x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
  }

  package func contains(_ point: Point) -> Bool {
    Double(x0) <= point.x && point.x <= Double(x1) && Double(y0) <= point.y
      && point.y <= Double(y1)
  }
}

/// The one place that turns PDF user space (origin bottom left, y up) into the page as it is shown.
package struct PageGeometry: Sendable, Hashable {
  /// Size of the page as it is shown, in points.
  package var size: PageSize

  package init(size: PageSize) {
    self.size = size
  }

  /// Height above the bottom edge, in points, as distance from the top edge.
  package func fromTop(_ y: Double) -> Double { size.height - y }

  /// A rectangle given by two corners with y up, in any order, as a box with y down.
  package func box(x1: Double, y1: Double, x2: Double, y2: Double) -> Box {
    Box(
      x0: Float(min(x1, x2)), y0: Float(fromTop(max(y1, y2))),
      x1: Float(max(x1, x2)), y1: Float(fromTop(min(y1, y2))))
  }
}
