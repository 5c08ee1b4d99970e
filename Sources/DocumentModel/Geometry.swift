/// A point on the displayed page in points; the origin is the top left corner, y grows down.
package struct Point: Sendable, Hashable, Codable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The size of a displayed page (cropped and rotated) in points.
package struct PageSize: Sendable, Hashable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle on the displayed page in points, origin at the top left, y down; `x0 ≤ x1`, `y0 ≤ y1`.
///
/// Single precision keeps a page of boxes small: 16 bytes per character.
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

  /// Makes the smallest box that contains all points; nil if there are none.
  package init?(around points: [Point]) {
    guard let x0 = points.map(\.x).min(), let x1 = points.map(\.x).max(),
      let y0 = points.map(\.y).min(), let y1 = points.map(\.y).max()
    else { return nil }
    self.init(x0: Float(x0), y0: Float(y0), x1: Float(x1), y1: Float(y1))
  }

  /// Makes a box by its upper left corner and its size. With a page's size it is moved onto the page, and cut if it is larger.
  package init(x: Float, y: Float, width: Float, height: Float, within page: PageSize? = nil) {
    self.init(x0: x, y0: y, x1: x + width, y1: y + height)
    guard let page else { return }
    let (right, bottom) = (Float(page.width), Float(page.height))
    x0 = max(0, min(x, right - width))
    y0 = max(0, min(y, bottom - height))
    x1 = min(right, x0 + width)
    y1 = min(bottom, y0 + height)
  }

  package static let zero = Box(x0: 0, y0: 0, x1: 0, y1: 0)

  package var width: Float { x1 - x0 }
  package var height: Float { y1 - y0 }
  package var middle: Point { Point(x: Double(x0 + x1) / 2, y: Double(y0 + y1) / 2) }
  /// The upper left corner.
  package var corner: Point { Point(x: Double(x0), y: Double(y0)) }
  package var isEmpty: Bool { !(x1 > x0 && y1 > y0) }
  /// In square points.
  package var area: Float { width * height }

  package func widened(by points: Float) -> Box {
    Box(x0: x0 - points, y0: y0 - points, x1: x1 + points, y1: y1 + points)
  }

  /// Returns the smallest box that contains both.
  package func union(_ other: Box) -> Box {
    Box(
      x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
  }

  /// Whether the boxes have an area in common.
  package func overlaps(_ other: Box) -> Bool {
    x0 < other.x1 && other.x0 < x1 && y0 < other.y1 && other.y0 < y1
  }

  package func contains(_ point: Point) -> Bool {
    Double(x0) <= point.x && point.x <= Double(x1) && Double(y0) <= point.y
      && point.y <= Double(y1)
  }
}

/// Converts y coordinates with the origin at the bottom, as in PDF user space, to the displayed page.
package struct PageGeometry: Sendable, Hashable {
  /// The size of the displayed page in points.
  package var size: PageSize

  package init(size: PageSize) {
    self.size = size
  }

  /// Converts a height above the bottom edge, in points, to the distance from the top edge.
  package func fromTop(_ y: Double) -> Double { size.height - y }

  /// Returns the box, with y down, of a rectangle given by two opposite corners with y up, in any order.
  package func box(x1: Double, y1: Double, x2: Double, y2: Double) -> Box {
    Box(
      x0: Float(min(x1, x2)), y0: Float(fromTop(max(y1, y2))),
      x1: Float(max(x1, x2)), y1: Float(fromTop(min(y1, y2))))
  }
}

/// Converts between PDF user space (y up) and the displayed page (cropped and rotated, y down).
package struct PageSpace: Sendable, Hashable {
  /// The crop box in user space, `x0 ≤ x1`, `y0 ≤ y1`.
  package let x0: Double
  package let y0: Double
  package let x1: Double
  package let y1: Double
  /// The clockwise rotation of the displayed page in degrees: 0, 90, 180 or 270.
  package let rotation: Int

  /// Takes the corners in any order and any multiple of 90 degrees; other angles count as 0.
  package init(x0: Double, y0: Double, x1: Double, y1: Double, rotation: Int) {
    self.x0 = min(x0, x1)
    self.y0 = min(y0, y1)
    self.x1 = max(x0, x1)
    self.y1 = max(y0, y1)
    let turned = (rotation % 360 + 360) % 360
    self.rotation = turned % 90 == 0 ? turned : 0
  }

  /// Converts a point from user space to the displayed page.
  package func shown(x: Double, y: Double) -> Point {
    switch rotation {
    case 90: Point(x: y - y0, y: x - x0)
    case 180: Point(x: x1 - x, y: y - y0)
    case 270: Point(x: y1 - y, y: x1 - x)
    default: Point(x: x - x0, y: y1 - y)
    }
  }

  /// Converts a point from the displayed page to user space.
  package func user(_ point: Point) -> (x: Double, y: Double) {
    switch rotation {
    case 90: (point.y + x0, point.x + y0)
    case 180: (x1 - point.x, point.y + y0)
    case 270: (x1 - point.y, y1 - point.x)
    default: (point.x + x0, y1 - point.y)
    }
  }

  /// The directions right and up of the displayed page as vectors in user space.
  package var directions: (right: (x: Double, y: Double), up: (x: Double, y: Double)) {
    switch rotation {
    case 90: ((0, 1), (-1, 0))
    case 180: ((-1, 0), (0, -1))
    case 270: ((0, -1), (1, 0))
    default: ((1, 0), (0, 1))
    }
  }
}
