import Canvas
import Messages

extension PanelSource {
  package static let actions = PanelSource(
    title: "Actions", rows: { Panel.matching(actionRows($0), $1) },
    key: { state, key in state.panel?.isFiltering == true ? nil : takeActionKey(&state, key) },
    isMenu: true)

  /// Returns the user's actions for the selection, followed by the built-in commands.
  private static func actionRows(_ state: State) -> [Panel.Row] {
    let opening =
      state.browser.current?.marked.isEmpty == false && state.browser.isShown
      ? "open-chosen" : "browse-enter"
    let builtIn = [
      opening, "glance", "open-with", "information-of-file", "reveal", "copy-path",
      "copy-link-to-document", "copy-document-citation", "copy-file", "mail-file", "export", "tag",
      "toggle-favourite", "edit", "rename", "carry", "cut", "paste", "duplicate", "trash", "delete",
    ]
    // Files listed in their own folder are already shown there.
    let isInPlace = state.browser.isShown && state.browser.current?.place.folder != nil
    let rows = commandRows(
      state,
      builtIn.filter { !isInPlace || $0 != "reveal" }.compactMap { CommandList.byName[$0] }
    ).filter { !$0.isDimmed }
    let fit = state.browser.actions.filter {
      state.browser.fits($0, document: state.document)
    }
    guard !fit.isEmpty else { return rows }
    return [Panel.Row(text: "Your own", isHeading: true)]
      + fit.map { Panel.Row(text: $0.name, detail: $0.key, action: .run($0)) }
      + [Panel.Row(text: "Recto's", isHeading: true)] + rows
  }

  /// Runs the action bound to a key or waits for the rest of its sequence; nil if there is none.
  private static func takeActionKey(_ state: inout State, _ key: Key) -> [Effect]? {
    // Keys that move in any list move in this one.
    switch key.code {
    case .character, .delete, .function: break
    default:
      state.keyInput.pending = []
      return nil
    }
    guard let rows = state.panel?.rows else { return nil }
    let typed = state.keyInput.pending + [key]
    let keys = rows.map {
      $0.detail.split(separator: ", ").compactMap { KeyNotation.parse(String($0)) }
    }
    if let index = keys.firstIndex(where: { $0.contains(typed) }) {
      state.keyInput.pending = []
      state.panel?.select(index)
      return state.choose()
    }
    if keys.contains(where: { $0.contains { $0.starts(with: typed) } }) {
      state.keyInput.pending = typed
      return []
    }
    guard !state.keyInput.pending.isEmpty else { return nil }
    state.keyInput.pending = []
    return takeActionKey(&state, key)
  }
}

extension Panel.Action {
  fileprivate static func run(_ action: UserAction) -> Self { .closing { $0.run(action) } }
}
