import DocumentModel
import Messages

extension PanelSource {
  package static let columns = PanelSource("Columns") { columnRows($0) }

  private static func columnRows(_ state: State) -> [Panel.Row] {
    let shown = state.browser.current?.options.columns ?? []
    return Column.everywhere.filter { $0 != .name }.map { column in
      Panel.Row(
        text: (shown.contains(column) ? "● " : "○ ") + column.heading,
        action: .init { state in
          let effects = state.browser.toggleColumn(column, environment: state.environment)
          state.fillPanel()
          return effects
        })
    }
  }
}
