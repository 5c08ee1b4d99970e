import DocumentModel
import Messages

extension PanelSource {
  package static let columns = PanelSource("Columns") { columnRows($0) }

  private static func columnRows(_ state: State) -> [Panel.Row] {
    let shown = state.browser.current?.options.columns ?? []
    return Column.everywhere.filter { $0 != .name }.map { column in
      Panel.Row(
        text: (shown.contains(column) ? "● " : "○ ") + column.heading,
        action: .init { $0.toggleColumn(column) })
    }
  }
}

extension State {
  mutating func toggleColumn(_ column: Column) -> [Effect] {
    let effects = changeOptions { options in
      if let index = options.columns.firstIndex(of: column) {
        options.columns.remove(at: index)
      } else {
        let order = Column.allCases
        options.columns.append(column)
        options.columns.sort {
          (order.firstIndex(of: $0) ?? 0) < (order.firstIndex(of: $1) ?? 0)
        }
      }
    }
    fillPanel()
    return effects
  }
}
