/// A request to render a page or part of it at a size and in a colour profile.
package struct PageDrawing: Sendable, Hashable {
  /// The page index from 0.
  package var page: Int
  /// The size in pixels of the whole page after rotation by `turn`; the page is stretched to whole pixels.
  package var width: Int
  package var height: Int
  /// In addition to the document's own rotation of the page.
  package var turn: QuarterTurn
  /// The part to render, in those pixels; nil for the whole page.
  package var part: PixelRect?
  package var profile: ColorProfile

  package init(
    page: Int, width: Int, height: Int, turn: QuarterTurn = .none, part: PixelRect? = nil,
    profile: ColorProfile = .normal
  ) {
    self.page = page
    self.width = width
    self.height = height
    self.turn = turn
    self.part = part
    self.profile = profile
  }

  /// Makes the drawing of a box in points on a page of a size; nil if the page cannot be drawn that large.
  package init?(page: Int, box: Box, of size: PageSize, scale: PictureScale) {
    guard let pixels = scale.pixels(of: size) else { return nil }
    let ratio = Double(pixels.width) / size.width
    func pixel(_ points: Float, _ most: Int) -> Int {
      Int(min(max(0, Double(points) * ratio), Double(most)))
    }
    let (x, y) = (pixel(box.x0, pixels.width - 1), pixel(box.y0, pixels.height - 1))
    self.init(page: page, width: pixels.width, height: pixels.height)
    part = PixelRect(
      x: x, y: y, width: max(1, pixel(box.x1, pixels.width) - x),
      height: max(1, pixel(box.y1, pixels.height) - y))
  }

  /// The whole page in pixels.
  package var whole: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The rectangle of the rendered image.
  package var frame: PixelRect { part ?? whole }
}

/// A clockwise rotation by quarter turns.
package enum QuarterTurn: Int, Sendable, Hashable, CaseIterable {
  case none, right, half, left

  /// nil unless the angle is a multiple of 90; negative angles turn counter-clockwise.
  package init?(degrees: Int) {
    guard degrees % 90 == 0 else { return nil }
    self.init(rawValue: ((degrees / 90) % 4 + 4) % 4)
  }

  package var degrees: Int { rawValue * 90 }

  /// Whether width and height are exchanged.
  package var isSideways: Bool { self == .right || self == .left }

  package var opposite: QuarterTurn { QuarterTurn(rawValue: (rawValue + 2) % 4) ?? .none }

  /// Returns a page's size after the rotation.
  package func turned(_ size: PageSize) -> PageSize {
    isSideways ? PageSize(width: size.height, height: size.width) : size
  }
}

/// A rectangle in pixels; the origin is the top left corner, y grows down.
package struct PixelRect: Sendable, Hashable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// The pixel size of a rendered page.
package enum PictureScale: Sendable, Hashable {
  /// Pixels per inch (72 points).
  case dotsPerInch(Double)
  /// The width in pixels; the height follows.
  case width(Int)
  /// The largest size that fits into a width and height in pixels.
  case fit(width: Int, height: Int)

  /// The pixels per inch of figures that are copied or saved.
  package static let figureDensity = 200.0

  /// Returns the size in pixels for a page size in points, at least 1 each way; nil for an invalid page size.
  package func pixels(of size: PageSize) -> (width: Int, height: Int)? {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      return nil
    }
    let scale =
      switch self {
      case .dotsPerInch(let dots): dots / 72
      case .width(let width): Double(width) / size.width
      case .fit(let width, let height):
        min(Double(width) / size.width, Double(height) / size.height)
      }
    guard scale > 0, scale.isFinite else { return nil }
    let (width, height) = ((size.width * scale).rounded(), (size.height * scale).rounded())
    // Larger values could overflow `Int` and are never needed.
    guard width < 1e9, height < 1e9 else { return nil }
    return (max(1, Int(width)), max(1, Int(height)))
  }
}
