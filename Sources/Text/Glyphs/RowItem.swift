import DocumentModel

/// A character of a row while the row is written.
struct RowItem {
  enum Level: UInt8 { case base, raised, lowered }

  var scalar: UInt32
  /// A combining character after it, 0 if there is none.
  var mark: UInt32 = 0
  var u: Float
  var end: Float
  /// The baseline.
  var v: Float
  var size: Float
  /// An index into the page's glyphs.
  var glyph: Int32
  var level = Level.base
  /// The levels of a sign of a sign, two bits each from the outer to the inner one: in `x_{n₁}` the digit is lowered beside `n`.
  var inner: UInt8 = 0
  /// The baseline and size of the sign beside which it is raised or lowered.
  var base: (v: Float, size: Float) = (0, 0)
  /// The baseline and size of the sign whose height its box has, so that it is not parted from it; nil for its own.
  var frame: (v: Float, size: Float)?
  /// Whether it is one of two signs above each other, which share the height of their line.
  var isStacked = false
  /// Whether a space glyph was painted before it.
  var isAfterSpace = false
  /// Signs written before and after it, 0 for none: parentheses of a radicand, the stroke of a fraction. No arrays, since there is an item
  /// for each glyph.
  var before: (UInt32, UInt32) = (0, 0)
  var after: UInt32 = 0
  /// Part of a fraction, which raises and lowers its numbers itself.
  var isInFraction = false

  var middle: Float { (u + end) / 2 }
  var hasSigns: Bool { before.0 != 0 || after != 0 }
  var innerLevel: Level { Level(rawValue: inner & 3) ?? .base }
}
