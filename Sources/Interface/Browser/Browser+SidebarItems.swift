import DocumentModel
import Messages
import Widgets

extension Browser {
  /// Renames the sidebar's item under the cursor; nil if the list has the focus.
  mutating func renameInSidebar(_ prompt: inout Prompt?, _ notices: inout Notices) -> [Effect]? {
    guard focus == .sidebar else { return nil }
    if let search = searchUnderCursor {
      prompt = Prompt("Search's name", text: search.name) {
        $0.browser.rename(search.name, toSearch: $1.trimmed)
      }
      return []
    }
    switch underCursor {
    case (let item, .favourites)? where item.place.folder != nil:
      return renameFavourite(&prompt, &notices)
    case (let item, .tags)?:
      prompt = Prompt("Tag's name", text: item.title) {
        $0.browser.renameTag(item.title, to: $1.trimmed, &$0.questions)
      }
      return []
    default:
      notices.say("Only favourites, searches and tags are renamed here; Tab goes to the list")
      return []
    }
  }

  /// Removes the sidebar's item under the cursor; nil if the list has the focus.
  mutating func removeInSidebar(_ notices: inout Notices, _ questions: inout Questions) -> [Effect]?
  {
    guard focus == .sidebar else { return nil }
    if let search = searchUnderCursor { return remove(search, &notices) }
    switch underCursor {
    case (let item, .favourites)?:
      guard let path = item.place.folder else { break }
      return [.browse(.favour([path], false))]
    case (let item, .tags)?: return askToDelete(tag: item.title, &questions)
    case (_, .volumes)?: return unmountVolume(&notices)
    default: break
    }
    notices.say("Only favourites, searches and tags are taken out here; Tab goes to the list")
    return []
  }

  /// Moves the favourite under the cursor by so many places, and the cursor with it.
  mutating func moveFavourite(_ step: Int, _ notices: inout Notices) -> [Effect] {
    if let effects = moveSearch(step) { return effects }
    guard let (path, _) = favouriteUnderCursor else {
      notices.say("This is no favourite: g f lists them, Tab goes to the sidebar")
      return []
    }
    if focus == .sidebar { return moveInSidebar(path, step) }
    guard let tab = current, tab.keepsOrder, tab.filter.isEmpty else {
      notices.say("Favourites are moved in their own order: leave them and come back to see it")
      return []
    }
    let row = min(max(0, tab.cursor + step), tab.rows.count - 1)
    guard row != tab.cursor, let other = tab.entry(row) else { return [] }
    return [.browse(.moveFavourite(path, to: tab.path(of: other)))]
  }

  /// Asks for a new name of the favourite under the cursor, or renames it if a name is given.
  mutating func renameFavourite(
    to name: String? = nil, _ prompt: inout Prompt?, _ notices: inout Notices
  ) -> [Effect] {
    guard let (path, old) = favouriteUnderCursor, focus == .sidebar else {
      notices.say("Tab goes to the sidebar; there a favourite is given a name")
      return []
    }
    if let name { return [.browse(.renameFavourite(path, to: name))] }
    prompt = Prompt("Favourite's name", text: old) {
      let name = $1.trimmed
      return name.isEmpty ? [] : [.browse(.renameFavourite(path, to: name))]
    }
    return []
  }

  /// Unmounts the volume under the sidebar's cursor, else the one the listed folder lies on.
  mutating func unmountVolume(_ notices: inout Notices) -> [Effect] {
    let listed = current?.place.folder
    let mounted = (sidebar.items[.volumes] ?? []).filter(\.volume.isEmpty)
    var path: String?
    if let (item, section) = underCursor, section == .volumes {
      guard item.volume.isEmpty else {
        notices.say("\(item.title) is not mounted: Enter mounts it")
        return []
      }
      path = item.place.folder
    } else if let listed {
      path = mounted.compactMap(\.place.folder).filter { PathParts.lies(listed, in: $0) }
        .max { $0.utf8.count < $1.utf8.count }
    }
    guard let path else {
      notices.say("This folder is on no volume of the sidebar; choose one there, then :unmount")
      return []
    }
    // The listed and watched folder would disappear while it is in use.
    let leaves = listed.map { PathParts.lies($0, in: path) } ?? false
    notices.say("Unmounting \(PathParts.name(of: path)) …")
    let above = BrowserPlace.folder(path).parent ?? home
    return (leaves ? go(to: .folder(above)) : [])
      + [.browse(.unmount(path: path, listed: leaves ? listed : nil))]
  }

