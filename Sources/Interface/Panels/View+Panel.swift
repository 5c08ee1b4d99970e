import Widgets
import Canvas
import DocumentModel
import Messages

extension State {
  /// The cells a panel's rows are painted in.
  func panelRect(_ panel: Panel) -> Rect {
    let rect = panelArea(panel)
    return Rect(
      x: rect.x, y: rect.y, width: rect.width, height: rect.height - panelPictureRows(panel))
  }

  /// The cells of a panel's rows and of the image below them.
  private func panelArea(_ panel: Panel) -> Rect {
    if panel.source.standsBeside, sidePanelWidth > 0 {
      return Rect(x: 0, y: 2, width: sidePanelWidth, height: size.height - 3)
    }
    return popupRect(panel).inset(left: 1, top: 2, right: 1, bottom: 1)
  }

  private func popupRect(_ panel: Panel) -> Rect {
    let width = min(size.width - 2, panel.source.mostWidthFloating)
    let rows = panel.fullCount + 3 + panelPictureRows(panel)
    let height = min(size.height - 2, max(8, min(rows, size.height * 4 / 5)))
    return Rect(
      x: (size.width - width) / 2, y: max(0, (size.height - 1 - height) / 2), width: width,
      height: height)
  }

  /// The rows of a panel for an image of the selected one, with an empty row above it.
  private func panelPictureRows(_ panel: Panel) -> Int {
    guard panel.source.picture != nil, !panel.rows.isEmpty, preferences.showsFigures,
      pictures.terms?.kind == .pixels, size.height >= 20, !isGridShown
    else { return 0 }
    return min(13, size.height / 3)
  }

  /// Returns the request for the image of the panel's selected row.
  func panelRequests() -> [ImageRequest] {
    guard let panel, panelPictureRows(panel) > 0 else { return [] }
    let (rows, area) = (panelRect(panel), panelArea(panel))
    let cells = Rect(
      x: area.x + 1, y: rows.maxY + 1, width: area.width - 2, height: area.maxY - rows.maxY - 1)
    return panel.source.picture?(self, cells).map { [$0] } ?? []
  }

  func paint(_ panel: Panel, into surface: inout Surface) {
    let rows = panelRect(panel)
    if panel.source.standsBeside, sidePanelWidth > 0 {
      surface.put(
        panel.source.fullTitle(self) ?? panel.source.title, x: 1, y: 0,
        style: themes.current.accent,
        limit: sidePanelWidth - 2)
    } else {
      _ = paintFrame(
        popupRect(panel), title: panel.source.fullTitle(self) ?? panel.source.title, into: &surface)
    }
    for request in panelRequests() { surface.leave(request.place, style: themes.current.text) }
    paintFilter(panel, Rect(x: rows.x, y: rows.y - 1, width: rows.width, height: 1), &surface)
    guard !panel.rows.isEmpty else {
      let isFiltered = !panel.filter.isEmpty
      let words =
        panel.source.emptyText(self, isFiltered) ?? (isFiltered ? "No match" : "Nothing here")
      for (index, line) in words.wrapped(to: rows.width - 2).enumerated() {
        surface.put(line, x: rows.x + 1, y: rows.y + index, style: themes.current.dim)
      }
      return
    }
    var scrolled = panel
    scrolled.reveal(height: rows.height)
    let selected = panel.block(of: panel.selected)
    for y in 0..<rows.height {
      guard let row = scrolled.rows[safe: scrolled.top + y] else { break }
      paint(
        row, isSelected: selected.contains(scrolled.top + y),
        Rect(x: rows.x, y: rows.y + y, width: rows.width, height: 1), &surface)
    }
  }

  private func paintFilter(_ panel: Panel, _ rect: Rect, _ surface: inout Surface) {
    guard panel.isFiltering || !panel.filter.isEmpty else {
      let last = (panel.rows.isEmpty ? [] : ["/ filters"]) + panel.source.lastHints(self)
      let own = panel.source.hints(self, last, rect.width - 2)
      let keys = fitting(own, before: last, in: rect.width - 2)
      surface.put(
        keys, x: rect.maxX - CellWidth.of(keys) - 1, y: rect.y, style: themes.current.dim)
      return
    }
    surface.put(
      panel.source.sign, x: rect.x + 1, y: rect.y, style: themes.current.accent)
    let shown = panel.filter.shown(in: rect.width - 4)
    surface.put(
      shown.text, x: rect.x + 3, y: rect.y, style: themes.current.text, limit: rect.width - 4,
      isTyped: true)
    if panel.isFiltering { surface.cursor = .init(x: rect.x + 3 + shown.cursor, y: rect.y) }
    let end = rect.x + 3 + CellWidth.of(shown.text)
    if let awaitedArgument {
      surface.put(
        awaitedArgument, x: end, y: rect.y, style: themes.current.dim, limit: rect.maxX - end)
    }
    var hints = panel.source.typingHints(self)
    func keys() -> String { hints.joined(separator: "  ") }
    // The first are those one needs.
    while !hints.isEmpty, end + CellWidth.of(keys()) + 3 >= rect.maxX { hints.removeLast() }
    surface.put(
      keys(), x: rect.maxX - CellWidth.of(keys()) - 1, y: rect.y, style: themes.current.dim)
  }

  /// Returns as many hints as fit, each whole, in order; always includes `last`.
  func fitting(_ hints: [String], before last: [String], in width: Int) -> String {
    func line(_ shown: [String]) -> String { (shown + last).joined(separator: "  ") }
    var shown: [String] = []
    for hint in hints where CellWidth.of(line(shown + [hint])) <= width { shown.append(hint) }
    return line(shown).truncated(to: width)
  }

  private func paint(
    _ row: Panel.Row, isSelected: Bool, _ rect: Rect, _ surface: inout Surface
  ) {
    var style = row.isHeading && !row.continues ? themes.current.accent : themes.current.text
    if row.isCurrent { style = themes.current.accent }
    if row.isDimmed { style = themes.current.dim }
    if isSelected {
      style = themes.current.selected
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
      x += surface.put(String(sign), x: x, y: rect.y, style: themes.current.dot(color, on: style))
    }
    let lit = row.lit.map { lit in
      let before = (fold + row.text.prefix(lit.lowerBound)).unicodeScalars.count
      let count = row.text.dropFirst(lit.lowerBound).prefix(lit.count).unicodeScalars.count
      return before..<before + count
    }
    let accent = isSelected ? style : themes.current.accent
    surface.put(words, x: x, y: rect.y) { lit?.contains($0) == true ? accent : style }
    if detailWidth > 0 {
      let detailStyle =
        isSelected
        ? style : Style(foreground: themes.current.dim.foreground, background: style.background)
      surface.put(
        row.detail.truncated(to: detailWidth), x: rect.maxX - detailWidth - 1, y: rect.y,
        style: detailStyle)
    }
  }
}
