package import Canvas
import DocumentModel
package import Messages
import Widgets

extension State {
  private static let mostKeysAhead = 64

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
    keyInput.showsContinuations = false
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
      return []
    }
    if keyInput.takeCount(key) { return [] }
    let keys = keyInput.pending + [key]
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
      Tour.leaveTour(&self)
    } else if !leaveField(), !leaveAnnotation(), !leaveFigure() {
      search?.isLit = false
    }
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

  /// Whether the question is shown now: not while text is typed or a key sequence is incomplete.
  var isQuestionDue: Bool {
    questions.shown != nil && prompt == nil && browser.typeAhead == nil && keyInput.pending.isEmpty
      && panel?.isFiltering != true && !(isFinding && librarySearch.finder?.focus == .prompt)
  }

  /// Whether the document on the screen is still opening or about to scroll to its remembered
  /// place.
  var isDocumentComing: Bool {
    guard !browser.isShown, !isFinding, browser.glance == nil, let document else { return false }
    switch document.phase {
    case .opening: return true
    case .open: return !document.isReadingKnown && !document.isReadingLate
    case .locked, .failed: return false
    }
  }

  /// Whether the page at the top of the focused pane is being read, after a reload or a jump.
  private var isPageComing: Bool {
    guard !browser.isShown, !isFinding, let document, document.phase == .open, let pane,
      pane.page < document.pageCount
    else { return false }
    return document.pages[pane.page] == nil && document.failures[pane.page] == nil
  }

  /// Whether the view is about to go to a hit that is being searched for.
  private var isHitComing: Bool {
    guard !browser.isShown, !isFinding, prompt == nil, let search, !search.isDone, !search.isQuiet,
      search.document == pane?.document
    else { return false }
    return search.current == nil || search.awaitedSteps != 0
  }

  /// Whether the list shown is the outline of a document whose outline is being read.
  var isOutlineComing: Bool {
    guard let panel, panel.source == .outline, !panel.isFiltering, let document else {
      return false
    }
    return document.phase == .open && document.outline == nil
  }

  /// Whether a key undoes or redoes edits of annotations while those of the document are not known yet.
  private func isHistoryComing(_ key: Key) -> Bool {
    guard !browser.isShown, !isFinding, panel == nil, let document, document.phase == .open,
      document.hasPages, !document.isReadingLate,
      document.annotations.through < document.pageCount,
      case .command(let name) = lookup(keyInput.pending + [key])
    else { return false }
    return name == "undo-annotation" || name == "redo-annotation"
  }

  /// Whether a key has to wait for the document, its outline, or for the words that its command works on.
  private func mustWait(_ key: Key) -> Bool {
    if isDocumentComing || isHistoryComing(key) { return true }
    if isOutlineComing { return key != Key("q") && key != Key("o") }
    guard isPageComing || isHitComing, case .command(let name) = lookup(keyInput.pending + [key]),
      let group = CommandList.byName[name]?.group
    else { return false }
    return [.selecting, .annotations, .links].contains(group)
  }

  /// Returns true where a key is kept until it can take effect; Escape gives up the keys that wait.
  mutating func keepsForLater(_ key: Key) -> Bool {
    guard !keyInput.ahead.isEmpty || mustWait(key) else { return false }
    if key.code == .escape || key == Key("c", .control) {
      defer { keyInput.ahead = [] }
      return !keyInput.ahead.isEmpty
    }
    if keyInput.ahead.isEmpty, runsWithoutDocument(key) { return false }
    // After the report that opening takes long, quitting works at once; a search may have no hit in a long document.
    if document?.isSlow == true || isHitComing, isLeaving(key) {
      keyInput.ahead = []
      return false
    }
    if keyInput.ahead.isEmpty, isHitComing { say("Still searching …") }
    if keyInput.ahead.count < Self.mostKeysAhead { keyInput.ahead.append(key) }
    return true
  }

  /// Requests a reminder for keys that wait for a library that does not answer.
  mutating func remindOfKeysAhead() -> [Effect] {
    guard !keyInput.ahead.isEmpty, let pane, let index = documents.index(of: pane.document),
      documents[index].phase == .open, !documents[index].isReadingAwaited
    else { return [] }
    documents[index].isReadingAwaited = true
    return [.remind(.reading(documents[index].id), milliseconds: 1_500)]
  }

  /// Handles the keys that wait, in their order, and stops before one that must still wait.
  mutating func takeKeysAhead() -> [Effect] {
    guard !keyInput.ahead.isEmpty else { return [] }
    switch document?.phase {
    // The keys were not meant for a password prompt, nor for what is shown instead of the document.
    case .locked, .failed, nil: keyInput.ahead = []
    case .opening, .open: if browser.isShown || isFinding { keyInput.ahead = [] }
    }
    var effects: [Effect] = []
    while let key = keyInput.ahead.first, !mustWait(key) {
      keyInput.ahead.removeFirst()
      let rest = keyInput.ahead
      keyInput.ahead = []
      effects += update(.input(.key(key)))
      keyInput.ahead += rest
    }
    return effects + remindOfKeysAhead()
  }

  /// Whether a key runs, or completes, a command that needs no document.
  private func runsWithoutDocument(_ key: Key) -> Bool {
    guard case .command(let name) = lookup(keyInput.pending + [key]), name != "palette",
      let command = CommandList.byName[name], let pane,
      let index = documents.index(of: pane.document)
    else { return false }
    var before = self
    before.documents[index].phase = .opening
    return command.availability(before) == .available
  }

  private func isLeaving(_ key: Key) -> Bool {
    if case .command(let name) = lookup(keyInput.pending + [key]) {
      ["leave", "quit", "browse", "find", "find-back"].contains(name)
    } else {
      false
    }
  }

  /// Runs the command of that name, or says why it cannot be run.
  package mutating func run(_ name: String, count: Int? = nil) -> [Effect] {
    if let (command, argument) = CommandList.split(name) {
      return run(command.name, with: argument)
    }
    guard let command = CommandList.byName[name] else {
      say("No command “\(name)”; : lists them", isError: true)
      return []
    }
    if case .unavailable(let reason) = command.availability(self) {
      say(reason)
      return []
    }
    if leaveEnlarged(for: name) { return [] }
    let isShown = Tour.isShown(self, name)
    let awaited = search?.awaitedSteps
    let effects = command.run(&self, count)
    // A user who does something else no longer waits for the next match.
    if search?.awaitedSteps == awaited { search?.awaitedSteps = 0 }
    if isShown { Tour.advanceTour(&self) }
    return effects
  }

  /// Runs a command with an argument, or reports why it cannot be run.
  mutating func run(_ name: String, with argument: String) -> [Effect] {
    guard let command = CommandList.byName[name], let wanted = command.argument else { return [] }
    if case .unavailable(let reason) = command.availability(self) {
      say(reason)
      return []
    }
    if leaveEnlarged(for: name) { return [] }
    let isShown = Tour.isShown(self, name)
    let effects = wanted.run(&self, argument)
    if isShown { Tour.advanceTour(&self) }
    return effects
  }
}
