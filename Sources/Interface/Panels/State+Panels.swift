import Canvas
import DocumentModel
import Text
import Widgets

extension State {
  /// Opens a panel, or closes it when it is the one shown.
  package mutating func toggle(_ kind: Panel.Kind) {
    if panel?.kind == kind {
      closePanel(goingBack: true)
      return
    }
    if panel != nil { closePanel(goingBack: true) }
    let anchor = place(of: focus)
    let path = section(of: focus)?.path
    relayout { state in
      state.panel = Panel(kind: kind)
      state.panel?.isFiltering = kind.filtersAtOnce
      state.panel?.anchor = anchor
      state.panel?.anchorPath = path
    }
    listing = Listing()
    fillPanel()
    selectCurrentRow()
  }

  /// Closes the panel; `goingBack` returns from looking through the outline.
  package mutating func closePanel(goingBack: Bool = false) {
    let anchor = panel?.kind.standsBeside == true ? panel?.anchor : nil
    relayout { $0.panel = nil }
    if goingBack, let anchor { land(focus, page: anchor.page, .offset(anchor.offset)) }
  }

  /// Puts the rows of the panel together again, after the filter, the fold state or the document changed.
  package mutating func fillPanel() {
    guard let panel else { return }
    let filter = panel.filter.text
    let shown: [Panel.Row]
    switch panel.kind {
    case .outline: shown = matching(outlineRows(isFiltered: !filter.isEmpty), filter)
    case .marks: shown = matching(markRows(), filter)
    case .history: shown = matching(historyRows(), filter)
    case .documents: shown = matching(documentRows(), filter)
    case .palette: shown = paletteRows(filter)
    case .help: shown = helpRows(filter)
    case .information: shown = matching(informationRows(), filter)
    case .errors: shown = matching(errorRows(), filter)
    case .hits: shown = matching(hitRows(), filter)
    case .jump: shown = jumpRows()
    case .tags: shown = tagRows(filter)
    case .actions: shown = matching(actionRows(), filter)
    case .tasks: shown = matching(taskRows(), filter)
    case .columns: shown = matching(columnRows(), filter)
    case .templates: shown = matching(templateRows(), filter)
    case .openers: shown = matching(openerRows(), filter)
    case .file: shown = matching(fileRows(), filter)
    case .facets: shown = matching(facetRows(), filter)
    case .annotations: shown = annotationRows(filter)
    case .fieldOptions: shown = fieldRows(filter)
    }
    self.panel?.rows = shown
    if filter.isEmpty { self.panel?.fullCount = shown.count }
    self.panel?.select(panel.selected)
    let isOnHeading = self.panel?.rows[safe: panel.selected]?.isHeading == true
    if isOnHeading { self.panel?.move(1) }
  }

