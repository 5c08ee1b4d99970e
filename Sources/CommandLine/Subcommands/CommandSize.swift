import Glibc

/// The columns and lines a command may use.
enum CommandSize {
  /// The maximum number of columns or lines.
  private static let most = 1_000

  /// Returns the option's value, else the variable's, else the window's.
  static func of(
    _ parsed: Arguments, _ option: String, _ variable: String, _ otherwise: Int
  ) throws(Arguments.Mistake) -> Int {
    if let text = parsed.options[option] {
      guard let number = Int(text), number > 0 else {
        throw Arguments.Mistake(sentence: "--\(option) needs a number from 1")
      }
      return min(number, most)
    }
    let given = getenv(variable).flatMap { Int(String(cString: $0)) } ?? 0
    return min(given > 0 ? given : otherwise, most)
  }
}
