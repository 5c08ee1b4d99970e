import DocumentModel
import Canvas
import Messages
import Text
import Widgets

extension BrowserView {
  static func paintList(_ state: State, _ layout: BrowserLayout, into surface: inout Surface) {
    guard let tab = state.browser.current else { return }
    let isGallery = tab.options.isGallery
    if !isGallery { paintHeadings(state, tab, layout, into: &surface) }
    guard !tab.rows.isEmpty else {
      paintEmptiness(state, tab, layout.list, into: &surface)
      return
    }
    if isGallery { return GalleryView.paintGallery(state, tab, layout.list, into: &surface) }
    var shown = tab
    shown.reveal(height: layout.list.height)
    for y in 0..<layout.list.height {
      guard let entry = tab.entry(shown.top + y) else { break }
      paint(
        state,
        entry, tab, isCursor: shown.top + y == tab.cursor, isMarked: tab.isMarked(shown.top + y),
        y: layout.list.y + y, layout, into: &surface)
    }
  }

  private static func paintHeadings(
    _ state: State,
    _ tab: BrowserTab, _ layout: BrowserLayout, into surface: inout Surface
  ) {
    func heading(_ column: Column) -> String {
      column.heading + (tab.options.sort == column ? tab.options.arrow : "")
    }
    let first: Column = tab.options.showsTitles ? .title : .name
    // Recents and trash start with the newest; no heading shows that order.
    let arrow = tab.keepsOrder || !tab.options.isByName ? "" : tab.options.arrow
    let name = first.heading + arrow
    let isNewestFirst = tab.keepsOrder && tab.place == .trash
    surface.put(name, x: layout.name.x, y: layout.headings.y, style: state.themes.current.dim)
    for (column, rect) in layout.columns {
      let words = heading(column) + (column == .deleted && isNewestFirst ? " ▾" : "")
      let x = column.isNumber ? rect.maxX - CellWidth.of(words) : rect.x
      surface.put(
        words, x: max(layout.name.x, x), y: layout.headings.y, style: state.themes.current.dim)
    }
  }

  private static func paint(
    _ state: State,
    _ entry: FolderEntry, _ tab: BrowserTab, isCursor: Bool, isMarked: Bool, y: Int,
    _ layout: BrowserLayout, into surface: inout Surface
  ) {
    let line = Rect(x: layout.list.x, y: y, width: layout.list.width, height: 1)
    let hasFocus = isCursor && state.browser.focus == .list
    let isTarget = state.browser.drag?.target == .folder(tab.path(of: entry))
    let type = state.browser.types[Int(entry.type)]
    var style = state.themes.current.text
    if entry.kind != .folder, !type.isDocument, !type.isArchive { style = state.themes.current.dim }
    if entry.kind == .brokenLink || entry.kind == .gone { style = state.themes.current.dim }
    var quiet = state.themes.current.dim
    if hasFocus || isTarget {
      style = hasFocus ? state.themes.current.selected : state.themes.current.selection
      quiet = style
      surface.fill(line, style)
    }
    if isCursor {
      surface.put(
        "▌", x: line.x, y: y, style: hasFocus ? accented(state, style) : state.themes.current.dim)
    }
    if isMarked { surface.put("✓", x: line.x + 1, y: y, style: accented(state, style)) }
    let glyph =
      entry.kind == .folder
      ? "▸"
      : entry.kind == .brokenLink || entry.kind == .gone
        ? "!" : ConflictCopyName.original(of: entry.name) == nil ? type.glyph : "≠"
    surface.put(glyph, x: line.x + 3, y: y, style: hasFocus ? style : quiet)
    let isCut =
      state.browser.carried?.isCut == true
      && state.browser.carried?.paths.contains(tab.path(of: entry)) == true
    paintName(
      state,
      entry, tab, layout.name, y: y, style: isCut ? quiet : style, quiet: quiet, into: &surface)
    for (column, rect) in layout.columns {
      paint(state, column, entry, tab, rect, y: y, style: quiet, into: &surface)
    }
  }

