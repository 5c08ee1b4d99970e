import Canvas
import Messages

extension PanelSource {
  package static let actions = PanelSource(
    title: "Actions", rows: { $0.matching($0.actionRows(), $1) },
    key: { state, key in state.panel?.isFiltering == true ? nil : state.takeActionKey(key) },
    isMenu: true)
}

extension State {
  /// Returns the user's actions for the selection, followed by the built-in commands.
  fileprivate func actionRows() -> [Panel.Row] {
    let opening =
      browser.current?.marked.isEmpty == false && browser.isShown ? "open-chosen" : "browse-enter"
    let builtIn = [
      opening, "glance", "open-with", "information-of-file", "reveal", "copy-path",
      "copy-link-to-document", "copy-document-citation", "copy-file", "mail-file", "export", "tag",
      "toggle-favourite", "edit", "rename", "carry", "cut", "paste", "duplicate", "trash", "delete",
    ]
    // Files listed in their own folder are already shown there.
    let isInPlace = browser.isShown && browser.current?.place.folder != nil
    let rows = commandRows(
      builtIn.filter { !isInPlace || $0 != "reveal" }.compactMap { CommandList.byName[$0] }
    ).filter { !$0.isDimmed }
    let fit = browser.actions.filter(fits)
    guard !fit.isEmpty else { return rows }
    return [Panel.Row(text: "Your own", isHeading: true)]
      + fit.map { Panel.Row(text: $0.name, detail: $0.key, action: .run($0)) }
      + [Panel.Row(text: "Recto's", isHeading: true)] + rows
  }

  /// Runs the action bound to a key or waits for the rest of its sequence; nil if there is none.
  fileprivate mutating func takeActionKey(_ key: Key) -> [Effect]? {
    // Keys that move in any list move in this one.
    switch key.code {
    case .character, .delete, .function: break
    default:
      keyInput.pending = []
      return nil
    }
    guard let rows = panel?.rows else { return nil }
    let typed = keyInput.pending + [key]
    let keys = rows.map {
      $0.detail.split(separator: ", ").compactMap { KeyNotation.parse(String($0)) }
    }
    if let index = keys.firstIndex(where: { $0.contains(typed) }) {
      keyInput.pending = []
      panel?.select(index)
      return choose()
    }
    if keys.contains(where: { $0.contains { $0.starts(with: typed) } }) {
      keyInput.pending = typed
      return []
    }
    guard !keyInput.pending.isEmpty else { return nil }
    keyInput.pending = []
    return takeActionKey(key)
  }
}

extension Panel.Action {
  fileprivate static func run(_ action: UserAction) -> Self { .closing { $0.run(action) } }
}

extension State {
  /// Runs an action of the user for the selection.
  mutating func run(_ action: UserAction) -> [Effect] {
    action.showsCard
      ? lookUp("", by: action) : [.browse(.run(action: action.index, actionContext))]
  }
}
