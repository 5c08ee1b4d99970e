import Canvas
import Interface

/// The user's own actions, as they stand in `actions.json5`.
struct OwnActions: Sendable {
  /// One action: what it is called, how it is called for, and what it runs.
  struct Action: Sendable, Hashable {
    var name = ""
    /// A command line for the shell; `{file} {files} {page} {selection} {title}` are put in quoted.
    var command = ""
    var keys: [Key] = []
    /// File name extensions it is for, in lower case; none: all.
    var types: [String] = []
    /// It wants the terminal to itself, as an editor does.
    var terminal = false
  }

  let all: [Action]

  /// The user's actions in their order.
  init(_ all: [Action] = []) {
    self.all = all
  }

  /// As the menu shows them.
  var shown: [UserAction] {
    all.enumerated().map { index, action in
      UserAction(
        index: index, name: action.name,
        key: action.keys.map(KeyNotation.text).joined(separator: " "), extensions: action.types)
    }
  }

  /// The words that run an action; nil where there is no such action.
  func words(_ index: Int, _ context: ActionContext) -> [String]? {
    guard all.indices.contains(index) else { return nil }
    let values: [(String, String)] = [
      ("{file}", Self.quoted(context.paths.first ?? "")),
      ("{files}", context.paths.map(Self.quoted).joined(separator: " ")),
      ("{page}", context.page.map(String.init) ?? ""),
      ("{selection}", Self.quoted(context.selection)), ("{title}", Self.quoted(context.title)),
    ]
    return ["/bin/sh", "-c", Self.filled(all[index].command, values)]
  }

  /// Each placeholder is replaced once: what a title says is never taken for another.
  private static func filled(_ command: String, _ values: [(String, String)]) -> String {
    var result = ""
    var rest = Substring(command)
    while let first = rest.first {
      if first == "{", let (name, value) = values.first(where: { rest.hasPrefix($0.0) }) {
        result += value
        rest = rest.dropFirst(name.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// In single quotes, as shells take anything.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
