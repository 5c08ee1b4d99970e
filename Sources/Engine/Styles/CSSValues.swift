/// Parsers of values; tokens without spaces, nil if the value is not valid.
enum CSSValues {
  // MARK: lengths

  private static let ems: [String: Double] = [
    "em": 1, "rem": 1, "ch": 0.5, "ex": 0.5, "ic": 1, "px": 1 / 16, "pt": 1 / 12, "pc": 1,
    "in": 6, "cm": 2.362, "mm": 0.2362, "q": 0.059, "vw": 0.4, "vh": 0.4,
  ]
  /// The width that percentages refer to, in ems.
  private static let line = 40.0
  /// Lengths are clamped to this, in ems.
  private static let longest = 1_000.0

  /// A length or percentage in ems.
  static func length(_ token: CSSToken) -> Double? {
    switch token {
    case .number(0): 0
    case .percentage(let value): clamped(value / 100 * line)
    case .dimension(let value, let unit): ems[unit].map { clamped(value * $0) }
    default: nil
    }
  }

  private static func clamped(_ value: Double) -> Double { max(-longest, min(longest, value)) }

  static func length(_ tokens: [CSSToken]) -> Double? {
    tokens.count == 1 ? length(tokens[0]) : nil
  }

  /// A length, or 0 for `auto`.
  static func margin(_ tokens: [CSSToken]) -> Double? {
    tokens.count == 1 && tokens[0].keyword == "auto" ? 0 : length(tokens)
  }

  private static let longestIndent = 20.0

  static func firstLine(_ tokens: [CSSToken]) -> Double? {
    tokens.lazy.compactMap { length($0) }.first.map {
      max(-longestIndent, min(longestIndent, $0))
    }
  }

  /// Splits one to four values into those of the top, right, bottom and left side.
  static func sides(_ tokens: [CSSToken]) -> [[CSSToken]]? {
    guard (1...4).contains(tokens.count) else { return nil }
    let right = tokens.count > 1 ? tokens[1] : tokens[0]
    return [
      [tokens[0]], [right], [tokens.count > 2 ? tokens[2] : tokens[0]],
      [tokens.count > 3 ? tokens[3] : right],
    ]
  }

  // MARK: fonts

  static func isBold(_ tokens: [CSSToken]) -> Bool? {
    guard tokens.count == 1 else { return nil }
    if case .number(let weight) = tokens[0] {
      return (1...1_000).contains(weight) ? weight >= 600 : nil
    }
    return switch tokens[0].keyword {
    case "bold", "bolder": true
    case "normal", "lighter": false
    default: nil
    }
  }

  static let fontSizes: [String: Bool] = [
    "xx-small": true, "x-small": true, "small": true, "smaller": true, "medium": false,
    "large": false, "x-large": false, "xx-large": false, "xxx-large": false, "larger": false,
  ]

  /// Whether a font size is smaller than the parent's, or than 16 pixels.
  static func isSmaller(_ tokens: [CSSToken]) -> Bool? {
    guard tokens.count == 1 else { return nil }
    if case .percentage(let value) = tokens[0] { return value < 100 }
    return tokens[0].keyword.flatMap { fontSizes[$0] } ?? length(tokens[0]).map { $0 < 1 }
  }

  private static let monospace: Set<String> = [
    "monospace", "ui-monospace", "mono", "courier", "consolas", "menlo", "monaco", "code",
    "typewriter", "console", "inconsolata", "terminal", "fixed",
  ]

  /// Whether a list of font families has one with a fixed pitch, before a generic family that has none.
  static func isMonospace(_ tokens: [CSSToken]) -> Bool? {
    for family in tokens.split(separator: .comma) {
      var words: [Substring] = []
      for token in family {
        switch token {
        case .ident(let name), .string(let name):
          words += name.lowercased().split { $0 == " " || $0 == "_" }
        default: return nil
        }
      }
      if ["serif", "sans-serif"].contains(words.first) { return false }
      if words.contains(where: { monospace.contains(String($0)) || $0.hasSuffix("mono") }) {
        return true
      }
    }
    return tokens.isEmpty ? nil : false
  }

  static func isSmallCaps(_ tokens: [CSSToken]) -> Bool? {
    let words = tokens.compactMap(\.keyword)
    return words.count == tokens.count ? words.contains { $0.hasSuffix("small-caps") } : nil
  }

  /// Splits `font` into style, variant, weight, size and family.
  static func font(_ tokens: [CSSToken]) -> [[CSSToken]]? {
    var parts: [[CSSToken]] = [[], [], [], [], []]
    var words = tokens[...]
    while let word = words.popFirst() {
      switch word.keyword {
      case "normal": continue
      case "italic", "oblique": parts[0] = [word]
      case "small-caps": parts[1] = [word]
      case "bold", "bolder", "lighter": parts[2] = [word]
      default:
        if case .number(let weight) = word, weight != 0 {
          parts[2] = [word]
        } else if isSmaller([word]) != nil {
          if words.first == .sign("/") { words = words.dropFirst(2) }
          guard !words.isEmpty else { return nil }
          parts[3] = [word]
          parts[4] = Array(words)
          return parts
        } else if word.keyword?.hasSuffix("condensed") != true,
          word.keyword?.hasSuffix("expanded") != true
        {
          return nil
        }
      }
    }
    return nil
  }

  static func verticalAlign(_ tokens: [CSSToken]) -> ComputedValues.VerticalAlign? {
    guard tokens.count == 1 else { return nil }
    return switch tokens[0].keyword {
    case "super": .superior
    case "sub": .inferior
    case "top", "text-top": .length(1)
    case "bottom", "text-bottom": .length(-1)
    case .some: .baseline
    case nil: length(tokens[0]).map { .length($0) }
    }
  }

  /// The alignment of the last line; `auto` is that of the others.
  static func alignLast(_ tokens: [CSSToken]) -> ElementStyle.Align?? {
    guard tokens.count == 1, let word = tokens[0].keyword else { return nil }
    if word == "auto" { return .some(nil) }
    return CSSProperty.aligns[word].map { .some($0) }
  }

  // MARK: lists

  private static let longestText = 256

  /// Returns a text cut to a length in bytes, since it may be repeated for many elements.
  static func clipped(_ text: String) -> String {
    text.utf8.count <= longestText
      ? text : String(decoding: text.utf8.prefix(longestText), as: UTF8.self)
  }

  /// A name of a counter style in lower case, or a string in quotes.
  static func marker(_ tokens: [CSSToken]) -> String? {
    guard tokens.count == 1 else { return nil }
    if case .string(let text) = tokens[0] { return "\"" + clipped(text) + "\"" }
    return tokens[0].keyword
  }

  /// Finds the type in `list-style`.
  static func listStyle(_ tokens: [CSSToken]) -> [[CSSToken]]? {
    let types = tokens.filter {
      if case .string = $0 { return true }
      return $0.keyword.map { $0 != "inside" && $0 != "outside" } ?? false
    }
    guard let first = types.first else { return [[]] }
    // `none` may be for the type and for the image.
    return [[types.first { $0.keyword != "none" } ?? first]]
  }
}
