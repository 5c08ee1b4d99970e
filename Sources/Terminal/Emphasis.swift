import Glibc

/// Light on a part of a line that a command writes, not the screen.
package enum Emphasis {
  /// Whether standard output is a terminal that shows colours and is wanted to (`NO_COLOR`).
  package static var isWanted: Bool {
    func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    return isatty(STDOUT_FILENO) == 1 && value("NO_COLOR").isEmpty
      && !["", "dumb"].contains(value("TERM"))
  }

  /// The text as strong as a heading.
  package static func strong(_ text: String) -> String { "\u{1b}[1m\(text)\u{1b}[0m" }

  /// The text fainter than others.
  package static func faint(_ text: String) -> String { "\u{1b}[2m\(text)\u{1b}[0m" }

  /// The text lit as a match is.
  package static func match(_ text: String) -> String { "\u{1b}[1;31m\(text)\u{1b}[0m" }

  /// Words that a version of a document lacks, struck out in red.
  package static func deleted(_ text: String) -> String { "\u{1b}[9;31m\(text)\u{1b}[0m" }

  /// Words that a version of a document has in addition, in green.
  package static func inserted(_ text: String) -> String { "\u{1b}[32m\(text)\u{1b}[0m" }

  /// Words that a version of a document has at another place, in cyan.
  package static func moved(_ text: String) -> String { "\u{1b}[36m\(text)\u{1b}[0m" }
}
