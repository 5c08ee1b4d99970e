import Canvas
import DocumentModel
import Messages

extension State {
  /// Binds the user's colours to keys after the one for annotations; returns a sentence for each key that is taken.
  @discardableResult
  package mutating func bindAnnotationColors() -> [String] {
    guard let begin = keyInput.keymap.keys(for: "mark-again").first?.split(separator: " ").first
    else {
      return []
    }
    var taken: [String] = []
    for color in preferences.annotationColors {
      let keys = "\(begin) \(color.key)"
      guard let parsed = KeyNotation.parse(keys),
        keyInput.keymap.ownLookup(parsed, in: .selecting) == .unbound
      else {
        taken.append(
          "annotationColors: the letter of “\(color.name)” does not work, since \(keys) is another key; choose another letter"
        )
        continue
      }
      _ = keyInput.keymap.bind(Keymap.Mode.selecting.rawValue + keys, to: "highlight \(color.name)")
    }
    return taken
  }

  /// Returns the description of a bound command.
  func title(ofBinding name: String) -> String {
    if let command = CommandList.byName[name] { return command.title }
    guard let (command, argument) = CommandList.split(name) else { return name }
    let meaning = preferences.annotationColors.first { $0.name == argument }?.meaning ?? ""
    let what = command.name.prefix(1).uppercased() + command.name.dropFirst()
    return "\(what), \(argument)" + (meaning.isEmpty ? "" : ": \(meaning)")
  }

  /// Asks for a key, or the next one of a sequence, and says what it does.
  mutating func describeKey(after keys: [Key] = []) -> [Effect] {
    let label = keys.isEmpty ? "Describe which key?" : "Describe \(Self.text(keys)) …"
    prompt = Prompt(key: label + " Esc cancels") { $0.describe(keys + [$1]) }
    return []
  }

  private mutating func describe(_ keys: [Key]) -> [Effect] {
    let (mode, found) = resolve(keys)
    switch found {
    case .pending: return describeKey(after: keys)
    case .command(let name):
      let place = mode.words.isEmpty ? "" : " " + mode.words
      say("\(Self.text(keys))\(place): \(title(ofBinding: name)) (\(name))\(obstacle(to: name))")
    case .unbound:
      let elsewhere = Keymap.Mode.allCases.compactMap { mode -> String? in
        guard case .command(let name) = keyInput.keymap.ownLookup(keys, in: mode) else {
          return nil
        }
        return "\(name) \(mode.words)"
      }.joined(separator: ", ")
      say(
        "\(Self.text(keys)) does nothing here" + (elsewhere.isEmpty ? "" : "; it is \(elsewhere)"))
    }
    return []
  }

  /// Returns why a bound command cannot be run now; empty if it can.
  private func obstacle(to name: String) -> String {
    let command = CommandList.byName[name] ?? CommandList.split(name)?.0
    guard case .unavailable(let reason)? = command?.availability(self) else { return "" }
    return "; not now: \(reason)"
  }

  private static func text(_ keys: [Key]) -> String {
    keys.map(KeyNotation.text).joined(separator: " ")
  }
}
