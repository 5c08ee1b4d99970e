package import Canvas
import DocumentModel
import Messages
import Widgets

/// The smallest window Recto can be used in.
package let smallestWindow = Size(width: 40, height: 10)

/// Paints the documents and the popups over them.
enum ScreenView {
  /// Paints the documents, and the terminal's cursor where the caret is.
  static func paintReader(_ state: State, into surface: inout Surface) {
    if state.pictures.isAlone {
      PaneView.paintPane(state, state.panes.focus, into: &surface)
    } else {
      for index in state.panes.indices { PaneView.paintPane(state, index, into: &surface) }
      paintDividers(state, into: &surface)
    }
    if state.prompt == nil, state.annotating.card == nil, state.panel?.isFiltering != true,
      !state.showsPictures(state.panes.focus),
      let cell = state.caretCell
    {
      surface.cursor = .init(x: cell.x, y: cell.y)
    }
  }

  /// Paints the line between a side panel and the text.
  static func paintPanelEdge(_ state: State, into surface: inout Surface) {
    guard state.sidePanelWidth > 0 else { return }
    for y in 0..<(state.size.height - 1) {
      surface.put("│", x: state.sidePanelWidth, y: y, style: state.themes.current.dim)
    }
  }

  fileprivate static func paintDividers(_ state: State, into surface: inout Surface) {
    let rule = state.themes.current.dim
    paintPanelEdge(state, into: &surface)
    for divider in state.parted.dividers {
      let mark = divider.axis == .beside ? "│" : "─"
      for y in divider.rect.y..<divider.rect.maxY {
        surface.put(
          String(repeating: mark, count: divider.rect.width), x: divider.rect.x, y: y, style: rule)
      }
    }
    // With several views, a bar at the edge marks the focused one.
    guard state.panes.count > 1 else { return }
    let focused = state.paneRect(state.panes.focus)
    for y in focused.y..<focused.maxY {
      surface.put("▎", x: focused.x, y: y, style: state.themes.current.accent)
    }
  }

  static func paint(_ state: State, _ hints: Hints, into surface: inout Surface) {
    for item in hints.items where item.letters.hasPrefix(hints.typed) {
      // Before the link if there is room, so that it stays readable.
      let before = item.x - item.letters.count
      let isFree = before >= 0 && (before..<item.x).allSatisfy { surface[x: $0, y: item.y].isBlank }
      surface.put(
        item.letters, x: isFree ? before : item.x, y: item.y,
        style: Style(
          foreground: state.themes.current.accent.foreground,
          background: state.themes.current.accent.background,
          attributes: [.bold, .reverse]))
    }
  }

  static func paintContinuations(_ state: State, into surface: inout Surface) {
    guard case .pending(let next) = state.lookup(state.keyInput.pending) else { return }
    let rows =
      rowsForSelected(state)
      + next.map { (KeyNotation.text($0.key), words(state, of: $0, after: state.keyInput.pending)) }
    let keys = state.keyInput.pending.map(KeyNotation.text).joined(separator: " ")
    let label = state.keyInput.keymap.label(of: state.keyInput.pending, in: state.keyMode)
    paintKeys(state, rows, title: label.map { "\(keys): \($0)" } ?? keys + " …", into: &surface)
  }

  /// The annotation keys for help when nothing is selected but the pending keys would need it.
  fileprivate static func rowsForSelected(_ state: State) -> [(key: String, words: String)] {
    guard state.keyMode != .selecting, !state.browser.isShown, !state.isFinding,
      state.document != nil,
      case .pending(let next) = state.keyInput.keymap.ownLookup(
        state.keyInput.pending, in: .selecting),
      let mark = next.first(where: { $0.command == "mark-again" }),
      let select = state.keyInput.keymap.keys(for: "select").first
    else { return [] }
    let keys = (state.keyInput.pending + [mark.key]).map(KeyNotation.text).joined(separator: " ")
    return [("", "To highlight, select first: \(select), words, then \(keys)")]
  }

