import DocumentModel

/// A part of a row of glyphs without wide gaps, as the search for figures and formulas sees it.
struct RowPiece {
  var box: Box
  /// The size of its first full-size glyph.
  var size: Float
  /// The range of the page's scalars.
  var range: Range<Int>
  var direction: Direction
  /// Counts of its characters without blanks.
  var count = 0
  var math = 0
  var monospace = 0
  /// Words of four letters or more in fonts for text.
  var words = 0
  /// The letters in names of functions, and the number of such names that only the parenthesis after them reveals.
  var names = (letters: 0, count: 0)
  /// Words of two or three letters, which join words of prose.
  var joins = 0
  var isBold = false
  /// The bold words that it begins with.
  var boldWords = 0
  /// Whether it runs neither along nor across the page.
  var isSlanted = false

  /// Whether more than half of it is mathematical and no prose is in it.
  var isMath: Bool { math * 2 >= count && words < 2 && count > 0 }
  /// Whether it is mathematical apart from names of functions.
  var isFormula: Bool {
    isMath || joins == 0 && math > 0 && math * 2 >= count - names.letters && formulaWords < 2
  }
  /// The words without names of functions, which are some in prose only.
  var formulaWords: Int { joins == 0 ? words - names.count : words }
  var isMonospace: Bool { monospace == count && count > 0 }
  /// Circles and other geometric shapes, symbols and dingbats.
  static let ticks: ClosedRange<UInt32> = 0x25CB...0x27BF
  /// Letters of a line of running text.
  static let longText = 35
  /// Whether it is long enough for a line of running text.
  var isLong: Bool { count >= Self.longText && direction == .across }
  var isProse: Bool { isLong && words >= 5 }
  /// Whether it has the words of a line in a narrow column.
  var isTextLine: Bool { count >= 20 && words > 0 && words + joins >= 4 }
}

/// Names of functions that are as short as the words that join others.
enum ShortFunction {
  static func isName(_ items: ArraySlice<RowItem>) -> Bool {
    guard items.count <= 3 else { return false }
    return names.contains(items.reduce(0) { $0 << 21 | UInt64($1.scalar) })
  }

  private static let names = Set(
    [
      "arg", "cos", "cot", "det", "dim", "exp", "inf", "ker", "lim", "ln", "log", "max", "min",
      "sgn", "sin", "sup", "tan",
    ].map { $0.unicodeScalars.reduce(0) { $0 << 21 | UInt64($1.value) } })
}
