import DocumentModel
import Messages

/// The most changes in the list; the rest are only counted.
private let mostRows = 2_000

extension PanelSource {
  package static let changes = PanelSource(
    title: "Changes", rows: { Panel.matching(changeRows($0), $1) },
    emptyText: { state, isFiltered in
      isFiltered
        ? nil
        : state.comparison == nil
          ? "No comparison: :diff FILE" : state.comparisonStatus ?? "No words changed"
    }, opensBeside: true, namesPages: true)

  private static func changeRows(_ state: State) -> [Panel.Row] {
    guard let shown = state.comparison, let document = state.document,
      [shown.new, shown.old].contains(document.id)
    else {
      return []
    }
    var rows = shown.changes.prefix(mostRows).enumerated().compactMap { index, change in
      shown.place(of: index, in: document.id).map { place in
        var row = Panel.Row(
          text: State.words(of: change), detail: document.shortPlaceName(place),
          action: .change(index, page: place.page, .glyph(place.offset)))
        row.isCurrent = index == shown.current
        return row
      }
    }
    if shown.changes.count > mostRows {
      rows.append(Panel.Row(text: "and \(shown.changes.count - mostRows) more", isDimmed: true))
    }
    return rows
  }
}

extension Panel.Action {
  /// Goes to a change by its index.
  fileprivate static func change(_ index: Int, page: Int, _ landing: Landing) -> Self {
    Self(target: .page(page, landing)) { state in
      state.closePanel(goingBack: true)
      state.pushHistory()
      state.show(change: index)
      return []
    }
  }
}
