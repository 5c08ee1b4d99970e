import Widgets
import DocumentModel
import Canvas

extension State {
  /// Paints the status line: position on the left, activity on the right; messages replace it for a moment.
  func paintStatus(into surface: inout Surface) {
    let rect = Rect(x: 0, y: size.height - 1, width: size.width, height: 1)
    surface.fill(rect, themes.current.status)
    if let prompt {
      paint(prompt, rect, into: &surface)
      return
    }
    if let hints {
      surface.put(
        hints.words.truncated(to: rect.width - 2), x: 1, y: rect.y, style: themes.current.status)
      return
    }
    if let tool = annotating.tool {
      surface.put(
        tool.words.truncated(to: rect.width - 2), x: 1, y: rect.y, style: themes.current.status)
      return
    }
    if pictures.zoomBox != nil {
      surface.put(
        Self.zoomWords.truncated(to: rect.width - 2), x: 1, y: rect.y, style: themes.current.status
      )
      return
    }
    if let notice = notices.shown {
      let lines = noticeLines
      for (index, line) in lines.enumerated() {
        let y = rect.maxY - lines.count + index
        surface.fill(Rect(x: 0, y: y, width: rect.width, height: 1), themes.current.status)
        surface.put(
          line.truncated(to: rect.width - 2), x: 1, y: y,
          style: notice.isError ? themes.current.error : themes.current.status)
      }
      return
    }
    if let line = carryOfferLine {
      surface.put(
        line.truncated(to: rect.width - 2), x: 1, y: rect.y,
        style: themes.current.status.adding(.bold))
      return
    }
    if isFinding { return paintFinderStatus(rect, into: &surface) }
    let status =
      browser.isShown && browser.glance == nil ? browserStatus() : enlargedStatus() ?? gridStatus()
    if let (left, right) = status {
      let rightWidth = CellWidth.of(right)
      surface.put(
        right, x: max(1, size.width - rightWidth - 1), y: rect.y, style: themes.current.status)
      surface.put(
        left.truncated(to: max(1, size.width - rightWidth - 4)), x: 1, y: rect.y,
        style: themes.current.status.adding(.bold))
      return
    }
    guard let document else { return }
    var right = statusRight(document)
    if browser.glance != nil, size.width >= 70 { right += "   Enter reads   Space closes" }
    let rightWidth = CellWidth.of(right)
    surface.put(
      right, x: max(1, size.width - rightWidth - 1), y: rect.y, style: themes.current.status)
    let room = size.width - rightWidth - 4
    guard room > 8 else { return }
    var left = document.title
    if librarySearch.finder?.isShown == true, browser.glance?.document == document.id {
      left = "Look  " + sharedPlace + left
    } else if let tab = browser.current, browser.glance?.document == document.id {
      left = "Look \(tab.cursor + 1) of \(tab.rows.count)  " + left
    }
    if sharedPlace.isEmpty, let section = section(of: panes.focus), size.width >= 70,
      section.item.title != left
    {
      left = left.truncated(to: max(20, room / 2)) + "  ›  " + section.item.title
    }
    surface.put(
      left.truncated(to: room), x: 1, y: rect.y, style: themes.current.status.adding(.bold))
  }

  /// The place of the previewed document in its shared library, with blanks; empty if it has none.
  private var sharedPlace: String {
    guard browser.glance != nil, librarySearch.finder?.isShown == true,
      let found = librarySearch.finder?.found.document, found.isShared
    else { return "" }
    return CleanText.line(found.path) + "  "
  }

  /// The message lines; a long sentence takes several.
  var noticeLines: [String] {
    guard let notice = notices.shown, prompt == nil, hints == nil, annotating.tool == nil,
      pictures.zoomBox == nil
    else {
      return []
    }
    let more = notice.more > 0 ? "  (\(notice.more) more, :errors lists them)" : ""
    return (notice.text + more).wrapped(to: max(8, size.width - 2)).suffix(4)
  }

  private func paint(_ prompt: Prompt, _ rect: Rect, into surface: inout Surface) {
    // A shortened label keeps its separator from the text.
    let end = prompt.takesText && !prompt.isSearch ? ": " : ""
    let most = rect.width < 60 ? rect.width / 3 : rect.width / 2
    let label =
      prompt.label.truncated(to: prompt.takesText ? most - end.count : rect.width - 2) + end
    let used = surface.put(label, x: 1, y: rect.y, style: themes.current.status)
    var room = rect.width - used - 2
    guard prompt.takesText else { return }
    if prompt.isSearch { room = max(8, room - paintSwitches(rect, into: &surface)) }
    var (text, cursor) = prompt.line.shown(in: room)
    if prompt.isSecret {
      cursor = min(prompt.line.before.count, room - 1)
      text = String(repeating: "•", count: prompt.line.text.count)
    }
    let style =
      prompt.line.isSelected ? themes.current.status.adding(.reverse) : themes.current.status
    surface.put(text, x: 1 + used, y: rect.y, style: style, limit: room, isTyped: true)
    paintHints(
      prompt.hints, beside: CellWidth.of(text),
      Rect(x: 1 + used, y: rect.y, width: room, height: 1), &surface)
    surface.cursor = .init(x: min(size.width - 1, 1 + used + cursor), y: rect.y)
  }

  /// Paints as many hints as fit to the right of the typed text.
  private func paintHints(
    _ hints: [String], beside used: Int, _ rect: Rect, _ surface: inout Surface
  ) {
    var shown = hints[...]
    func words() -> String { shown.joined(separator: "  ") }
    while !shown.isEmpty, used + 2 + CellWidth.of(words()) > rect.width { shown.removeLast() }
    surface.put(
      words(), x: rect.maxX - CellWidth.of(words()), y: rect.y,
      style: themes.current.status.adding(.dim))
  }

