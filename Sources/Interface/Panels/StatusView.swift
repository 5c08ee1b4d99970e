import Widgets
import DocumentModel
import Canvas
import Text

/// Paints the lines at the bottom of the screen.
enum StatusView {
  /// Paints the status line: position on the left, activity on the right; messages replace it for a moment.
  static func paintStatus(_ state: State, into surface: inout Surface) {
    let rect = Rect(x: 0, y: state.size.height - 1, width: state.size.width, height: 1)
    surface.fill(rect, state.themes.current.status)
    if let prompt = state.prompt {
      paint(state, prompt, rect, into: &surface)
      return
    }
    if let hints = state.hints {
      surface.put(
        hints.words.truncated(to: rect.width - 2), x: 1, y: rect.y,
        style: state.themes.current.status)
      return
    }
    if let tool = state.annotating.tool {
      surface.put(
        tool.words.truncated(to: rect.width - 2), x: 1, y: rect.y,
        style: state.themes.current.status)
      return
    }
    if state.pictures.zoomBox != nil {
      surface.put(
        State.zoomWords.truncated(to: rect.width - 2), x: 1, y: rect.y,
        style: state.themes.current.status
      )
      return
    }
    if let notice = state.notices.shown {
      paint(
        noticeLines(state), state, rect, into: &surface,
        style: notice.isError ? state.themes.current.error : state.themes.current.status)
      return
    }
    if let line = state.carryOfferLine {
      paint(
        line.wrapped(to: max(8, rect.width - 2)), state, rect, into: &surface,
        style: state.themes.current.status.adding(.bold))
      return
    }
    if state.isFinding { return FinderView.paintFinderStatus(state, rect, into: &surface) }
    let status =
      state.browser.isShown && state.browser.glance == nil
      ? BrowserView.browserStatus(state)
      : EnlargedFigure.status(state) ?? PageOverview.status(state)
    if let (left, right) = status {
      let rightWidth = CellWidth.of(right)
      surface.put(
        right, x: max(1, state.size.width - rightWidth - 1), y: rect.y,
        style: state.themes.current.status)
      surface.put(
        left.truncated(to: max(1, state.size.width - rightWidth - 4)), x: 1, y: rect.y,
        style: state.themes.current.status.adding(.bold))
      return
    }
    guard let document = state.document else { return }
    var right = statusRight(state, document)
    if state.browser.glance != nil, state.size.width >= 70 {
      right += "   Enter reads   Space closes"
    }
    let rightWidth = CellWidth.of(right)
    surface.put(
      right, x: max(1, state.size.width - rightWidth - 1), y: rect.y,
      style: state.themes.current.status)
    let room = state.size.width - rightWidth - 4
    guard room > 8 else { return }
    var left = document.title
    if state.librarySearch.finder?.isShown == true, state.browser.glance?.document == document.id {
      left = "Look  " + sharedPlace(state) + left
    } else if let tab = state.browser.current, state.browser.glance?.document == document.id {
      left = "Look \(tab.cursor + 1) of \(tab.rows.count)  " + left
    }
    if sharedPlace(state).isEmpty, let section = state.section(of: state.panes.focus),
      state.size.width >= 70,
      section.item.title != left
    {
      left = left.truncated(to: max(20, room / 2)) + "  ›  " + section.item.title
    }
    surface.put(
      left.truncated(to: room), x: 1, y: rect.y, style: state.themes.current.status.adding(.bold))
  }

  /// The place of the previewed document in its shared library, with blanks; empty if it has none.
  private static func sharedPlace(_ state: State) -> String {
    guard state.browser.glance != nil, state.librarySearch.finder?.isShown == true,
      let found = state.librarySearch.finder?.found.document, found.isShared
    else { return "" }
    return CleanText.line(found.path) + "  "
  }

  /// The message lines; a long sentence takes several.
  static func noticeLines(_ state: State) -> [String] {
    guard let notice = state.notices.shown, state.prompt == nil, state.hints == nil,
      state.annotating.tool == nil,
      state.pictures.zoomBox == nil
    else {
      return []
    }
    let more = notice.more > 0 ? "  (\(notice.more) more, :errors lists them)" : ""
    return (notice.text + more).wrapped(to: max(8, state.size.width - 2)).suffix(4)
  }

  private static func paint(
    _ lines: [String], _ state: State, _ rect: Rect, into surface: inout Surface, style: Style
  ) {
    for (index, line) in lines.enumerated() {
      let y = rect.maxY - lines.count + index
      surface.fill(Rect(x: 0, y: y, width: rect.width, height: 1), state.themes.current.status)
      surface.put(line.truncated(to: rect.width - 2), x: 1, y: y, style: style)
    }
  }

