import Text

/// What names and titles are searched by: compatibility forms, case and accents folded away.
enum SearchKey {
  private static let folding = Folding(ignoresCase: true, ignoresAccents: true)

  static func folded(_ text: String) -> String {
    var view = String.UnicodeScalarView()
    for scalar in folding.fold(text.unicodeScalars.map(\.value)).scalars {
      view.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
    }
    return String(view)
  }

  /// A pattern for LIKE with `\` as its escape: the letters of a text in their order, with anything between; blanks do not count.
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
