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
      return librarySearch.history.isAtEnd ? librarySearch.goToFound() : recallQuery(1)
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
    self.librarySearch.history.begin()
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
    self.librarySearch.finder?.related = nil
    var query = librarySearch.history.recall(step)
    // The one that was run last is still in the prompt.
    if step < 0, query == librarySearch.finder?.line.text {
      query = librarySearch.history.recall(step)
    }
    self.librarySearch.finder?.line = LineEditor(query ?? "")
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

extension State {
  /// Handles the mouse in the library search: a click selects, a double click opens, the wheel scrolls.
  mutating func takeInFinder(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelDown, .wheelUp:
      librarySearch.moveFound(mouse.action == .wheelDown ? 3 : -3)
      return []
    case .press(button: 1):
      notices.dismiss()
      return pointer.press(mouse)
    case .release(button: 1): return pointer.release(mouse) ? clickInFinder(mouse) : []
    default: return []
    }
  }

  private mutating func clickInFinder(_ mouse: Mouse) -> [Effect] {
    guard let finder = librarySearch.finder else { return [] }
    if mouse.y == 0 {
      self.librarySearch.finder?.focus = .prompt
      return []
    }
    guard FinderView.foundRect(self).contains(x: mouse.x, y: mouse.y) else { return [] }
    let index = finder.found.top + mouse.y - FinderView.foundRect(self).y
    guard finder.found.lines.indices.contains(index) else { return [] }
    self.librarySearch.finder?.focus = .list
    self.librarySearch.finder?.found.select(index)
    if case .more = finder.found.lines[index] { return librarySearch.loadHits() }
    guard pointer.clicks == 2 else { return [] }
    pointer.clicks = 0
    return enterFound()
  }
}

extension State {
  /// Previews the hit under the cursor without opening its document.
  mutating func glanceAtFound() -> [Effect] {
    guard let finder = librarySearch.finder, let found = finder.found.document else { return [] }
    if case .more? = finder.found.line { return librarySearch.loadHits() }
    return preview(found, at: finder.found.hit, nil)
  }

  /// Previews a document at a hit; one of a shared library is located first.
  mutating func preview(
    _ found: DocumentHits, at hit: LibraryHit?, _ located: LocatedDocument?
  ) -> [Effect] {
    if found.isShared, located == nil { return locate(found, at: hit, isPreview: true) }
    let path = located?.path ?? found.path
    if let located { librarySearch.finder?.located[found.place] = located }
    let effects = endGlance() + beginGlance(at: path)
    if let id = pane?.document { arrive(in: id, found, hit, nil, located) }
    return effects
  }

  /// Moves the preview to the next or the previous hit; reuses the view if it is in the same document.
  mutating func glanceAtFound(step: Int) -> [Effect] {
    guard let finder = librarySearch.finder, let glance = browser.glance else { return [] }
    var list = finder.found
    let start = list.cursor
    list.move(step.signum())
    if case .more? = list.line { list.move(step.signum()) }
    guard list.cursor != start, list.hit != nil || list.document?.hits.isEmpty == true,
      let found = list.document
    else {
      say(step > 0 ? "This is the last listed result" : "This is the first result")
      return []
    }
    self.librarySearch.finder?.found = list
    // A text that was made of a document has other pages.
    let isText = if case .text? = finder.located[found.place] { true } else { false }
    guard !isText, FilePath(librarySearch.path(of: found)) == FilePath(glance.path),
      let hit = list.hit
    else {
      return endGlance() + glanceAtFound()
    }
    land(panes.focus, page: hit.page, hit.start < 0 ? .top : .glyph(hit.start))
    let place = Place(page: hit.page, offset: max(0, hit.start))
    if hit.start >= 0, let index = search?.hit(from: place) { search?.current = index }
    return []
  }
}
