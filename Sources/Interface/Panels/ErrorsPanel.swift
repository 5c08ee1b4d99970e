import Canvas
import Widgets

extension PanelSource {
  package static let errors = PanelSource("Errors", emptyText: { _, _ in "No errors so far" }) {
    errorRows($0)
  }

  /// The newest first, each in as many rows as it needs.
  private static func errorRows(_ state: State) -> [Panel.Row] {
    state.notices.errors.reversed().flatMap { error in
      // Beside the frame, and further in from the second row on.
      error.wrapped(to: min(state.size.width - 2, PanelSource.errors.mostWidthFloating) - 8)
        .enumerated()
        .map { index, line in
          Panel.Row(text: line, depth: index == 0 ? 0 : 1)
        }
    }
  }
}
