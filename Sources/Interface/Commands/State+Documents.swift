import Canvas
package import DocumentModel
package import Messages
package import Widgets

/// Views of one window.
private let mostViews = 9

extension State {
  /// Opens the documents of a command line and shows the first.
  package mutating func open(_ wanted: [(path: String, start: StartingPoint)]) -> [Effect] {
    var effects = wanted.first.map { open(path: $0.path, start: $0.start) } ?? []
    for (path, start) in wanted.dropFirst() where documents.document(at: path) == nil {
      effects += opening(documents.add(path: path, start: start))
    }
    return effects
  }

  /// Adds a document and shows it in the focused pane; one that is open already is only shown.
  package mutating func open(path: String, start: StartingPoint) -> [Effect] {
    let citing = self.document
    librarySearch.finder?.isShown = false
    if let known = documents.document(at: path) {
      documents.comes(to: known.id, from: citing)
      return show(known.id) + begin(known.id, at: start)
    }
    let document = documents.add(path: path, start: start)
    documents.comes(to: document.id, from: citing)
    var effects: [Effect] = []
    if panes.isEmpty {
      panes = Panes(Pane(document: document.id))
    } else {
      effects += saveReading()
      panes[panes.focus] = Pane(document: document.id)
    }
    return effects + opening(document)
  }

  func opening(_ document: Document) -> [Effect] {
    [
      .open(document.id, path: document.path, generation: document.generation, password: ""),
      .remind(.opening(document.id), milliseconds: patience),
    ]
  }

  /// Goes to a place asked for by name in the focused pane's document.
  private mutating func begin(_ id: DocumentID, at start: StartingPoint) -> [Effect] {
    guard let document = documents[id], document.phase == .open else { return [] }
    switch start {
    case .remembered: return []
    case .page(let name):
      // A number in an address counts pages of the file, as when opening it.
      if document.hasPages, let number = Int(name),
        (1...max(1, document.pageCount)).contains(number)
      {
        jump(to: number - 1, .top)
      } else {
        return go(toPage: name)
      }
      return []
    case .place(let page, let landing):
      if page < document.pageCount {
        jump(to: page, landing)
      } else {
        say(document.missing(page: String(page + 1)), isError: true)
      }
      return []
    case .named(let name):
      return [.resolve(id, generation: document.generation, name: name, .follow)]
    }
  }

  /// Opens the documents of the last session, each view at its place.
  package mutating func restore(_ session: Session) -> [Effect] {
    var effects: [Effect] = []
    let added = session.paths.map { documents.add(path: $0, start: .remembered) }
    var views: [Pane] = []
    for view in session.views.prefix(mostViews) where added.indices.contains(view.document) {
      var pane = Pane(document: added[view.document].id)
      pane.start = view.place
      pane.mode = ReadingMode(rawValue: view.mode) ?? pane.mode
      pane.restored = view.display
      views.append(pane)
    }
    guard let first = added.first else { return [] }
    panes = Panes(
      views.isEmpty ? [Pane(document: first.id)] : views, focus: session.focus,
      arrangement: SplitTree(notation: session.arrangement) ?? .view)
    // The visible document is opened first.
    let seen = panes[panes.focus].document
    for document in added.sorted(by: { $0.id == seen && $1.id != seen }) {
      effects += opening(document)
    }
    return effects
  }

  /// Opens a document of the last session at its present path.
  mutating func opening(at path: String, _ index: Int) -> [Effect] {
    documents[index].path = path
    return opening(documents[index])
  }

  /// A document of the last session is gone, and its views leave their room to the others.
  mutating func lost(_ index: Int) -> [Effect] {
    let id = documents[index].id
    say("\(documents[index].path) was open last time and is gone", isError: true)
    guard documents.count > 1 else { return browse() + close(id) }
    for view in panes.indices.reversed() where panes[view].document == id && panes.count > 1 {
      panes.remove(at: view)
    }
    return drop(id)
  }

  /// The documents and views as they are, to begin with the next time; nil while nothing is open.
  package var session: Session? {
    let kept = documents.filter {
      if case .failed = $0.phase { return false }
      return !$0.path.isEmpty && !$0.isGlance
    }
    guard !kept.isEmpty else { return browser.tabs.isEmpty ? nil : Session() }
    let views = panes.indices.compactMap { index -> Session.View? in
      let pane = panes[index]
      guard let document = kept.firstIndex(where: { $0.id == pane.document }),
        let place = pane.start ?? place(of: index)
      else { return nil }
      return Session.View(
        document: document, place: place, mode: pane.mode.rawValue, display: pane.display)
    }
    return Session(
      paths: kept.map(\.path), views: views, focus: panes.focus,
      arrangement: panes.arrangement.notation,
      isReading: browser.memory(librarySearch: librarySearch)?.isBrowsing != true)
  }

