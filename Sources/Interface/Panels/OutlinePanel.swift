import DocumentModel
import Messages
import Widgets

extension PanelSource {
  package static let outline = PanelSource(
    title: "Outline",
    fullTitle: { $0.document?.guess == .done ? "Outline, from headings" : nil },
    rows: { state, filter in
      state.matching(state.outlineRows(isFiltered: !filter.isEmpty), filter)
    },
    emptyText: { $1 ? nil : $0.outlineWords },
    hints: { state, _, _ in state.outlineKeys },
    chooseNothing: { $0.panel?.filter.isEmpty == true ? $0.run("outline-from-headings") : [] },
    ownKeys: .outline, standsBeside: true, namesPages: true)
}

extension State {
  fileprivate func outlineRows(isFiltered: Bool) -> [Panel.Row] {
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
        row.detail = document.hasPages ? document.pageName(destination.page) : ""
        row.action = .jump(
          page: destination.page,
          destination.y.map { .point(x: destination.x, y: $0) } ?? .top)
      } else if case .named(let name) = entry.item.target {
        row.action = .init { state in
          guard let document = state.document else { return [] }
          return [.resolve(document.id, generation: document.generation, name: name, .follow)]
        }
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

  fileprivate var outlineWords: String {
    guard let document else { return "" }
    switch document.guess {
    case .reading(let pages):
      return "Looking for headings: \(pages) of \(document.pageCount) pages read"
    case .done: return "No headings found either"
    case .none:
      if document.outline != nil, !document.hasPages { return "This text has no headings" }
      return document.outline == nil
        ? "reading …"
        : "This document has no outline. Enter builds one from its headings."
    }
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
}
