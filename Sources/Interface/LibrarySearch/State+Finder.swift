import Canvas
import DocumentModel
import Messages
import Text
import Widgets

extension State {
  /// Whether the library search is on the screen and no preview of a hit covers it.
  package var isFinding: Bool { librarySearch.finder?.isShown == true && browser.glance == nil }

  /// Shows the library search with its last results or an empty prompt; starts a search if a query is given.
  mutating func showFinder(_ query: String? = nil) -> [Effect] {
    var effects: [Effect] = []
    if librarySearch.finder?.isShown != true {
      effects += endGlance()
      if !browser.isShown { effects += saveReading() }
      let here = folderHere
      let point = standpoint
      if panel != nil { closePanel() }
      if librarySearch.finder == nil {
        librarySearch.finder = Finder(here: here, before: point)
        librarySearch.history.begin()
      } else if !browser.isShown, librarySearch.finder?.reading != nil,
        librarySearch.finder?.reading == pane?.document
      {
        librarySearch.finder?.called = point
      } else {
        librarySearch.finder?.before = point
        librarySearch.finder?.called = nil
        librarySearch.finder?.reading = nil
        librarySearch.finder?.here = here
      }
      librarySearch.finder?.isShown = true
      browser.isShown = false
      selection = nil
      effects += [.setTitle("Search"), .library(.tellIndexing)]
      // The sidebar contains the folder that `folderToIndex` offers.
      if browser.sidebar.items.isEmpty { effects.append(.browse(.loadSidebar)) }
    }
    guard let query else { return effects }
    librarySearch.finder?.related = nil
    librarySearch.finder?.line = LineEditor(query)
    librarySearch.finder?.focus = .prompt
    return effects + librarySearch.queryChanged(&notices)
  }

  /// The current folder: the browser's or that of the open document.
  private var folderHere: String {
    if browser.isShown { return browser.current?.place.folder ?? "" }
    guard let path = document?.path, !path.isEmpty else { return "" }
    return PathParts.folder(of: path)
  }

  /// Closes the library search and restores the view before it; the results are kept only while one of the found documents is being read.
  mutating func leaveFinder() -> [Effect] {
    if let effects = librarySearch.stopLocating(&notices) { return effects }
    guard let finder = librarySearch.finder else { return [] }
    if let called = finder.called {
      restore(called)
      self.librarySearch.finder?.called = nil
      self.librarySearch.finder?.isShown = false
      return [.setTitle(document?.title ?? "Recto")]
    }
    let effects: [Effect] = finder.isAwaiting ? [.library(.stopFinding)] : []
    librarySearch.keepInHistory()
    restore(finder.before)
    self.librarySearch.finder = finder.beneath.last
    self.librarySearch.finder?.beneath = Array(finder.beneath.dropLast())
    if finder.before.isBrowsing { return effects + browse() }
    guard !panes.isEmpty else { return effects + browse() }
    return effects + [.setTitle(document?.title ?? "Recto")]
  }

  /// Searches for documents related to the selected text, or else to the current page.
  mutating func showRelated() -> [Effect] {
    guard let document, let pane else { return [] }
    let selected = selectedText
    let page = document.pages[pane.page]?.text.scalars.prefix(mostRelated) ?? []
    var text = String.UnicodeScalarView()
    text.append(contentsOf: page.compactMap(Unicode.Scalar.init))
    let source = selected.isEmpty ? String(text) : String(selected.prefix(mostRelated))
    guard source.contains(where: \.isLetter) else {
      say("There are no words here to compare documents by")
      return []
    }
    let words =
      selected.isEmpty
      ? document.placeName(Place(page: pane.page)) + " of " + document.title
      : source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let related = Finder.Related(
      text: source, except: document.path, words: words.truncated(to: 60))
    // The search by which this document was found can be returned to.
    let beneath = isReadingFound ? librarySearch.takeFinders() : []
    var effects = showFinder()
    librarySearch.finder?.beneath = beneath
    librarySearch.finder?.line = LineEditor()
    librarySearch.finder?.related = related
    librarySearch.finder?.focus = .list
    effects += librarySearch.queryChanged(&notices)
    return effects
  }
}

/// The most characters of the text to which related documents are searched.
private let mostRelated = 20_000

extension State {
  /// Handles a message from the library's index.
  mutating func take(_ message: LibraryMessage) -> [Effect] {
    switch message {
    case .found(let number, let findings): take(findings, of: number)
    case .hits(let number, let place, let hits):
      guard librarySearch.finder?.found.number == number else { return [] }
      librarySearch.finder?.found.take(hits, of: place)
    case .located(let number, let located): return take(located, of: number)
    case .indexing(let progress): return take(progress)
    case .joined(let names): librarySearch.shared = names
    case .remembered(let history, let saved):
      librarySearch.history.add(earlier: history)
      browser.keep(saved)
    }
    return []
  }

  /// Re-runs the search when indexing ends, unless the user has moved the cursor or opened a result.
  private mutating func take(_ progress: IndexProgress) -> [Effect] {
    let wasReading = librarySearch.indexing?.phase == .reading
    librarySearch.indexing = progress
    librarySearch.announceIndexing(progress, browser: browser, &notices)
    guard wasReading, progress.phase == .idle, let finder = librarySearch.finder,
      finder.request != nil
    else { return [] }
    if finder.found.isAtBeginning, !finder.found.wasOpened { return librarySearch.findAgain() }
    let key = keyInput.keymap.keys(for: "search-again", in: .finding).first
    say("More documents were indexed" + (key.map { ": \($0) searches again" } ?? ""))
    return []
  }

  private mutating func take(_ findings: LibraryFindings, of number: Int) {
    guard let finder = librarySearch.finder, finder.number == number else { return }
    guard var incoming = finder.incoming else {
      let isTyping = finder.focus == .prompt
      self.librarySearch.finder?.found.take(findings, followsFirst: isTyping)
      if panel?.source == .facets { fillPanel() }
      return
    }
    incoming.take(findings)
    if incoming.isSearchedHere || findings.failure != nil || !incoming.documents.isEmpty {
      self.librarySearch.finder?.found = incoming
      self.librarySearch.finder?.incoming = nil
      if panel?.source == .facets { fillPanel() }
    } else {
      self.librarySearch.finder?.incoming = incoming
    }
  }

  mutating func run(_ search: SavedSearch) -> [Effect] {
    var effects = showFinder()
    librarySearch.finder?.options = SearchQuery("", isRegularExpression: search.usesExpressions)
    librarySearch.finder?.isHere = false
    effects += showFinder(search.query)
    librarySearch.finder?.focus = .list
    return effects
  }

  /// Opens the prompt for a folder to index, with the current folder filled in.
  mutating func askWhatToIndex() -> [Effect] {
    let here = browser.isShown ? browser.current?.place.folder : nil
    let folder = browser.shortened(here ?? browser.documentsFolder ?? browser.home)
    return ask(for: "index-folder", folder.utf8.last == 0x2F ? folder : folder + "/")
  }

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
