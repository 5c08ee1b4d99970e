package import Canvas
import DocumentModel
import Messages
import Widgets

/// The smallest window Recto can be used in.
package let smallestWindow = Size(width: 40, height: 10)

extension State {
  /// Returns the content of the screen: cells and image requests.
  package func scene() -> Scene {
    let surface = view()
    if isFinding { return Scene(surface, []) }
    if browser.isShown, browser.glance == nil {
      let (visible, ahead) = browser.browserImages(pictures: pictures, size: size)
      return Scene(surface, visible, ahead: ahead)
    }
    if isGridShown {
      let (visible, ahead) = PageOverview.gridRequests(self)
      return Scene(surface, visible, ahead: ahead)
    }
    let (figures, next) = SheetView.figureRequests(self)
    let above = PanelView.panelRequests(self) + Peek.peekRequests(self)
    let covers = above.map(\.place)
    let requests =
      (SheetView.sheetRequests(self) + figures).flatMap { $0.pieces(without: covers) } + above
    let cards = Peek.peekRequestsAhead(self)
    let ahead = cards + (requests.isEmpty ? [] : SheetView.sheetsAhead(self) + next)
    var scene = Scene(surface, requests, ahead: ahead)
    scene.isDrawnOn = annotating.tool != nil
    return scene
  }

  /// Paints the whole screen.
  package func view() -> Surface {
    var surface = Surface(size: size, style: themes.current.text)
    surface.bidi = environment.bidi
    guard size.width >= smallestWindow.width, size.height >= smallestWindow.height else {
      let (window, least) = (size, smallestWindow)
      let words =
        "The window is too small: \(window.width)×\(window.height), at least \(least.width)×\(least.height) needed"
      for (y, line) in words.wrapped(to: size.width).enumerated() {
        surface.put(line, x: 0, y: y, style: themes.current.text, limit: size.width)
      }
      return surface
    }
    Layer.paint(self, into: &surface)
    if keyInput.showsContinuations { paintContinuations(into: &surface) }
    if !pictures.isPresenting || isFinding || prompt != nil || notices.shown != nil || hints != nil
    {
      StatusView.paintStatus(self, into: &surface)
    }
    return surface
  }

  /// Paints the documents, and the terminal's cursor where the caret is.
  func paintReader(into surface: inout Surface) {
    if pictures.isAlone {
      PaneView.paintPane(self, panes.focus, into: &surface)
    } else {
      for index in panes.indices { PaneView.paintPane(self, index, into: &surface) }
      paintDividers(into: &surface)
    }
    if prompt == nil, annotating.card == nil, panel?.isFiltering != true,
      !showsPictures(panes.focus),
      let cell = caretCell
    {
      surface.cursor = .init(x: cell.x, y: cell.y)
    }
  }

  /// Paints the line between a side panel and the text.
  func paintPanelEdge(into surface: inout Surface) {
    guard sidePanelWidth > 0 else { return }
    for y in 0..<(size.height - 1) {
      surface.put("│", x: sidePanelWidth, y: y, style: themes.current.dim)
    }
  }

  private func paintDividers(into surface: inout Surface) {
    let rule = themes.current.dim
    paintPanelEdge(into: &surface)
    for divider in parted.dividers {
      let mark = divider.axis == .beside ? "│" : "─"
      for y in divider.rect.y..<divider.rect.maxY {
        surface.put(
          String(repeating: mark, count: divider.rect.width), x: divider.rect.x, y: y, style: rule)
      }
    }
    // With several views, a bar at the edge marks the focused one.
    guard panes.count > 1 else { return }
    let focused = paneRect(panes.focus)
    for y in focused.y..<focused.maxY {
      surface.put("▎", x: focused.x, y: y, style: themes.current.accent)
    }
  }

  func paint(_ hints: Hints, into surface: inout Surface) {
    for item in hints.items where item.letters.hasPrefix(hints.typed) {
      // Before the link if there is room, so that it stays readable.
      let before = item.x - item.letters.count
      let isFree = before >= 0 && (before..<item.x).allSatisfy { surface[x: $0, y: item.y].isBlank }
      surface.put(
        item.letters, x: isFree ? before : item.x, y: item.y,
        style: Style(
          foreground: themes.current.accent.foreground,
          background: themes.current.accent.background,
          attributes: [.bold, .reverse]))
    }
  }

  private func paintContinuations(into surface: inout Surface) {
    guard case .pending(let next) = lookup(keyInput.pending) else { return }
    let rows =
      rowsForSelected
      + next.map { (KeyNotation.text($0.key), words(of: $0, after: keyInput.pending)) }
    let keys = keyInput.pending.map(KeyNotation.text).joined(separator: " ")
    let label = keyInput.keymap.label(of: keyInput.pending, in: keyMode)
    paintKeys(rows, title: label.map { "\(keys): \($0)" } ?? keys + " …", into: &surface)
  }

