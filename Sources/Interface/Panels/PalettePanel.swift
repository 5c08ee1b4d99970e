import Canvas
import DocumentModel
import Messages
import Widgets

extension PanelSource {
  package static let palette = PanelSource(
    title: "Commands", rows: { paletteRows($0, $1) },
    emptyText: { state, _ in state.panel?.awaitedArgument.map { "Type \($0), then Enter" } },
    key: { $1.code == .tab ? completeInPalette(&$0) : nil }, isTyped: true, filtersAtOnce: true,
    sign: ":")

  /// The headings above rows, which name the place where their keys work.
  enum RowHeadings {
    case none
    /// Rows of commands that are not available now have headings.
    case dimmed
    case all
  }

  /// Returns the commands, or completions of the argument of a completely typed one.
  static func paletteRows(_ state: State, _ filter: String) -> [Panel.Row] {
    if let (command, typed) = CommandList.split(filter) {
      let rows = argumentRows(state, command, typed)
      // `go to page` begins like a command that takes any path: others with these words follow it.
      guard command.argument?.isPath == true, !typed.isEmpty else { return rows }
      let others = commandRows(state, filter, least: Command.byWords).filter {
        $0.also != command.name
      }
      let first = Panel.Row(text: typed, action: .run(command.name, with: typed))
      return (rows.isEmpty && !others.isEmpty ? [first] : rows) + others
    }
    var rows = pageRows(state, filter)
    if filter.last == "%", let percent = Int(filter.dropLast()), state.document != nil {
      rows.append(
        Panel.Row(
          text: "To \(percent) %",
          action: .jump(
            page: state.place(atPercent: percent).page, state.place(atPercent: percent).landing)))
    }
    return rows + commandRows(state, filter)
  }

  /// The page whose number or label is typed, or that there is none.
  fileprivate static func pageRows(_ state: State, _ filter: String) -> [Panel.Row] {
    guard let document = state.document, document.phase == .open, !filter.isEmpty else { return [] }
    if !document.hasPages {
      // Pages of a book are those of its printed edition.
      let label = document.hasLines ? nil : PageName.exactLabel(filter)
      let isPage =
        !document.hasLines && document.hasPrintedPages
        && (Roman.isNumeral(filter) || label?.isEmpty == false)
      guard isPage || Int(filter).map({ $0 > 0 }) == true else { return [] }
      let word = document.hasLines ? "Line" : "Page"
      return [Panel.Row(text: "\(word) \(label ?? filter)", action: .awaitPage(filter))]
    }
    if let match = document.pageMatch(named: filter) {
      return pageRows(match, filter, document)
    }
    let isNumber = Int(filter) != nil || PageName.exactLabel(filter)?.isEmpty == false
    guard isNumber || (Roman.isNumeral(filter) && !document.areLabelsKnown) else { return [] }
    let last = document.pageName(document.pageCount - 1)
    return [
      Panel.Row(
        text: "Page \(filter)",
        detail: document.areLabelsKnown
          ? "no such page; the last is \(last)" : "labels are being read",
        isDimmed: document.areLabelsKnown, action: .awaitPage(filter))
    ]
  }

  /// Returns the page with a number, followed by the one with that number as its label.
  fileprivate static func pageRows(
    _ match: PageName.Match, _ filter: String, _ document: Document
  ) -> [Panel.Row] {
    var pages = [match.page]
    if match.kind == .number {
      pages += PageName.pages(labelled: filter, document.infos.map(\.label)).filter {
        $0 != match.page
      }
      .prefix(1)
    }
    return pages.map { page in
      let label = document.pageName(page)
      let isLabelled = label != String(page + 1)
      return Panel.Row(
        text: isLabelled && page == match.page && match.kind == .number
          ? "Page \(page + 1), labelled \(label)" : "Page \(label)",
        detail: "\(page + 1)/\(document.pageCount)", action: .jump(page: page, .top))
    }
  }

