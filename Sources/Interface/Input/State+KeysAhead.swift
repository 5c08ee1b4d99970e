import Canvas
import Messages

/// Keys typed while the document on the screen is being opened, the page is being read whose words they need, or the search has not found
/// the place they are meant for, wait until they can take effect.
extension State {
  private static let mostKeysAhead = 64

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

  /// Handles the waiting keys, until one has to wait again.
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
}
