/// Adjacent glyphs of one size without a blank between them, usually a word.
///
/// Coordinates are in the reading frame: rows run from left to right (or back), top to bottom.
struct Fragment {
  struct Traits: OptionSet {
    let rawValue: UInt16
    /// Poppler placed a blank before it.
    static let blankBefore = Traits(rawValue: 1 << 0)
    /// Poppler began a line with it.
    static let startsRow = Traits(rawValue: 1 << 1)
    static let rightToLeft = Traits(rawValue: 1 << 2)
    static let leftToRight = Traits(rawValue: 1 << 3)
    static let ideographic = Traits(rawValue: 1 << 4)
    static let monospace = Traits(rawValue: 1 << 5)
    static let bold = Traits(rawValue: 1 << 6)
    /// A vertical line is between it and the one before it.
    static let dividedBefore = Traits(rawValue: 1 << 7)
    static let italic = Traits(rawValue: 1 << 8)
  }

  /// The range `start..<end` of the page's scalars.
  var start: Int32
  var end: Int32
  var x0: Float
  var y0: Float
  var x1: Float
  var y1: Float
  var size: Float
  var traits: Traits
  var direction: Direction

  var middle: Float { (y0 + y1) / 2 }
  var count: Int { Int(end - start) }
}

/// The direction of a row of text on the displayed page.
package enum Direction: UInt8, Sendable {
  case unknown
  case across
  /// Vertical Japanese, and text rotated clockwise.
  case down
  /// Text rotated counter-clockwise.
  case up
  /// Upside down.
  case back
}
