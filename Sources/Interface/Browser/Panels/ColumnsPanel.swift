import DocumentModel
import Messages

extension PanelSource {
  package static let columns = PanelSource("Columns") { $0.columnRows() }
}

extension State {
  fileprivate func columnRows() -> [Panel.Row] {
    let shown = browser.current?.options.columns ?? []
    return Column.everywhere.filter { $0 != .name }.map { column in
      Panel.Row(
        text: (shown.contains(column) ? "● " : "○ ") + column.heading,
        action: .init { $0.toggleColumn(column) })
    }
  }

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
