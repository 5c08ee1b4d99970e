import Canvas
import DocumentModel
package import Messages
import Text
import Widgets

extension State {
  /// Opens a panel, or closes it when it is the one shown.
  package mutating func toggle(_ source: PanelSource) {
    if panel?.source == source {
      closePanel(goingBack: true)
      return
    }
    // Keys and commands of a list are for its selected row.
    let covered =
      [.help, .palette].contains(source) && panel?.source.ownKeys != nil ? panel : nil
    // The target shown by a list stays visible until the user returns to it.
    if panel != nil { closePanel(goingBack: covered == nil) }
    let anchor = place(of: panes.focus)
    let path = section(of: panes.focus)?.path
    relayout { state in
      state.panel = Panel(source, over: covered)
      state.panel?.isFiltering = source.filtersAtOnce
      state.panel?.anchor = anchor
      state.panel?.anchorPath = path
    }
    fillPanel()
    selectCurrentRow()
  }

  /// Closes the panel; `goingBack` returns from looking through the outline.
  package mutating func closePanel(goingBack: Bool = false) {
    let anchor = panel?.source.opensBeside == true ? panel?.anchor : nil
    let covered = panel?.coveredList
    relayout { $0.panel = covered }
    guard covered == nil else {
      fillPanel()
      revealSelected()
      return
    }
    if goingBack, let anchor { land(panes.focus, page: anchor.page, .offset(anchor.offset)) }
  }

  /// Puts the rows of the panel together again, after the filter, the fold state or the document changed.
  package mutating func fillPanel() {
    guard let panel else { return }
    let filter = panel.filter.text
    let shown = panel.source.rows(self, filter)
    self.panel?.rows = shown
    if filter.isEmpty { self.panel?.fullCount = shown.count }
    self.panel?.select(panel.selected)
    // The next row, or the last one where the rows have become fewer.
    for step in [1, -1] {
      guard let now = self.panel, now.rows[safe: now.selected]?.isHeading == true else { break }
      self.panel?.move(step)
    }
  }

  /// Opens or closes the selected branch, or the other way without `isOpen`; what cannot be closed leads to the row above it.
  package mutating func fold(_ isOpen: Bool?) {
    guard let panel, let row = panel.rows[safe: panel.selected] else { return }
    guard row.hasChildren, isOpen ?? !row.isOpen != row.isOpen else {
      if isOpen == false, let dot = row.path.lastIndex(of: "."),
        let parent = panel.rows.firstIndex(where: { $0.path == row.path[..<dot] })
      {
        self.panel?.select(parent)
      }
      return
    }
    panel.source.fold(&self, row, !row.isOpen)
    fillPanel()
  }

  /// Selects the row the reader is at.
  package mutating func selectCurrentRow() {
    guard let panel else { return }
    if let index = panel.rows.firstIndex(where: \.isCurrent) { self.panel?.select(index) }
    revealSelected()
  }

  /// Scrolls the panel so that its selected row is seen.
  mutating func revealSelected() {
    guard var panel else { return }
    panel.reveal(height: PanelView.panelRect(self, panel).height)
    self.panel = panel
  }

  /// Runs the action of the selected row.
  package mutating func choose() -> [Effect] {
    guard let panel else { return [] }
    // A folder is gone to by its path: completing it is Tab's.
    if panel.selected == 0, panel.filter.text.hasPrefix("go "), panel.awaitedArgument == nil,
      let effects = runTyped()
    {
      return effects
    }
    guard let row = panel.rows[safe: panel.selected] else {
      return runTyped() ?? panel.source.chooseNothing(&self)
    }
    return row.action.perform(&self)
  }
}

extension State {
  /// Handles the mouse in a panel: a click chooses a row, one outside a popup closes it; nil for the text beside a side panel.
  mutating func takeInPanel(_ mouse: Mouse) -> [Effect]? {
    guard let panel else { return nil }
    let isBeside = sidePanelWidth > 0
    if isBeside, mouse.x >= sidePanelWidth { return nil }
    // A selection may be dragged over the panel.
    if isBeside, let pressed = pointer.pressed, pressed.x >= sidePanelWidth { return nil }
    switch mouse.action {
    case .wheelDown: movePanel(3)
    case .wheelUp: movePanel(-3)
    case .press(button: 1):
      notices.dismiss()
      return pointer.press(mouse)
    case .release(button: 1):
      guard pointer.release(mouse) else { return [] }
      let rect = PanelView.panelRect(self, panel)
      guard let index = panelRow(at: mouse) else {
        if !isBeside, !rect.contains(x: mouse.x, y: mouse.y) { closePanel(goingBack: true) }
        return []
      }
      self.panel?.select(index)
      let foldMark = rect.x + Panel.indent(of: panel.rows[index], width: rect.width)
      if panel.rows[index].hasChildren, mouse.x <= foldMark + 1 {
        fold(nil)
        return []
      }
      return choose()
    default: break
    }
    return []
  }

