/// The numbers of lists, in the formats that XHTML's attribute `type` names.
enum CounterText {
  private static let styles = [
    "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman",
  ]

  /// Returns a number as text; formats other than letters and Roman numerals are decimal.
  static func text(_ number: Int, _ type: String) -> String {
    CounterStyle.text(number, styles[type] ?? "decimal") ?? String(number)
  }
}
