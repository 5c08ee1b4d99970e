/// A line of a leaf: fragments in logical order, and the properties that the paragraph rules use.
struct Line {
  /// Indices into `Lines.order`.
  var first: Int
  var end: Int
  var x0: Float
  var x1: Float
  var y0: Float
  var y1: Float
  var size: Float
  /// The smallest and largest size of a good part of the line.
  var sizes: (low: Float, high: Float)
  var leaf: Int
  var isBold = false
  var isItalic = false
  var isMonospace = false
  /// Whether it is monospaced except for the number that it starts with.
  var isNumberedCode = false
  var isIdeographic = false
  var startsIdeographic = false
  var startsLower = false
  var endsIdeographic = false
  var isRightToLeft = false
  /// The number of its parts with wide white between them.
  var parts = 1
  /// The width of the first word in points.
  var firstWord: Float = 0
  /// Its place in a listing whose lines are numbered.
  var listing: ListingLine?

  var middle: Float { (y0 + y1) / 2 }

  /// Whether the lines have the same size, or have a size in common.
  func isOneSize(with other: Line) -> Bool {
    sizes.low <= other.sizes.high * Thresholds.sizeStep
      && other.sizes.low <= sizes.high * Thresholds.sizeStep
  }
}
