import Canvas
import Widgets

extension PanelSource {
  package static let help = PanelSource(title: "Keys", rows: { helpRows($0, $1) })

  /// Returns matching commands that are available now, those with keys here first; below them the
  /// others under the place where they work.
  static func helpRows(_ state: State, _ filter: String) -> [Panel.Row] {
    guard !filter.isEmpty else { return helpRows(state, under: .all) }
    let all = helpRows(state, under: .dimmed)
    let words = WordFilter(filter)
    // Letters of synonyms count only if no row contains the words themselves.
    let synonyms = { (row: Panel.Row) in CommandList.byName[row.also]?.synonyms ?? "" }
    let named = all.filter {
      !$0.isHeading && words.matches($0.text, $0.detail, $0.also, synonyms($0))
    }
    let found = Panel.matching(named.isEmpty ? all : named, filter) {
      $0.text + " " + $0.detail + " " + $0.also + " " + synonyms($0)
    }
    let keys = state.keyInput.keymap.keysOfCommands()
    let holdsHere = { (row: Panel.Row) in
      !state.keyInput.keymap.keysHolding(for: row.also, in: state.keyMode, among: keys).isEmpty
    }
    let own = Set(state.panel?.coveredList?.source.ownKeys.map { Self.rows(state, of: $0) } ?? [])
    var rows = found.filter(own.contains)
    let available = found.filter { !$0.isDimmed && !own.contains($0) }
    rows += available.filter(holdsHere) + available.filter { !holdsHere($0) }
    let others = found.filter { $0.isDimmed && !own.contains($0) }
    let group = { (row: Panel.Row) in
      (CommandList.byName[row.also] ?? CommandList.split(row.also)?.0)?.group
    }
    let groups = Command.Group.allCases
    for other in groups.filter({ isNear(state, $0) }) + groups.filter({ !isNear(state, $0) }) {
      let own = others.filter { group($0) == other }
      guard !own.isEmpty else { continue }
      if !rows.isEmpty { rows.append(Panel.Row(text: "", isHeading: true)) }
      rows.append(Panel.Row(text: heading(state, of: other), isHeading: true))
      rows += own
    }
    return rows
  }

  /// Whether a group belongs to the current place: reader, browser or search results.
  private static func isNear(_ state: State, _ group: Command.Group) -> Bool {
    let away: Set<Keymap.Mode> = [.browsing, .finding]
    return away.contains(state.keyMode)
      ? group.mode == state.keyMode
      : state.keyMode == .gallery ? group.mode == .browsing : !away.contains(group.mode)
  }

  /// Returns a group's heading, with the place in which its keys work unless that is here.
  private static func heading(_ state: State, of group: Command.Group) -> String {
    let mode = group.mode
    let holds = mode == .all || mode == state.keyMode || mode == state.keyMode.base
    return holds ? group.rawValue : group.rawValue + ", " + mode.words
  }

  private static func helpRows(_ state: State, under headings: RowHeadings) -> [Panel.Row] {
    var rows: [Panel.Row] = []
    // First what is available: the browser's commands if it is visible, else the reader's.
    let isAvailable = { (group: Command.Group) in
      CommandList.all.contains { $0.group == group && $0.availability(state) == .available }
    }
    let browsers: [Command.Group] = [.browsing, .files]
    var first =
      state.keyMode == .finding
      ? [.library]
      : state.keyMode == .browsing ? browsers : Command.Group.allCases.filter(isAvailable)
    if state.showsPictures(state.panes.focus), first.contains(.pictures) {
      first.removeAll { $0 == .pictures }
      first.insert(.pictures, at: min(1, first.count))
    }
    if state.isGridShown {
      first.removeAll { $0 == .editing || $0 == .pictures }
      first = [.editing, .pictures] + first
    }
    // Help is searched for keys: the reason why one does nothing now is shown when it is chosen.
    let all = Dictionary(
      grouping: zip(CommandList.all, commandRows(state, CommandList.all, under: headings)),
      by: \.0.group)
    let bindings = bindingRows(state, under: headings)
    if let mode = state.panel?.coveredList?.source.ownKeys { rows += Self.rows(state, of: mode) }
    for group in first + Command.Group.allCases.filter({ !first.contains($0) }) {
      guard let commands = all[group] else { continue }
      if group == .cards {
        rows += [Keymap.Mode.peek, .answer, .card].flatMap { Self.rows(state, of: $0) }
        continue
      }
      if !rows.isEmpty { rows.append(Panel.Row(text: "", isHeading: true)) }
      rows.append(Panel.Row(text: heading(state, of: group), isHeading: true))
      for (command, row) in commands {
        for var row in [row] + (bindings[command.name] ?? []) {
          // The name is what `keys.json5` binds keys to.
          if state.size.width >= 80 { row.detail = row.detail + "   " + row.also }
          rows.append(row)
        }
      }
      if group == .annotations, state.panel?.coveredList?.source != .annotations {
        rows += Self.rows(state, of: .annotations)
      }
    }
    if state.document?.hasPages != false { rows += signRows() }
    return rows + mouseRows()
  }

