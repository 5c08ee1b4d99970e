/// A command of the linear reader: a letter, what may stand behind it, and what it does.
struct PlainCommand: Sendable {
  /// What comes after a command.
  enum Next: Sendable, Equatable {
    case stay
    /// The document or folder is left.
    case leave
    /// Nothing more is typed.
    case end
  }

  /// As it is typed; empty: Enter alone.
  let name: String
  /// What is typed behind it, for help: `N`, `[WORDS]`; empty where nothing is.
  var argument = ""
  let help: String

  /// As it is typed, with what may stand behind it.
  var typed: String {
    name.isEmpty ? "Enter" : argument.isEmpty ? name : name + " " + argument
  }

  var line: String { "\(typed): \(help)" }

  /// The command of a line and what stands behind it; nil where there is none of that name.
  static func parse(_ line: String, among names: [String]) -> (name: String, argument: String)? {
    let text = line.trimmed
    if text.isEmpty { return names.contains("") ? ("", "") : nil }
    // `/` needs no blank behind it.
    if text.hasPrefix("/"), names.contains("/") { return ("/", String(text.dropFirst()).trimmed) }
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard names.contains(parts[0]) else { return nil }
    return (parts[0], parts.count > 1 ? parts[1].trimmed : "")
  }
}

extension String {
  /// Without blanks at both ends.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
