import Canvas
import DocumentModel
import Messages

// All that decides the use of a key: what holds it back, which mode has it, and what is said if nothing is bound to it.
extension State {
  /// Handles a key: keys that must wait are held, then the layers take theirs, and the rest runs commands.
  mutating func take(_ key: Key) -> [Effect] {
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
    return holdsForSelection(key) || keepsForLater(key) ? [] : takeCommandKey(key)
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
      peek = nil
      let effects = run(bound: name)
      takeCaretAlong()
      if !CommandList.outlineNames.contains(name) { anchorPanel() }
      return effects
    case .pending: return awaitKeys(after: keys)
    case .unbound where keys == [key] && key.modifiers == .alt: return takeApart(key)
    case .unbound:
      keyInput.pending = []
      keyInput.count = nil
      let typed = keys.map(KeyNotation.text).joined(separator: " ")
      if let action = action(of: typed) { return run(action) }
      say(wordsForUnbound(keys, typed))
      return []
    }
  }

  /// The user's action that keys without a command run.
  func action(of typed: String) -> UserAction? {
    browser.actions.first { $0.key == typed && browser.fits($0, document: document) }
  }

  private mutating func run(bound name: String) -> [Effect] {
    let count = keyInput.count
    (keyInput.pending, keyInput.count) = ([], nil)
    return run(name, count: count)
  }

  private mutating func awaitKeys(after keys: [Key]) -> [Effect] {
    keyInput.pending = keys
    keyInput.serial += 1
    return [.remind(.pendingKeys(serial: keyInput.serial), milliseconds: 500)]
  }

  /// Handles a key of a mode that is bound there; nil if it is not.
  mutating func takeOwn(_ key: Key, in mode: Keymap.Mode) -> [Effect]? {
    let keys = keyInput.pending + [key]
    switch ownLookup(keys, in: mode) {
    case .command(let name): return run(bound: name)
    case .pending: return awaitKeys(after: keys)
    case .unbound: return nil
    }
  }

  /// Returns the use of keys in a mode alone; Escape and Ctrl-c close a card if they have no other use.
  private func ownLookup(_ keys: [Key], in mode: Keymap.Mode) -> Keymap.Lookup {
    let own = keyInput.keymap.ownLookup(keys, in: mode)
    guard own == .unbound, keys.count == 1, let key = keys.first,
      Card.allCases.contains(where: { $0.mode == mode })
    else { return own }
    // The card of an annotation passes nothing on, so that Shift-Enter can only mean Enter.
    if mode == .card, !key.modifiers.isEmpty {
      guard case .character = key.code else { return ownLookup([Key(key.code)], in: mode) }
    }
    return key == Key(.escape) || key == Key("c", .control) ? .command("card-close") : own
  }

  /// Handles a key with Alt that nothing is bound to: an Escape and a key that came together look like this.
  mutating func takeApart(_ key: Key) -> [Effect] {
    guard key.modifiers == .alt else { return [] }
    var plain = key
    plain.modifiers = []
    return take(Key(.escape)) + take(plain)
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
}

extension KeyInput {
  /// Handles a digit of a count before a command.
  mutating func takeCount(_ key: Key) -> Bool {
    guard pending.isEmpty, key.modifiers.isEmpty, case .character(let scalar) = key.code,
      ("0"..."9").contains(scalar), scalar != "0" || count != nil
    else { return false }
    count = min((count ?? 0) * 10 + Int(scalar.value) - 48, 10_000_000)
    return true
  }
}

extension State {
  /// Modes whose keys precede those of the layer that fills the window: the first that is active and has a key wins.
  private static let places: [(mode: Keymap.Mode, isActive: @Sendable (State) -> Bool)] = [
    (.card, { $0.card == .annotation }), (.answer, { $0.card == .lookup }),
    (.peek, { $0.card == .peek }),
    (.annotations, { $0.panel?.source == .annotations && $0.panel?.isFiltering == false }),
    (.outline, { $0.panel?.source == .outline && $0.document?.hasPages == true }),
    (.field, { $0.isReaderShown && $0.currentField != nil }),
    (.annotation, { $0.isReaderShown && $0.currentAnnotation != nil }),
    (.figure, { $0.isReaderShown && $0.currentFigure != nil }),
  ]

  private var isReaderShown: Bool { !browser.isShown && !isFinding && !isGridShown }

  /// The uppermost card; nil if none is shown.
  var card: Card? {
    annotating.card != nil ? .annotation : lookups.card != nil ? .lookup : peek != nil ? .peek : nil
  }

  /// Returns the use of keys here, and the mode that has them.
  func resolve(_ keys: [Key]) -> (mode: Keymap.Mode, found: Keymap.Lookup) {
    for (mode, isActive) in Self.places {
      let own = ownLookup(keys, in: mode)
      if own != .unbound, isActive(self) { return (mode, own) }
    }
    return keyInput.keymap.resolve(keys, in: keyMode)
  }

  func lookup(_ keys: [Key]) -> Keymap.Lookup { resolve(keys).found }
}

/// Keys that are held until they can take effect.
extension State {
  /// The maximum number of keys held for one reason.
  private static let mostHeld = 200

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
  private mutating func keepsForLater(_ key: Key) -> Bool {
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
    if keyInput.ahead.count < Self.mostHeld { keyInput.ahead.append(key) }
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

  /// Holds a key until it is known whether the selection is kept; returns whether it was held.
  private mutating func holdsForSelection(_ key: Key) -> Bool {
    guard let kept = awaited.selection, selection?.document == document?.id, keyMode == .selecting,
      kept.keys.count < Self.mostHeld, key.code != .escape, key != Key("c", .control)
    else { return false }
    awaited.selection?.keys.append(key)
    return true
  }

  /// Handles the held keys once all pages have been compared.
  mutating func takeHeldKeys() -> [Effect] {
    guard selection != nil else {
      awaited.selection = nil
      return []
    }
    guard let kept = awaited.selection, kept.awaited.isEmpty else { return [] }
    awaited.selection = nil
    var effects: [Effect] = []
    for key in kept.keys { effects += update(.input(.key(key))) }
    return effects
  }

  /// Whether a key waits for a document that is being opened for the list; Escape waits no longer.
  private mutating func holdsForBorrowed(_ key: Key) -> Bool {
    guard isLibraryListed, annotating.list.borrowed.contains(where: { $0.command != nil }) else {
      return false
    }
    if key.code == .escape || key == Key("c", .control) {
      for index in annotating.list.borrowed.indices {
        annotating.list.borrowed[index].command = nil
      }
      annotating.list.heldKeys = []
    } else if annotating.list.heldKeys.count < Self.mostHeld {
      annotating.list.heldKeys.append(key)
    }
    return true
  }

  /// Handles the waiting keys in order and stops at the first that must wait longer.
  mutating func takeKeysHeldForBorrowed() -> [Effect] {
    var effects: [Effect] = []
    while !annotating.list.heldKeys.isEmpty,
      !annotating.list.borrowed.contains(where: { $0.command != nil })
    {
      let key = annotating.list.heldKeys.removeFirst()
      let rest = annotating.list.heldKeys
      annotating.list.heldKeys = []
      effects += update(.input(.key(key)))
      annotating.list.heldKeys += rest
    }
    return effects
  }
}
