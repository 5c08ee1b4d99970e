import Widgets
import Canvas

extension State {
  /// The cells a panel's rows are painted in.
  func panelRect(_ panel: Panel) -> Rect {
    if panel.kind.standsBeside, sidePanelWidth > 0 {
      return Rect(x: 0, y: 2, width: sidePanelWidth, height: size.height - 3)
    }
    return popupRect(panel).inset(left: 1, top: 2, right: 1, bottom: 1)
  }

  private func popupRect(_ panel: Panel) -> Rect {
    let width = min(size.width - 2, panel.kind.mostWidthFloating)
    let height = min(size.height - 2, max(8, min(panel.fullCount + 3, size.height * 4 / 5)))
    return Rect(
      x: (size.width - width) / 2, y: max(0, (size.height - 1 - height) / 2), width: width,
      height: height)
  }

  func paint(_ panel: Panel, into surface: inout Surface) {
    let rows = panelRect(panel)
    if panel.kind.standsBeside, sidePanelWidth > 0 {
      surface.put(
        title(of: panel), x: 1, y: 0, style: theme.accent, limit: sidePanelWidth - 2)
    } else {
      _ = paintFrame(popupRect(panel), title: title(of: panel), into: &surface)
    }
    paintFilter(panel, Rect(x: rows.x, y: rows.y - 1, width: rows.width, height: 1), &surface)
    guard !panel.rows.isEmpty else {
      for (index, line) in wrapped(emptyWords(panel), to: rows.width - 2).enumerated() {
        surface.put(line, x: rows.x + 1, y: rows.y + index, style: theme.dim)
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
      var last = panel.rows.isEmpty ? [] : ["/ filters"]
      if panel.kind == .annotations { last += helpKeys }
      let own: [String] =
        switch panel.kind {
        case .tasks: taskKeys.isEmpty ? [] : [taskKeys]
        case .annotations: annotationKeys(before: last, in: rect.width - 2)
        case .outline: outlineKeys
        default: []
        }
      let keys = fitting(own, before: last, in: rect.width - 2)
      surface.put(
        keys, x: rect.maxX - CellWidth.of(keys) - 1, y: rect.y, style: theme.dim)
      return
    }
    surface.put(
      panel.kind == .palette ? ":" : panel.kind.isTyped ? "›" : "/", x: rect.x + 1, y: rect.y,
      style: theme.accent)
    let shown = panel.filter.shown(in: rect.width - 4)
    surface.put(
      shown.text, x: rect.x + 3, y: rect.y, style: theme.text, limit: rect.width - 4)
    if panel.isFiltering { surface.cursor = .init(x: rect.x + 3 + shown.cursor, y: rect.y) }
    let end = rect.x + 3 + CellWidth.of(shown.text)
    if let awaitedArgument {
      surface.put(awaitedArgument, x: end, y: rect.y, style: theme.dim, limit: rect.maxX - end)
    }
    var hints: [String] =
      switch panel.kind {
      case .tags: tagHints
      case .tasks: [taskKeys]
      case .fieldOptions: [fieldKeys]
      case .annotations where panel.isFiltering && !panel.rows.isEmpty: ["Down: rows"]
      default: []
      }
    func keys() -> String { hints.joined(separator: "  ") }
    // The first are those one needs.
    while !hints.isEmpty, end + CellWidth.of(keys()) + 3 >= rect.maxX { hints.removeLast() }
    surface.put(
      keys(), x: rect.maxX - CellWidth.of(keys()) - 1, y: rect.y, style: theme.dim)
  }

  /// Returns as many hints as fit, each whole, in order; always includes `last`.
  private func fitting(_ hints: [String], before last: [String], in width: Int) -> String {
    func line(_ shown: [String]) -> String { (shown + last).joined(separator: "  ") }
    var shown: [String] = []
    for hint in hints where CellWidth.of(line(shown + [hint])) <= width { shown.append(hint) }
    return truncated(line(shown), to: width)
  }

  private var taskKeys: String {
    browser.tasks.contains { !$0.isOver } ? "Enter stops one" : ""
  }

  private func title(of panel: Panel) -> String {
    if panel.kind == .tags, isBrowsing, let chosen = browser.current?.chosen {
      return chosen.count == 1
        ? "Tags of \(chosen[0].name.cutInTheMiddle(to: 50))" : "Tags of \(chosen.count)"
    }
    if panel.kind == .annotations { return annotationTitle }
    if panel.kind == .fieldOptions { return fieldPanelTitle }
    return panel.kind == .outline && document?.guess == .done
      ? "Outline, from headings" : panel.kind.rawValue
  }

  private func outlineWords() -> String {
    guard let document else { return "" }
    switch document.guess {
    case .reading(let pages):
      return "Looking for headings: \(pages) of \(document.pageCount) pages read"
    case .done: return "No headings found either"
    case .none:
      if document.outline != nil, !document.isPaged { return "This text has no headings" }
      return document.outline == nil
        ? "reading …"
        : "This document has no outline. Enter builds one from its headings."
    }
  }

  private func emptyWords(_ panel: Panel) -> String {
    if let awaitedArgument { return "Type \(awaitedArgument), then Enter" }
    if panel.kind == .annotations, annotating.list.isLibrary { return noAnnotations }
    if !panel.filter.isEmpty, panel.kind != .jump { return "No match" }
    switch panel.kind {
    case .outline: return outlineWords()
    case .marks: return "No marks yet: m and a letter set one"
    case .history: return "No jumps yet"
    case .errors: return "No errors so far"
    case .hits: return "No matches: / searches"
    case .tasks: return "No running tasks"
    case .jump: return browser.isFinding ? "looking …" : "No match"
    case .tags: return "No tags yet: type a name to create one"
    case .openers: return "looking for programs …"
    case .templates: return "There are no templates"
    case .annotations: return noAnnotations
    case .fieldOptions: return "This field has no options"
    case .facets: return "All results have the same folder, tags, author, year and type"
    default: return "Nothing here"
    }
  }

  private func paint(
    _ row: Panel.Row, isSelected: Bool, _ rect: Rect, _ surface: inout Surface
  ) {
    var style = row.isHeading && !row.continues ? theme.accent : theme.text
    if row.isCurrent { style = theme.accent }
    if row.isDimmed { style = theme.dim }
    if isSelected {
      style = theme.selected
      surface.fill(rect, style)
    }
    let detailWidth = min(CellWidth.of(row.detail), rect.width / 2)
    let fold = row.hasChildren ? (row.isOpen ? "▾ " : "▸ ") : (row.path.isEmpty ? "" : "  ")
    let indent = Panel(kind: .outline).indent(of: row, width: rect.width)
    let room = max(1, rect.width - indent - detailWidth - 2)
    let words = fold + row.text
    surface.put(
      row.isFileName ? words.cutInTheMiddle(to: room) : truncated(words, to: room),
      x: rect.x + indent, y: rect.y, style: style)
    if let color = row.color, let sign = row.text.first {
      surface.put(
        String(sign), x: rect.x + indent, y: rect.y, style: theme.dot(color, on: style))
    }
    if let lit = row.lit {
      let from = row.text.prefix(lit.lowerBound)
      let x = rect.x + indent + CellWidth.of(String(from))
      surface.put(
        truncated(
          String(row.text.dropFirst(lit.lowerBound).prefix(lit.count)),
          to: max(1, rect.maxX - x - detailWidth - 2)), x: x, y: rect.y,
        style: isSelected ? style : theme.accent)
    }
    if detailWidth > 0 {
      let detailStyle =
        isSelected
        ? style : Style(foreground: theme.dim.foreground, background: style.background)
      surface.put(
        truncated(row.detail, to: detailWidth), x: rect.maxX - detailWidth - 1, y: rect.y,
        style: detailStyle)
    }
  }
}
