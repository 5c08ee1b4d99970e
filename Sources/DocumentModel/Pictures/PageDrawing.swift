/// What of a page is to be drawn, how large and in which colours.
package struct PageDrawing: Sendable, Hashable {
  /// Counted from 0.
  package var page: Int
  /// Pixels of the whole page as it is turned by `turn`; the page is stretched to them, so that it fills whole pixels.
  package var width: Int
  package var height: Int
  /// Beyond how the document itself has the page turned.
  package var turn: QuarterTurn
  /// The part that is wanted, in those pixels; nil for the whole page.
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

  /// The whole page's pixels.
  package var whole: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The pixels of the picture itself.
  package var frame: PixelRect { part ?? whole }
}

/// So many quarter turns clockwise.
package enum QuarterTurn: Int, Sendable, Hashable, CaseIterable {
  case none, right, half, left

  /// Nil for what is no multiple of 90; negative ones turn to the left.
  package init?(degrees: Int) {
    guard degrees % 90 == 0 else { return nil }
    self.init(rawValue: ((degrees / 90) % 4 + 4) % 4)
  }

  package var degrees: Int { rawValue * 90 }

  /// Whether width and height change places.
  package var isSideways: Bool { self == .right || self == .left }

  /// A page's size when it is turned so.
  package func turned(_ size: PageSize) -> PageSize {
    isSideways ? PageSize(width: size.height, height: size.width) : size
  }
}

/// A rectangle of pixels; the origin is the top left corner, y grows down.
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

/// How many pixels a page gets.
package enum PictureScale: Sendable, Hashable {
  /// Pixels for 72 points.
  case dotsPerInch(Double)
  /// Pixels across; the height follows.
  case width(Int)
  /// As many as go into so many across and down.
  case fit(width: Int, height: Int)

  /// Pixels of a page of that size; at least one each way, nil where that is no picture.
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
    // Nobody wants more, and what is more is no number any longer.
    guard width < 1e9, height < 1e9 else { return nil }
    return (max(1, Int(width)), max(1, Int(height)))
  }
}
