/// The computed values of an element or a pseudo-element, with those that `ElementStyle` is derived from.
struct ComputedValues: Sendable {
  /// Lengths in ems.
  struct Sides {
    var (top, right, bottom, left) = (0.0, 0.0, 0.0, 0.0)
  }

  enum VerticalAlign {
    case baseline, superior, inferior
    /// A length, positive is above the baseline.
    case length(Double)
  }

  struct CounterChange {
    let name: String
    let value: Int
  }

  /// A part of `content`.
  enum Content {
    case text(String)
    case attribute(String)
    case counter(String, style: String)
    case counters(String, separator: String, style: String)
    /// A quotation mark: the change of the nesting, and whether it is written.
    case quote(Int, isWritten: Bool)
  }

  var style = ElementStyle()
  /// Pairs of quotation marks, outermost first. Inherited.
  var quotes = Self.usualQuotes

  // Not inherited.
  var isUnderlined = false
  var isStruck = false
  /// Whether the font is smaller than the parent's.
  var isSmaller = false
  var isRelative = false
  var verticalAlign = VerticalAlign.baseline
  /// Lengths in ems.
  var top = 0.0
  var bottom = 0.0
  var margin = Sides()
  var padding = Sides()
  var resets: [CounterChange] = []
  var increments: [CounterChange] = []
  var sets: [CounterChange] = []
  var content: [Content] = []

  static let usualQuotes = ["“", "”", "‘", "’"]
  static let initial = Self()

  /// Margins are capped to this, in ems.
  private static let widest = 20.0
  /// Distances of blocks that become an empty line, in ems.
  private static let leastGap = 0.4

  private init() {}

  /// The initial values, and the parent's where they are inherited.
  init(inheriting parent: Self) {
    let inherited = parent.style
    style.isBold = inherited.isBold
    style.isItalic = inherited.isItalic
    style.isMonospace = inherited.isMonospace
    style.isSmallCaps = inherited.isSmallCaps
    style.isHidden = inherited.isHidden
    style.isRightToLeft = inherited.isRightToLeft
    style.space = inherited.space
    style.align = inherited.align
    style.alignLast = inherited.alignLast
    style.letters = inherited.letters
    style.rules = inherited.rules
    style.isCombined = inherited.isCombined
    style.firstLine = inherited.firstLine
    style.marker = inherited.marker
    quotes = parent.quotes
  }

  mutating func apply(_ declarations: [Declaration], parent: Self) {
    for declaration in declarations { declaration.change(&self, parent) }
  }

  /// Derives the style's fields that depend on several properties.
  mutating func finish(parent: Self) {
    style.isUnderlined = isUnderlined || parent.style.isUnderlined
    style.isStruck = isStruck || parent.style.isStruck
    let start =
      style.isRightToLeft ? margin.right + padding.right : margin.left + padding.left
    style.indent = max(0, min(Self.widest, start))
    style.hasGapAbove = margin.top + padding.top >= Self.leastGap
    style.hasGapBelow = margin.bottom + padding.bottom >= Self.leastGap
    switch verticalAlign {
    case .superior: style.shift = .superior
    case .inferior: style.shift = .inferior
    case .length(let rise): style.shift = shift(rise)
    case .baseline: style.shift = isRelative ? shift(top != 0 ? -top : bottom) : .baseline
    }
  }

  /// A raised text is a superior only if it is small: others are moved for decoration.
  private func shift(_ rise: Double) -> ElementStyle.Shift {
    guard isSmaller, style.display == .inline, rise != 0 else { return .baseline }
    return rise > 0 ? .superior : .inferior
  }
}
