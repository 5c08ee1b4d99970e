import DocumentModel
import Canvas
import Interface
import Services

/// The user's `actions.json5`: actions of their own.
enum ActionSettings {
  /// One property of an action, and how it is taken in.
  private struct Property: Sendable {
    let name: String
    /// Gives the reason where the value is none for it.
    let take: @Sendable (JSONValue, inout OwnActions.Action) -> String?
  }

  /// Invalid actions are left out, with a sentence and its line in `problems`.
  static func load(
    _ users: SettingsFile?, keymap: Keymap, problems: inout [String]
  ) -> OwnActions {
    guard let users else { return OwnActions() }
    var actions: [OwnActions.Action] = []
    for (index, value) in users.list(problems: &problems).enumerated() {
      if let action = action(value, [String(index)], users, keymap, &problems) {
        actions.append(action)
      }
    }
    return OwnActions(actions)
  }

  private static let properties: [Property] = [
    Property(name: "name") { value, action in
      guard let name = value.text, !name.isEmpty else { return "expected a name, in quotes" }
      action.name = name
      return nil
    },
    Property(name: "command") { value, action in
      guard let command = value.text, !command.isEmpty else {
        return "expected a command line, in quotes"
      }
      action.command = command
      return nil
    },
    Property(name: "key") { value, action in
      guard let keys = value.text.flatMap(KeyNotation.parse) else { return "this is not a key" }
      action.keys = keys
      return nil
    },
    Property(name: "types") { value, action in
      guard let types = value.texts else {
        return "expected a list of file name extensions: [\"pdf\"]"
      }
      action.types = types.map { String($0.lowercased().drop { $0 == "." }) }
      return nil
    },
    Property(name: "show") { value, action in
      guard value.text == "card" else { return "expected \"card\"" }
      action.showsCard = true
      return nil
    },
    Property(name: "program") { value, action in
      guard let program = value.text, !program.contains("/") else {
        return "expected the name of a program, in quotes"
      }
      action.program = program
      return nil
    },
    Property(name: "terminal") { value, action in
      guard let terminal = value.bool else { return "expected true or false" }
      action.terminal = terminal
      return nil
    },
  ]

  private static func action(
    _ value: JSONValue, _ path: [String], _ file: SettingsFile, _ keymap: Keymap,
    _ problems: inout [String]
  ) -> OwnActions.Action? {
    guard case .object(let entries) = value else {
      problems.append(
        file.sentence(path, "an action is { \"name\": \"…\", \"command\": \"…\" }"))
      return nil
    }
    var action = OwnActions.Action()
    for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard let property = properties.first(where: { $0.name == name }) else {
        let known = properties.map(\.name).joined(separator: ", ")
        problems.append(
          file.sentence(path + [name], "unknown property; actions have \(known)"))
        continue
      }
      if let reason = property.take(entry, &action) {
        problems.append(file.sentence(path + [name], reason))
      }
    }
    guard !action.name.isEmpty, !action.command.isEmpty else {
      // Invalid values were reported separately.
      if entries["name"] == nil || entries["command"] == nil {
        problems.append(file.sentence(path, "an action needs “name” and “command”"))
      }
      return nil
    }
    if let reason = clash(action.keys, keymap) {
      problems.append(
        file.remark(path + ["key"], "\(reason); “\(action.name)” is in the menu only"))
      action.keys = []
    }
    return action
  }

  /// Why keys would never come to an action: Recto's own come first.
  private static func clash(_ keys: [Key], _ keymap: Keymap) -> String? {
    for count in keys.indices.map({ $0 + 1 }) {
      let begun = Array(keys[..<count])
      let text = begun.map(KeyNotation.text).joined(separator: " ")
      switch keymap.lookup(begun, in: .browsing) {
      case .command(let command): return "\(text) is Recto's own key for \(command)"
      case .pending where count == keys.count: return "\(text) starts longer keys of Recto"
      case .unbound where count < keys.count: return "no key of Recto starts with \(text)"
      case .pending, .unbound: break
      }
    }
    return nil
  }
}
