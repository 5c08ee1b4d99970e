import DocumentModel
import Messages
import Text
import Widgets

/// The most earlier searches that can be returned to.
private let mostBeneath = 8
/// The delay in milliseconds after the last key before a running search is replaced.
private let rest = 50

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
  mutating func keepInHistory() {
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
  mutating func takeFinders() -> [Finder] {
    guard var last = finder else { return [] }
    finder = nil
    let all = last.beneath
    last.beneath = []
    return (all + [last]).suffix(mostBeneath)
  }

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

  mutating func find(_ request: LibraryRequest) -> [Effect] {
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
