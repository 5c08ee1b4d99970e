import DocumentModel
import Messages
import Text
import Widgets

extension State {
  /// Handles Enter on a line of the results.
  mutating func enterFound() -> [Effect] {
    guard let finder = librarySearch.finder, let document = finder.found.document,
      let line = finder.found.line
    else {
      return []
    }
    if case .more = line { return librarySearch.loadHits() }
    return openFound(document, at: finder.found.hit)
  }

  /// Opens a document at a hit and runs the query in it; without a hit, opens it at the last reading position.
  ///
  /// A document of a shared library is located first.
  mutating func openFound(
    _ found: DocumentHits, at hit: LibraryHit?, aim: Finder.Arrival.Aim? = nil,
    _ located: LocatedDocument? = nil
  ) -> [Effect] {
    if found.isShared, located == nil {
      return librarySearch.locate(found, at: hit, aim: aim, isPreview: false, &notices)
    }
    let path = located?.path ?? found.path
    if browser.choosing != nil { return read([path]) }
    if let located { librarySearch.finder?.located[found.place] = located }
    guard let finder = librarySearch.finder else { return [] }
    let before = (id: finder.reading, hasOpened: finder.hasOpened)
    var effects = endGlance()
    if let query = queryText(of: finder.found.request) {
      librarySearch.remember(query: query)
      effects.append(.library(.saveHistory(query)))
    }
    let isOpen = documents.document(at: path) != nil
    if panel != nil { closePanel() }
    if pictures.isPresenting { present() }
    pictures.overview = nil
    self.librarySearch.finder?.isShown = false
    self.librarySearch.finder?.called = nil
    if finder.before.isBrowsing { browser.isReturnedTo = true }
    effects += open(path: path, start: .remembered)
    guard let id = pane?.document, let index = documents.index(of: id) else { return effects }
    if let located {
      documents[index].sharedPlace = CleanText.line(found.path)
      documents[index].isCached = located.isCached
    }
    self.librarySearch.finder?.reading = id
    self.librarySearch.finder?.found.wasOpened = true
    self.librarySearch.finder?.hasOpened = before.id == id ? before.hasOpened : !isOpen
    if let old = before.id, old != id, before.hasOpened,
      !panes.contains(where: { $0.document == old }), documents[old]?.edits.isPending != true
    {
      effects += drop(old)
    }
    effects.append(.setTitle(documents[self.documents.index(of: id) ?? index].title))
    arrive(in: id, found, hit, aim, located)
    return effects
  }

  /// Jumps to a hit in a document, now or when it is open, and schedules the query to run there.
  mutating func arrive(
    in id: DocumentID, _ found: DocumentHits, _ hit: LibraryHit?,
    _ aim: Finder.Arrival.Aim? = nil, _ located: LocatedDocument? = nil
  ) {
    let isPlace = (hit?.start ?? -1) < 0
    // A detached annotation has no place: the document opens at its last reading position.
    let isRequested = hit.map { $0.kind != .detached } ?? false || aim != nil
    let aim = aim ?? (isPlace ? .place : .hit)
    var place = Place(page: hit?.page ?? 0, offset: max(0, hit?.start ?? 0))
    if aim == .last { place = Place(page: max(0, found.pageCount - 1)) }
    let pattern = librarySearch.finder?.pattern
    var arrival = Finder.Arrival(
      document: id, query: pattern, place: place, pages: found.pages, aim: aim)
    if case .text(_, let anchor, _) = located {
      // A text that was made of a document has other pages.
      (arrival.place, arrival.pages) = (Place(page: 0, offset: 0), [])
      arrival.way = anchor.isEmpty ? .known : .named(anchor)
      librarySearch.finder?.arrival = arrival
      return
    }
    librarySearch.finder?.arrival = arrival
    guard isRequested, panes.focus < panes.count else { return }
    let landing: Landing = aim == .hit && !isPlace ? .glyph(place.offset) : .top
    if let document = documents[id], document.phase == .open, document.isReadingKnown {
      pushHistory()
      land(panes.focus, page: place.page, landing)
    } else {
      panes[panes.focus].start = place
      panes[panes.focus].landing = landing
    }
  }