  /// Shows an open document in the pane that has the focus, at its own place.
  package mutating func show(_ id: DocumentID) -> [Effect] {
    guard let index = documents.index(of: id), panes.focus < panes.count,
      panes[panes.focus].document != id
    else {
      return []
    }
    let effects = saveReading()
    let showedGrid = isGridShown
    librarySearch.finder?.isShown = false
    panes[panes.focus] = Pane(document: id)
    restorePlace(in: panes.focus, from: documents[index].reading)
    // Between thumbnails: pages may be pasted into another document.
    if showedGrid {
      pictures.overview = PageOverview(document: id, cursor: panes[panes.focus].page)
      moveInGrid(columns: 0, rows: 0)
    }
    return effects + begin(panes.focus, index) + [.setTitle(documents[index].title)]
  }

  package mutating func cycleDocument(_ step: Int) -> [Effect] {
    guard let pane, let index = documents.index(of: pane.document), documents.count > 1 else {
      say("Only one document is open")
      return []
    }
    let count = documents.count
    return show(documents[((index + step % count) % count + count) % count].id)
  }

  package mutating func closeDocument() -> [Effect] {
    guard let pane, document != nil else { return [] }
    if isReadingFound { return backToFound() }
    if documents.count > 1 || browser.isReturnedTo, staysForEdits(pane.document) { return [] }
    let effects = saveReading()
    guard documents.count > 1 else {
      return browser.isReturnedTo ? effects + leaveDocument() : effects + askToQuit()
    }
    return effects + drop(pane.document)
  }

  /// Closes a document behind the browser.
  mutating func close(_ id: DocumentID) -> [Effect] {
    guard documents.count == 1, documents[0].id == id else { return drop(id) }
    remove(id)
    panes = Panes()
    search = nil
    return [.close(id)]
  }

  /// Removes a document from the open ones with its state.
  mutating func remove(_ id: DocumentID) {
    documents.remove(id)
    if search?.document == id { search = nil }
  }

  /// Takes a document off the screen; its panes show its neighbour.
  package mutating func drop(_ id: DocumentID) -> [Effect] {
    guard let index = documents.index(of: id), documents.count > 1 else { return [] }
    remove(id)
    let next = documents[min(index, documents.count - 1)]
    for view in panes.indices where panes[view].document == id {
      panes[view] = Pane(document: next.id)
      restorePlace(in: view, from: next.reading)
    }
    return [.close(id), .setTitle(document?.title ?? next.title)]
  }

  /// Shows the same document a second time, at the same place.
  package mutating func split(_ axis: SplitTree.Axis) {
    let room = paneRect(panes.focus)
    let isRoomy = axis == .beside ? room.width >= 41 : room.height >= 7
    guard pane != nil, panes.count < mostViews, isRoomy else {
      say("No room for another view")
      return
    }
    relayout { $0.panes.split(axis) }
    if let place = place(of: panes.focus) {
      land(panes.focus + 1, page: place.page, .offset(place.offset))
    }
  }

  /// Gives the keys to the nearest view in a direction, as in vim.
  mutating func look(_ dx: Int, _ dy: Int) {
    panes.focus =
      SplitTree.neighbour(of: panes.focus, in: parted.views, dx: dx, dy: dy) ?? panes.focus
  }

  package mutating func closeView() -> [Effect] {
    guard panes.count > 1 else {
      say("This is the only view; :close-document closes the document")
      return []
    }
    let effects = saveReading()
    let places = panes.indices.filter { $0 != panes.focus }.map { place(of: $0) }
    panes.removeFocused()
    for (index, place) in places.enumerated() {
      if let place { land(index, page: place.page, .offset(place.offset)) }
    }
    return effects
  }

  /// Reopens the text on the screen in another encoding; `auto` guesses it.
  mutating func read(in encoding: String) -> [Effect] {
    guard let pane, let index = documents.index(of: pane.document), documents[index].phase == .open,
      documents[index].summary.flow != nil
    else {
      say("Only a text can be read in another encoding")
      return []
    }
    documents[index].encoding = encoding == "auto" ? "" : encoding
    documents[index].awaitsEncoding = true
    return documents.reopen(index)
  }

