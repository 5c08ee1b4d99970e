import Canvas
package import DocumentModel
package import Messages
import Widgets

/// Documents opened by one key.
private let mostOpened = 50

extension State {
  /// Shows the browser, in a place if given.
  package mutating func browse(
    _ place: BrowserPlace? = nil, cursorOn key: FilePath? = nil
  ) -> [Effect] {
    var effects = browser.isShown ? [] : saveReading()
    effects += endGlance()
    librarySearch.finder?.isShown = false
    browser.isShown = true
    if panel?.source.opensBeside == true { closePanel() }
    selection = nil
    effects.append(.setTitle(place?.name ?? browser.current?.place.name ?? "Recto"))
    if browser.sidebar.items.isEmpty { effects.append(.browse(.loadSidebar)) }
    if browser.tabs.isEmpty {
      return effects + browser.addTab(place ?? .folder(browser.home), cursorOn: key)
    }
    guard let place, place != browser.current?.place else {
      if let key { browser.stand(on: key) }
      return effects + browser.refresh()
    }
    return effects + browser.go(to: place, cursorOn: key)
  }

  /// Shows the browser in the first place named on the command line; each place gets a tab unless it has one.
  package mutating func browse(
    asked places: [BrowserPlace], cursorOn key: FilePath? = nil
  ) -> [Effect] {
    guard let first = places.first else { return browse() }
    for place in places where !browser.tabs.contains(where: { $0.place == place }) {
      if browser.takeTabBack(place) { continue }
      browser.insertTab(place, cursorOn: nil, options: browser.options)
      browser.tabs[browser.tab].isPassing = true
    }
    browser.tab = browser.tabs.firstIndex { $0.place == first } ?? browser.tab
    if key != nil {
      // The requested entry must be visible, whatever filter was set.
      browser.tabs[browser.tab].filter = LineEditor()
      if browser.options.showsHidden { browser.tabs[browser.tab].options.showsHidden = true }
      if browser.options.showsAll { browser.tabs[browser.tab].options.showsAll = true }
    }
    return browse(first, cursorOn: key)
  }

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
      if browser.isArchive(entry) { return browser.enterArchive(path, &notices) }
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

  /// Shows a document in its folder: the open one, or the selected entry of a collection.
  mutating func reveal() -> [Effect] {
    guard browser.isShown else { return backToBrowser() }
    guard let path = browser.taggedPaths(document: document).first,
      let parent = BrowserPlace.folder(path).parent
    else {
      return []
    }
    return browse(.folder(parent), cursorOn: FilePath(BrowserPlace.folder(path).name))
  }

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

  /// Edits the open document, or the entry under the cursor, if it is text.
  mutating func edit() -> [Effect] {
    guard browser.isShown else {
      guard let document, !document.path.isEmpty else { return [] }
      guard !document.summary.hasPages else {
        return browser.refuseEditing(document.fileName, &notices)
      }
      let line = place(of: panes.focus).flatMap { document.line(at: $0) }
      return [.browse(.edit(path: document.path, line: line))]
    }
    guard let tab = browser.current, let entry = tab.current, entry.kind == .file else { return [] }
    let type = browser.types[Int(entry.type)]
    // A file of unknown type may be text: the editor decides.
    guard type.isEditable || entry.type == 0 else {
      return browser.refuseEditing(entry.name, &notices)
    }
    return [.browse(.edit(path: tab.path(of: entry), line: nil))]
  }

  /// Files that were dropped on the terminal: to be read, or to be copied here.
  mutating func dropped(_ paths: [String]) -> [Effect] {
    guard browser.isShown, let folder = browser.current?.place.folder else {
      return paths.map { Effect.openTyped($0) }
    }
    switch preferences.droppedFiles {
    case .ask: break
    case .open: return read(paths)
    case .copy: return [.browse(.files(.copy(paths, to: folder)))]
    case .move: return [.browse(.files(.move(paths, to: folder)))]
    }
    questions.ask(
      Question(
        "\(Wording.count(paths)) dropped here",
        [
          .init("o", "open", .open(paths)),
          .init(
            "c", "copy into \(BrowserPlace.folder(folder).name)",
            .effects([.browse(.files(.copy(paths, to: folder)))])),
          .init(
            "m", "move into \(BrowserPlace.folder(folder).name)",
            .effects([.browse(.files(.move(paths, to: folder)))])),
        ]))
    return []
  }

  /// The arguments for user actions.
  var actionContext: ActionContext {
    let isReading = !browser.isShown || browser.glance != nil
    return ActionContext(
      paths: browser.taggedPaths(document: document),
      page: isReading ? pane.map { $0.page + 1 } : nil,
      selection: isReading ? selectedText : "",
      title: isReading ? document?.title ?? "" : browser.current?.current?.name ?? "")
  }

  /// Runs an action of the user for the selection.
  mutating func run(_ action: UserAction) -> [Effect] {
    action.showsCard
      ? LookupCard.lookUp(&self, "", by: action)
      : [.browse(.run(action: action.index, actionContext))]
  }

  /// Shows the document under the cursor in full size without opening it.
  mutating func glance() -> [Effect] {
    guard browser.glance == nil else { return endGlance() }
    guard let tab = browser.current, let entry = tab.current else { return [] }
    guard browser.isGlanceable(entry) else {
      say(
        entry.kind == .folder || browser.isArchive(entry)
          ? "\(entry.name) is a folder: Enter goes into it"
          : "\(entry.name) is nothing Recto can show")
      return []
    }
    return beginGlance(at: tab.path(of: entry))
  }

  /// Previews a document; the reader's documents are set aside.
  mutating func beginGlance(at path: String) -> [Effect] {
    let document = documents.add(path: path, start: .remembered, isGlance: true)
    browser.glance = Glance(document: document.id, path: path, panes: panes)
    panes = Panes(Pane(document: document.id))
    return opening(document)
  }

  /// Returns to the list, with the cursor on the previewed document.
  mutating func endGlance() -> [Effect] {
    guard let glance = browser.glance else { return [] }
    browser.glance = nil
    panes = glance.panes
    remove(glance.document)
    selection = nil
    peek = nil
    hints = nil
    if prompt?.passwordDocument == glance.document { prompt = nil }
    // Enter may have asked for the file of a shared library.
    return [.close(glance.document)] + (librarySearch.stopLocating(&notices) ?? [])
  }

  /// Previews the next or previous document of the list.
  mutating func glance(step: Int) -> [Effect] {
    if librarySearch.finder?.isShown == true { return glanceAtFound(step: step) }
    guard let tab = browser.current, browser.glance != nil else { return [] }
    var row = tab.cursor + step.signum()
    while let entry = tab.entry(row), !browser.isGlanceable(entry) { row += step.signum() }
    guard let entry = tab.entry(row) else {
      say(step > 0 ? "This is the last document here" : "This is the first document here")
      return []
    }
    let effects = endGlance()
    browser.tabs[browser.tab].moveCursor(to: row)
    return effects + beginGlance(at: tab.path(of: entry))
  }

  /// Opens the previewed document for reading at its current position.
  mutating func readGlance() -> [Effect] {
    guard let glance = browser.glance else { return [] }
    if librarySearch.finder?.isShown == true {
      guard let finder = librarySearch.finder, let found = finder.found.document else {
        return endGlance()
      }
      return openFound(found, at: finder.found.hit)
    }
    let place = place(of: panes.focus)
    var effects = endGlance()
    effects += read([glance.path])
    if panes.focus < panes.count, let place, place.page > 0 || place.offset > 0 {
      panes[panes.focus].start = place
    }
    return effects
  }
}
