/// Raised and lowered text written on the line.
package enum RaisedText {
  /// Returns raised or lowered signs where Unicode has all of them, otherwise `^x`, `^(x+1)`, `_x` or `_(x+1)`; words stay as they are.
  package static func written(_ text: String, isRaised: Bool) -> String {
    let scalars = Array(text.unicodeScalars)
    guard !scalars.isEmpty, scalars.count <= longest else { return text }
    // Ordinals (`1st`) and marks of words (`TM`) are read as they are.
    if scalars.count > 1, scalars.allSatisfy({ Script.isLetter($0.value) }) { return text }
    let signs = scalars.map { Superscripts.sign($0.value, isRaised ? .raised : .lowered) }
    if signs.allSatisfy({ $0 != nil }) {
      return String(String.UnicodeScalarView(signs.compactMap { $0.flatMap(Unicode.Scalar.init) }))
    }
    // Brackets of note marks already part them from the word.
    if scalars[0] == "[" || scalars[0] == "(" || scalars[0] == "*" { return text }
    let mark = isRaised ? "^" : "_"
    return scalars.count == 1 ? mark + text : "\(mark)(\(text))"
  }

  private static let longest = 24
}