  /// Returns the commands that match the typed text at least so well: by name first, then by words of their titles.
  fileprivate static func commandRows(_ state: State, _ filter: String, least: Int = .min) -> [Panel
    .Row]
  {
    guard !filter.isEmpty else {
      // Movement comes last, since its keys are well known.
      let all = CommandList.all
      let rows = commandRows(
        state,
        all.filter { $0.group != .moving } + all.filter { $0.group == .moving })
      return rows.filter { !$0.isDimmed } + rows.filter(\.isDimmed)
    }
    let ranked = CommandList.all.enumerated().compactMap { index, command in
      command.nearness(to: filter).flatMap { $0 < least ? nil : $0 }.map { nearness in
        // Unavailable commands come after available ones, unless the name is typed.
        let isFar = nearness < 3_000 && command.availability(state) != .available
        return (isFar ? 1_500 - nearness : -nearness, index, command)
      }
    }
    return commandRows(state, ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2))
  }

  fileprivate static func argumentRows(_ state: State, _ command: Command, _ typed: String)
    -> [Panel.Row]
  {
    let choices: [String]
    let paths = state.panel?.listing.paths ?? []
    switch command.argument?.choices {
    // Until the new ones have come, those of a shorter text that still fit.
    case .paths:
      choices = paths.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
    case .folders:
      let below = paths.filter {
        PathParts.endsWithSlash($0) && $0 != typed && $0.lowercased().hasPrefix(typed.lowercased())
      }
      choices = (typed.isEmpty ? [] : [typed]) + below
    case .listed(let list): choices = Panel.matchingTexts(list(state), typed)
    case .suggested(let list):
      let rest = Panel.matchingTexts(list(state), typed).filter { $0 != typed }
      choices = (typed.isEmpty ? [] : [typed]) + rest
    case .completed(let complete): choices = complete(state, typed)
    case nil: return []
    }
    return choices.map { choice in
      let isWhole = command.argument?.isFolder == true && FilePath(choice) == FilePath(typed)
      let isBeginning = !isWhole && (PathParts.endsWithSlash(choice) || choice.hasSuffix(" "))
      return Panel.Row(
        text: choice,
        action: isBeginning
          ? .complete(command.name + " " + choice)
          : .run(command.name, with: choice))
    }
  }

  /// Returns a row per command with its keys, or why it is unavailable if there are no headings.
  static func commandRows(
    _ state: State, _ commands: [Command], under headings: RowHeadings = .none
  ) -> [Panel.Row] {
    // Searching all keys for each command would take longer than the interval between two keys.
    let keys = state.keyInput.keymap.keysOfCommands()
    let placed = Keymap.Mode.allCases.map { ($0, state.keyInput.keymap.keysOfCommands(in: [$0])) }
    return commands.map { command in
      var row = Panel.Row(text: command.title, also: command.name, action: .run(command.name))
      if command.argument != nil { row.action = .complete(command.name + " ") }
      if case .unavailable(let reason) = command.availability(state) {
        row.isDimmed = true
        row.detail = headings == .none ? reason : ""
      }
      guard row.detail.isEmpty else { return row }
      let isHeaded = headings == .all || headings == .dimmed && row.isDimmed
      row.detail = keyWords(
        state, for: command.name, command.group, keys, placed, isHeaded: isHeaded)
      return row
    }
  }

  /// Returns a command's first keys: those that work here, else those of another place, with its name unless a heading
  /// shows it.
  static func keyWords(
    _ state: State,
    for name: String, _ group: Command.Group, _ keys: [String: [String]],
    _ placed: [(mode: Keymap.Mode, keys: [String: [String]])], isHeaded: Bool
  ) -> String {
    let here = state.keyInput.keymap.keysHolding(for: name, in: state.keyMode, among: keys)
    guard here.isEmpty else { return here.prefix(2).joined(separator: ", ") }
    guard let (mode, all) = placed.first(where: { $0.keys[name] != nil }),
      let elsewhere = all[name]
    else { return "" }
    let words = isHeaded && mode == group.mode ? "" : " " + mode.words
    return elsewhere.prefix(2).joined(separator: ", ") + words
  }

  /// Puts the selected row's text at the prompt.
  static func completeInPalette(_ state: inout State) -> [Effect] {
    guard let panel = state.panel else { return [] }
    // The typed folder comes first, completions after it.
    let isTyped =
      panel.selected == 0 && CommandList.split(panel.filter.text)?.0.argument?.isFolder == true
    guard let row = panel.rows[safe: isTyped ? 1 : panel.selected] else { return [] }
    guard !row.action.name.isEmpty else { return [] }
    state.panel?.filter = LineEditor(row.action.name)
    return state.filterChanged()
  }
}

extension Panel {
  /// The name of the missing argument of the typed command, such as `FILE`; nil if nothing is
  /// missing.
  var awaitedArgument: String? {
    guard source == .palette, let (command, typed) = CommandList.split(filter.text), typed.isEmpty
    else { return nil }
    return command.argument?.name
  }

  /// Requests completions if the argument is a path.
  mutating func requestPaths() -> [Effect] {
    guard source == .palette, let (command, typed) = CommandList.split(filter.text),
      command.argument?.isPath == true, listing.typed != typed
    else { return [] }
    listing.typed = typed
    return [.listPaths(typed: typed)]
  }
}

extension CommandList {
  /// Splits a text into a command's name and its argument; nil if the command takes none.
  static func split(_ text: String) -> (Command, String)? {
    guard let blank = text.firstIndex(of: " "),
      let command = byName[String(text[..<blank])], command.argument != nil
    else { return nil }
    return (command, String(text[text.index(after: blank)...]))
  }
}