  /// The annotation keys for help when nothing is selected but the pending keys would need it.
  private var rowsForSelected: [(key: String, words: String)] {
    guard keyMode != .selecting, !browser.isShown, !isFinding, document != nil,
      case .pending(let next) = keyInput.keymap.ownLookup(keyInput.pending, in: .selecting),
      let mark = next.first(where: { $0.command == "mark-again" }),
      let select = keyInput.keymap.keys(for: "select").first
    else { return [] }
    let keys = (keyInput.pending + [mark.key]).map(KeyNotation.text).joined(separator: " ")
    return [("", "To highlight, select first: \(select), words, then \(keys)")]
  }

  /// Describes a key's command; for a prefix the name of its group, or else its continuations.
  private func words(of continuation: Keymap.Continuation, after keys: [Key]) -> String {
    guard continuation.command.isEmpty else { return title(ofBinding: continuation.command) }
    let keys = keys + [continuation.key]
    if let label = keyInput.keymap.label(of: keys, in: keyMode) { return label + " …" }
    return continuation.below.map { KeyNotation.text($0.key) }.joined(separator: " ") + ": "
      + continuation.below.map { words(of: $0, after: keys) }.joined(separator: ", ")
  }

  /// Paints above the status line what belongs to a prompt.
  func paint(_ prompt: Prompt, into surface: inout Surface) {
    prompt.popup(self, &surface)
    Prompt.paintNote(self, prompt, into: &surface)
  }

  /// Paints the existing marks while a letter is requested.
  func paintMarks(into surface: inout Surface) {
    guard let document else { return }
    let rows = document.reading.marks.map { mark in
      (mark.name, document.placeName(mark.place) + "  " + mark.snippet)
    }
    if !rows.isEmpty { paintKeys(rows, title: "Marks", into: &surface) }
  }

  /// Paints a whole address with its host emphasised: a user name before an `@` can look like a
  /// host.
  func paint(address: String, into surface: inout Surface) {
    let scalars = Array(address.unicodeScalars)
    let width = min(size.width - 4, 86)
    let columns = width - 4
    let rows = min(max(1, (scalars.count + columns - 1) / columns), max(1, size.height - 5))
    let rect = Rect(
      x: (size.width - width) / 2, y: size.height - 3 - rows - 1, width: width, height: rows + 2)
    let inside = paintFrame(rect, title: "Leads to", into: &surface).inset(left: 1, right: 1)
    let host = Address.host(in: address)
    for (index, scalar) in scalars.prefix(rows * columns).enumerated() {
      surface.put(
        scalar: scalar.value, x: inside.x + index % columns, y: inside.y + index / columns,
        style: host.contains(index) ? themes.current.accent : themes.current.text)
    }
  }

  /// Paints a popup with keys and their commands; if they do not fit it shows how many are left out, and their keys.
  func paintKeys(
    _ all: [(key: String, words: String)], title: String, into surface: inout Surface
  ) {
    var rows = all
    let room = max(2, size.height - 5)
    if all.count > room {
      let rest = all[(room - 1)...]
      let words = "\(rest.count) more: " + rest.map(\.key).joined(separator: " ")
      rows = Array(all.prefix(room - 1)) + [(key: "▾", words: words)]
    }
    let keyWidth = rows.map { CellWidth.of($0.0) }.max() ?? 1
    let width = min(
      size.width - 2, 64, (rows.map { CellWidth.of($0.1) }.max() ?? 0) + keyWidth + 6)
    let rect = Rect(
      x: size.width - width - 1, y: size.height - 1 - rows.count - 2, width: width,
      height: rows.count + 2)
    let inside = paintFrame(rect, title: title, into: &surface)
    for (index, row) in rows.enumerated() {
      surface.put(row.key, x: inside.x + 1, y: inside.y + index, style: themes.current.accent)
      surface.put(
        row.words.truncated(to: max(1, inside.width - keyWidth - 4)),
        x: inside.x + keyWidth + 3, y: inside.y + index, style: themes.current.text)
    }
  }

  /// A rounded frame with a title; returns the cells inside.
  package func paintFrame(_ rect: Rect, title: String, into surface: inout Surface) -> Rect {
    surface.fill(rect, themes.current.popup)
    surface.putEdge(rect, style: themes.current.dim)
    surface.put(
      " " + title + " ", x: rect.x + 2, y: rect.y, style: themes.current.accent,
      limit: max(0, rect.width - 4))
    return rect.inset(left: 1, top: 1, right: 1, bottom: 1)
  }
}
