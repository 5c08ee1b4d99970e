import DocumentModel
import Messages
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
    return state.librarySearch.finder?.found.lines.isEmpty == false
      ? .available : .unavailable("Nothing was found yet")
  }

  /// Without an index the list offers to build one.
  private static let needsFoundOrFolder: @Sendable (State) -> Command.Availability = { state in
    state.isFinding && state.librarySearch.offersIndexing ? .available : needsFound(state)
  }

  private static let needsPage: @Sendable (State) -> Command.Availability = { state in
    state.isFinding
      ? .unavailable("This begins from a page that is read: q goes back from here")
      : Command.needsDocument(state)
  }

  /// Available for queries made of words.
  private static let needsWords: @Sendable (State) -> Command.Availability = { state in
    guard state.isFinding else { return needsFinder(state) }
    if state.librarySearch.finder?.options.isRegularExpression == true {
      return .unavailable("A regular expression is all of the query: Alt-r turns it off")
    }
    if state.librarySearch.finder?.related != nil {
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
        "search-everywhere", "Search all documents; again: back to the results", .library,
        argument: .init(
          name: "QUERY", choices: .suggested { $0.librarySearch.history.entries.reversed() }
        ) { state, query in
          let effects = state.showFinder(query)
          state.librarySearch.finder?.focus = .list
          return effects
        }
      ) { state, _ in
        state.showFinder()
      }.also("library find grep global fulltext rg ripgrep"),
      Command(
        "related", "Find documents like this page or the selection", .library,
        when: needsPage
      ) { state, _ in
        state.showRelated()
      }.also("similar"),
      found("found-down", "Next result") { $0.librarySearch.moveFound($1) },
      found("found-up", "Previous result") { $0.librarySearch.moveFound(-$1) },
      found("found-half-down", "Down half a window") {
        $0.librarySearch.moveFound($0.librarySearch.foundHeight(size: $0.size) / 2 * $1)
      },
      found("found-half-up", "Up half a window") {
        $0.librarySearch.moveFound(-$0.librarySearch.foundHeight(size: $0.size) / 2 * $1)
      },
      found("found-window-down", "Down a window") {
        $0.librarySearch.moveFound(max(1, $0.librarySearch.foundHeight(size: $0.size) - 1) * $1)
      },
      found("found-window-up", "Up a window") {
        $0.librarySearch.moveFound(-max(1, $0.librarySearch.foundHeight(size: $0.size) - 1) * $1)
      },
      found("first-found", "First result") { state, _ in state.librarySearch.goToFound(line: 0) },
      found("last-found", "Last result") { state, _ in state.librarySearch.goToFound(line: nil) },
      found("next-found-document", "Results in the next document") {
        $0.librarySearch.finder?.found.moveDocument($1)
      },
      found("previous-found-document", "Results in the previous document") {
        $0.librarySearch.finder?.found.moveDocument(-$1)
      },
      Command(
        "open-found", "Open at the match, or list all matches", .library, when: needsFoundOrFolder
      ) {
        state, _ in
        state.librarySearch.offersIndexing
          ? state.librarySearch.indexHere(
            document: state.document, browser: state.browser, &state.notices) : state.enterFound()
      },
      Command("glance-at-found", "Preview the match without opening", .library, when: needsFound) {
        state, _ in state.glanceAtFound()
      },
      found("narrow", "Narrow by folder, tag, author, year or type", when: needsWords) {
        state, _ in state.toggle(.facets)
      }.also("filter facets"),
      found("narrow-by-words", "Narrow by more words", when: needsWords) { state, _ in
        state.librarySearch.editQuery(adding: true)
      },
      found("back-to-prompt", "Back to the prompt", when: needsFinder) { state, _ in
        state.librarySearch.editQuery(adding: false)
      },
      Command(
        "search-here", "Search this folder, or everywhere", .library,
        when: needsFinder
      ) { state, _ in
        state.librarySearch.switchScope(&state.notices)
      }.also("scope"),
      Command(
        "search-again", "Search again, with documents indexed since", .library,
        when: needsFinder
      ) { state, _ in
        state.librarySearch.findAgain() + [.redraw]
      }.also("refresh reload"),
      Command(
        "save-search", "Save the search in the sidebar", .library,
        when: needsFinder
      ) { state, _ in
        state.librarySearch.askToSaveSearch(&state.prompt, &state.notices)
      }.also("bookmark"),
      Command(
        "keep", "Keep the found documents of shared libraries for times offline", .library,
        when: needsFound
      ) { state, _ in
        state.librarySearch.keepFound(&state.notices)
      }.also("download"),
      Command("leave-search", "Leave the search", .library, when: needsFinder) { state, _ in
        state.leaveFinder()
      },
    ] + indexing

  private static let indexing: [Command] = [
    Command("pause-indexing", "Pause or resume indexing", .library) {
      state, _ in state.librarySearch.pauseIndexing(&state.notices)
    }.also("stop"),
    Command(
      "index-folder", "Index a folder and all below it", .library,
      argument: .init(name: "FOLDER", choices: .folders) { state, folder in
        state.librarySearch.index(
          folder: folder, document: state.document, browser: state.browser, &state.notices)
      }
    ) { state, _ in state.askWhatToIndex() }.also("add scan"),
    Command(
      "forget-folder", "Remove a folder from the index; its files stay", .library,
      argument: .init(
        name: "FOLDER", choices: .listed { $0.librarySearch.indexing?.folders ?? [] }
      ) { state, folder in state.browser.forget(folder: folder, &state.notices) }),
  ]
}
