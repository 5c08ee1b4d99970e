import DocumentModel
import Messages

/// A folder the user has added to the index, until its completion has been reported.
package struct AwaitedIndexing: Sendable, Hashable {
  package var folder: String
  /// Whether a run that searches the folder has begun.
  package var hasBegun = false
}

extension LibrarySearching {
  /// The folder offered for indexing: the current one if the search is restricted to it or there is no documents folder.
  func folderToIndex(browser: Browser) -> String {
    guard let finder = self.finder, !finder.here.isEmpty else {
      return browser.documentsFolder ?? PathParts.joined(browser.home, "Documents")
    }
    return finder.isHere ? finder.here : browser.documentsFolder ?? finder.here
  }

  mutating func index(
    folder typed: String, document: Document?, browser: Browser, _ notices: inout Notices
  ) -> [Effect] {
    var path = PathParts.expanded(PathParts.trimming(typed.trimmed), home: browser.home)
    guard !path.isEmpty else { return [] }
    if !PathParts.isAbsolute(path) {
      let here = browser.isShown ? browser.current?.place.folder : nil
      let start = here ?? document.map { PathParts.folder(of: $0.path) } ?? browser.home
      path = PathParts.names(of: path).reduce(start) { folder, name in
        switch name {
        case ".": folder
        case "..": PathParts.folder(of: folder)
        default: PathParts.joined(folder, String(name))
        }
      }
    }
    notices.say("\(browser.shortened(path)) is being indexed")
    awaitedIndexing = AwaitedIndexing(folder: path)
    indexing?.phase = .looking
    return [.library(.index(folder: path))]
  }

  /// Indexes the offered folder.
  mutating func indexHere(document: Document?, browser: Browser, _ notices: inout Notices)
    -> [Effect]
  { index(folder: folderToIndex(browser: browser), document: document, browser: browser, &notices) }

  /// Reports that the folder added by the user is indexed, once it is.
  mutating func announceIndexing(
    _ progress: IndexProgress, browser: Browser, _ notices: inout Notices
  ) {
    guard let awaited = awaitedIndexing else { return }
    switch progress.phase {
    case .looking, .reading:
      let isOfIt = progress.folders.contains { PathParts.lies(awaited.folder, in: $0) }
      if isOfIt { awaitedIndexing?.hasBegun = true }
    case .idle where awaited.hasBegun:
      awaitedIndexing = nil
      notices.say(
        "\(browser.shortened(awaited.folder)) is indexed: "
          + Wording.count(progress.documents, "document") + " can be searched")
    case .idle, .paused, .elsewhere: break
    }
  }

  mutating func pauseIndexing(_ notices: inout Notices) -> [Effect] {
    switch indexing?.phase {
    case .looking, .reading: return [.library(.pauseIndexing(true))]
    case .paused: return [.library(.pauseIndexing(false))]
    case .elsewhere:
      notices.say("Another Recto is indexing: stop it there")
    case .idle, nil: notices.say("Nothing is being indexed")
    }
    return []
  }

  /// Returns the progress with the current document, the speed and the remaining time.
  func indexingDetails(room: Int) -> String {
    var words = indexingWords(room: room)
    guard let indexing = self.indexing, indexing.phase == .reading else { return words }
    var parts: [String] = []
    if let left = indexing.secondsLeft { parts.append(Self.timeLeft(left)) }
    if indexing.speed >= 1 { parts.append("\(Wording.number(Int(indexing.speed))) pages/s") }
    if !indexing.current.isEmpty { parts.append(indexing.current.truncated(to: 30)) }
    for part in parts where words.count + part.count + 3 <= room { words += "   " + part }
    return words
  }

  fileprivate static func timeLeft(_ seconds: Int) -> String {
    if seconds < 60 { return "\(max(1, seconds)) s left" }
    if seconds < 3_600 { return "\((seconds + 59) / 60) min left" }
    return "\((seconds + 3_599) / 3_600) h left"
  }

  /// Whether no document can be searched and indexing is not in progress.
  var isNothingIndexed: Bool {
    guard let indexing = self.indexing else { return false }
    return indexing.documents == 0 && indexing.phase == .idle
  }

  /// Whether the results show an offer to index a folder, which Enter accepts.
  var offersIndexing: Bool {
    isNothingIndexed && shared.isEmpty
      && finder?.found.documents.isEmpty == true
  }

  /// Returns the indexing progress in at most `room` cells; empty if nothing is being indexed.
  func indexingWords(room: Int) -> String {
    guard let indexing = self.indexing else { return "" }
    let counts = "\(Wording.number(indexing.done)) of \(Wording.number(indexing.total))"
    switch indexing.phase {
    case .idle: return ""
    case .elsewhere: return room >= 40 ? "another Recto indexes" : ""
    case .looking: return "searching for documents …"
    case .paused: return "indexing paused, " + counts
    case .reading:
      guard indexing.total > 0 else { return "indexing …" }
      let words = "indexing " + counts
      guard room >= words.count + 10 else { return words }
      let filled = min(8, indexing.done * 8 / indexing.total)
      return words + "  " + String(repeating: "━", count: filled)
        + String(repeating: "─", count: 8 - filled)
    }
  }
}

extension Browser {
  /// The user's documents folder, nil if it does not exist.
  var documentsFolder: String? {
    sidebar.items[.places]?.first(where: \.isForDocuments)?.place.folder
  }

  mutating func forget(folder: String, _ notices: inout Notices) -> [Effect] {
    notices.say("\(shortened(folder)) is no longer indexed; the files stay")
    return [.library(.forget(folder: folder))]
  }
}