  /// Paints the name, or the title with the name after it. The letters that the filter matched are marked, in the title where the name lacks them.
  private static func paintName(
    _ state: State,
    _ entry: FolderEntry, _ tab: BrowserTab, _ room: Rect, y: Int, style: Style, quiet: Style,
    into surface: inout Surface
  ) {
    let match = tab.filter.isEmpty ? nil : FuzzyMatch(tab.filter.text)
    let title = tab.documents[entry.key]?.title ?? ""
    let file = entry.name + (entry.kind == .folder ? "/" : "") + (entry.isLink ? " →" : "")
    var (first, second) = (file.cutInTheMiddle(to: room.width), "")
    if tab.options.showsTitles, !title.isEmpty {
      if room.width >= Self.roomForBoth {
        second = file.cutInTheMiddle(to: room.width / 3)
      }
      let rest = second.isEmpty ? 0 : CellWidth.of(second) + 3
      first = title.truncated(to: room.width - rest)
    } else if let match, match.places(in: first) == nil, match.score(entry.name) == nil,
      match.places(in: title) != nil
    {
      second = title
    }
    let lead = first.unicodeScalars.count + 3
    var lit = Set(match?.places(in: first) ?? [])
    if lit.isEmpty { lit = Set((match?.places(in: second) ?? []).map { $0 + lead }) }
    let both = (second.isEmpty ? first : first + " · " + second).truncated(to: room.width)
    let accent = accented(state, style)
    surface.put(both, x: room.x, y: y) { lit.contains($0) ? accent : $0 < lead ? style : quiet }
  }

  /// The least width at which a title leaves room for the file name.
  private static let roomForBoth = 36

  private static func accented(_ state: State, _ style: Style) -> Style {
    Style(
      foreground: state.themes.current.accent.foreground, background: style.background,
      attributes: .bold)
  }

  private static func paint(
    _ state: State,
    _ column: Column, _ entry: FolderEntry, _ tab: BrowserTab, _ rect: Rect, y: Int, style: Style,
    into surface: inout Surface
  ) {
    let document = tab.documents[entry.key]
    if column == .tags {
      var x = rect.x
      for tag in (document?.tags ?? []).prefix(rect.width / 2) {
        var dot = style
        if let color = tag.color { dot = state.themes.current.dot(color, on: style) }
        surface.put("●", x: x, y: y, style: dot)
        x += 2
      }
      if document?.isFavourite == true, x < rect.maxX {
        surface.put("★", x: x, y: y, style: style)
      }
      return
    }
    let words = text(state, of: column, entry, tab).truncated(to: rect.width)
    let x = column.isNumber ? rect.maxX - CellWidth.of(words) : rect.x
    surface.put(words, x: x, y: y, style: style)
  }

  private static func text(
    _ state: State, of column: Column, _ entry: FolderEntry, _ tab: BrowserTab
  ) -> String {
    let facts = tab.facts[entry.key]
    let document = tab.documents[entry.key]
    switch column {
    case .name: return entry.name
    case .title: return document?.title ?? ""
    case .author: return document?.author ?? ""
    case .year:
      guard entry.kind == .file else { return "" }
      return RowYear(document, facts, zone: state.environment.zone)?.text ?? ""
    case .pages: return document?.pages.map(String.init) ?? ""
    case .size:
      if entry.kind == .folder { return tab.folderSizes[entry.key]?.text ?? "" }
      return facts.map { ByteCount.text($0.size) } ?? ""
    case .modified:
      return facts.map {
        CalendarDate.short(
          $0.modified + state.environment.zone, now: state.environment.now + state.environment.zone)
      } ?? ""
    case .deleted:
      return tab.trashed[entry.key]?.deleted.map {
        CalendarDate.short($0, now: state.environment.now + state.environment.zone)
      } ?? ""
    case .origin: return tab.trashed[entry.key]?.origin.map(state.browser.shortened) ?? ""
    case .progress: return document?.progress.map(Self.progressBar) ?? ""
    case .tags: return ""
    case .kind:
      switch entry.kind {
      case .folder: return "Folder"
      case .brokenLink: return "Broken link"
      case .special: return "Device"
      case .gone: return "Gone"
      case .file: return state.browser.types[Int(entry.type)].name
      }
    }
  }

