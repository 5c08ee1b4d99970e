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

/// The most earlier searches that can be returned to.
private let mostBeneath = 8
/// The most characters of the text to which related documents are searched.
private let mostRelated = 20_000

extension LibrarySearching {
  /// Switches between searching the folder in which the search was opened and searching all documents.
  mutating func switchScope(_ notices: inout Notices) -> [Effect] {
    guard let finder = self.finder else { return [] }
    guard !finder.here.isEmpty else {
      notices.say("This search did not start in a folder: in:FOLDER restricts it to one")
      return []
    }
    self.finder?.isHere.toggle()
    return queryChanged(&notices)
  }

  /// Starts a search for the query: at once, or after a pause in typing if another search is running.
  mutating func queryChanged(_ notices: inout Notices) -> [Effect] {
    let stopped = stopLocating(&notices) ?? []
    guard let finder = self.finder else { return [] }
    self.finder?.serial += 1
    guard let request = finder.typed else {
      self.finder?.request = nil
      self.finder?.incoming = nil
      self.finder?.found = FoundList()
      return stopped + (finder.isAwaiting ? [.library(.stopFinding)] : [])
    }
    guard request != finder.request else { return stopped }
    guard finder.isRunning else { return stopped + find(request) }
    return stopped + [.remind(.finding(serial: finder.serial + 1), milliseconds: rest)]
  }

  /// Adds the query to the history, although no document was opened.
  fileprivate mutating func keepInHistory() {
    guard let finder = self.finder, finder.related == nil, finder.typed != nil else {
      return
    }
    remember(query: finder.line.text.trimmed)
  }

  mutating func remember(query: String) {
    guard !query.isEmpty else { return }
    history.add(query)
  }

  /// Closes the current search; returns it after the earlier ones, to be stored in the next one.
  fileprivate mutating func takeFinders() -> [Finder] {
    guard var last = finder else { return [] }
    finder = nil
    let all = last.beneath
    last.beneath = []
    return (all + [last]).suffix(mostBeneath)
  }
}

/// The delay in milliseconds after the last key before a running search is replaced.
private let rest = 50

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
}

extension LibrarySearching {
  /// Starts the search after a pause in typing.
  mutating func queryRests(_ serial: Int) -> [Effect] {
    guard let finder = self.finder, finder.serial == serial else { return [] }
    return findTyped()
  }

  /// Starts a search for the query unless that has been done.
  mutating func findTyped() -> [Effect] {
    guard let request = finder?.typed, request != finder?.request else {
      return []
    }
    return find(request)
  }

  /// Repeats the search, since the library may contain other documents by now.
  mutating func findAgain() -> [Effect] {
    guard let request = finder?.typed else { return [] }
    return find(request)
  }

  fileprivate mutating func find(_ request: LibraryRequest) -> [Effect] {
    let number = nextFinding
    nextFinding += 1
    finder?.request = request
    // The previous results stay until there are new ones to show.
    finder?.incoming = FoundList(number: number, request: request)
    return [.library(.find(number: number, request))]
  }

  /// Requests all hits in the document under the cursor.
  mutating func loadHits() -> [Effect] {
    guard let finder = self.finder, let document = finder.found.document else { return [] }
    self.finder?.found.expect(document.place)
    return [.library(.loadHits(number: finder.found.number, of: document.place))]
  }
}
