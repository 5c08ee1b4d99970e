import DocumentModel
import Messages

/// Commands that edit the pages and the outline of a document.
extension CommandList {
  private static let needsEditable: @Sendable (State) -> Command.Availability = { state in
    state.browser.reasonNotToEdit(state.document).map { .unavailable($0) } ?? .available
  }

  private static let needsGrid: @Sendable (State) -> Command.Availability = { state in
    guard state.isGridShown else {
      return .unavailable("Only in the page grid: T shows it")
    }
    return needsEditable(state)
  }

  private static let needsOutline: @Sendable (State) -> Command.Availability = { state in
    state.browser.reasonNotToEditOutline(state.document).map { .unavailable($0) } ?? .available
  }

  private static func own(
    _ name: String, _ title: String,
    when availability: @escaping @Sendable (State) -> Command.Availability = needsGrid,
    run: @escaping @Sendable (inout State, Int?) -> [Effect]
  ) -> Command {
    Command(name, title, .editing, when: availability, run: run)
  }

  private static func entry(
    _ name: String, _ title: String, _ move: OutlineEditing.OutlineMove
  ) -> Command {
    own(name, title, when: needsOutline) { state, _ in OutlineEditing.moveEntry(&state, move) }
  }

  static let editing: [Command] = [
    tile("mark-tile", "Select the page, or deselect it", .editing) { $0.toggleTile($1 ?? 1) },
    tile("mark-tiles", "Select a range of pages", .editing) { state, _ in
      state.toggleTileRange()
    },
    tile("mark-all-tiles", "Select all pages", .editing) { state, _ in
      state.chooseAllTiles(inverted: false)
    },
    tile("mark-other-tiles", "Invert the selection of pages", .editing) { state, _ in
      state.chooseAllTiles(inverted: true)
    },
    own("cut-pages", "Cut the selected pages from the document") { $0.cutTiles($1) }.also(
      "delete remove"),
    own("copy-pages", "Copy the selected pages") { $0.copyTiles($1) }.also("yank"),
    own("put-pages", "Paste pages after this page") { state, _ in
      state.putTiles(isBefore: false)
    }.also("insert"),
    own("put-pages-before", "Paste pages before this page") { state, _ in
      state.putTiles(isBefore: true)
    },
    own("turn-pages-right", "Rotate the selected pages right, in the document") {
      $0.turnTiles($1 ?? 1)
    }.also("clockwise"),
    own("turn-pages-left", "Rotate the selected pages left, in the document") {
      $0.turnTiles(-($1 ?? 1))
    }.also("counterclockwise"),
    own("extract-pages", "Write the selected pages to a new file") { $0.askWhereToExtract($1) }
      .also(
        "split save"),
    Command(
      "insert-pages", "Insert all pages of another PDF after this page", .editing,
      when: needsEditable,
      argument: .init(name: "FILE", choices: .paths) { state, path in
        state.insertPages(of: path)
      }, run: { state, _ in state.ask(for: "insert-pages") }
    ).also("merge append"),
    own("undo-edit", "Undo the last edit of pages or outline", when: needsEditable) {
      state, _ in state.undoEdit(isRedo: false)
    }.also("revert"),
    own("redo-edit", "Redo the last undone edit of pages or outline", when: needsEditable) {
      state, _ in
      state.undoEdit(isRedo: true)
    }.also("repeat"),
    own("add-entry", "Add an outline entry for this page", when: needsOutline) { state, _ in
      OutlineEditing.askForEntry(&state)
    }.also("bookmark chapter contents"),
    own("rename-entry", "Rename the outline entry", when: needsOutline) {
      state, _ in OutlineEditing.askForEntryTitle(&state)
    }.also("bookmark chapter"),
    own("remove-entry", "Remove the outline entry and all below it", when: needsOutline) {
      state, _ in OutlineEditing.removeEntry(&state)
    }.also("bookmark delete"),
    entry("entry-down", "Move the outline entry down", .down),
    entry("entry-up", "Move the outline entry up", .up),
    entry("entry-deeper", "Move the outline entry a level deeper", .deeper),
    entry("entry-higher", "Move the outline entry a level higher", .higher),
  ]

  /// Commands of the outline, which show their own messages.
  static let outlineNames: Set<String> = [
    "add-entry", "rename-entry", "remove-entry", "entry-down", "entry-up", "entry-deeper",
    "entry-higher", "undo-edit", "redo-edit",
  ]
}
