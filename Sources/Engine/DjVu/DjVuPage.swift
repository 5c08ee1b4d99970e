internal import CDjVu
import DocumentModel
import Wire

/// The size of a page in pixels, its resolution and its orientation.
struct DjVuPage: Equatable {
  /// Pixels of the displayed page, and per inch.
  let width: Int
  let height: Int
  let density: Int
  /// Quarter turns counter-clockwise from the stored page to the displayed one.
  let turns: Int

  /// The size of a page whose own is unknown.
  static let usual = DjVuPage(width: 2_550, height: 3_300, density: 300, turns: 0)

  /// Pixels of a page that is decoded.
  private static let mostPixels = 1 << 30
  /// The resolutions that the library's own programs accept; they replace others by the usual one.
  private static let densities = 25...6_000

  init(width: Int, height: Int, density: Int, turns: Int) {
    self.width = width
    self.height = height
    self.density = Self.densities.contains(density) ? density : 300
    self.turns = turns & 3
  }

  var canBeDecoded: Bool { width > 0 && height > 0 && width * height <= Self.mostPixels }

  private var scale: Double { 72 / Double(density) }

  var size: PageSize {
    PageSize(
      width: min(Double(width) * scale, Limit.pageSide),
      height: min(Double(height) * scale, Limit.pageSide))
  }

  /// Converts a rectangle of the displayed page, in pixels with y up, given by two opposite corners
  /// in any order.
  func box(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) -> Box {
    Box(
      x0: Float(Double(min(x1, x2)) * scale), y0: Float(Double(height - max(y1, y2)) * scale),
      x1: Float(Double(max(x1, x2)) * scale), y1: Float(Double(height - min(y1, y2)) * scale)
    ).onAPage
  }

  /// Converts a rectangle of the stored page: text is placed there, but links on the displayed
  /// page.
  func storedBox(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) -> Box {
    switch turns {
    case 1: box(width - y1, x1, width - y2, x2)
    case 2: box(width - x1, height - y1, width - x2, height - y2)
    case 3: box(y1, height - x1, y2, height - x2)
    default: box(x1, y1, x2, y2)
    }
  }
}
