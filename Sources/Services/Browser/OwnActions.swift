package import Canvas
import Messages

/// The user's actions from `actions.json5`.
package struct OwnActions: Sendable {
  /// An action's name, key and command.
  package struct Action: Sendable, Hashable {
    package var name = ""
    /// A command line for the shell; `{file} {files} {page} {selection} {title}` are put in quoted.
    package var command = ""
    package var keys: [Key] = []
    /// File name extensions it is for, in lower case; none: all.
    package var types: [String] = []
    /// Whether it wants the terminal to itself, as an editor does.
    package var terminal = false
    /// Whether its output is shown in a card beside the words it is about.
    package var showsCard = false
    /// A program that must be installed; empty: none.
    package var program = ""

    package init(
      name: String = "", command: String = "", keys: [Key] = [], types: [String] = [],
      terminal: Bool = false, showsCard: Bool = false, program: String = ""
    ) {
      self.name = name
      self.command = command
      self.keys = keys
      self.types = types
      self.terminal = terminal
      self.showsCard = showsCard
      self.program = program
    }
  }

  let all: [Action]

  /// The user's actions in their order, then Recto's lookups.
  package init(_ own: [Action] = []) {
    all = own + Self.lookups(besides: own)
  }

  /// The actions as the menu shows them.
  var shown: [UserAction] {
    all.enumerated().filter { Self.isInstalled($1.program) }.map { index, action in
      UserAction(
        index: index, name: action.name,
        key: action.keys.map(KeyNotation.text).joined(separator: " "), extensions: action.types,
        showsCard: action.showsCard, isAboutWords: action.command.contains("{selection}"))
    }
  }

  /// Returns the words that run an action; nil if there is none.
  func words(_ index: Int, _ context: ActionContext) -> [String]? {
    guard all.indices.contains(index) else { return nil }
    let values: [(String, String)] = [
      ("{file}", Self.quoted(context.paths.first ?? "")),
      ("{files}", context.paths.map(Self.quoted).joined(separator: " ")),
      ("{page}", Self.quoted(context.page.map(String.init) ?? "")),
      ("{selection}", Self.quoted(context.selection)), ("{title}", Self.quoted(context.title)),
    ]
    return ["/bin/sh", "-c", Self.filled(all[index].command, values)]
  }

  /// Replaces each placeholder once by a quoted text, whatever quotes surround it: text from a title is never taken for a
  /// placeholder or a command.
  static func filled(_ command: String, _ values: [(String, String)]) -> String {
    var result = ""
    var rest = Substring(command)
    /// The quotes that are open where we are.
    var open = ""
    var isEscaped = false
    while let first = rest.first {
      if !isEscaped, first == "{" || first == "%",
        let (name, value) = values.first(where: { rest.hasPrefix($0.0) })
      {
        // Out of the user's quotes, and back into them.
        result += open + value + open
        rest = rest.dropFirst(name.count)
        continue
      }
      if isEscaped {
        isEscaped = false
      } else if first == "\\", open != "'" {
        isEscaped = true
      } else if String(first) == open {
        open = ""
      } else if open.isEmpty, first == "'" || first == "\"" {
        open = String(first)
      }
      result.append(first)
      rest = rest.dropFirst()
    }
    return result
  }

  /// In single quotes, as shells take anything.
  static func quoted(_ text: String) -> String {
    // By bytes: a combining accent after a quote would form one character with it.
    let quote = UInt8(ascii: "'")
    let bytes = text.utf8.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] }
    return "'" + String(decoding: bytes, as: UTF8.self) + "'"
  }
}
