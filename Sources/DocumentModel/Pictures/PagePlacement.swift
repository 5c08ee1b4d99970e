/// Converts between points of a page and pixels of its rendered image.
package struct PagePlacement: Sendable, Hashable {
  /// x' = xx·x + xy·y + x0 and y' = yx·x + yy·y + y0, as in cairo. x and y are points from the top left corner of the page with the document's rotation; x' and
  /// y' are pixels of the image.
  package let xx: Double
  package let xy: Double
  package let x0: Double
  package let yx: Double
  package let yy: Double
  package let y0: Double

  /// `size` is the page size with the document's rotation; neither side may be 0.
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

  /// Pixels of a point of the page, in the direction that has more.
  package var scale: Double { max(abs(xx) + abs(xy), abs(yx) + abs(yy)) }

  /// Returns the pixel of a point, with fractions.
  package func pixel(of point: Point) -> Point {
    Point(x: xx * point.x + xy * point.y + x0, y: yx * point.x + yy * point.y + y0)
  }

  /// Returns the point of the page shown at a pixel.
  package func point(atPixel pixel: Point) -> Point {
    let (x, y) = (pixel.x - x0, pixel.y - y0)
    // After a quarter turn each row and column of the matrix has one non-zero number.
    return xx == 0 ? Point(x: y / yx, y: x / xy) : Point(x: x / xx, y: y / yy)
  }

  /// Returns the pixels a box touches, clipped to the image; nil if it touches none.
  package func pixels(of box: Box, in frame: PixelRect) -> PixelRect? {
    let one = pixel(of: Point(x: Double(box.x0), y: Double(box.y0)))
    let other = pixel(of: Point(x: Double(box.x1), y: Double(box.y1)))
    guard one.x.isFinite, one.y.isFinite, other.x.isFinite, other.y.isFinite else { return nil }
    func cut(_ value: Double, _ most: Int) -> Int { Int(min(max(0, value), Double(most))) }
    // An overlap of a thousandth of a pixel does not count.
    let slack = 0.001
    let left = cut((min(one.x, other.x) + slack).rounded(.down), frame.width)
    let right = cut((max(one.x, other.x) - slack).rounded(.up), frame.width)
    let top = cut((min(one.y, other.y) + slack).rounded(.down), frame.height)
    let bottom = cut((max(one.y, other.y) - slack).rounded(.up), frame.height)
    guard right > left, bottom > top else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
