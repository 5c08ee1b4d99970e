import DocumentModel

/// The properties of CSS that matter in character cells, computed for an element.
struct ElementStyle: Hashable {
  enum Display: UInt8 {
    case inline, block, listItem, none, table, rowGroup, row, cell, caption, ruby, rubyText,
      rubyParenthesis
  }
  enum Space: UInt8 {
    case normal, pre, preLine, preWrap, nowrap
  }
  enum Align: UInt8 {
    case start, left, center, right, justify, end
  }
  enum Shift: UInt8 {
    case baseline, superior, inferior
  }
  enum Case: UInt8 {
    case asWritten, upper, lower, capitals, wide
  }

  var display = Display.inline
  // Inherited.
  var isBold = false
  var isItalic = false
  var isMonospace = false
  var isSmallCaps = false
  var isHidden = false  // visibility
  var isRightToLeft = false
  var space = Space.normal
  var align = Align.start
  /// Of the last line; nil if it is aligned as the others.
  var alignLast: Align?
  var letters = Case.asWritten
  var rules = LineRules()
  /// Whether the characters take the space of one in vertical lines.
  var isCombined = false
  /// The first line's indent, in ems.
  var firstLine = 0.0
  /// As `list-style-type` names it: `disc`, `decimal`, `lower-roman`, `none`, or a string in quotes.
  var marker = "disc"
  // Not inherited, but drawn through all of the element.
  var isUnderlined = false
  var isStruck = false
  // Not inherited.
  var shift = Shift.baseline
  var isFloat = false
  /// Margin and padding at the start side, in ems.
  var indent = 0.0
  var breaksBefore = false
  var breaksAfter = false
  /// Whether an empty line precedes or follows the element.
  var hasGapAbove = false
  var hasGapBelow = false
  /// The text of `::before` and `::after`, computed with counters and attributes; nil if there is none.
  var before: String?
  var after: String?
}
