import Widgets
import Canvas
import DocumentModel
import Messages

/// Paints panels, beside the text or over it.
enum PanelView {
  /// The cells a panel's rows are painted in.
  static func panelRect(_ state: State, _ panel: Panel) -> Rect {
    let rect = panelArea(state, panel)
    return Rect(
      x: rect.x, y: rect.y, width: rect.width, height: rect.height - panelPictureRows(state, panel))
  }

  /// The cells of a panel's rows and of the image below them.
  private static func panelArea(_ state: State, _ panel: Panel) -> Rect {
    if panel.source.opensBeside, state.sidePanelWidth > 0 {
      return Rect(x: 0, y: 2, width: state.sidePanelWidth, height: state.size.height - 3)
    }
    return popupRect(state, panel).inset(left: 1, top: 2, right: 1, bottom: 1)
  }

  private static func popupRect(_ state: State, _ panel: Panel) -> Rect {
    let width = min(state.size.width - 2, panel.source.mostWidthFloating)
    let rows = panel.fullCount + 3 + panelPictureRows(state, panel)
    let height = min(state.size.height - 2, max(8, min(rows, state.size.height * 4 / 5)))
    return Rect(
      x: (state.size.width - width) / 2, y: max(0, (state.size.height - 1 - height) / 2),
      width: width,
      height: height)
  }

  /// The rows of a panel for an image of the selected one, with an empty row above it.
  private static func panelPictureRows(_ state: State, _ panel: Panel) -> Int {
    guard panel.source.picture != nil, !panel.rows.isEmpty, state.preferences.showsFigures,
      state.pictures.terms?.kind == .pixels, state.size.height >= 20, !state.isGridShown
    else { return 0 }
    return min(13, state.size.height / 3)
  }

  /// Returns the request for the image of the panel's selected row.
  static func panelRequests(_ state: State) -> [ImageRequest] {
    guard let panel = state.panel, panelPictureRows(state, panel) > 0 else { return [] }
    let (rows, area) = (panelRect(state, panel), panelArea(state, panel))
    let cells = Rect(
      x: area.x + 1, y: rows.maxY + 1, width: area.width - 2, height: area.maxY - rows.maxY - 1)
    return panel.source.picture?(state, cells).map { [$0] } ?? []
  }

  static func paint(_ state: State, _ panel: Panel, into surface: inout Surface) {
    let rows = panelRect(state, panel)
    if panel.source.opensBeside, state.sidePanelWidth > 0 {
      surface.put(
        panel.source.fullTitle(state) ?? panel.source.title, x: 1, y: 0,
        style: state.themes.current.accent,
        limit: state.sidePanelWidth - 2)
    } else {
      _ = ScreenView.paintFrame(
        state,
        popupRect(state, panel), title: panel.source.fullTitle(state) ?? panel.source.title,
        into: &surface)
    }
    for request in panelRequests(state) {
      surface.leave(request.place, style: state.themes.current.text)
    }
    paintFilter(
      state, panel, Rect(x: rows.x, y: rows.y - 1, width: rows.width, height: 1), &surface)
    guard !panel.rows.isEmpty else {
      let isFiltered = !panel.filter.isEmpty
      let words =
        panel.source.emptyText(state, isFiltered) ?? (isFiltered ? "No match" : "Nothing here")
      for (index, line) in words.wrapped(to: rows.width - 2).enumerated() {
        surface.put(line, x: rows.x + 1, y: rows.y + index, style: state.themes.current.dim)
      }
      return
    }
    var scrolled = panel
    scrolled.reveal(height: rows.height)
    let selected = panel.block(of: panel.selected)
    for y in 0..<rows.height {
      guard let row = scrolled.rows[safe: scrolled.top + y] else { break }
      paint(
        state,
        row, isSelected: selected.contains(scrolled.top + y),
        Rect(x: rows.x, y: rows.y + y, width: rows.width, height: 1), &surface)
    }
  }

