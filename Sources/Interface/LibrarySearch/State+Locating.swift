import DocumentModel
import Messages

/// Documents of shared libraries: their files are looked for before they are opened.
extension State {
  /// Asks for the file of a found document.
  mutating func locate(
    _ found: DocumentHits, at hit: LibraryHit?, aim: Finder.Arrival.Aim? = nil, isPreview: Bool
  ) -> [Effect] {
    let number = librarySearch.nextLocating
    librarySearch.nextLocating += 1
    librarySearch.finder?.locating = Finder.Locating(
      number: number, document: found, hit: hit, aim: aim, isPreview: isPreview)
    say("Opening \(CleanText.line(found.path)) …")
    let request = LocateRequest(
      number: number, document: found, page: hit?.page ?? 0, start: hit?.start ?? -1)
    return [.library(.locate(request))]
  }

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

  /// Stops looking for a file; returns nil if none is looked for.
  mutating func stopLocating() -> [Effect]? {
    guard librarySearch.finder?.locating != nil else { return nil }
    librarySearch.finder?.locating = nil
    notices.dismiss()
    return [.library(.stopLocating)]
  }

  /// Keeps the found documents of shared libraries, to be searched and read offline.
  mutating func keepFound() -> [Effect] {
    let shared = librarySearch.finder?.found.documents.filter(\.isShared) ?? []
    guard !shared.isEmpty else {
      say("No document of a shared library was found")
      return []
    }
    say("Keeping \(Wording.count(shared.count, "document")) …")
    return [.library(.keep(shared.map(\.place)))]
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
  /// The path of a found document's file on this machine, as far as it is known; else its place.
  func path(of found: DocumentHits) -> String {
    finder?.located[found.place]?.path ?? found.path
  }
}
