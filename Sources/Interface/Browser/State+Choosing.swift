import Canvas
import DocumentModel
import Messages

/// Documents opened by one key.
private let mostOpened = 50

extension State {
  /// Opens the entry under the cursor: enters a folder, opens a document, gives other files to the desktop's program.
  mutating func enterRow() -> [Effect] {
    if browser.focus == .sidebar { return enterSidebar() }
    guard let tab = browser.current, let entry = tab.current else { return [] }
    if browser.choosing != nil, entry.kind != .folder || !tab.markedWithRange.isEmpty {
      return give()
    }
    return open(entry, in: tab)
  }

  /// Reads the images of the folder under the cursor, else of the one that is listed.
  mutating func readComic() -> [Effect] {
    guard let tab = browser.current, browser.choosing == nil else { return [] }
    if let entry = tab.current, entry.kind == .folder { return read([tab.path(of: entry)]) }
    guard case .folder(let folder) = tab.place else {
      say("Move to a folder to read its images as a comic book")
      return []
    }
    return read([folder])
  }

  private mutating func open(_ entry: FolderEntry, in tab: BrowserTab) -> [Effect] {
    let path = tab.path(of: entry)
    switch entry.kind {
    case .folder: return browser.go(to: .folder(path))
    case .brokenLink:
      say("\(entry.name) is a broken link", isError: true)
      return []
    case .gone:
      let folder = BrowserPlace.folder(path).parent.map(browser.shortened) ?? "its folder"
      say("\(entry.name) is gone from \(folder)", isError: true)
      return []
    case .special:
      say("\(entry.name) is a pipe or a device, not a document")
      return []
    case .file:
      if browser.types[Int(entry.type)].isDocument { return read([path]) }
      if browser.isArchive(entry) { return enterArchive(path) }
      say("\(entry.name) opens in the desktop's program")
      return [.browse(.openWith(program: "", paths: [path]))]
    }
  }

  /// Opens all that is chosen as documents; folders among it as tabs.
  mutating func openChosen() -> [Effect] {
    guard let tab = browser.current else { return [] }
    if browser.choosing != nil { return give() }
    let chosen = tab.chosen
    let documents = chosen.filter { $0.kind == .file && browser.types[Int($0.type)].isDocument }
    if documents.isEmpty, chosen.count == 1, let one = chosen.first { return open(one, in: tab) }
    var effects: [Effect] = []
    for folder in chosen where folder.kind == .folder {
      effects += browser.addTab(.folder(tab.path(of: folder)))
    }
    guard !documents.isEmpty else { return effects }
    guard documents.count <= mostOpened else {
      say("Cannot open \(documents.count) documents at once: at most \(mostOpened)")
      return effects
    }
    browser.clearMarks()
    return effects + read(documents.map { tab.path(of: $0) })
  }

  /// Leaves the browser for documents.
  mutating func read(_ paths: [String], start: StartingPoint = .remembered) -> [Effect] {
    if browser.choosing != nil { return give(paths) }
    let before = endGlance()
    browser.drag = nil
    let effects = before + open(paths.map { ($0, start) })
    browser.isShown = false
    librarySearch.finder?.isShown = false
    browser.isReturnedTo = true
    return effects + (document.map { [.setTitle($0.title)] } ?? [])
  }

  private mutating func enterSidebar() -> [Effect] {
    switch browser.sidebar.rows[safe: browser.sidebar.cursor] {
    case .heading(let section):
      browser.sidebar.fold(section)
      return []
    case .item(let item) where !item.volume.isEmpty:
      say("Mounting \(item.title) …")
      return [.browse(.mount(volume: item.volume, name: item.title))]
    case .item(let item):
      browser.focus = .list
      return browser.go(to: item.place)
    case .search(let search): return run(search)
    case nil: return []
    }
  }

  /// Returns the picked files to the caller and quits.
  private mutating func give() -> [Effect] {
    guard let tab = browser.current else { return [] }
    let chosen = tab.chosen
    if let lost = chosen.first(where: { $0.kind == .brokenLink || $0.kind == .gone }) {
      say("\(lost.name) does not exist", isError: true)
      return []
    }
    return give(chosen.map { tab.path(of: $0) })
  }

  private mutating func give(_ paths: [String]) -> [Effect] {
    guard let choosing = browser.choosing, !paths.isEmpty else { return [] }
    guard choosing.takesMany || paths.count == 1 else {
      say("Pick one document; Esc deselects the others")
      return []
    }
    return askToQuit(giving: paths)
  }

  // MARK: back from reading

  /// From the reader to the browser, on the document that was read.
  mutating func backToBrowser() -> [Effect] {
    if isReadingFound { return backToFound() }
    let path = document?.path ?? ""
    // The guide lies where its reader has no documents.
    guard !path.isEmpty, path != environment.installed.sample else { return browse() }
    let (folder, name) = (PathParts.folder(of: path), PathParts.name(of: path))
    // A collection returns as it was.
    if let tab = browser.current, tab.place != .folder(folder) {
      let isListed = tab.place.folder == nil
      return isListed
        ? browse(cursorOn: FilePath(path)) : browse(.folder(folder), cursorOn: FilePath(name))
    }
    return browse(.folder(folder), cursorOn: FilePath(name))
  }

  /// Ends the reading of a document: back to the browser it was opened from, else out of the program.
  mutating func leaveDocument() -> [Effect] {
    if browser.glance != nil { return endGlance() }
    if isFinding { return leaveFinder() }
    if isReadingFound { return backToFound() }
    guard browser.isReturnedTo, !browser.isShown else { return askToQuit() }
    let closed = pane?.document
    if staysForEdits(closed) { return [] }
    var effects = backToBrowser()
    if let closed { effects += close(closed) }
    return effects
  }
}

extension Browser {
  mutating func clearMarks() {
    guard current != nil else { return }
    tabs[tab].marked = []
    tabs[tab].rangeStart = nil
  }
}
