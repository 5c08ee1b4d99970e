/// Raised and lowered text written on the line.
package enum RaisedText {
  /// Returns raised or lowered signs where Unicode has all of them, otherwise `^{x+1}` or `_{x+1}`.
  ///
  /// In running text raised words, note marks in brackets and long texts stay as they are.
  package static func written(_ text: String, isRaised: Bool, isFormula: Bool = false) -> String {
    let scalars = Array(text.unicodeScalars)
    guard !scalars.isEmpty, isFormula || scalars.count <= longest else { return text }
    // Ordinals (`1st`) and marks of words (`TM`) are read as they are.
    let isWord = scalars.count > 1 && scalars.allSatisfy { Script.isLetter($0.value) }
    if isWord, isRaised, !isFormula { return text }
    let signs = scalars.map { Superscripts.sign($0.value, isRaised ? .raised : .lowered) }
    if signs.allSatisfy({ $0 != nil }) {
      return String(String.UnicodeScalarView(signs.compactMap { $0.flatMap(Unicode.Scalar.init) }))
    }
    // Brackets of note marks already part them from the word.
    if !isFormula, scalars[0] == "[" || scalars[0] == "(" || scalars[0] == "*" { return text }
    return "\(isRaised ? "^" : "_"){\(text)}"
  }

  private static let longest = 24
}
