package import DocumentModel
package import Messages
import Widgets

/// Places a tab remembers to go back to.
private let mostPlaces = 100

extension Browser {
  package mutating func goUp(_ notices: inout Notices) -> [Effect] {
    guard let tab = current else { return [] }
    guard let parent = self.parent(of: tab.place) else { return travelPlaces(-1, &notices) }
    return go(to: .folder(parent.folder), cursorOn: FilePath(parent.name))
  }

  /// Goes back (negative) or forth among the places of the tab.
  package mutating func travelPlaces(_ step: Int, _ notices: inout Notices) -> [Effect] {
    guard var tab = current else { return [] }
    let place = step < 0 ? tab.back.popLast() : tab.ahead.popLast()
    guard let place else {
      notices.say(step < 0 ? "No folder before this one" : "No folder after this one")
      return []
    }
    if step < 0 { tab.ahead.append(tab.place) } else { tab.back.append(tab.place) }
    tabs[self.tab] = tab
    return go(to: place, isTravel: true)
  }

  /// Back to the place before, and from there back again.
  package mutating func goToLastPlace(_ notices: inout Notices) -> [Effect] {
    guard let place = current?.back.last else {
      notices.say("No folder before this one")
      return []
    }
    return go(to: place)
  }

  package mutating func closeTab(_ notices: inout Notices) -> [Effect] {
    guard tabs.count > 1 else {
      notices.say("This is the only tab; q quits")
      return []
    }
    tabs.remove(at: tab)
    tab = min(tab, tabs.count - 1)
    return refresh()
  }

  /// Shows an archive as soon as it is unpacked.
  package mutating func enterArchive(_ path: String, _ notices: inout Notices) -> [Effect] {
    notices.say("Opening \(PathParts.name(of: path)) …")
    return [.browse(.enterArchive(path))]
  }

  /// The archives that are unpacked, by the folders they are in; if `enters`, goes to the only one.
  mutating func take(archives: [String: String], enters: Bool, _ notices: inout Notices) -> [Effect]
  {
    for (folder, archive) in archives { self.archives[FilePath(folder)] = archive }
    guard enters, isShown, let folder = archives.keys.first else { return [] }
    notices.dismiss()
    return go(to: .folder(folder))
  }

  /// Extracts the selected archives, each to a folder beside it.
  mutating func extract(_ notices: inout Notices) -> [Effect] {
    guard let tab = current else { return [] }
    let archives = tab.chosen.filter(isArchive).map { tab.path(of: $0) }
    guard let first = archives.first else {
      notices.say("Select an archive to extract")
      return []
    }
    clearMarks()
    return [.browse(.files(.extract(archives, to: PathParts.folder(of: first))))]
  }

  package mutating func addTab(
    _ place: BrowserPlace, cursorOn key: FilePath? = nil, options: ListOptions? = nil
  ) -> [Effect] {
    insertTab(place, cursorOn: key, options: options)
    return read(tab)
  }

  mutating func insertTab(
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