  /// Describes a key's command; for a prefix the name of its group, or else its continuations.
  fileprivate static func words(
    _ state: State, of continuation: Keymap.Continuation, after keys: [Key]
  ) -> String {
    guard continuation.command.isEmpty else { return state.title(ofBinding: continuation.command) }
    let keys = keys + [continuation.key]
    if let label = state.keyInput.keymap.label(of: keys, in: state.keyMode) { return label + " …" }
    return continuation.below.map { KeyNotation.text($0.key) }.joined(separator: " ") + ": "
      + continuation.below.map { words(state, of: $0, after: keys) }.joined(separator: ", ")
  }

  /// Paints above the status line what belongs to a prompt.
  static func paint(_ state: State, _ prompt: Prompt, into surface: inout Surface) {
    prompt.popup(state, &surface)
    Prompt.paintNote(state, prompt, into: &surface)
  }

  /// Paints the existing marks while a letter is requested.
  static func paintMarks(_ state: State, into surface: inout Surface) {
    guard let document = state.document else { return }
    let rows = document.reading.marks.map { mark in
      (mark.name, document.placeName(mark.place) + "  " + mark.snippet)
    }
    if !rows.isEmpty { paintKeys(state, rows, title: "Marks", into: &surface) }
  }

  /// Paints a whole address with its host emphasised: a user name before an `@` can look like a
  /// host.
  static func paint(_ state: State, address: String, into surface: inout Surface) {
    let scalars = Array(address.unicodeScalars)
    let width = min(state.size.width - 4, 86)
    let columns = width - 4
    let rows = min(max(1, (scalars.count + columns - 1) / columns), max(1, state.size.height - 5))
    let rect = Rect(
      x: (state.size.width - width) / 2, y: state.size.height - 3 - rows - 1, width: width,
      height: rows + 2)
    let inside = paintFrame(state, rect, title: "Leads to", into: &surface).inset(left: 1, right: 1)
    let host = Address.host(in: address)
    for (index, scalar) in scalars.prefix(rows * columns).enumerated() {
      surface.put(
        scalar: scalar.value, x: inside.x + index % columns, y: inside.y + index / columns,
        style: host.contains(index) ? state.themes.current.accent : state.themes.current.text)
    }
  }

  /// Paints a popup with keys and their commands; if they do not fit it shows how many are left out, and their keys.
  static func paintKeys(
    _ state: State,
    _ all: [(key: String, words: String)], title: String, into surface: inout Surface
  ) {
    var rows = all
    let room = max(2, state.size.height - 5)
    if all.count > room {
      let rest = all[(room - 1)...]
      let words = "\(rest.count) more: " + rest.map(\.key).joined(separator: " ")
      rows = Array(all.prefix(room - 1)) + [(key: "▾", words: words)]
    }
    let keyWidth = rows.map { CellWidth.of($0.0) }.max() ?? 1
    let width = min(
      state.size.width - 2, 64, (rows.map { CellWidth.of($0.1) }.max() ?? 0) + keyWidth + 6)
    let rect = Rect(
      x: state.size.width - width - 1, y: state.size.height - 1 - rows.count - 2, width: width,
      height: rows.count + 2)
    let inside = paintFrame(state, rect, title: title, into: &surface)
    for (index, row) in rows.enumerated() {
      surface.put(row.key, x: inside.x + 1, y: inside.y + index, style: state.themes.current.accent)
      surface.put(
        row.words.truncated(to: max(1, inside.width - keyWidth - 4)),
        x: inside.x + keyWidth + 3, y: inside.y + index, style: state.themes.current.text)
    }
  }

  /// A rounded frame with a title; returns the cells inside.
  package static func paintFrame(
    _ state: State, _ rect: Rect, title: String, into surface: inout Surface
  ) -> Rect {
    surface.fill(rect, state.themes.current.popup)
    surface.putEdge(rect, style: state.themes.current.dim)
    surface.put(
      " " + title + " ", x: rect.x + 2, y: rect.y, style: state.themes.current.accent,
      limit: max(0, rect.width - 4))
    return rect.inset(left: 1, top: 1, right: 1, bottom: 1)
  }
}