  /// The rows that fuzzily match a filter, best first; all where it is empty.
  func matching(
    _ rows: [Panel.Row], _ filter: String,
    _ words: (Panel.Row) -> String = { $0.text + " " + $0.detail + " " + $0.also }
  ) -> [Panel.Row] {
    guard !filter.isEmpty else { return rows }
    let match = FuzzyMatch(filter)
    let ranked = rows.enumerated().compactMap { index, row -> (Int, Int, Panel.Row)? in
      guard !row.isHeading,
        let score = match.score(words(row))
      else { return nil }
      return (score, index, row)
    }
    return ranked.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.2)
  }

  func matchingTexts(_ texts: [String], _ filter: String) -> [String] {
    matching(texts.map { Panel.Row(text: $0) }, filter).map(\.text)
  }

  private func outlineRows(isFiltered: Bool) -> [Panel.Row] {
    guard let document else { return [] }
    let current = panel?.anchorPath
    var rows: [Panel.Row] = []
    var hidden: String?
    for entry in document.outlineEntries {
      if let hidden, entry.path.hasPrefix(hidden + "."), !isFiltered { continue }
      hidden = nil
      let isOpen = isUnfolded(entry, in: document, current: current)
      if !isOpen, !entry.item.children.isEmpty { hidden = entry.path }
      var row = Panel.Row(
        text: entry.item.title, depth: entry.depth, path: entry.path,
        hasChildren: !entry.item.children.isEmpty, isOpen: isOpen)
      row.isCurrent = entry.path == current
      if let destination = entry.destination {
        row.detail = document.isPaged ? document.pageName(destination.page) : ""
        row.action = .jump(
          page: destination.page,
          destination.y.map { .point(x: destination.x, y: $0) } ?? .top)
      } else if case .named(let name) = entry.item.target {
        row.action = .resolve(name)
      } else {
        row.isDimmed = entry.item.children.isEmpty
      }
      rows.append(row)
    }
    return rows
  }

  private func isUnfolded(_ entry: OutlineEntry, in document: Document, current: String?) -> Bool {
    if document.reading.unfolded.contains(entry.path) { return true }
    if document.reading.folded.contains(entry.path) { return false }
    return entry.item.isOpen || current?.hasPrefix(entry.path + ".") == true
      // The title of a book above all its chapters hides them all.
      || (entry.depth == 0 && document.outline?.count == 1)
  }

  private func markRows() -> [Panel.Row] {
    guard let document else { return [] }
    return document.reading.marks.map { mark in
      Panel.Row(
        text: mark.name + "  " + mark.snippet, detail: document.shortPlaceName(mark.place),
        action: .jump(page: mark.place.page, .offset(mark.place.offset)))
    }
  }

  private func historyRows() -> [Panel.Row] {
    guard let document else { return [] }
    return document.reading.history.enumerated().reversed().map { index, place in
      let title =
        document.section(page: place.page, y: .greatestFiniteMagnitude)?.item.title ?? ""
      var row = Panel.Row(
        text: document.placeName(place) + "  " + title,
        action: .jump(page: place.page, .offset(place.offset)))
      row.isCurrent = index == document.reading.historyIndex
      return row
    }
  }

  /// The newest first, each in as many rows as it needs.
  private func errorRows() -> [Panel.Row] {
    errors.reversed().flatMap { error in
      wrapped(error, to: min(size.width - 2, 86) - 6).enumerated().map { index, line in
        Panel.Row(text: line, depth: index == 0 ? 0 : 1)
      }
    }
  }

  private func documentRows() -> [Panel.Row] {
    documents.map { document in
      var row = Panel.Row(
        text: document.title,
        detail: document.isPaged && document.pageCount > 0 ? "\(document.pageCount) p." : "",
        action: .show(document.id))
      row.isCurrent = document.id == pane?.document
      row.isFileName = document.title == document.fileName
      return row
    }
  }

  /// What matches and can be done now, first what has keys here; below it the rest, under where it can.
  private func helpRows(_ filter: String) -> [Panel.Row] {
    guard !filter.isEmpty else { return helpRows(under: .all) }
    let all = helpRows(under: .dimmed)
    let words = WordFilter(filter)
    // A few of their letters count where nothing has the words themselves.
    let named = all.filter { !$0.isHeading && words.matches($0.text, $0.detail, $0.also) }
    let found = matching(named.isEmpty ? all : named, filter)
    let keys = keymap.keysOfCommands()
    let holdsHere = { (row: Panel.Row) in
      !keymap.keysHolding(for: row.also, in: keyMode, among: keys).isEmpty
    }
    let available = found.filter { !$0.isDimmed }
    var rows = available.filter(holdsHere) + available.filter { !holdsHere($0) }
    let others = found.filter(\.isDimmed)
    let group = { (row: Panel.Row) in
      (CommandList.byName[row.also] ?? CommandList.split(row.also)?.0)?.group
    }
    let groups = Command.Group.allCases
    for other in groups.filter(isNear) + groups.filter({ !isNear($0) }) {
      let own = others.filter { group($0) == other }
      guard !own.isEmpty else { continue }
      if !rows.isEmpty { rows.append(Panel.Row(text: "", isHeading: true)) }
      rows.append(Panel.Row(text: heading(of: other), isHeading: true))
      rows += own
    }
    return rows
  }

  /// Whether a group is of the place one is in: what is read, the browser, or what was found.
  private func isNear(_ group: Command.Group) -> Bool {
    let away: Set<Keymap.Mode> = [.browsing, .finding]
    return away.contains(keyMode)
      ? group.mode == keyMode
      : keyMode == .gallery ? group.mode == .browsing : !away.contains(group.mode)
  }

  /// With the place its keys hold in, unless they hold here.
  private func heading(of group: Command.Group) -> String {
    let mode = group.mode
    let holds = mode == .all || mode == keyMode || mode == keyMode.base
    return holds ? group.rawValue : group.rawValue + ", " + mode.words
  }

  private func helpRows(under headings: RowHeadings) -> [Panel.Row] {
    var rows: [Panel.Row] = []
    // First what can be done now: the browser's where it is seen, else the reader's.
    let isAvailable = { (group: Command.Group) in
      CommandList.all.contains { $0.group == group && $0.availability(self) == .available }
    }
    let browsers: [Command.Group] = [.browsing, .files]
    var first =
      keyMode == .finding
      ? [.library] : keyMode == .browsing ? browsers : Command.Group.allCases.filter(isAvailable)
    if showsPictures(focus), first.contains(.pictures) {
      first.removeAll { $0 == .pictures }
      first.insert(.pictures, at: min(1, first.count))
    }
    if isGridShown {
      first.removeAll { $0 == .editing || $0 == .pictures }
      first = [.editing, .pictures] + first
    }
    // Keys are looked for here: why one does nothing now is said when it is chosen.
    let all = Dictionary(
      grouping: zip(CommandList.all, commandRows(CommandList.all, under: headings)),
      by: \.0.group)
    let bindings = bindingRows(under: headings)
    for group in first + Command.Group.allCases.filter({ !first.contains($0) }) {
      guard let commands = all[group] else { continue }
      if !rows.isEmpty { rows.append(Panel.Row(text: "", isHeading: true)) }
      rows.append(Panel.Row(text: heading(of: group), isHeading: true))
      for (command, row) in commands {
        for var row in [row] + (bindings[command.name] ?? []) {
          // The name is what a key is bound to in one's own file.
          if size.width >= 80 { row.detail = row.detail + "   " + row.also }
          rows.append(row)
        }
      }
    }
    return rows
  }

  /// The rows of keys that run a command with something behind its name, as a colour, by the command.
  private func bindingRows(under headings: RowHeadings) -> [String: [Panel.Row]] {
    let keys = keymap.keysOfCommands()
    let placed = Keymap.Mode.allCases.map { ($0, keymap.keysOfCommands(in: [$0])) }
    var rows: [String: [Panel.Row]] = [:]
    for name in keys.keys.sorted() where CommandList.byName[name] == nil {
      guard let (command, argument) = CommandList.split(name) else { continue }
      var row = Panel.Row(
        text: title(ofBinding: name), also: name,
        action: .runWith(command.name, argument: argument))
      row.isDimmed = command.availability(self) != .available
      let isHeaded = headings == .all || headings == .dimmed && row.isDimmed
      row.detail = keyWords(for: name, command.group, keys, placed, isHeaded: isHeaded)
      rows[command.name, default: []].append(row)
    }
    return rows
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
    panel.reveal(height: panelRect(panel).height)
    self.panel = panel
  }

  /// Opens or closes the selected branch of the outline.
  package mutating func fold(_ isOpen: Bool?) {
    guard let panel, let row = panel.rows[safe: panel.selected],
      let index = pane.flatMap({ self.index(of: $0.document) })
    else { return }
    guard row.hasChildren, isOpen ?? !row.isOpen != row.isOpen else {
      if isOpen == false, let parent = parentRow(of: row) { self.panel?.select(parent) }
      return
    }
    let opens = !row.isOpen
    documents[index].reading.folded.removeAll { $0 == row.path }
    documents[index].reading.unfolded.removeAll { $0 == row.path }
    if opens {
      documents[index].reading.unfolded.append(row.path)
    } else {
      documents[index].reading.folded.append(row.path)
    }
    fillPanel()
  }

  private func parentRow(of row: Panel.Row) -> Int? {
    guard let dot = row.path.lastIndex(of: ".") else { return nil }
    let path = String(row.path[..<dot])
    return panel?.rows.firstIndex { $0.path == path }
  }

  /// Does what the selected row says.
  package mutating func choose() -> [Effect] {
    guard let panel else { return [] }
    // A folder is gone to by its path: completing it is Tab's.
    if panel.selected == 0, panel.filter.text.hasPrefix("go "), awaitedArgument == nil,
      let effects = runTyped()
    {
      return effects
    }
    guard let row = panel.rows[safe: panel.selected] else {
      if let effects = runTyped() { return effects }
      return panel.kind == .outline && panel.filter.isEmpty ? run("outline-from-headings") : []
    }
    if let effects = chooseInBrowser(row.action) { return effects }
    switch row.action {
    case .none: return []
    case .jump(let page, let landing):
      closePanel(goingBack: true)
      jump(to: page, landing)
      return []
    case .show(let id):
      closePanel()
      return show(id)
    case .run(let name):
      closePanel()
      return run(name)
    case .runWith(let name, let argument):
      closePanel()
      return run(name, with: argument)
    case .complete(let text):
      self.panel?.filter = .init(text)
      return filterChanged()
    case .resolve(let name):
      guard let document else { return [] }
      return [.resolve(document.id, generation: document.generation, name: name, .follow)]
    case .awaitPage(let name):
      closePanel()
      go(toPage: name)
      return []
    case .hit(let index):
      closePanel(goingBack: true)
      pushHistory()
      show(hit: index)
      return []
    case .saveAttachment(let index):
      closePanel()
      askWhereToSave(index)
      return []
    case .narrow(let filter):
      closePanel()
      return narrow(by: filter)
    case .annotation(let id): return choose(annotation: id)
    case .fieldOption(let option): return choose(option: option)
    case .fieldText: return chooseOwnText()
    case .fieldOwn(let text): return choose(text: text)
    case .foundAnnotation(let path, let id, let page):
      return choose(found: id, in: path, page: page)
    case .goTo, .tag, .addTags, .userAction, .cancelTask, .column, .template, .opener: return []
    }
  }
}

extension Array {
  /// The element, or nil past the ends.
  package subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
