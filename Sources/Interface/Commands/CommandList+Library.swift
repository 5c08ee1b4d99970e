import DocumentModel
import Text
import Widgets

/// Searching all documents.
extension CommandList {
  private static let needsFinder: @Sendable (State) -> Command.Availability = { state in
    state.isFinding
      ? .available : .unavailable("This is for the search in all documents: S begins it")
  }

  private static let needsFound: @Sendable (State) -> Command.Availability = { state in
    guard state.isFinding else { return needsFinder(state) }
    return state.finder?.found.lines.isEmpty == false
      ? .available : .unavailable("Nothing was found yet")
  }

  /// Where nothing is indexed the list says what would be.
  private static let needsFoundOrFolder: @Sendable (State) -> Command.Availability = { state in
    state.isFinding && state.offersIndexing ? .available : needsFound(state)
  }

  private static let needsPage: @Sendable (State) -> Command.Availability = { state in
    state.isFinding
      ? .unavailable("This begins from a page that is read: q goes back from here")
      : Command.needsDocument(state)
  }

  /// What narrows the query by words of its own.
  private static let needsWords: @Sendable (State) -> Command.Availability = { state in
    guard state.isFinding else { return needsFinder(state) }
    if state.finder?.options.isRegularExpression == true {
      return .unavailable("A regular expression is all of the query: Alt-r turns it off")
    }
    if state.finder?.related != nil {
      return .unavailable("There is no query to be narrowed: / begins one")
    }
    return needsFound(state)
  }

  private static func found(
    _ name: String, _ title: String,
    when availability: @escaping @Sendable (State) -> Command.Availability = needsFound,
    _ body: @escaping @Sendable (inout State, Int) -> Void
  ) -> Command {
    Command(name, title, .library, when: availability) { state, count in
      body(&state, count ?? 1)
      return []
    }
  }

  static let library: [Command] =
    [
      Command(
        "search-everywhere", "Search in all documents; again: back to what was found", .library,
        argument: .init(
          name: "QUERY", choices: .suggested { $0.findHistory.reversed() }
        ) { state, query in
          let effects = state.showFinder(query)
          state.finder?.focus = .list
          return effects
        }
      ) { state, _ in
        state.showFinder()
      }.also("library find grep"),
      Command(
        "related", "Documents like this page, or like what is selected", .library,
        when: needsPage
      ) { state, _ in
        state.showRelated()
      },
      found("found-down", "To the next hit") { $0.moveFound($1) },
      found("found-up", "To the hit before") { $0.moveFound(-$1) },
      found("found-half-down", "Half a window down") { $0.moveFound($0.foundHeight / 2 * $1) },
      found("found-half-up", "Half a window up") { $0.moveFound(-$0.foundHeight / 2 * $1) },
      found("found-window-down", "A window down") { $0.moveFound(max(1, $0.foundHeight - 1) * $1) },
      found("found-window-up", "A window up") { $0.moveFound(-max(1, $0.foundHeight - 1) * $1) },
      found("first-found", "To the first hit") { state, _ in state.goToFound(line: 0) },
      found("last-found", "To the last hit") { state, _ in state.goToFound(line: nil) },
      found("next-found-document", "To the next document's hits") {
        $0.finder?.found.moveDocument($1)
      },
      found("previous-found-document", "To the hits of the document before") {
        $0.finder?.found.moveDocument(-$1)
      },
      Command("open-found", "Open at the hit, or list all hits", .library, when: needsFoundOrFolder)
      {
        state, _ in state.offersIndexing ? state.indexHere() : state.enterFound()
      },
      Command("glance-at-found", "Look at the hit without opening", .library, when: needsFound) {
        state, _ in state.glanceAtFound()
      },
      found("narrow", "Narrow by folder, tag, author, year or type", when: needsWords) {
        state, _ in state.toggle(.facets)
      },
      found("narrow-by-words", "Narrow by more words", when: needsWords) { state, _ in
        state.editQuery(adding: true)
      },
      found("back-to-prompt", "Back to the prompt, to type on", when: needsFinder) { state, _ in
        state.editQuery(adding: false)
      },
      Command(
        "search-here", "Search in the folder one came from, or everywhere", .library,
        when: needsFinder
      ) { state, _ in
        state.switchScope()
      },
      Command(
        "search-again", "Look again: the library may have other documents by now", .library,
        when: needsFinder
      ) { state, _ in
        state.findAgain() + [.redraw]
      },
      Command(
        "save-search", "Keep the search under a name, in the sidebar", .library,
        when: needsFinder
      ) { state, _ in
        state.askToSaveSearch()
      }.also("bookmark"),
      Command("leave-search", "Back to where one was", .library, when: needsFinder) { state, _ in
        state.leaveFinder()
      },
    ] + indexing

  private static let indexing: [Command] = [
    Command("pause-indexing", "Stop reading documents for the search, or go on", .library) {
      state, _ in state.pauseIndexing()
    },
    Command(
      "index-folder", "Have the documents in a folder and below searched from now on", .library,
      argument: .init(name: "FOLDER", choices: .folders) { state, folder in
        state.index(folder: folder)
      }
    ) { state, _ in state.askWhatToIndex() },
    Command(
      "forget-folder", "Search a folder no longer; its files stay", .library,
      argument: .init(
        name: "FOLDER", choices: .listed { $0.indexing?.folders ?? [] }
      ) { state, folder in state.forget(folder: folder) }),
  ]
}