  /// Runs the query in a document opened from the results, as soon as it is open.
  mutating func endArrival() -> [Effect] {
    guard let arrival = librarySearch.finder?.arrival else { return [] }
    guard let document = documents[arrival.document] else {
      librarySearch.finder?.arrival = nil
      return []
    }
    guard document.phase == .open, document.isReadingKnown, self.document?.id == document.id else {
      return []
    }
    var place = arrival.place
    switch arrival.way {
    case .known: break
    case .named(let anchor):
      librarySearch.finder?.arrival?.way = .lookedUp
      return [
        .resolve(document.id, generation: document.generation, name: anchor, .arrive)
      ]
    case .lookedUp: return []
    case .landing:
      guard panes[panes.focus].pending == nil, let here = self.place(of: panes.focus) else {
        return []
      }
      place = here
    }
    librarySearch.finder?.arrival = nil
    guard let query = arrival.query else { return [] }
    let last = max(0, document.pageCount - 1)
    // The file may have fewer pages than when it was indexed.
    place.page = arrival.aim == .last ? last : min(place.page, last)
    let effects = begin(query, isBackward: false, from: place)
    search?.pages = Set(arrival.pages)
    search?.isQuiet = arrival.aim == .place
    search?.wantsLast = arrival.aim == .last
    search?.leadsOn = true
    return effects
  }

  /// Whether the current document was opened from the results of the library search.
  var isReadingFound: Bool {
    guard let finder = librarySearch.finder, !finder.isShown, browser.glance == nil,
      !browser.isShown
    else { return false }
    return finder.reading != nil && finder.reading == pane?.document
  }

  /// Returns from the document to the results.
  mutating func backToFound() -> [Effect] {
    guard let finder = librarySearch.finder, let id = finder.reading else { return [] }
    if finder.hasOpened, staysForEdits(id) { return [] }
    var effects = saveReading() + (librarySearch.stopLocating(&notices) ?? [])
    if panel != nil { closePanel() }
    self.librarySearch.finder?.isShown = true
    self.librarySearch.finder?.reading = nil
    self.librarySearch.finder?.arrival = nil
    self.librarySearch.finder?.called = nil
    pictures.overview = nil
    selection = nil
    if search?.document == id { search = nil }
    if documents.canShow(finder.before) {
      restore(finder.before)
      selection = nil
      if panel != nil { closePanel() }
      if finder.hasOpened {
        remove(id)
        effects.append(.close(id))
      }
    } else if finder.hasOpened {
      effects += close(id)
    }
    return effects + [.setTitle("Search")]
  }

  /// Opens a document at its first or last hit.
  private mutating func openNext(_ found: DocumentHits, isForward: Bool) -> [Effect] {
    guard librarySearch.finder?.pattern != nil else {
      return openFound(found, at: found.hits.first)
    }
    guard isForward else { return openFound(found, at: nil, aim: .last) }
    // If only some hits are listed, they are the most relevant ones, and the first in the document may not be among them.
    let isWhole = found.hits.count >= found.count
    return openFound(
      found, at: isWhole ? found.hits.first { $0.start >= 0 } : nil, aim: .hit)
  }

  /// Opens the next or previous found document past the last hit of the current one; returns nil if there is none.
  mutating func moveToNextFound(_ step: Int) -> [Effect]? {
    guard isReadingFound, let finder = librarySearch.finder, let document,
      search?.leadsOn == true && search?.isDone == true || finder.pattern == nil
    else { return nil }
    let all = finder.found.documents
    guard all.count > 1,
      let here = all.firstIndex(where: {
        FilePath(librarySearch.path(of: $0)) == FilePath(document.path)
      })
    else { return nil }
    let next = (here + (step > 0 ? 1 : all.count - 1)) % all.count
    let found = all[next]
    if let line = finder.found.firstLine(of: next) { self.librarySearch.finder?.found.select(line) }
    let effects = openNext(found, isForward: step > 0 || finder.pattern == nil)
    let title = found.title.isEmpty ? PathParts.name(of: found.path) : found.title
    say(
      "Continued in “\(title.truncated(to: 40))”, \(next + 1) of \(Wording.count(all.count, "document"))"
    )
    return effects
  }
}

private func queryText(of request: LibraryRequest?) -> String? {
  if case .query(let text, _)? = request?.source { return text }
  return nil
}