  private func panelRow(at mouse: Mouse) -> Int? {
    guard let panel else { return nil }
    let rect = PanelView.panelRect(self, panel)
    guard rect.contains(x: mouse.x, y: mouse.y) else { return nil }
    var row = panel.top + mouse.y - rect.y
    if panel.rows[safe: row]?.continues == true { row = panel.block(of: row).lowerBound }
    return panel.rows.indices.contains(row) && !panel.rows[row].isHeading ? row : nil
  }

  mutating func paste(intoPanel text: String) -> [Effect]? {
    guard panel?.isFiltering == true else { return nil }
    if !pastePath(text) { panel?.filter.insert(text) }
    return filterChanged()
  }

  /// A key for the panel; nil when it is not the panel's. A count typed before it ends with it.
  mutating func takeInPanel(_ key: Key) -> [Effect]? {
    let effects = takeUncounted(key)
    if effects != nil { keyInput.count = nil }
    return effects
  }

  private mutating func takeUncounted(_ key: Key) -> [Effect]? {
    guard let panel else { return nil }
    if panel.source.opensBeside, !keyInput.pending.isEmpty { return takeNext(key) }
    if let effects = panel.source.key(&self, key) { return effects }
    let height = PanelView.panelRect(self, panel).height
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("c"), .control):
      let isLeft = panel.isFiltering && !panel.source.filtersAtOnce || !panel.filter.isEmpty
      if isLeft, !panel.source.isTyped {
        self.panel?.isFiltering = panel.source.filtersAtOnce
        self.panel?.filter = .init()
        fillPanel()
        selectCurrentRow()
        return searchAnnotations()
      }
      closePanel(goingBack: true)
      return []
    case (.enter, _): return choose()
    case (.down, _), (.character("n"), .control): movePanel(keyInput.count ?? 1)
    case (.up, _), (.character("p"), .control): movePanel(-(keyInput.count ?? 1))
    case (.pageDown, _): movePanel(height - 1)
    case (.pageUp, _): movePanel(1 - height)
    default: return panel.isFiltering ? type(key) : takePanelLetter(key, panel, height)
    }
    return []
  }

  private mutating func type(_ key: Key) -> [Effect] {
    guard let panel else { return [] }
    // Nothing left to take away: out of the palette, as in vim.
    if panel.source.isTyped, panel.filter.isEmpty, key.code == .backspace {
      closePanel(goingBack: true)
      return []
    }
    // The command stays; a second press removes it, too.
    if key == Key("u", .control), let (command, _) = typedCommand,
      self.panel?.filter.clear(after: command.name + " ") == true
    {
      return filterChanged()
    }
    guard self.panel?.filter.take(key) == true else { return takeApart(key) }
    if key == Key("/") { startPathOver() }
    return filterChanged()
  }

  /// The command typed at the palette's prompt, and the text after it.
  private var typedCommand: (command: Command, typed: String)? {
    guard let panel, panel.source == .palette else { return nil }
    return CommandList.split(panel.filter.text)
  }

  /// Restarts a path inside another one, as in Emacs: `~/Downloads//tmp`, `/tmp/~/`.
  private mutating func startPathOver() {
    guard let (command, typed) = typedCommand, command.argument?.isPath == true,
      panel?.filter.after.isEmpty == true
    else { return }
    if typed.hasSuffix("//") {
      panel?.filter = LineEditor(command.name + " /")
    } else if typed.hasSuffix("/~/") {
      panel?.filter = LineEditor(command.name + " ~/")
    }
  }

  /// Replaces a typed path by a pasted absolute one; false if either is no path.
  mutating func pastePath(_ text: String) -> Bool {
    guard let (command, _) = typedCommand, command.argument?.isPath == true else { return false }
    let words = text.trimmed
    let home = words.hasPrefix("~/") && !words.contains(where: \.isNewline) ? words : nil
    guard let path = home ?? DroppedPath.path(in: text) else { return false }
    panel?.filter = LineEditor(command.name + " " + path)
    return true
  }

  /// Shows the rows that match the filter, best first.
  mutating func filterChanged() -> [Effect] {
    panel?.selected = 0
    panel?.top = 0
    let effects =
      (panel?.requestPaths() ?? []) + PanelSource.searchDocuments(&self) + searchAnnotations()
    fillPanel()
    lookAtSelected()
    return effects
  }

  mutating func movePanel(_ step: Int) {
    panel?.move(step)
    revealSelected()
    lookAtSelected()
  }

  private mutating func takePanelLetter(
    _ key: Key, _ panel: Panel, _ height: Int
  ) -> [Effect]? {
    let half = max(1, height / 2)
    switch (key.code, key.modifiers) {
    case (.character("j"), []): movePanel(keyInput.count ?? 1)
    case (.character("k"), []): movePanel(-(keyInput.count ?? 1))
    case (.character("d"), .control): movePanel(half)
    case (.character("u"), .control): movePanel(-half)
    // Beside the text, `g` begins sequences such as `g t`.
    case (.character("g"), []) where panel.source.opensBeside: return nil
    case (.character("g"), []), (.home, _): movePanel(-panel.rows.count)
    case (.character("G"), []), (.end, _):
      movePanel(keyInput.count == nil ? panel.rows.count : -panel.rows.count)
      if let count = keyInput.count { movePanel(count - 1) }
    case (.character("/"), []): self.panel?.isFiltering = true
    case (.character("l"), []), (.right, _): fold(true)
    case (.character("h"), []), (.left, _): fold(false)
    case (.character(" "), []): fold(nil)
    case (.character("q"), []): closePanel(goingBack: true)
    // The panel is beside the text, whose keys keep working.
    default: return panel.source.opensBeside ? passOn(key) : []
    }
    return []
  }

  /// Handles a key of a sequence begun in the list: `gg` is the list's, all others are the text's.
  private mutating func takeNext(_ key: Key) -> [Effect]? {
    guard let panel, keyInput.pending == [Key("g")], key == Key("g") else {
      return key.code == .escape ? nil : passOn(key)
    }
    keyInput.pending = []
    movePanel(-panel.rows.count)
    return []
  }

  /// Passes a key to the view beside the list; nil for keys of the browser, which would act on hidden files.
  private mutating func passOn(_ key: Key) -> [Effect]? {
    guard browser.isShown && browser.glance == nil || isFinding else { return nil }
    if case .command(let name) = lookup(keyInput.pending + [key]),
      let group = CommandList.byName[name]?.group,
      group.mode == .all
    {
      return nil
    }
    say(wordsForHidden(key))
    return []
  }
}