  /// Returns three characters that fill up with reading progress.
  static func progressBar(_ progress: Double) -> String {
    let filled = progress >= 0.98 ? 3 : min(2, Int(progress * 3 + 0.6))
    return String(repeating: "━", count: filled) + String(repeating: "─", count: 3 - filled)
  }

  /// Paints advice into an empty list.
  private static func paintEmptiness(
    _ state: State, _ tab: BrowserTab, _ rect: Rect, into surface: inout Surface
  ) {
    let words: String
    switch tab.phase {
    case .reading: words = tab.isSlow ? "reading \(tab.place.name) …  Backspace goes back" : ""
    case .failed(let sentence): words = sentence
    case .there:
      if !tab.isWhole {
        words = "reading \(tab.place.name) …"
      } else if !tab.filter.isEmpty {
        words = "Nothing here matches “\(tab.filter.text)”. Esc clears the filter."
      } else if tab.entries.isEmpty {
        words = emptyWords(of: tab.place)
      } else {
        let key = state.keyInput.keymap.keys(for: "show-all-files").first ?? ":show-all-files"
        words =
          "No documents here, but \(tab.entries.count) other file\(tab.entries.count == 1 ? "" : "s"): \(key) shows all."
      }
    }
    for (index, line) in words.wrapped(to: max(8, rect.width - 6)).enumerated() {
      surface.put(line, x: rect.x + 5, y: rect.y + 1 + index, style: state.themes.current.dim)
    }
  }

  /// Returns the status line: position and count on the left, running tasks on the right.
  static func browserStatus(_ state: State) -> (left: String, right: String) {
    guard let tab = state.browser.current else { return ("", "") }
    var left = tab.place.folder.map(state.browser.shortened) ?? tab.place.name
    // In a narrow window the entry is more useful than its path.
    if state.size.width < 60 { left = PathParts.name(of: left) }
    let marked = tab.markedCount
    if !tab.rows.isEmpty {
      left += "   \(tab.cursor + 1) of " + (tab.isWhole ? "\(tab.rows.count)" : "…")
    }
    if marked > 0 { left += "   \(marked) chosen" }
    let keys =
      (state.keyInput.count.map(String.init) ?? "")
      + state.keyInput.pending.map(KeyNotation.text).joined()
    var right: [String] = []
    if let typed = state.browser.typeAhead { right.append("to \(typed)▏") }
    if let carried = state.browser.carried {
      right.append("\(carried.paths.count) to \(carried.isCut ? "move" : "copy")")
    }
    if let task = state.browser.tasks.last(where: { !$0.isOver }) {
      let percent = task.total > 0 ? " \(min(100, task.done * 100 / task.total)) %" : " …"
      right.append(task.title.truncated(to: max(8, state.size.width / 4)) + percent)
    }
    let indexing = state.librarySearch.indexingWords(room: state.size.width / 2)
    if !indexing.isEmpty, state.size.width >= 60 { right.append(indexing) }
    let open = state.documents.readDocuments.count
    if open > 0, state.browser.glance == nil { right.append("\(open) open") }
    if !tab.isWhole, tab.isSlow { right.append("reading …") }
    if !keys.isEmpty { right.append(keys) }
    if right.isEmpty, let hint = helpHint(state) { right.append(hint) }
    return (left, right.joined(separator: "   "))
  }

  /// Returns the hint at the right end of the last line, where nothing else is shown; a click on it opens the help.
  static func helpHint(_ state: State) -> String? {
    state.keyInput.keymap.keys(for: "help").first.map { $0 + " help" }
  }
}

private func emptyWords(of place: BrowserPlace) -> String {
  switch place {
  case .folder: "This folder is empty. n creates a document, N a folder."
  case .recents: "Nothing opened yet. Documents you read appear here."
  case .favourites: "No favourites yet: b adds a folder or document."
  case .tag(let name): "No document has the tag “\(name)”. t adds tags to a document."
  case .trash: "The trash is empty."
  }
}