  /// Begins to read all pages for headings.
  mutating func findHeadings() -> [Effect] {
    guard let pane, let index = documents.index(of: pane.document) else { return [] }
    documents[index].pagesRead = max(1, documents[index].pagesRead)
    if panel?.source != .outline { toggle(.outline) }
    return [.findReferences(documents[index].id, generation: documents[index].generation)]
  }

  /// Gives the document on the screen a theme; in the browser it becomes the theme for all.
  mutating func chooseDocumentTheme(_ name: String) -> [Effect] {
    guard name == Themes.followsTerminal || themes.named(name) != nil else {
      say(
        "Unknown theme “\(name)”: \(themes.themeNames.joined(separator: ", "))", isError: true)
      return []
    }
    guard let document, let index = documents.index(of: document.id), !document.isGlance else {
      return themes.chooseTheme(name, document: document, browser: browser, &notices, &memory)
    }
    documents[index].reading.theme = name == Themes.followsTerminal ? "" : name
    say(name == Themes.followsTerminal ? "Theme: as all documents" : "Theme: \(name)")
    return saveReading()
  }

  /// Puts the browser as it was; its places are read when it is shown.
  package mutating func restore(_ memory: BrowserMemory, readingAll: Bool) -> [Effect] {
    browser.restoreLayout(of: memory)
    browser.focus = memory.focus
    browser.appendTabs(memory.tabs)
    browser.tab = min(max(0, memory.tab), max(0, browser.tabs.count - 1))
    return readingAll ? browse() : []
  }

  /// Adds tabs that a slow library remembered late, after those opened meanwhile; both are kept.
  mutating func recall(
    _ session: Session, _ memory: BrowserMemory?, isWhole: Bool
  ) -> [Effect] {
    guard self.memory.isAwaited else { return [] }
    self.memory.isAwaited = false
    if let memory {
      browser.restoreLayout(of: memory)
      let places = Set(browser.tabs.map(\.place))
      let tabs = memory.tabs.filter { tab in
        !places.contains(tab.place) && browser.choosing == nil
          && (isWhole || tab.isPassing != true)
      }
      if isWhole { browser.appendTabs(tabs) } else { browser.tabsAside += tabs }
    }
    guard isWhole, !session.paths.isEmpty else { return [] }
    browser.isReturnedTo = browser.isReturnedTo || browser.isShown
    if documents.isEmpty { return restore(session) }
    let known = Set(documents.map { FilePath($0.path) })
    return session.paths.filter { !known.contains(FilePath($0)) }.flatMap {
      opening(documents.add(path: $0, start: .remembered))
    }
  }

  /// Opens the sample document, writable if possible, and shows the first key.
  mutating func beginTour(on path: String) -> [Effect] {
    environment.installed.sample = path
    tour = Tour()
    browser.isReturnedTo = true
    return browser.isShown || isFinding
      ? read([environment.installed.sample], start: .page("1"))
      : open(path: environment.installed.sample, start: .page("1"))
  }

  /// Opens a topic of the user guide; closing it returns to the browser if it was opened there.
  mutating func openGuide(_ topic: String) -> [Effect] {
    guard let file = UserGuide.file(of: topic) else {
      say(
        "There is no topic “\(topic)”: \(UserGuide.topics.joined(separator: ", "))", isError: true)
      return []
    }
    let path = "\(environment.installed.guideFolder)/\(file)"
    return browser.isShown || isFinding ? read([path]) : open(path: path, start: .remembered)
  }
}

extension Documents {
  /// Remembers the document that another one is opened from.
  fileprivate mutating func comes(to id: DocumentID, from other: Document?) {
    guard let other, other.id != id, let index = self.index(of: id) else { return }
    self[index].origin = Origin(
      document: other.id, past: self[index].reading.historyIndex)
    if let here = self.index(of: other.id) {
      self[here].departure = nil
      // Going back must not lead round in a circle.
      if self[here].origin?.document == id { self[here].origin = nil }
    }
  }

  /// The document of a file, by the bytes of its path; what came through standard input has none.
  func document(at path: String) -> Document? {
    path.isEmpty ? nil : first { FilePath($0.path) == FilePath(path) }
  }
}
