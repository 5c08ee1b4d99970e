import DocumentModel
import Canvas
import Messages
import Widgets

/// Paints the document browser: its tabs, sidebar, list, preview and status.
enum BrowserView {
  /// Paints the browser: breadcrumbs, sidebar, list and preview.
  static func paintBrowser(_ state: State, into surface: inout Surface) {
    let layout = BrowserLayout(state.browser, size: state.size)
    paintHead(state, layout, into: &surface)
    if let sidebar = layout.sidebar {
      paintSidebar(state, sidebar, into: &surface)
      paintRule(state, x: sidebar.maxX, sidebar, into: &surface)
    }
    paintList(state, layout, into: &surface)
    if let preview = layout.preview {
      paintRule(state, x: preview.x - 1, preview, into: &surface)
      paintPreview(state, preview.inset(left: 1, right: 1), into: &surface)
    }
  }

  private static func paintRule(_ state: State, x: Int, _ area: Rect, into surface: inout Surface) {
    for y in area.y..<area.maxY { surface.put("│", x: x, y: y, style: state.themes.current.dim) }
  }

  // MARK: head

  private static func paintHead(
    _ state: State, _ layout: BrowserLayout, into surface: inout Surface
  ) {
    guard let tab = state.browser.current else { return }
    let right = headWords(state, tab)
    let rightWidth = CellWidth.of(right)
    surface.put(
      right, x: max(1, state.size.width - rightWidth - 1), y: 0, style: state.themes.current.dim)
    let crumbs = breadcrumbs(state, of: tab)
    for crumb in crumbs {
      surface.put(
        crumb.words, x: crumb.x, y: 0,
        style: crumb.place == tab.place ? state.themes.current.accent : state.themes.current.text)
      if crumb.place != tab.place {
        surface.put(
          " ▸", x: crumb.x + CellWidth.of(crumb.words), y: 0, style: state.themes.current.dim)
      }
    }
    if let row = layout.tabs { paintTabs(state, row, into: &surface) }
    let rule = layout.headings.y - 1
    surface.put(
      String(repeating: "─", count: state.size.width), x: 0, y: rule,
      style: state.themes.current.dim)
  }

  private static func headWords(_ state: State, _ tab: BrowserTab) -> String {
    if state.browser.choosing != nil { return "Enter picks, q cancels" }
    var parts: [String] = []
    if !tab.filter.isEmpty { parts.append("⌕ \(tab.filter.text)") }
    // An order that no heading shows.
    let sort = tab.options.sort
    if sort != .name,
      state.browser.isGallery
        || !BrowserLayout(state.browser, size: state.size).columns.contains(where: {
          $0.column == sort
        })
    {
      parts.append("by \(sort.words) \(tab.options.isReversed ? "▴" : "▾")")
    }
    return parts.joined(separator: "   ")
  }

  struct Crumb {
    var words: String
    var place: BrowserPlace
    var x: Int
  }

  /// Returns the folders of the current path; the first ones are left out if they do not fit.
  static func breadcrumbs(_ state: State, of tab: BrowserTab) -> [Crumb] {
    let room = state.size.width - CellWidth.of(headWords(state, tab)) - 4
    var places: [(String, BrowserPlace)] = []
    var place = tab.place
    while let folder = place.folder {
      if folder == state.browser.home, state.browser.home != "/" {
        places.insert(("~", place), at: 0)
        break
      }
      places.insert((place.name, place), at: 0)
      guard let parent = state.browser.parent(of: place) else { break }
      place = .folder(parent.folder)
    }
    if places.isEmpty { places = [(tab.place.name, tab.place)] }
    func width() -> Int { places.reduce(1) { $0 + CellWidth.of($1.0) + 3 } }
    while places.count > 1, width() > room { places.removeFirst() }
    var x = 1
    return places.map { words, place in
      let words = words.cutInTheMiddle(to: max(4, room - x))
      defer { x += CellWidth.of(words) + 3 }
      return Crumb(words: words, place: place, x: x)
    }
  }

  private static func paintTabs(_ state: State, _ row: Rect, into surface: inout Surface) {
    for label in state.browser.tabLabels(in: row) {
      let isCurrent = label.index == state.browser.tab
      surface.put(
        label.words, x: label.rect.x, y: row.y,
        style: isCurrent ? state.themes.current.selected : state.themes.current.dim)
    }
  }

  // MARK: sidebar

  private static func paintSidebar(_ state: State, _ rect: Rect, into surface: inout Surface) {
    let rows = state.browser.sidebar.rows
    let top = state.browser.sidebarTop(height: rect.height)
    let here = state.browser.current?.place
    for y in 0..<rect.height {
      guard let row = rows[safe: top + y] else { break }
      let line = Rect(x: rect.x, y: rect.y + y, width: rect.width, height: 1)
      let isCursor = state.browser.focus == .sidebar && state.browser.sidebar.cursor == top + y
      if isCursor { surface.fill(line, state.themes.current.selected) }
      switch row {
      case .heading(let section):
        let style = isCursor ? state.themes.current.selected : state.themes.current.dim
        let mark = state.browser.sidebar.folded.contains(section) ? "▸" : " "
        surface.put(mark + section.rawValue, x: line.x, y: line.y, style: style)
      case .item(let item):
        paint(state, item, isHere: item.place == here, isCursor: isCursor, line, into: &surface)
      case .search(let search):
        let style = isCursor ? state.themes.current.selected : state.themes.current.text
        surface.put("⌕", x: line.x + 2, y: line.y, style: style)
        surface.put(
          search.name.truncated(to: max(1, line.width - 5)), x: line.x + 4, y: line.y, style: style
        )
      }
    }
  }

  private static func paint(
    _ state: State,
    _ item: Sidebar.Item, isHere: Bool, isCursor: Bool, _ line: Rect, into surface: inout Surface
  ) {
    var style =
      isCursor
      ? state.themes.current.selected
      : isHere ? state.themes.current.accent : state.themes.current.text
    if state.browser.drag?.target == item.place { style = state.themes.current.selection }
    let indent = item.place == .recents ? 1 : 2
    var glyph = style
    if let color = item.color { glyph = state.themes.current.dot(color, on: style) }
    surface.put(item.glyph, x: line.x + indent, y: line.y, style: glyph)
    let count = item.count.map(String.init) ?? ""
    let room = line.width - indent - 3 - (count.isEmpty ? 0 : count.count + 1)
    surface.put(
      item.title.cutInTheMiddle(to: max(1, room)), x: line.x + indent + 2, y: line.y, style: style)
    surface.put(
      count, x: line.maxX - count.count - 1, y: line.y,
      style: isCursor ? style : state.themes.current.dim
    )
  }
}

extension Browser {
  /// Returns the tab labels with their positions.
  func tabLabels(in row: Rect) -> [(index: Int, words: String, rect: Rect)] {
    let each = max(6, (row.width - 2) / max(1, tabs.count) - 1)
    var x = row.x + 1
    return tabs.indices.compactMap { index in
      let words =
        " " + "\(index + 1) \(tabs[index].place.name)".cutInTheMiddle(to: min(24, each) - 2)
        + " "
      let width = CellWidth.of(words)
      guard x + width < row.maxX else { return nil }
      defer { x += width + 1 }
      return (index, words, Rect(x: x, y: row.y, width: width, height: 1))
    }
  }

  /// The first row of the sidebar in sight.
  func sidebarTop(height: Int) -> Int {
    max(0, min(sidebar.cursor - height / 2, sidebar.rows.count - height))
  }
}
