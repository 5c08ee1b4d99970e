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
    let behind = source == .help && panel?.source.ownKeys != nil ? panel : nil
    // The target shown by a list stays visible until the user returns to it.
    if panel != nil { closePanel(goingBack: behind == nil) }
    let anchor = place(of: panes.focus)
    let path = section(of: panes.focus)?.path
    relayout { state in
      state.panel = Panel(source, before: behind)
      state.panel?.isFiltering = source.filtersAtOnce
      state.panel?.anchor = anchor
      state.panel?.anchorPath = path
    }
    fillPanel()
    selectCurrentRow()
  }

  /// Closes the panel; `goingBack` returns from looking through the outline.
  package mutating func closePanel(goingBack: Bool = false) {
    let anchor = panel?.source.standsBeside == true ? panel?.anchor : nil
    let behind = panel?.behindHelp
    relayout { $0.panel = behind }
    guard behind == nil else {
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
    if panel.selected == 0, panel.filter.text.hasPrefix("go "), awaitedArgument == nil,
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
