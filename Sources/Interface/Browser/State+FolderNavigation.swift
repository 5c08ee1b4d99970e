package import DocumentModel
package import Messages
import Widgets

/// Places a tab remembers to go back to.
private let mostPlaces = 100

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

  package mutating func goUp() -> [Effect] {
    guard let tab = browser.current else { return [] }
    guard let parent = browser.parent(of: tab.place) else { return travelPlaces(-1) }
    return browser.go(to: .folder(parent.folder), cursorOn: FilePath(parent.name))
  }

  /// Goes back (negative) or forth among the places of the tab.
  package mutating func travelPlaces(_ step: Int) -> [Effect] {
    guard var tab = browser.current else { return [] }
    let place = step < 0 ? tab.back.popLast() : tab.ahead.popLast()
    guard let place else {
      say(step < 0 ? "No folder before this one" : "No folder after this one")
      return []
    }
    if step < 0 { tab.ahead.append(tab.place) } else { tab.back.append(tab.place) }
    browser.tabs[browser.tab] = tab
    return browser.go(to: place, isTravel: true)
  }

  /// Back to the place before, and from there back again.
  package mutating func goToLastPlace() -> [Effect] {
    guard let place = browser.current?.back.last else {
      say("No folder before this one")
      return []
    }
    return browser.go(to: place)
  }

  package mutating func closeTab() -> [Effect] {
    guard browser.tabs.count > 1 else {
      say("This is the only tab; q quits")
      return []
    }
    browser.tabs.remove(at: browser.tab)
    browser.tab = min(browser.tab, browser.tabs.count - 1)
    return browser.refresh()
  }
}

extension Browser {
  package mutating func addTab(
    _ place: BrowserPlace, cursorOn key: FilePath? = nil, options: ListOptions? = nil
  ) -> [Effect] {
    insertTab(place, cursorOn: key, options: options)
    return read(tab)
  }

  fileprivate mutating func insertTab(
    _ place: BrowserPlace, cursorOn key: FilePath?, options: ListOptions?
  ) {
    var tab = BrowserTab(
      id: nextTab, place: place,
      options: options ?? current?.options ?? self.options)
    nextTab += 1
    tab.request = key
    let index = tabs.isEmpty ? 0 : self.tab + 1
    tabs.insert(tab, at: index)
    self.tab = index
  }

  /// Takes the current tab to another place.
  package mutating func go(
    to place: BrowserPlace, cursorOn key: FilePath? = nil, isTravel: Bool = false
  ) -> [Effect] {
    guard var tab = current else { return [] }
    tab.stoodOn[tab.place] = tab.request
    if !isTravel {
      tab.back = (tab.back + [tab.place]).suffix(mostPlaces)
      tab.ahead = []
    }
    tab.enter(place)
    tab.phase = .reading
    tab.isWhole = false
    tab.isSlow = false
    tab.entries = []
    tab.incoming = nil
    tab.facts = [:]
    tab.documents = [:]
    tab.trashed = [:]
    tab.folderSizes = [:]
    tab.filled = []
    tab.rows = []
    tab.marked = []
    tab.rangeStart = nil
    tab.filter = LineEditor()
    tab.cursor = 0
    tab.top = 0
    tab.sections = []
    tab.galleryTop = 0
    tab.request = key ?? tab.stoodOn[place]
    tab.staysAtEnd = false
    typeAhead = nil
    tabs[self.tab] = tab
    return read(self.tab) + [.setTitle(place.name)]
  }

  /// Reads a tab's place again; the old list stays until the new one is complete.
  private mutating func read(_ index: Int) -> [Effect] {
    tabs[index].generation += 1
    tabs[index].isReading = true
    tabs[index].isStale = false
    if index == self.tab { preview.isStale = true }
    tabs[index].requested = []
    tabs[index].isOrderDue = false
    tabs[index].scopeAsked = nil
    let tab = tabs[index]
    return [
      // First, so that it is known to be wanted when it has been read.
      .browse(.watch(Array(Set(tabs.map(\.place))))),
      .browse(.read(tab: tab.id, generation: tab.generation, tab.place)),
      .remind(.listing(tab: tab.id, generation: tab.generation), milliseconds: patience),
    ]
  }

  /// Reads the current tab's place again.
  package mutating func refresh() -> [Effect] {
    current == nil ? [] : read(tab)
  }

  package mutating func showTab(_ index: Int) -> [Effect] {
    guard tabs.indices.contains(index), index != tab else { return [] }
    tab = index
    typeAhead = nil
    return refresh() + [.setTitle(tabs[index].place.name)]
  }
}

/// Archives as folders: Enter unpacks one to the cache, and the browser shows that folder under the archive's name.
extension State {
  /// Shows an archive as soon as it is unpacked.
  package mutating func enterArchive(_ path: String) -> [Effect] {
    say("Opening \(PathParts.name(of: path)) …")
    return [.browse(.enterArchive(path))]
  }

  /// The archives that are unpacked, by the folders they are in; if `enters`, goes to the only one.
  mutating func take(archives: [String: String], enters: Bool) -> [Effect] {
    for (folder, archive) in archives { browser.archives[FilePath(folder)] = archive }
    guard enters, browser.isShown, let folder = archives.keys.first else { return [] }
    notices.dismiss()
    return browser.go(to: .folder(folder))
  }

  /// Extracts the selected archives, each to a folder beside it.
  mutating func extract() -> [Effect] {
    guard let tab = browser.current else { return [] }
    let archives = tab.chosen.filter(browser.isArchive).map { tab.path(of: $0) }
    guard let first = archives.first else {
      say("Select an archive to extract")
      return []
    }
    browser.clearMarks()
    return [.browse(.files(.extract(archives, to: PathParts.folder(of: first))))]
  }
}

extension Browser {
  func isArchive(_ entry: FolderEntry) -> Bool {
    entry.kind == .file && types[Int(entry.type)].isArchive
  }

  /// The parent folder; of an archive's top the folder of the archive. Nil at the root and for collections.
  func parent(of place: BrowserPlace) -> (folder: String, name: String)? {
    guard let folder = place.folder, folder != "/" else { return nil }
    let path = archives[FilePath(folder)] ?? folder
    return (PathParts.folder(of: path), PathParts.name(of: path))
  }

  /// The path the user knows: one in an archive instead of one in the cache.
  func outside(_ path: String) -> String {
    for (folder, archive) in self.archives where PathParts.lies(path, in: folder.text) {
      return archive + path.dropFirst(folder.text.count)
    }
    return path
  }
}
