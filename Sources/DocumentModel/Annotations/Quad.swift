/// A quadrilateral around a run of text (PDF 32000-1, 12.5.6.10), in points of the displayed page, origin at the top left, y down.
package struct Quad: Sendable, Hashable, Codable {
  package var topLeft: Point
  package var topRight: Point
  package var bottomLeft: Point
  package var bottomRight: Point

  package init(topLeft: Point, topRight: Point, bottomLeft: Point, bottomRight: Point) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
  }

  package init(_ box: Box) {
    let (x0, y0, x1, y1) = (Double(box.x0), Double(box.y0), Double(box.x1), Double(box.y1))
    self.init(
      topLeft: Point(x: x0, y: y0), topRight: Point(x: x1, y: y0),
      bottomLeft: Point(x: x0, y: y1), bottomRight: Point(x: x1, y: y1))
  }

  package var corners: [Point] { [topLeft, topRight, bottomLeft, bottomRight] }

  /// The bounding box.
  package var box: Box {
    let x = corners.map { Float($0.x) }
    let y = corners.map { Float($0.y) }
    return Box(
      x0: x.min() ?? 0, y0: y.min() ?? 0, x1: x.max() ?? 0, y1: y.max() ?? 0)
  }
}
