import DocumentModel
import Canvas
package import Interface
package import Services

/// The default keys, overridden by those of the user's file.
package enum KeySettings {
  /// Invalid keys are left out, with a sentence and its line in `problems`.
  package static func load(_ users: SettingsFile? = nil, problems: inout [String]) -> Keymap {
    var own = SettingsFile.own(PackageResources.keys_json5, as: [String: String].self) ?? [:]
    var requests: [(keys: String, command: String)] = []
    if let users {
      for (keys, value) in users.entries(problems: &problems) {
        if let reason = mistake(keys, value) {
          problems.append(users.sentence([keys], reason))
          continue
        }
        let place = place(keys)
        own = own.filter { Self.place($0.key) != place }
        // An empty command removes a key.
        if let command = value.text, !command.isEmpty { requests.append((keys, command)) }
      }
    }
    let ordered = own.sorted { $0.key < $1.key }.map { (keys: $0.key, command: $0.value) }
    var keymap = Keymap(ordered, problems: &problems)
    for request in requests {
      guard let reason = keymap.bind(request.keys, to: request.command), let users else { continue }
      problems.append(users.sentence([request.keys], reason))
    }
    return keymap
  }

  private static func mistake(_ keys: String, _ value: JSONValue) -> String? {
    guard Keymap.parse(keys) != nil else {
      return "not a key: use a letter, ctrl+x, f1, enter, or several separated by blanks"
    }
    guard let command = value.text else { return "expected a command's name, in quotes" }
    guard
      command.isEmpty || command.hasPrefix(Keymap.labelPrefix) || CommandList.byName[command] != nil
    else {
      return "there is no command “\(command)”"
    }
    return nil
  }

  /// Returns one form for all notations of the same keys.
  private static func place(_ text: String) -> String? {
    Keymap.parse(text).map { mode, keys in
      mode.rawValue + keys.map(KeyNotation.text).joined(separator: " ")
    }
  }
}
