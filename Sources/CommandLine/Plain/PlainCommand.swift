/// A command of `--plain`: a letter, its argument and its description.
struct PlainCommand: Sendable {
  /// The next action after a command.
  enum Next: Sendable, Equatable {
    case stay
    /// Leave the document or folder.
    case leave
    /// The input has ended.
    case end
  }

  /// The command as typed; empty for Enter alone.
  let name: String
  /// The argument for the help, such as `N` or `[WORDS]`; empty if there is none.
  var argument = ""
  let help: String

  /// The command with its argument, for the help.
  var typed: String {
    name.isEmpty ? "Enter" : argument.isEmpty ? name : name + " " + argument
  }

  var line: String { "\(typed): \(help)" }

  /// Returns the command and the argument of a line; nil if the command is unknown.
  static func parse(_ line: String, among names: [String]) -> (name: String, argument: String)? {
    let text = line.trimmed
    if text.isEmpty { return names.contains("") ? ("", "") : nil }
    // `/` needs no blank before its argument.
    if text.hasPrefix("/"), names.contains("/") { return ("/", String(text.dropFirst()).trimmed) }
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard names.contains(parts[0]) else { return nil }
    return (parts[0], parts.count > 1 ? parts[1].trimmed : "")
  }
}

extension String {
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
