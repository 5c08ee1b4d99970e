/// Writes numbers in the predefined counter styles of CSS.
enum CounterStyle {
  private enum System {
    case decimal(digits: Int)
    /// Letters that count like digits without a zero.
    case alphabetic([Character])
    case roman(isUpper: Bool)
    case symbol(String)
  }

  private static let greek = Array("αβγδεζηθικλμνξοπρστυφχψω")
  private static let latin = Array("abcdefghijklmnopqrstuvwxyz")
  private static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

  private static let systems: [String: System] = [
    "decimal": .decimal(digits: 1), "decimal-leading-zero": .decimal(digits: 2),
    "lower-roman": .roman(isUpper: false), "upper-roman": .roman(isUpper: true),
    "lower-alpha": .alphabetic(latin), "lower-latin": .alphabetic(latin),
    "upper-alpha": .alphabetic(capitals), "upper-latin": .alphabetic(capitals),
    "lower-greek": .alphabetic(greek),
    "disc": .symbol("•"), "circle": .symbol("◦"), "square": .symbol("▪"), "none": .symbol(""),
    "disclosure-open": .symbol("▾"), "disclosure-closed": .symbol("▸"),
  ]

  private static let roman: [(value: Int, letters: String)] = [
    (1_000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
  ]

  /// Writes a number without a suffix. Numbers that a style cannot write are decimal; nil if the style is unknown.
  ///
  /// A style in double quotes is written without them.
  static func text(_ value: Int, _ style: String) -> String? {
    if style.utf8.count > 1, style.hasPrefix("\""), style.hasSuffix("\"") {
      return String(style.dropFirst().dropLast())
    }
    switch systems[style] {
    case .symbol(let text): return text
    case .decimal(let digits):
      let number = String(value.magnitude)
      let zeros = String(repeating: "0", count: max(0, digits - number.utf8.count))
      return (value < 0 ? "-" : "") + zeros + number
    case .alphabetic(let letters) where value > 0:
      var rest = value
      var text = ""
      while rest > 0 {
        rest -= 1
        text.insert(letters[rest % letters.count], at: text.startIndex)
        rest /= letters.count
      }
      return text
    case .roman(let isUpper) where (1...3_999).contains(value):
      var rest = value
      var text = ""
      for (value, letters) in roman {
        while rest >= value {
          text += letters
          rest -= value
        }
      }
      return isUpper ? text.uppercased() : text
    case .alphabetic, .roman: return String(value)
    case nil: return nil
    }
  }
}