  /// Returns the keys of a list or a card, under its name.
  private static func rows(_ state: State, of mode: Keymap.Mode) -> [Panel.Row] {
    let isHere = state.panel?.coveredList?.source.ownKeys == mode
    let keys = state.keyInput.keymap.keysOfCommands(in: [mode])
    let own = CommandList.all.compactMap { command -> Panel.Row? in
      guard let keys = keys[command.name]?.prefix(2).joined(separator: ", ") else { return nil }
      var row = Panel.Row(
        text: command.title, detail: isHere ? keys : keys + " " + mode.words, also: command.name,
        action: .run(command.name))
      if isHere, state.size.width >= 80 { row.detail += "   " + command.name }
      return row
    }
    guard !own.isEmpty else { return [] }
    let heading = mode.words.prefix(1).uppercased() + mode.words.dropFirst()
    var rows = [Panel.Row(text: heading, isHeading: true)]
    if !isHere { rows.insert(Panel.Row(text: "", isHeading: true), at: 0) }
    if isHere {
      rows += Self.listKeys.map { Panel.Row(text: $0.words, detail: $0.keys) }
    }
    return rows + own
  }

  /// Keys of all lists that lead into the text.
  private static let listKeys = [
    (keys: "j, k", words: "Next and previous row"),
    (keys: "enter", words: "Go to the row's target"),
    (keys: "/", words: "Filter rows"),
    (keys: "escape, q", words: "Close the list"),
  ]

  /// Returns the rows of keys that run a command with an argument, such as a colour, by command.
  private static func bindingRows(_ state: State, under headings: RowHeadings) -> [String:
    [Panel.Row]]
  {
    let keys = state.keyInput.keymap.keysOfCommands()
    let placed = Keymap.Mode.allCases.map { ($0, state.keyInput.keymap.keysOfCommands(in: [$0])) }
    var rows: [String: [Panel.Row]] = [:]
    for name in keys.keys.sorted() where CommandList.byName[name] == nil {
      guard let (command, argument) = CommandList.split(name) else { continue }
      var row = Panel.Row(
        text: state.title(ofBinding: name), also: name,
        action: .run(command.name, with: argument))
      row.isDimmed = command.availability(state) != .available
      let isHeaded = headings == .all || headings == .dimmed && row.isDimmed
      row.detail = keyWords(state, for: name, command.group, keys, placed, isHeaded: isHeaded)
      rows[command.name, default: []].append(row)
    }
    return rows
  }
}

/// The list of all keys.

/// Returns the margin signs with explanations.
private func signRows() -> [Panel.Row] {
  [
    Panel.Row(text: "", isHeading: true),
    Panel.Row(text: "Signs in the margin of the text", isHeading: true),
  ]
    + AnnotationStrings.signs.map {
      Panel.Row(text: "\($0.sign)  \($0.words)", detail: "in the margin", also: "signs")
    }
}

private func mouseRows() -> [Panel.Row] {
  [Panel.Row(text: "", isHeading: true), Panel.Row(text: "With the mouse", isHeading: true)]
    + MouseStrings.all.map { Panel.Row(text: $0.does, detail: $0.gesture, also: "mouse") }
}