  /// Asks before a tag is removed from all documents, which no key can undo.
  mutating func askToDelete(tag name: String, _ questions: inout Questions) -> [Effect] {
    let count = sidebar.items[.tags]?.first { $0.title == name }?.count
    let source = count.map { $0 == 1 ? "from the one document" : "from the \($0) documents" }
    questions.ask(
      Question(
        "Take the tag “\(name)” \(source ?? "from all documents") that bear it? This cannot be taken back.",
        [
          .init("y", "take it away", .effects([.browse(.deleteTag(name))])),
          .init("n", "keep it", .nothing),
        ]))
    return []
  }

  /// Removes the selection from the list of recents.
  mutating func removeRecents(_ notices: inout Notices) -> [Effect] {
    guard let tab = current, tab.place == .recents else {
      notices.say("This is for the list of recents: g r goes there")
      return []
    }
    let paths = tab.chosen.map { tab.path(of: $0) }
    clearMarks()
    return paths.isEmpty ? [] : [.browse(.removeRecents(paths))]
  }

  /// Asks whether a row of the recents means the file or its entry in that list.
  mutating func askWhatGoes(_ paths: [String], _ trash: [Effect], _ questions: inout Questions)
    -> [Effect]
  {
    let gone = current?.chosen.allSatisfy { $0.kind == .gone } == true
    let remove: [Effect] = [.browse(.removeRecents(paths))]
    if gone { return remove }
    questions.ask(
      Question(
        "\(Wording.count(paths)) in Recents",
        [
          .init("r", "take off this list; the file stays", .effects(remove)),
          .init("t", "put the file into the trash", .effects(trash)),
          .init("n", "keep", .nothing),
        ]))
    return []
  }

  /// The sidebar's item under the cursor, while the sidebar has the focus.
  fileprivate var underCursor: (item: Sidebar.Item, section: Sidebar.Section)? {
    guard isShown, focus == .sidebar, let section = sectionUnderCursor,
      case .item(let item)? = sidebar.rows[safe: sidebar.cursor]
    else { return nil }
    return (item, section)
  }

  /// The favourite under the cursor, in the sidebar or in the list of favourites.
  fileprivate var favouriteUnderCursor: (path: String, name: String)? {
    if focus == .sidebar {
      guard let (item, section) = underCursor, section == .favourites,
        let path = item.place.folder
      else { return nil }
      return (path, item.title)
    }
    guard let tab = current, tab.place == .favourites, let entry = tab.current else {
      return nil
    }
    return (tab.path(of: entry), entry.name)
  }

  /// Moves a favourite in the sidebar. It shows folders only, so documents between them in the whole list are skipped.
  fileprivate mutating func moveInSidebar(_ path: String, _ step: Int) -> [Effect] {
    guard var items = sidebar.items[.favourites],
      let old = items.firstIndex(where: { $0.place == .folder(path) })
    else { return [] }
    let folders = items.indices.filter { items[$0].place.folder != nil }
    guard let first = folders.first, let last = folders.last else { return [] }
    let new = min(max(first, old + step), last)
    guard new != old, let other = items[new].place.folder else { return [] }
    items.insert(items.remove(at: old), at: new)
    sidebar.items[.favourites] = items
    sidebar.cursor += new - old
    return [.browse(.moveFavourite(path, to: other))]
  }
}
