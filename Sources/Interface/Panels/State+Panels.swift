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
    let behind = kind == .help && panel?.kind.ownKeys != nil ? panel : nil
    // The target shown by a list stays visible until the user returns to it.
    if panel != nil { closePanel(goingBack: behind == nil) }
    panelBehindHelp = behind
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
    let behind = panel?.kind == .help ? panelBehindHelp : nil
    panelBehindHelp = nil
    relayout { $0.panel = behind }
    guard behind == nil else {
      fillPanel()
      revealSelected()
      return
    }
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
    // The next row, or the last one where the rows have become fewer.
    for step in [1, -1] {
      guard let now = self.panel, now.rows[safe: now.selected]?.isHeading == true else { break }
      self.panel?.move(step)
    }
  }

  /// Returns the rows that fuzzily match a filter, best first; all if it is empty.
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
      // Beside the frame, and further in from the second row on.
      wrapped(error, to: min(size.width - 2, Panel.Kind.errors.mostWidthFloating) - 8).enumerated()
        .map { index, line in
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

  /// Runs the action of the selected row.
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
