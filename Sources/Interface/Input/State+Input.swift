package import Canvas
import DocumentModel
package import Messages
import Widgets

extension State {
  /// Handles input from the user or the terminal.
  package mutating func take(_ input: Input) -> [Effect] {
    switch input {
    case .key(let key): return take(key)
    case .mouse(let mouse): return Layer.pass(mouse, in: &self, to: \.mouse) ?? []
    case .paste(let text): return take(pasted: text)
    case .resize(let size):
      hints = nil
      let look = look(of: panes.focus)
      relayout { $0.size = size }
      if look == .both, self.look(of: panes.focus) == .text {
        say("The window is too narrow for text and pages side by side")
      }
      // Its rows are as wide as it is.
      refillAnnotations()
      return []
    case .focus(let isFocused): return isFocused ? [.lookAtFiles] : saveReading()
    case .background(let isDark):
      themes.adapt(isDark: isDark)
      return []
    case .closed: return hangUp()
    }
  }

  private mutating func take(_ key: Key) -> [Effect] {
    if holdsForBorrowed(key) { return [] }
    if !keyInput.ahead.isEmpty || isOutlineComing, !isQuestionDue, prompt == nil,
      keepsForLater(key)
    {
      return []
    }
    let isOfferSeen = notices.shown == nil
    notices.dismiss()
    // A line feed: programs that type for a user send it for Enter. In multi-line prompts it starts a line.
    let isEnter =
      key == Key("j", .control) && prompt?.above == nil
      && lookup(keyInput.pending + [key]) == .unbound
    let key = isEnter ? Key(.enter) : key
    if isOfferSeen, !isQuestionDue, let effects = answerCarryOffer(key) { return effects }
    if let effects = Layer.pass(key, in: &self, to: \.key) { return effects }
    return holds(key) || keepsForLater(key) ? [] : takeCommandKey(key)
  }

  private mutating func takeCommandKey(_ key: Key) -> [Effect] {
    if key.code == .escape {
      if keyInput.pending.isEmpty, keyInput.count == nil {
        return Layer.base(of: self).escape(&self)
      }
      keyInput.pending = []
      keyInput.count = nil
      keyInput.showsContinuations = false
      return []
    }
    if keyInput.takeCount(key) { return [] }
    let keys = keyInput.pending + [key]
    keyInput.showsContinuations = false
    switch lookup(keys) {
    case .command(let name):
      keyInput.pending = []
      let given = keyInput.count
      keyInput.count = nil
      peek = nil
      let effects = run(name, count: given)
      takeCaretAlong()
      if !CommandList.outlineNames.contains(name) { anchorPanel() }
      return effects
    case .pending:
      keyInput.pending = keys
      keyInput.serial += 1
      return [.remind(.pendingKeys(serial: keyInput.serial), milliseconds: 500)]
    case .unbound where keys == [key] && key.modifiers == .alt: return takeApart(key)
    case .unbound:
      keyInput.pending = []
      keyInput.count = nil
      let typed = keys.map(KeyNotation.text).joined(separator: " ")
      if let action = browser.actions.first(where: {
        $0.key == typed && browser.fits($0, document: document)
      }) {
        return run(action)
      }
      say(wordsForUnbound(keys, typed))
      return []
    }
  }

  /// Handles a key with Alt that nothing is bound to: an Escape and a key that came together look like this.
  mutating func takeApart(_ key: Key) -> [Effect] {
    guard key.modifiers == .alt else { return [] }
    var plain = key
    plain.modifiers = []
    return take(Key(.escape)) + take(plain)
  }

  mutating func giveUpInReader() -> [Effect] {
    if pictures.enlarged != nil {
      endEnlarging()
      return []
    }
    // Library search results highlight matches before the user searches here.
    let isLit = search?.isLit == true && search?.leadsOn != true
    if selection != nil {
      selection = nil
      annotating.moved = nil
    } else if pictures.isPresenting {
      present()
    } else if browser.glance != nil, !isLit {
      return endGlance()
    } else if tour != nil {
      leaveTour()
    } else if !leaveField(), !leaveAnnotation(), !leaveFigure() {
      search?.isLit = false
    }
    keyInput.showsContinuations = false
    return []
  }

  private func wordsForUnbound(_ keys: [Key], _ typed: String) -> String {
    let commands = keyInput.keymap.keysOfCommands()
    if !browser.isShown, !isFinding, document != nil,
      case .command = keyInput.keymap.ownLookup(keys, in: .selecting)
    {
      let key = commands["select"]?.first ?? ":select"
      return "Nothing is selected: press \(key) or drag with the mouse, then \(typed)"
    }
    let leaving = commands["leave"]?.first ?? commands["quit"]?.first ?? ":quit"
    return "\(typed) does nothing here; ? shows the keys, \(leaving) leaves"
  }

  /// A pasted or dropped path opens; other text goes where letters go.
  mutating func take(pasted text: String) -> [Effect] {
    if let effects = Layer.pass(text, in: &self, to: \.paste) { return effects }
    let paths = DroppedPath.paths(in: text)
    guard !paths.isEmpty else {
      say("The pasted text is not a path; pasting a path opens the document")
      return []
    }
    return dropped(paths)
  }
}

extension KeyInput {
  /// A digit of a count before a command.
  fileprivate mutating func takeCount(_ key: Key) -> Bool {
    guard pending.isEmpty, key.modifiers.isEmpty, case .character(let scalar) = key.code,
      ("0"..."9").contains(scalar), scalar != "0" || count != nil
    else { return false }
    count = min((count ?? 0) * 10 + Int(scalar.value) - 48, 10_000_000)
    return true
  }
}

extension State {
  /// The letter of a key, for prompts that await one.
  static func letter(_ key: Key) -> String? {
    guard case .character(let scalar) = key.code, key.modifiers.isEmpty else { return nil }
    return String(Character(scalar))
  }
}
