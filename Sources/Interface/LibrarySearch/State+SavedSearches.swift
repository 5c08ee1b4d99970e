import DocumentModel
import Messages
import Text
import Widgets

/// Searches saved under names.
extension State {
  /// Adds loaded searches to the sidebar; searches saved meanwhile take precedence.
  mutating func keep(_ saved: [SavedSearch]) {
    let own = browser.sidebar.searches
    browser.sidebar.searches =
      saved.filter { search in !own.contains { $0.name == search.name } } + own
  }

  /// Asks for a name for the current search.
  mutating func askToSaveSearch() -> [Effect] {
    guard let finder = librarySearch.finder, finder.related == nil, finder.typed != nil else {
      say("There is no query to save yet")
      return []
    }
    let query = finder.line.text.trimmed
    let search = SavedSearch(
      name: query, query: query, usesExpressions: finder.options.isRegularExpression)
    prompt = Prompt("Save this search as") { $0.save(search, as: $1.trimmed) }
    prompt?.line = LineEditor(selected: query)
    return []
  }

  /// Saves a search under a name, replacing one of that name.
  mutating func save(_ search: SavedSearch, as name: String) -> [Effect] {
    guard !name.isEmpty else { return [] }
    var search = search
    search.name = name
    if let index = browser.sidebar.searches.firstIndex(where: { $0.name == name }) {
      browser.sidebar.searches[index] = search
    } else {
      browser.sidebar.searches.append(search)
    }
    say("Saved as “\(name)” in the browser's sidebar")
    return saveSearches()
  }

  mutating func run(_ search: SavedSearch) -> [Effect] {
    var effects = showFinder()
    librarySearch.finder?.options = SearchQuery("", isRegularExpression: search.usesExpressions)
    librarySearch.finder?.isHere = false
    effects += showFinder(search.query)
    librarySearch.finder?.focus = .list
    return effects
  }

  private func saveSearches() -> [Effect] {
    [.library(.saveSearches(browser.sidebar.searches))]
  }

  // MARK: sidebar

  /// The saved search under the sidebar's cursor.
  var searchUnderCursor: SavedSearch? {
    guard browser.isShown, browser.focus == .sidebar,
      case .search(let search)? = browser.sidebar.rows[safe: browser.sidebar.cursor]
    else { return nil }
    return search
  }

  mutating func rename(_ old: String, toSearch name: String) -> [Effect] {
    guard !name.isEmpty, name != old,
      let index = browser.sidebar.searches.firstIndex(where: { $0.name == old })
    else { return [] }
    browser.sidebar.searches[index].name = name
    // Another search of that name is replaced.
    let kept = browser.sidebar.searches[index]
    browser.sidebar.searches.removeAll { $0.name == name && $0 != kept }
    return saveSearches()
  }

  mutating func remove(_ search: SavedSearch) -> [Effect] {
    browser.sidebar.searches.removeAll { $0 == search }
    browser.sidebar.cursor = min(browser.sidebar.cursor, max(0, browser.sidebar.rows.count - 1))
    say("“\(search.name)” was removed")
    return saveSearches()
  }

  /// Moves the search under the sidebar's cursor by `step` places, and the cursor with it; returns nil if the cursor is not on a search.
  mutating func moveSearch(_ step: Int) -> [Effect]? {
    guard let search = searchUnderCursor,
      let old = browser.sidebar.searches.firstIndex(of: search)
    else { return nil }
    let new = min(max(0, old + step), browser.sidebar.searches.count - 1)
    guard new != old else { return [] }
    browser.sidebar.searches.remove(at: old)
    browser.sidebar.searches.insert(search, at: new)
    browser.sidebar.cursor += new - old
    return saveSearches()
  }
}