  /// Paints a search's options and result at the right; returns the cells used.
  private func paintSwitches(_ rect: Rect, into surface: inout Surface) -> Int {
    var parts: [(words: String, isOn: Bool)] = []
    if rect.width >= 60 {
      // Keys are shown with the options if there is room.
      let keys = rect.width >= 100
      parts = SearchSwitch.all.map { item in
        let name = item.name(searching.options)
        return (keys ? "Alt-\(item.key) \(name)" : name, item.isOn(searching.options))
      }
    }
    if let search, prompt?.line.isEmpty == false {
      let words = search.failure.map { $0.truncated(to: rect.width / 3) } ?? searchCount(search)
      parts.append((words, false))
    }
    var x = rect.maxX - 1
    for (words, isOn) in parts.reversed() {
      x -= CellWidth.of(words)
      let style =
        isOn
        ? themes.current.status.adding([.bold, .underline]) : themes.current.status.adding(.dim)
      surface.put(words, x: x, y: rect.y, style: style)
      x -= 2
    }
    return rect.maxX - x
  }

  private func statusRight(_ document: Document) -> String {
    var parts: [String] = []
    if let searchStatus { parts.append(searchStatus) }
    if let comparisonStatus { parts.append(comparisonStatus) }
    let keys =
      (keyInput.count.map(String.init) ?? "") + keyInput.pending.map(KeyNotation.text).joined()
    if !keys.isEmpty { parts.append(keys) }
    switch document.phase {
    case .opening: if document.isSlow { parts.append("opening …") }
    case .open:
      let pane = panes[panes.focus]
      let all = documents.readDocuments
      if all.count > 1, let index = all.firstIndex(where: { $0.id == document.id }) {
        parts.append("[\(index + 1)/\(all.count)]")
      }
      if document.isGone { parts.append("file gone") }
      if let reading = voice.reading, reading.document == document.id {
        parts.append(reading.isPaused ? "paused" : "reading aloud")
      }
      if let words = editing.editStatus(document) { parts.append(words) }
      if let words = recognitionStatus(document, page: pane.page) { parts.append(words) }
      if let words = displayWords(pane) { parts.append(words) }
      if pane.mode == .layout, !showsPictures(panes.focus) {
        parts.append(document.hasPages ? "layout" : "cut")
      }
      if let words = signatureStatus(document) { parts.append(words) }
      if let sign = annotationSign(document) { parts.append(sign) }
      if let selection { parts.append(selection.unit == .nothing ? "caret" : "select") }
      parts += place(in: document, pane)
      parts.append("\(percentRead(panes.focus, document)) %")
    case .locked, .failed: break
    }
    return joined(parts, within: size.width - 2)
  }

  /// Returns page and label; for text the encoding if unusual, and the line if lines are authored.
  private func place(in document: Document, _ pane: Pane) -> [String] {
    guard let flow = document.summary.flow else {
      let name = document.pageName(pane.page)
      let number = "\(pane.page + 1)/\(document.pageCount)"
      return [name == String(pane.page + 1) ? "p. \(number)" : "p. \(name) (\(number))"]
    }
    var parts = ["", "UTF-8"].contains(flow.encoding) ? [] : [flow.encoding]
    guard let place = place(of: panes.focus) else { return parts }
    let page = document.printedPage(place)
    if !page.isEmpty {
      parts.append("p. \(page)")
    } else if flow.kind == .plainText, let line = document.line(at: place) {
      parts.append("line \(line)")
    }
    return parts
  }

  /// Returns the percentage of the document above the bottom of the window at its end, else above its
  /// top.
  func percentRead(_ view: Int, _ document: Document) -> Int {
    let pane = panes[view]
    if isEndInSight(view) { return 100 }
    if showsPictures(view) {
      let share = Double(pane.page) + shareScrolledOff(view)
      return min(99, Int(share * 100 / Double(max(1, document.pageCount)) + 0.5))
    }
    let lines = layout(view, page: pane.page)?.lines.count ?? 1
    let read = Double(pane.page) + Double(min(pane.line, lines)) / Double(max(1, lines))
    return min(99, Int(read * 100 / Double(max(1, document.pageCount)) + 0.5))
  }

  /// Returns the fraction of a view's page picture above the window.
  private func shareScrolledOff(_ view: Int) -> Double {
    guard let arrangement = arrangement(of: view) else { return 0 }
    let spot = spot(of: view, in: arrangement)
    let height = arrangement.extent(of: spot.row).height
    return height > 0 ? min(1, Double(spot.y) / Double(height)) * Double(spot.row.count) : 0
  }
}

private func searchCount(_ search: Search) -> String {
  let count = String(search.hits.count) + (search.isDone && !search.isCapped ? "" : "+")
  return search.current.map { "\($0 + 1) of \(count)" } ?? (search.isDone ? "none" : "…")
}

/// Joins parts with less space if necessary, then without the last, then without the first; none is cut.
private func joined(_ parts: [String], within room: Int) -> String {
  func isTooWide(_ words: String) -> Bool { CellWidth.of(words) > room }
  let words = parts.joined(separator: "   ")
  guard isTooWide(words), parts.count > 1 else { return words }
  var left = parts.joined(separator: "  ")
  if isTooWide(left) { left = parts.dropLast().joined(separator: "  ") }
  var rest = parts.dropLast()[...]
  while isTooWide(left), rest.count > 1 {
    rest.removeFirst()
    left = rest.joined(separator: "  ")
  }
  return left
}
