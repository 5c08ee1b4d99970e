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
      return librarySearch.queryChanged(&notices)
    case (.enter, _): return enterFromPrompt()
    case (.tab, _), (.character("n"), .control): return librarySearch.goToFound()
    case (.up, _), (.character("p"), .control): return librarySearch.recallQuery(-1, &notices)
    case (.down, _):
      return librarySearch.history.isAtEnd
        ? librarySearch.goToFound() : librarySearch.recallQuery(1, &notices)
    case (.pageDown, _), (.pageUp, _):
      return librarySearch.goToFound()
    case (.character("l"), .control): return run("search-again")
    default: break
    }
    guard self.librarySearch.finder?.line.take(key) == true else { return [] }
    return librarySearch.typedInFinder(finder.line, &notices)
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
      return librarySearch.queryChanged(&notices)
    }
    switch letter {
    case "f":
      return finder.focus == .prompt && finder.here.isEmpty
        ? nil : librarySearch.switchScope(&notices)
    case "n": return run("narrow")
    case "s": return run("save-search")
    default: return nil
    }
  }

  /// Handles Enter in the prompt: moves to the results, or starts indexing if nothing is indexed.
  private mutating func enterFromPrompt() -> [Effect] {
    if librarySearch.offersIndexing {
      return librarySearch.indexHere(document: document, browser: browser, &notices)
    }
    return librarySearch.findTyped() + librarySearch.goToFound()
  }

  // MARK: list
}

extension LibrarySearching {
  /// Starts a search after typing; a typed query replaces a search for related documents.
  fileprivate mutating func typedInFinder(_ before: LineEditor, _ notices: inout Notices)
    -> [Effect]
  {
    guard let finder = self.finder, finder.line.text != before.text else { return [] }
    self.finder?.related = nil
    history.begin()
    return queryChanged(&notices)
  }

  mutating func paste(intoFinder text: String, _ notices: inout Notices) -> [Effect] {
    guard let before = finder?.line else { return [] }
    finder?.line.insert(text)
    return typedInFinder(before, &notices)
  }

  fileprivate mutating func recallQuery(_ step: Int, _ notices: inout Notices) -> [Effect] {
    finder?.related = nil
    var query = history.recall(step)
    // The one that was run last is still in the prompt.
    if step < 0, query == finder?.line.text {
      query = history.recall(step)
    }
    finder?.line = LineEditor(query ?? "")
    return queryChanged(&notices)
  }

  /// The list's height in lines.
  func foundHeight(size: Size) -> Int { max(1, size.height - 3 - foundFoot(size: size).count) }

  /// The sentences under the list: the parts of shared libraries that were not searched.
  func foundFoot(size: Size) -> [String] {
    guard let found = finder?.found, !found.documents.isEmpty else { return [] }
    return found.troubles.suffix(size.height < 10 ? 1 : 3)
  }

  /// Scrolls the list so that the cursor is visible; called after each input.
  mutating func revealFound(size: Size) {
    guard finder?.isShown == true else { return }
    let height = foundHeight(size: size)
    finder?.found.reveal(height: height)
  }

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
    if found.isShared, located == nil {
      return librarySearch.locate(found, at: hit, isPreview: true, &notices)
    }
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
