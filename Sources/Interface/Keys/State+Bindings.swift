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
    let typed = Self.text(keys)
    if let words = wordsOfTaker(keys, mode) {
      say(words)
      return []
    }
    switch found {
    case .pending: return describeKey(after: keys)
    case .command(let name):
      let place = mode.words.isEmpty ? "" : " " + mode.words
      say("\(typed)\(place): \(title(ofBinding: name)) (\(name))\(obstacle(to: name))")
    case .unbound:
      if let action = action(of: typed) {
        say("\(typed): \(action.name), an action of yours")
      } else {
        say("\(typed) does nothing here" + elsewhere(keys))
      }
    }
    return []
  }

  /// Returns the modes in which keys are bound, as the end of a sentence.
  private func elsewhere(_ keys: [Key]) -> String {
    let places = Keymap.Mode.allCases.compactMap { mode -> String? in
      guard case .command(let name) = keyInput.keymap.ownLookup(keys, in: mode) else { return nil }
      return mode.words.isEmpty ? name : "\(name) \(mode.words)"
    }
    return places.isEmpty ? "" : "; it is " + places.joined(separator: ", ")
  }

  /// Says what takes keys before the commands that are bound to them; nil if these run.
  private func wordsOfTaker(_ keys: [Key], _ mode: Keymap.Mode) -> String? {
    guard let last = keys.last, card?.mode != mode else { return nil }
    let typed = Self.text(keys)
    if card == .annotation {
      return "\(typed) does nothing \(Keymap.Mode.card.words)" + elsewhere(keys)
    }
    if panel?.source.ownKeys == mode { return nil }
    // Lists and the voice decide about each key when they take it.
    var tried = self
    tried.keyInput.pending = Array(keys.dropLast())
    if panel != nil, tried.takeInPanel(last) != nil {
      let isHidden = tried.notices.shown?.text == wordsForHidden(last)
      return isHidden ? wordsForHidden(last) : "\(typed): the list takes it"
    }
    if voice.reading != nil, document != nil, tried.takeWhileReadingAloud(last) != nil {
      return "\(typed): reading aloud takes it"
    }
    return tried.keyInput.takeCount(last) ? "\(typed): a count for the command after it" : nil
  }

  /// The sentence about a key in a list over the browser, which would act on hidden files.
  func wordsForHidden(_ key: Key) -> String {
    "\(KeyNotation.text(key)) does nothing in this list; \(PanelSource.helpKeys(self).joined()), Escape closes it"
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
