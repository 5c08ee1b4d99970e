import DocumentModel
import Messages
import Widgets

/// The delay in milliseconds after the last key before a running search is replaced.
private let rest = 50

extension State {
  /// Starts a search for the query: at once, or after a pause in typing if another search is running.
  mutating func queryChanged() -> [Effect] {
    let stopped = stopLocating() ?? []
    guard let finder = librarySearch.finder else { return [] }
    self.librarySearch.finder?.serial += 1
    guard let request = finder.typed else {
      self.librarySearch.finder?.request = nil
      self.librarySearch.finder?.incoming = nil
      self.librarySearch.finder?.found = FoundList()
      return stopped + (finder.isAwaiting ? [.library(.stopFinding)] : [])
    }
    guard request != finder.request else { return stopped }
    guard finder.isRunning else { return stopped + librarySearch.find(request) }
    return stopped + [.remind(.finding(serial: finder.serial + 1), milliseconds: rest)]
  }

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
      librarySearch.history = history + librarySearch.history
      if let index = librarySearch.finder?.historyIndex {
        librarySearch.finder?.historyIndex = index + history.count
      }
      browser.keep(saved)
    }
    return []
  }

  /// Re-runs the search when indexing ends, unless the user has moved the cursor or opened a result.
  private mutating func take(_ progress: IndexProgress) -> [Effect] {
    let wasReading = librarySearch.indexing?.phase == .reading
    librarySearch.indexing = progress
    announceIndexing(progress)
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
