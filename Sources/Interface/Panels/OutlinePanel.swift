import DocumentModel
import Messages
import Widgets

extension PanelSource {
  package static let outline = PanelSource(
    title: "Outline",
    fullTitle: { $0.document?.isOutlineGenerated == true ? "Outline, from headings" : nil },
    rows: { state, filter in
      Panel.matching(outlineRows(state, isFiltered: !filter.isEmpty), filter)
    },
    emptyText: { $1 ? nil : outlineWords($0) },
    hints: { state, _, _ in OutlineEditing.outlineKeys(state) },
    fold: { foldOutline(&$0, $1, opens: $2) },
    chooseNothing: { $0.panel?.filter.isEmpty == true ? $0.run("outline-from-headings") : [] },
    ownKeys: .outline, opensBeside: true, namesPages: true)

  private static func outlineRows(_ state: State, isFiltered: Bool) -> [Panel.Row] {
    guard let document = state.document else { return [] }
    let current = state.panel?.anchorPath
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
        row.detail =
          document.hasPages
          ? document.pageName(destination.page)
          : document.infos[safe: destination.page]?.labels
            .label(x: destination.x, y: destination.y) ?? ""
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

  private static func outlineWords(_ state: State) -> String {
    guard let document = state.document else { return "" }
    guard document.outline != nil else { return "reading …" }
    guard document.hasPages else { return "This text has no headings" }
    guard document.references == nil else { return "No outline and no headings" }
    return document.pagesRead > 0
      ? "Looking for headings: \(document.pagesRead) of \(document.pageCount) pages read"
      : "This document has no outline. Enter builds one from its headings."
  }

  /// Opens or closes a branch of the outline.
  private static func foldOutline(_ state: inout State, _ row: Panel.Row, opens: Bool) {
    guard let index = state.pane.flatMap({ state.documents.index(of: $0.document) }) else { return }
    state.documents[index].reading.folded.removeAll { $0 == row.path }
    state.documents[index].reading.unfolded.removeAll { $0 == row.path }
    if opens {
      state.documents[index].reading.unfolded.append(row.path)
    } else {
      state.documents[index].reading.folded.append(row.path)
    }
  }
}

private func isUnfolded(_ entry: OutlineEntry, in document: Document, current: String?) -> Bool {
  if document.reading.unfolded.contains(entry.path) { return true }
  if document.reading.folded.contains(entry.path) { return false }
  return entry.item.isOpen || current?.hasPrefix(entry.path + ".") == true
    // The title of a book above all its chapters hides them all.
    || (entry.depth == 0 && document.outlineEntries.count { $0.depth == 0 } == 1)
}
