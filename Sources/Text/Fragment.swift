/// Glyphs of a page that follow each other without a blank, in one size: as a rule a word.
///
/// Coordinates are those of the frame the text is read in: rows run from left to right (or back), top to bottom.
struct Fragment {
  struct Traits: OptionSet {
    let rawValue: UInt8
    /// poppler set a blank in front of it.
    static let blankBefore = Traits(rawValue: 1 << 0)
    /// poppler started a line with it.
    static let startsRow = Traits(rawValue: 1 << 1)
    static let rightToLeft = Traits(rawValue: 1 << 2)
    static let leftToRight = Traits(rawValue: 1 << 3)
    static let ideographic = Traits(rawValue: 1 << 4)
    static let monospace = Traits(rawValue: 1 << 5)
    static let bold = Traits(rawValue: 1 << 6)
  }

  /// Scalars of the page `start..<end`.
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

/// Where a row of text goes on the page as it is shown.
package enum Direction: UInt8, Sendable {
  case unknown
  case across
  /// Vertical Japanese, and text turned clockwise.
  case down
  /// Text turned counter-clockwise.
  case up
  /// Upside down.
  case back
}
