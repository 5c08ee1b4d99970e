internal import CNcurses
import Canvas

/// Converts cells to those of ncurses, and numbers their colours.
struct CellInk {
  let depth: ColorDepth
  private var pairs = ColorPairs()
  private var lastPair: (foreground: Color, background: Color, number: Int32)?

  init(_ depth: ColorDepth) { self.depth = depth }

  /// Restarts the numbering before it overflows; returns whether it did, and all cells must be written
  /// again.
  mutating func renew() -> Bool {
    guard pairs.isNearlyFull else { return false }
    pairs.reset()
    lastPair = nil
    return true
  }

  /// Converts a cell.
  mutating func cell(_ cell: Cell) -> cchar_t {
    var result = cchar_t()
    let scalars = cell.scalars
    let text: [wchar_t] = [
      wchar_t(bitPattern: scalars.0), wchar_t(bitPattern: scalars.1),
      wchar_t(bitPattern: scalars.2), wchar_t(bitPattern: scalars.3),
      wchar_t(bitPattern: scalars.4), 0,
    ]
    var attributes: UInt32 = 0
    let wanted = cell.style.attributes
    if wanted.contains(.bold) { attributes |= recto_bold }
    if wanted.contains(.italic) { attributes |= recto_italic }
    if wanted.contains(.underline) { attributes |= recto_underline }
    if wanted.contains(.reverse) { attributes |= recto_reverse }
    if wanted.contains(.dim) { attributes |= recto_dim }
    recto_set_cell(&result, text, attributes, pair(of: cell.style))
    return result
  }

  /// Returns the number of a style's colours. Neighbours mostly have the same ones, and finding the nearest of 256 takes time.
  private mutating func pair(of style: Style) -> Int32 {
    guard depth != .none else { return 0 }
    if let lastPair, lastPair.foreground == style.foreground,
      lastPair.background == style.background
    {
      return lastPair.number
    }
    let number = pairs.number(depth.number(style.foreground), depth.number(style.background))
    lastPair = (style.foreground, style.background, number)
    return number
  }
}