  private static func paint(
    _ state: State, _ prompt: Prompt, _ rect: Rect, into surface: inout Surface
  ) {
    // A shortened label keeps its separator from the text.
    let end = prompt.takesText && !prompt.isSearch ? ": " : ""
    let most = rect.width < 60 ? rect.width / 3 : rect.width / 2
    let label =
      prompt.label.truncated(to: prompt.takesText ? most - end.count : rect.width - 2) + end
    let used = surface.put(label, x: 1, y: rect.y, style: state.themes.current.status)
    var room = rect.width - used - 2
    guard prompt.takesText else { return }
    if prompt.isSearch { room = max(8, room - paintSwitches(state, rect, into: &surface)) }
    var (text, cursor) = prompt.line.shown(in: room)
    if prompt.isSecret {
      cursor = min(prompt.line.before.count, room - 1)
      text = String(repeating: "•", count: prompt.line.text.count)
    }
    let style =
      prompt.line.isSelected
      ? state.themes.current.status.adding(.reverse) : state.themes.current.status
    surface.put(text, x: 1 + used, y: rect.y, style: style, limit: room, isTyped: true)
    paintHints(
      state,
      prompt.hints, beside: CellWidth.of(text),
      Rect(x: 1 + used, y: rect.y, width: room, height: 1), &surface)
    surface.cursor = .init(x: min(state.size.width - 1, 1 + used + cursor), y: rect.y)
  }

  /// Paints as many hints as fit to the right of the typed text.
  private static func paintHints(
    _ state: State,
    _ hints: [String], beside used: Int, _ rect: Rect, _ surface: inout Surface
  ) {
    var shown = hints[...]
    func words() -> String { shown.joined(separator: "  ") }
    while !shown.isEmpty, used + 2 + CellWidth.of(words()) > rect.width { shown.removeLast() }
    surface.put(
      words(), x: rect.maxX - CellWidth.of(words()), y: rect.y,
      style: state.themes.current.status.adding(.dim))
  }

  /// Paints a search's options and result at the right; returns the cells used.
  private static func paintSwitches(_ state: State, _ rect: Rect, into surface: inout Surface)
    -> Int
  {
    var parts: [(words: String, isOn: Bool)] = []
    if rect.width >= 60 {
      // Keys are shown with the options if there is room.
      let keys = rect.width >= 100
      parts = SearchSwitch.all.map { item in
        let name = item.name(state.searching.options)
        return (keys ? "Alt-\(item.key) \(name)" : name, item.isOn(state.searching.options))
      }
    }
    if let search = state.search, state.prompt?.line.isEmpty == false {
      let words = search.failure.map { $0.truncated(to: rect.width / 3) } ?? searchCount(search)
      parts.append((words, false))
    }
    var x = rect.maxX - 1
    for (words, isOn) in parts.reversed() {
      x -= CellWidth.of(words)
      let style =
        isOn
        ? state.themes.current.status.adding([.bold, .underline])
        : state.themes.current.status.adding(.dim)
      surface.put(words, x: x, y: rect.y, style: style)
      x -= 2
    }
    return rect.maxX - x
  }

  private static func statusRight(_ state: State, _ document: Document) -> String {
    var parts: [String] = []
    if let status = searchStatus(state) { parts.append(status) }
    if let comparisonStatus = state.comparisonStatus { parts.append(comparisonStatus) }
    let keys =
      (state.keyInput.count.map(String.init) ?? "")
      + state.keyInput.pending.map(KeyNotation.text).joined()
    if !keys.isEmpty { parts.append(keys) }
    switch document.phase {
    case .opening: if document.isSlow { parts.append("opening …") }
    case .open:
      let pane = state.panes[state.panes.focus]
      let all = state.documents.readDocuments
      if all.count > 1, let index = all.firstIndex(where: { $0.id == document.id }) {
        parts.append("[\(index + 1)/\(all.count)]")
      }
      if document.isGone { parts.append("file gone") }
      if let reading = state.voice.reading, reading.document == document.id {
        parts.append(reading.isPaused ? "paused" : "reading aloud")
      }
      if let words = state.editing.editStatus(document) { parts.append(words) }
      if let words = recognitionStatus(document, page: pane.page) { parts.append(words) }
      if let words = state.displayWords(pane) { parts.append(words) }
      if pane.mode == .layout, !state.showsPictures(state.panes.focus) {
        parts.append(document.hasPages ? "layout" : "cut")
      }
      if let words = document.signatures.flatMap(SignatureStrings.status) { parts.append(words) }
      if let sign = annotationSign(state, document) { parts.append(sign) }
      if let selection = state.selection {
        parts.append(selection.unit == .nothing ? "caret" : "select")
      }
      parts += place(state, in: document, pane)
      parts.append("\(percentRead(state, state.panes.focus, document)) %")
    case .locked, .failed: break
    }
    return joined(parts, within: state.size.width - 2)
  }