/// Documents of shared libraries: their files are looked for before they are opened.
extension State {
  /// Opens a document whose file was found, or its text.
  mutating func take(_ located: LocatedDocument, of number: Int) -> [Effect] {
    guard let finder = librarySearch.finder, let locating = finder.locating,
      locating.number == number
    else { return [] }
    self.librarySearch.finder?.locating = nil
    // Another view has been chosen meanwhile.
    guard finder.isShown || isReadingFound else { return [] }
    notices.dismiss()
    if case .unavailable(let sentence) = located {
      say(sentence, isError: true)
      return []
    }
    if case .text = located, browser.choosing != nil {
      say(
        "The file of \(CleanText.line(locating.document.path)) is not within reach", isError: true)
      return []
    }
    let effects =
      locating.isPreview
      ? preview(locating.document, at: locating.hit, located)
      : openFound(locating.document, at: locating.hit, aim: locating.aim, located)
    if case .text(_, _, let sentence) = located { say(sentence) }
    return effects
  }

  /// Moves to the paragraph of a hit in a text that was made of a document.
  mutating func arrive(at destination: Destination?) {
    guard librarySearch.finder?.arrival?.way == .lookedUp else { return }
    guard let destination else {
      librarySearch.finder?.arrival?.way = .known
      return
    }
    librarySearch.finder?.arrival?.way = .landing
    land(panes.focus, page: destination.page, .point(x: nil, y: destination.y ?? 0))
  }

  var standpoint: ViewSnapshot {
    ViewSnapshot(
      isBrowsing: browser.isShown, size: size, panes: panes,
      places: panes.indices.map { place(of: $0) },
      generations: documents.generations(of: panes), panel: panel,
      selection: selection, search: search, grid: pictures.overview)
  }

  /// Restores an earlier view; if the window's size or a document has changed, restores only the places in the documents.
  mutating func restore(_ point: ViewSnapshot) {
    if let search = point.search, documents.index(of: search.document) != nil {
      self.search = search
    }
    guard documents.canShow(point) else { return }
    panes = point.panes
    panel = point.panel
    selection = point.selection
    pictures.overview = point.grid
    guard point.size != size || point.generations != documents.generations(of: panes) else {
      return
    }
    selection = nil
    for (view, place) in point.places.enumerated() {
      if let place { land(view, page: place.page, .offset(place.offset)) }
    }
    if panel != nil { fillPanel() }
  }
}

extension LocatedDocument {
  /// Whether its path is of no use to people.
  var isCached: Bool {
    switch self {
    case .file(_, let isCached): isCached
    case .text: true
    case .unavailable: false
    }
  }

  /// The file to open; nil if there is none.
  var path: String? {
    switch self {
    case .file(let path, _), .text(let path, _, _): path
    case .unavailable: nil
    }
  }
}

extension LibrarySearching {
  /// Asks for the file of a found document.
  mutating func locate(
    _ found: DocumentHits, at hit: LibraryHit?, aim: Finder.Arrival.Aim? = nil, isPreview: Bool,
    _ notices: inout Notices
  ) -> [Effect] {
    let number = nextLocating
    nextLocating += 1
    finder?.locating = Finder.Locating(
      number: number, document: found, hit: hit, aim: aim, isPreview: isPreview)
    notices.say("Opening \(CleanText.line(found.path)) …")
    let request = LocateRequest(
      number: number, document: found, page: hit?.page ?? 0, start: hit?.start ?? -1)
    return [.library(.locate(request))]
  }

  /// Stops looking for a file; returns nil if none is looked for.
  mutating func stopLocating(_ notices: inout Notices) -> [Effect]? {
    guard finder?.locating != nil else { return nil }
    finder?.locating = nil
    notices.dismiss()
    return [.library(.stopLocating)]
  }

  /// Keeps the found documents of shared libraries, to be searched and read offline.
  mutating func keepFound(_ notices: inout Notices) -> [Effect] {
    let shared = finder?.found.documents.filter(\.isShared) ?? []
    guard !shared.isEmpty else {
      notices.say("No document of a shared library was found")
      return []
    }
    notices.say("Keeping \(Wording.count(shared.count, "document")) …")
    return [.library(.keep(shared.map(\.place)))]
  }

  /// The path of a found document's file on this machine, as far as it is known; else its place.
  func path(of found: DocumentHits) -> String {
    finder?.located[found.place]?.path ?? found.path
  }
}
