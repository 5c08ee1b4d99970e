import DocumentModel
import Messages
import Text
import Widgets

extension Browser {
  /// Saves a search under a name, replacing one of that name.
  mutating func save(_ search: SavedSearch, as name: String, _ notices: inout Notices) -> [Effect] {
    guard !name.isEmpty else { return [] }
    var search = search
    search.name = name
    if let index = sidebar.searches.firstIndex(where: { $0.name == name }) {
      sidebar.searches[index] = search
    } else {
      sidebar.searches.append(search)
    }
    notices.say("Saved as “\(name)” in the browser's sidebar")
    return saveSearches()
  }

  mutating func remove(_ search: SavedSearch, _ notices: inout Notices) -> [Effect] {
    sidebar.searches.removeAll { $0 == search }
    sidebar.cursor = min(sidebar.cursor, max(0, sidebar.rows.count - 1))
    notices.say("“\(search.name)” was removed")
    return saveSearches()
  }

  /// Adds loaded searches to the sidebar; searches saved meanwhile take precedence.
  mutating func keep(_ saved: [SavedSearch]) {
    let own = sidebar.searches
    sidebar.searches =
      saved.filter { search in !own.contains { $0.name == search.name } } + own
  }

  fileprivate func saveSearches() -> [Effect] {
    [.library(.saveSearches(sidebar.searches))]
  }

  /// The saved search under the sidebar's cursor.
  var searchUnderCursor: SavedSearch? {
    guard isShown, focus == .sidebar,
      case .search(let search)? = sidebar.rows[safe: sidebar.cursor]
    else { return nil }
    return search
  }

  mutating func rename(_ old: String, toSearch name: String) -> [Effect] {
    guard !name.isEmpty, name != old,
      let index = sidebar.searches.firstIndex(where: { $0.name == old })
    else { return [] }
    sidebar.searches[index].name = name
    // Another search of that name is replaced.
    let kept = sidebar.searches[index]
    sidebar.searches.removeAll { $0.name == name && $0 != kept }
    return saveSearches()
  }

  /// Moves the search under the sidebar's cursor by `step` places, and the cursor with it; returns nil if the cursor is not on a search.
  mutating func moveSearch(_ step: Int) -> [Effect]? {
    guard let search = searchUnderCursor,
      let old = sidebar.searches.firstIndex(of: search)
    else { return nil }
    let new = min(max(0, old + step), sidebar.searches.count - 1)
    guard new != old else { return [] }
    sidebar.searches.remove(at: old)
    sidebar.searches.insert(search, at: new)
    sidebar.cursor += new - old
    return saveSearches()
  }
}

extension LibrarySearching {
  /// Asks for a name for the current search.
  mutating func askToSaveSearch(_ prompt: inout Prompt?, _ notices: inout Notices) -> [Effect] {
    guard let finder = self.finder, finder.related == nil, finder.typed != nil else {
      notices.say("There is no query to save yet")
      return []
    }
    let query = finder.line.text.trimmed
    let search = SavedSearch(
      name: query, query: query, usesExpressions: finder.options.isRegularExpression)
    prompt = Prompt("Save this search as") { $0.browser.save(search, as: $1.trimmed, &$0.notices) }
    prompt?.line = LineEditor(selected: query)
    return []
  }
}