  /// Returns page and label; for text the encoding if unusual, and the line if lines are authored.
  static func place(_ state: State, in document: Document, _ pane: Pane) -> [String] {
    guard let flow = document.summary.flow else {
      let name = document.pageName(pane.page)
      let number = "\(pane.page + 1)/\(document.pageCount)"
      return [name == String(pane.page + 1) ? "p. \(number)" : "p. \(name) (\(number))"]
    }
    var parts = ["", "UTF-8"].contains(flow.encoding) ? [] : [flow.encoding]
    guard let place = state.place(of: state.panes.focus) else { return parts }
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
  static func percentRead(_ state: State, _ view: Int, _ document: Document) -> Int {
    let pane = state.panes[view]
    if state.isEndInSight(view) { return 100 }
    if state.showsPictures(view) {
      let share = document.summary.share(before: pane.page, shareScrolledOff(state, view))
      return min(99, Int(share * 100 + 0.5))
    }
    let lines = state.layout(view, page: pane.page)?.lines.count ?? 1
    let part = Double(min(pane.line, lines)) / Double(max(1, lines))
    return min(99, Int(document.summary.share(before: pane.page, part) * 100 + 0.5))
  }

  /// Returns the fraction of a view's page picture above the window.
  private static func shareScrolledOff(_ state: State, _ view: Int) -> Double {
    guard let arrangement = state.arrangement(of: view) else { return 0 }
    let spot = state.spot(of: view, in: arrangement)
    let height = arrangement.extent(of: spot.row).height
    return height > 0 ? min(1, Double(spot.y) / Double(height)) * Double(spot.row.count) : 0
  }

  /// Returns the status line's text about the save status; nil if there is nothing to report.
  static func annotationSign(_ state: State, _ document: Document) -> String? {
    let saveStatus = document.annotations.saveStatus
    // Those of a document in a collection belong in the library.
    let isSaved = saveStatus.isSaved || !document.annotations.layer.collections.isEmpty
    guard !isSaved || !saveStatus.missingFields.isEmpty else { return nil }
    return isSaved || saveStatus.obstacle == nil
      ? "•" : state.size.width >= 60 ? "• in the library only" : "• library"
  }

  /// Returns the status line's text about recognition; nil if there is nothing to say.
  static func recognitionStatus(_ document: Document, page: Int) -> String? {
    if let read = document.recognition.pagesRead {
      return "recognising: \(read) of \(document.pageCount) pages"
    }
    return document.pages[page]?.text.isRecognized == true ? "scan" : nil
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

extension StatusView {
  private static func isOnVisiblePage(_ state: State, _ hit: Int) -> Bool {
    guard let hit = state.search?.hits[safe: hit], let pane = state.pane, pane.pending == nil else {
      return true
    }
    guard hit.page != pane.page else { return true }
    if state.showsPictures(state.panes.focus) {
      return state.sheets(of: state.panes.focus).contains { $0.page == hit.page }
    }
    return hit.page > pane.page
      && state.visibleGlyphs(of: state.panes.focus).contains { $0.page == hit.page }
  }

  /// Returns the status line's text about the search in the current document.
  private static func searchStatus(_ state: State) -> String? {
    guard let search = state.search, search.document == state.pane?.document, search.isLit else {
      return nil
    }
    let sign = search.isBackward ? "\\" : "/"
    var words = sign + search.query.text.truncated(to: 24) + "  "
    if search.failure != nil { return words + "?" }
    let count = String(search.hits.count) + (search.isDone && !search.isCapped ? "" : "+")
    let current = search.current.flatMap { isOnVisiblePage(state, $0) ? $0 : nil }
    words +=
      current.map { "\($0 + 1) of \(count)" }
      ?? (search.hits.isEmpty && search.isDone ? "none" : count)
    if !search.isDone, let document = state.document, document.pageCount > 0 {
      words += "  \(search.pagesRead * 100 / document.pageCount) %"
    } else if search.unread > 0 {
      words += "  (\(search.unread) p. not read)"
    } else if search.textless > 0, state.document?.hasPages != false {
      words += "  (\(search.textless) p. without text)"
    }
    return words
  }
}
