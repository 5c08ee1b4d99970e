import DocumentModel

/// A document's own pages and outline, changed.
extension CommandList {
  private static let needsEditable: @Sendable (State) -> Command.Availability = { state in
    state.reasonNotToEdit(state.document).map { .unavailable($0) } ?? .available
  }

  private static let needsGrid: @Sendable (State) -> Command.Availability = { state in
    guard state.isGridShown else {
      return .unavailable("Only in the grid of pages: T shows it")
    }
    return needsEditable(state)
  }

  private static let needsOutline: @Sendable (State) -> Command.Availability = { state in
    state.reasonNotToEditOutline(state.document).map { .unavailable($0) } ?? .available
  }

  private static func own(
    _ name: String, _ title: String,
    when availability: @escaping @Sendable (State) -> Command.Availability = needsGrid,
    run: @escaping @Sendable (inout State, Int?) -> [Effect]
  ) -> Command {
    Command(name, title, .editing, when: availability, run: run)
  }

  private static func tile(
    _ name: String, _ title: String, _ body: @escaping @Sendable (inout State, Int?) -> Void
  ) -> Command {
    Command(
      name, title, .editing,
      when: { $0.isGridShown ? .available : .unavailable("Only in the grid of pages: T shows it") },
      run: { state, count in
        body(&state, count)
        return []
      })
  }

  private static func entry(
    _ name: String, _ title: String, _ move: State.OutlineMove
  ) -> Command {
    own(name, title, when: needsOutline) { state, _ in state.moveEntry(move) }
  }

  static let editing: [Command] = [
    tile("mark-tile", "Choose the page, or give it back") { $0.toggleTile($1 ?? 1) },
    tile("mark-tiles", "Choose all pages from here to where one goes") { state, _ in
      state.toggleTileRange()
    },
    tile("mark-all-tiles", "Choose all pages") { state, _ in
      state.chooseAllTiles(inverted: false)
    },
    tile("mark-other-tiles", "Choose the others instead") { state, _ in
      state.chooseAllTiles(inverted: true)
    },
    own("cut-pages", "Cut the chosen pages out of the document") { $0.cutTiles($1) }.also(
      "delete remove"),
    own("copy-pages", "Copy the chosen pages") { $0.copyTiles($1) },
    own("put-pages", "Put what was cut or copied behind this page") { state, _ in
      state.putTiles(isBefore: false)
    },
    own("put-pages-before", "Put what was cut or copied before this page") { state, _ in
      state.putTiles(isBefore: true)
    },
    own("turn-pages-right", "Turn the chosen pages to the right, in the document") {
      $0.turnTiles($1 ?? 1)
    },
    own("turn-pages-left", "Turn the chosen pages to the left, in the document") {
      $0.turnTiles(-($1 ?? 1))
    },
    own("extract-pages", "Write the chosen pages to a new file") { $0.askWhereToExtract($1) }.also(
      "split save"),
    Command(
      "insert-pages", "Put in all pages of another PDF, behind this one", .editing,
      when: needsEditable,
      argument: .init(name: "FILE", choices: .paths) { state, path in
        state.insertPages(of: path)
      }, run: { state, _ in state.ask(for: "insert-pages") }
    ).also("merge append"),
    own("undo-edit", "Take back the last edit of pages or outline", when: needsEditable) {
      state, _ in state.undoEdit(isRedo: false)
    },
    own("redo-edit", "Do it again", when: needsEditable) { state, _ in
      state.undoEdit(isRedo: true)
    },
    own("add-entry", "An entry of the outline for this page", when: needsOutline) { state, _ in
      state.askForEntry()
    },
    own("rename-entry", "Another title for the entry of the outline", when: needsOutline) {
      state, _ in state.askForEntryTitle()
    },
    own("remove-entry", "Take the entry out of the outline, with all under it", when: needsOutline)
    { state, _ in state.removeEntry() },
    entry("entry-down", "The entry below the next", .down),
    entry("entry-up", "The entry above the one before", .up),
    entry("entry-deeper", "The entry under the one before", .deeper),
    entry("entry-higher", "The entry out from under the one above", .higher),
  ]

  /// They say themselves what is selected in the outline then.
  static let outlineNames: Set<String> = [
    "add-entry", "rename-entry", "remove-entry", "entry-down", "entry-up", "entry-deeper",
    "entry-higher", "undo-edit", "redo-edit",
  ]
}
