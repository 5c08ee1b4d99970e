import Text

/// Makes search keys of names and titles, with compatibility forms, case and accents folded.
enum SearchKey {
  private static let folding = Folding(ignoresCase: true, ignoresAccents: true)

  static func folded(_ text: String) -> String { folding.text(text) }

  /// Returns a LIKE pattern, with `\` as its escape, for the letters of a text in order with anything between; blanks are ignored.
  static func pattern(_ text: String) -> String {
    var pattern = "%"
    for scalar in folded(text).unicodeScalars where scalar != " " {
      if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
      pattern += "%"
    }
    return pattern
  }
}
