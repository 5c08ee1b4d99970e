import Canvas
import DocumentModel
import Messages
import Text
import Widgets

extension State {
  /// Handles a key in the prompt of the library search.
  mutating func takeInFinder(_ key: Key) -> [Effect] {
    if let effects = takeFinderSwitch(key) { return effects }
    guard let finder = librarySearch.finder else { return [] }
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("c"), .control): return leaveFinder()
    case (.backspace, _) where finder.line.isEmpty:
      guard finder.related != nil else { return leaveFinder() }
      self.librarySearch.finder?.related = nil
      return queryChanged()
    case (.enter, _): return enterFromPrompt()
    case (.tab, _), (.character("n"), .control): return librarySearch.goToFound()
    case (.up, _), (.character("p"), .control): return recallQuery(-1)
    case (.down, _):
      return finder.historyIndex < librarySearch.history.count
        ? recallQuery(1) : librarySearch.goToFound()
    case (.pageDown, _), (.pageUp, _):
      return librarySearch.goToFound()
    case (.character("l"), .control): return run("search-again")
    default: break
    }
    guard self.librarySearch.finder?.line.take(key) == true else { return [] }
    return typedInFinder(finder.line)
  }

  /// Starts a search after typing; a typed query replaces a search for related documents.
  private mutating func typedInFinder(_ before: LineEditor) -> [Effect] {
    guard let finder = librarySearch.finder, finder.line.text != before.text else { return [] }
    self.librarySearch.finder?.related = nil
    self.librarySearch.finder?.historyIndex = librarySearch.history.count
    return queryChanged()
  }

  mutating func paste(intoFinder text: String) -> [Effect] {
    guard let before = librarySearch.finder?.line else { return [] }
    librarySearch.finder?.line.insert(text)
    return typedInFinder(before)
  }

  /// Handles the search switches, in the prompt and in the list; returns nil for other keys.
  mutating func takeFinderSwitch(_ key: Key) -> [Effect]? {
    guard key.modifiers == .alt, case .character(let letter) = key.code,
      let finder = librarySearch.finder
    else {
      return nil
    }
    if let toggle = SearchSwitch.all.first(where: { $0.key == letter }), finder.related == nil {
      self.librarySearch.finder?.options = toggle.turned(finder.options)
      return queryChanged()
    }
    switch letter {
    case "f": return finder.focus == .prompt && finder.here.isEmpty ? nil : switchScope()
    case "n": return run("narrow")
    case "s": return run("save-search")
    default: return nil
    }
  }

  /// Handles Enter in the prompt: moves to the results, or starts indexing if nothing is indexed.
  private mutating func enterFromPrompt() -> [Effect] {
    if librarySearch.offersIndexing { return indexHere() }
    return librarySearch.findTyped() + librarySearch.goToFound()
  }

  private mutating func recallQuery(_ step: Int) -> [Effect] {
    guard let finder = librarySearch.finder else { return [] }
    let index = min(max(0, finder.historyIndex + step), librarySearch.history.count)
    self.librarySearch.finder?.historyIndex = index
    self.librarySearch.finder?.related = nil
    self.librarySearch.finder?.line = LineEditor(librarySearch.history[safe: index] ?? "")
    return queryChanged()
  }

  // MARK: list

  /// The list's height in lines.
  var foundHeight: Int { max(1, size.height - 3 - foundFoot.count) }

  /// The sentences under the list: the parts of shared libraries that were not searched.
  var foundFoot: [String] {
    guard let found = librarySearch.finder?.found, !found.documents.isEmpty else { return [] }
    return found.troubles.suffix(size.height < 10 ? 1 : 3)
  }

  /// Scrolls the list so that the cursor is visible; called after each input.
  mutating func revealFound() {
    guard librarySearch.finder?.isShown == true else { return }
    let height = foundHeight
    librarySearch.finder?.found.reveal(height: height)
  }
}

extension LibrarySearching {
  /// Moves the focus to the list.
  fileprivate mutating func goToFound() -> [Effect] {
    if finder?.found.lines.isEmpty == false { finder?.focus = .list }
    return []
  }

  mutating func moveFound(_ step: Int) { finder?.found.move(step) }

  /// Moves the cursor to a line, counted from 0, or the next line it can be
  /// on; nil stands for the last line.
  mutating func goToFound(line: Int?) {
    guard let count = finder?.found.lines.count else { return }
    finder?.found.select(line ?? count - 1)
  }

  /// Moves the focus to the prompt; with `adding`, prepares the
  /// query for more words that narrow it.
  mutating func editQuery(adding: Bool) {
    self.finder?.focus = .prompt
    guard adding, let finder = self.finder, !finder.line.isEmpty else { return }
    self.finder?.line = LineEditor(QueryText(finder.line.text).closed + " ")
  }
}
