/// Where the points of a page lie in a picture of it: the one way from one to the other and back.
package struct PagePlacement: Sendable, Hashable {
  /// x' = xx·x + xy·y + x0 and y' = yx·x + yy·y + y0, as cairo has them; x and y in points from the page's top left corner as the
  /// document has it turned, x' and y' in pixels of the picture.
  package let xx: Double
  package let xy: Double
  package let x0: Double
  package let yx: Double
  package let yy: Double
  package let y0: Double

  /// `size` is that of the page as the document has it turned; no side of it may be 0.
  package init(_ drawing: PageDrawing, of size: PageSize) {
    let (width, height) = (Double(drawing.width), Double(drawing.height))
    let shown = drawing.turn.turned(size)
    let (across, down) = (width / shown.width, height / shown.height)
    let (left, top) = (Double(drawing.frame.x), Double(drawing.frame.y))
    switch drawing.turn {
    case .none: (xx, xy, x0, yx, yy, y0) = (across, 0, -left, 0, down, -top)
    case .right: (xx, xy, x0, yx, yy, y0) = (0, -across, width - left, down, 0, -top)
    case .half: (xx, xy, x0, yx, yy, y0) = (-across, 0, width - left, 0, -down, height - top)
    case .left: (xx, xy, x0, yx, yy, y0) = (0, across, -left, -down, 0, height - top)
    }
  }

  /// The pixel a point lies in, with fractions.
  package func pixel(of point: Point) -> Point {
    Point(x: xx * point.x + xy * point.y + x0, y: yx * point.x + yy * point.y + y0)
  }

  /// The point of the page that is seen at a place in the picture.
  package func point(atPixel pixel: Point) -> Point {
    let (x, y) = (pixel.x - x0, pixel.y - y0)
    // Turned by quarters there is one number in each row and column.
    return xx == 0 ? Point(x: y / yx, y: x / xy) : Point(x: x / xx, y: y / yy)
  }

  /// The pixels a box touches, cut to a picture's; nil where it touches none.
  package func pixels(of box: Box, in frame: PixelRect) -> PixelRect? {
    let one = pixel(of: Point(x: Double(box.x0), y: Double(box.y0)))
    let other = pixel(of: Point(x: Double(box.x1), y: Double(box.y1)))
    guard one.x.isFinite, one.y.isFinite, other.x.isFinite, other.y.isFinite else { return nil }
    func cut(_ value: Double, _ most: Int) -> Int { Int(min(max(0, value), Double(most))) }
    // A pixel that is touched by a thousandth is not.
    let slack = 0.001
    let left = cut((min(one.x, other.x) + slack).rounded(.down), frame.width)
    let right = cut((max(one.x, other.x) - slack).rounded(.up), frame.width)
    let top = cut((min(one.y, other.y) + slack).rounded(.down), frame.height)
    let bottom = cut((max(one.y, other.y) - slack).rounded(.up), frame.height)
    guard right > left, bottom > top else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