  private static func paintFilter(
    _ state: State, _ panel: Panel, _ rect: Rect, _ surface: inout Surface
  ) {
    guard panel.isFiltering || !panel.filter.isEmpty else {
      let last = (panel.rows.isEmpty ? [] : ["/ filters"]) + panel.source.lastHints(state)
      let own = panel.source.hints(state, last, rect.width - 2)
      let keys = fitting(own, before: last, in: rect.width - 2)
      surface.put(
        keys, x: rect.maxX - CellWidth.of(keys) - 1, y: rect.y, style: state.themes.current.dim)
      return
    }
    surface.put(
      panel.source.sign, x: rect.x + 1, y: rect.y, style: state.themes.current.accent)
    let shown = panel.filter.shown(in: rect.width - 4)
    surface.put(
      shown.text, x: rect.x + 3, y: rect.y, style: state.themes.current.text, limit: rect.width - 4,
      isTyped: true)
    if panel.isFiltering { surface.cursor = .init(x: rect.x + 3 + shown.cursor, y: rect.y) }
    let end = rect.x + 3 + CellWidth.of(shown.text)
    if let awaitedArgument = state.panel?.awaitedArgument {
      surface.put(
        awaitedArgument, x: end, y: rect.y, style: state.themes.current.dim, limit: rect.maxX - end)
    }
    var hints = panel.source.typingHints(state)
    func keys() -> String { hints.joined(separator: "  ") }
    // The first are those one needs.
    while !hints.isEmpty, end + CellWidth.of(keys()) + 3 >= rect.maxX { hints.removeLast() }
    surface.put(
      keys(), x: rect.maxX - CellWidth.of(keys()) - 1, y: rect.y, style: state.themes.current.dim)
  }

  /// Returns as many hints as fit, each whole, in order; always includes `last`.
  static func fitting(_ hints: [String], before last: [String], in width: Int) -> String {
    func line(_ shown: [String]) -> String { (shown + last).joined(separator: "  ") }
    var shown: [String] = []
    for hint in hints where CellWidth.of(line(shown + [hint])) <= width { shown.append(hint) }
    return line(shown).truncated(to: width)
  }

  private static func paint(
    _ state: State,
    _ row: Panel.Row, isSelected: Bool, _ rect: Rect, _ surface: inout Surface
  ) {
    var style =
      row.isHeading && !row.continues ? state.themes.current.accent : state.themes.current.text
    if row.isCurrent { style = state.themes.current.accent }
    if row.isDimmed { style = state.themes.current.dim }
    if isSelected {
      style = state.themes.current.selected
      surface.fill(rect, style)
    }
    let detailWidth = min(CellWidth.of(row.detail), rect.width / 2)
    let fold = row.hasChildren ? (row.isOpen ? "▾ " : "▸ ") : (row.path.isEmpty ? "" : "  ")
    let indent = Panel.indent(of: row, width: rect.width)
    let room = max(1, rect.width - indent - detailWidth - 2)
    var words = fold + row.text
    words = row.isFileName ? words.cutInTheMiddle(to: room) : words.truncated(to: room)
    var x = rect.x + indent
    if let color = row.color, let sign = words.first {
      words.removeFirst()
      x += surface.put(
        String(sign), x: x, y: rect.y, style: state.themes.current.dot(color, on: style))
    }
    let lit = row.lit.map { lit in
      let before = (fold + row.text.prefix(lit.lowerBound)).unicodeScalars.count
      let count = row.text.dropFirst(lit.lowerBound).prefix(lit.count).unicodeScalars.count
      return before..<before + count
    }
    let accent = isSelected ? style : state.themes.current.accent
    surface.put(words, x: x, y: rect.y) { lit?.contains($0) == true ? accent : style }
    if detailWidth > 0 {
      let detailStyle =
        isSelected
        ? style
        : Style(foreground: state.themes.current.dim.foreground, background: style.background)
      surface.put(
        row.detail.truncated(to: detailWidth), x: rect.maxX - detailWidth - 1, y: rect.y,
        style: detailStyle)
    }
  }
}