extension State {
  /// Shows the target of the selected row in the text, while the panel is beside it.
  mutating func lookAtSelected() {
    guard let panel, panel.source.opensBeside, sidePanelWidth > 0 else { return }
    switch panel.rows[safe: panel.selected]?.action.target {
    case .page(let page, let landing): land(panes.focus, page: page, landing)
    case .hit(let index): show(hit: index)
    case .annotation(let id):
      guard let document, let index = documents.index(of: document.id),
        let annotation = document.annotations[id],
        !document.annotations.isDetached(id)
      else { return }
      show(document.annotations.root(of: annotation), index)
    default: break
    }
  }

  /// Takes the place in the text as the one the outline was opened from, after the reader moved by other keys.
  mutating func anchorPanel() {
    guard panel?.source.opensBeside == true else { return }
    let place = place(of: panes.focus)
    let path = section(of: panes.focus)?.path
    panel?.anchor = place
    panel?.anchorPath = path
    fillPanel()
    selectCurrentRow()
  }

  /// Opens the palette with a command that waits for its argument.
  mutating func ask(for name: String, _ typed: String = "") -> [Effect] {
    if panel?.source != .palette { toggle(.palette) }
    panel?.filter = LineEditor(name + " " + typed)
    return filterChanged()
  }

  /// Runs a typed command with its argument; nil if there is none.
  mutating func runTyped() -> [Effect]? {
    guard panel?.source == .palette,
      let (command, typed) = CommandList.split(panel?.filter.text ?? ""),
      let argument = command.argument
    else { return nil }
    guard !typed.isEmpty else {
      say(":\(command.name) needs \(argument.name)")
      return []
    }
    closePanel()
    return run(command.name, with: typed)
  }
}
