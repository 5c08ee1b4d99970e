import DocumentModel
import Canvas
import Messages
import Widgets

extension State {
  /// Paints the browser: breadcrumbs, sidebar, list and preview.
  func paintBrowser(into surface: inout Surface) {
    let layout = browserLayout
    paintHead(layout, into: &surface)
    if let sidebar = layout.sidebar {
      paintSidebar(sidebar, into: &surface)
      paintRule(x: sidebar.maxX, sidebar, into: &surface)
    }
    paintList(layout, into: &surface)
    if let preview = layout.preview {
      paintRule(x: preview.x - 1, preview, into: &surface)
      paintPreview(preview.inset(left: 1, right: 1), into: &surface)
    }
  }

  private func paintRule(x: Int, _ area: Rect, into surface: inout Surface) {
    for y in area.y..<area.maxY { surface.put("│", x: x, y: y, style: themes.current.dim) }
  }

  // MARK: head

  private func paintHead(_ layout: BrowserLayout, into surface: inout Surface) {
    guard let tab = browser.current else { return }
    let right = headWords(tab)
    let rightWidth = CellWidth.of(right)
    surface.put(right, x: max(1, size.width - rightWidth - 1), y: 0, style: themes.current.dim)
    let crumbs = breadcrumbs(of: tab)
    for crumb in crumbs {
      surface.put(
        crumb.words, x: crumb.x, y: 0,
        style: crumb.place == tab.place ? themes.current.accent : themes.current.text)
      if crumb.place != tab.place {
        surface.put(
          " ▸", x: crumb.x + CellWidth.of(crumb.words), y: 0, style: themes.current.dim)
      }
    }
    if let row = layout.tabs { paintTabs(row, into: &surface) }
    let rule = layout.headings.y - 1
    surface.put(
      String(repeating: "─", count: size.width), x: 0, y: rule, style: themes.current.dim)
  }

  private func headWords(_ tab: BrowserTab) -> String {
    if browser.choosing != nil { return "Enter picks, q cancels" }
    var parts: [String] = []
    if !tab.filter.isEmpty { parts.append("⌕ \(tab.filter.text)") }
    // An order that no heading shows.
    let sort = tab.options.sort
    if sort != .name,
      browser.isGallery || !browserLayout.columns.contains(where: { $0.column == sort })
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
  func breadcrumbs(of tab: BrowserTab) -> [Crumb] {
    let room = size.width - CellWidth.of(headWords(tab)) - 4
    var places: [(String, BrowserPlace)] = []
    var place = tab.place
    while let folder = place.folder {
      if folder == browser.home, browser.home != "/" {
        places.insert(("~", place), at: 0)
        break
      }
      places.insert((place.name, place), at: 0)
      guard let parent = browser.parent(of: place) else { break }
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

  private func paintTabs(_ row: Rect, into surface: inout Surface) {
    for label in browser.tabLabels(in: row) {
      let isCurrent = label.index == browser.tab
      surface.put(
        label.words, x: label.rect.x, y: row.y,
        style: isCurrent ? themes.current.selected : themes.current.dim)
    }
  }

  // MARK: sidebar

  private func paintSidebar(_ rect: Rect, into surface: inout Surface) {
    let rows = browser.sidebar.rows
    let top = browser.sidebarTop(height: rect.height)
    let here = browser.current?.place
    for y in 0..<rect.height {
      guard let row = rows[safe: top + y] else { break }
      let line = Rect(x: rect.x, y: rect.y + y, width: rect.width, height: 1)
      let isCursor = browser.focus == .sidebar && browser.sidebar.cursor == top + y
      if isCursor { surface.fill(line, themes.current.selected) }
      switch row {
      case .heading(let section):
        let style = isCursor ? themes.current.selected : themes.current.dim
        let mark = browser.sidebar.folded.contains(section) ? "▸" : " "
        surface.put(mark + section.rawValue, x: line.x, y: line.y, style: style)
      case .item(let item):
        paint(item, isHere: item.place == here, isCursor: isCursor, line, into: &surface)
      case .search(let search):
        let style = isCursor ? themes.current.selected : themes.current.text
        surface.put("⌕", x: line.x + 2, y: line.y, style: style)
        surface.put(
          search.name.truncated(to: max(1, line.width - 5)), x: line.x + 4, y: line.y, style: style
        )
      }
    }
  }

  private func paint(
    _ item: Sidebar.Item, isHere: Bool, isCursor: Bool, _ line: Rect, into surface: inout Surface
  ) {
    var style =
      isCursor ? themes.current.selected : isHere ? themes.current.accent : themes.current.text
    if browser.drag?.target == item.place { style = themes.current.selection }
    let indent = item.place == .recents ? 1 : 2
    var glyph = style
    if let color = item.color { glyph = themes.current.dot(color, on: style) }
    surface.put(item.glyph, x: line.x + indent, y: line.y, style: glyph)
    let count = item.count.map(String.init) ?? ""
    let room = line.width - indent - 3 - (count.isEmpty ? 0 : count.count + 1)
    surface.put(
      item.title.cutInTheMiddle(to: max(1, room)), x: line.x + indent + 2, y: line.y, style: style)
    surface.put(
      count, x: line.maxX - count.count - 1, y: line.y, style: isCursor ? style : themes.current.dim
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
