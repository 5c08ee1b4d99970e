/// A cell of comma-separated values (RFC 4180).
enum CSVField {
  /// Signs that begin a formula in a spreadsheet (OWASP, "CSV injection"); the wide ones are what some input methods give.
  private static let formulaSigns = Set("=+-@＝＋－＠".unicodeScalars)

  /// A text that begins with one of these can shift to another cell and begin a formula there.
  private static let separators = Set("\t\r\n".unicodeScalars)

  /// Characters that require quotes; some spreadsheets also split fields at semicolons and tabs.
  private static let special = Set(",;\t\"\r\n".unicodeScalars)

  /// Returns a text as a CSV field; formulas get the apostrophe by which spreadsheets recognise
  /// text. A number with its sign is no formula.
  static func text(_ words: String) -> String {
    let isFormula = isFormula(words)
    let text = isFormula ? "'" + words : words
    guard isFormula || text.unicodeScalars.contains(where: special.contains) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// Whether a spreadsheet could take a text for a formula: some skip invisible characters before its sign.
  private static func isFormula(_ words: String) -> Bool {
    let scalars = words.unicodeScalars
    if scalars.first.map(separators.contains) == true { return true }
    let visible = scalars.drop {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint || $0.value < 0x20
    }
    return visible.first.map(formulaSigns.contains) == true && !isNumber(String(visible))
  }

  /// Whether it is a number, with commas between its digits and a percent sign if any.
  private static func isNumber(_ words: String) -> Bool {
    guard words.utf8.count <= 40 else { return false }
    let digits = (words.hasSuffix("%") ? words.dropLast() : words[...]).filter { $0 != "," }
    return Double(digits)?.isFinite == true
  }
}
