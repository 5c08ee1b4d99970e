package import Canvas
import Widgets

/// The smallest window Recto can be used in.
package let smallestWindow = Size(width: 40, height: 10)

extension State {
  /// Paints the whole screen.
  package func view() -> Surface {
    var surface = Surface(size: size, style: theme.text)
    guard size.width >= smallestWindow.width, size.height >= smallestWindow.height else {
      surface.put(
        "\(size.width)×\(size.height) is too small: 40×10 at least", x: 0, y: 0,
        style: theme.text, limit: size.width)
      return surface
    }
    for index in panes.indices { paintPane(index, into: &surface) }
    paintDividers(into: &surface)
    if let hints { paint(hints, into: &surface) }
    if let peek { paint(peek, into: &surface) }
    if let panel { paint(panel, into: &surface) }
    if showsContinuations { paintContinuations(into: &surface) }
    paintStatus(into: &surface)
    return surface
  }

  private func paintDividers(into surface: inout Surface) {
    let rule = theme.dim
    if sidePanelWidth > 0 {
      for y in 0..<(size.height - 1) {
        surface.put("│", x: sidePanelWidth, y: y, style: rule)
      }
    }
    for index in panes.indices.dropFirst() {
      let rect = paneRect(index)
      switch arrangement {
      case .beside:
        for y in rect.y..<rect.maxY { surface.put("│", x: rect.x - 1, y: y, style: rule) }
      case .stacked:
        surface.put(
          String(repeating: "─", count: rect.width), x: rect.x, y: rect.y - 1, style: rule)
      }
    }
  }

  private func paint(_ hints: Hints, into surface: inout Surface) {
    for item in hints.items where item.letters.hasPrefix(hints.typed) {
      surface.put(
        item.letters, x: item.x, y: item.y,
        style: Style(
          foreground: theme.accent.foreground, background: theme.accent.background,
          attributes: [.bold, .reverse]))
    }
  }

  private func paintContinuations(into surface: inout Surface) {
    guard case .pending(let next) = keymap.lookup(pendingKeys) else { return }
    let rows = next.prefix(max(1, size.height - 5)).map { continuation in
      let title = CommandList.byName[continuation.command]?.title ?? continuation.command
      return (KeyNotation.text(continuation.key), title)
    }
    let keyWidth = rows.map { CellWidth.of($0.0) }.max() ?? 1
    let width = min(
      size.width - 2, (rows.map { CellWidth.of($0.1) }.max() ?? 0) + keyWidth + 6)
    let rect = Rect(
      x: size.width - width - 1, y: size.height - 1 - rows.count - 2, width: width,
      height: rows.count + 2)
    let title = pendingKeys.map(KeyNotation.text).joined(separator: " ") + " …"
    let inside = paintFrame(rect, title: title, into: &surface)
    for (index, row) in rows.enumerated() {
      surface.put(row.0, x: inside.x + 1, y: inside.y + index, style: theme.accent)
      surface.put(
        row.1, x: inside.x + keyWidth + 3, y: inside.y + index, style: theme.text,
        limit: max(0, inside.width - keyWidth - 3))
    }
  }

  /// A rounded frame with a title; returns the cells inside.
  package func paintFrame(_ rect: Rect, title: String, into surface: inout Surface) -> Rect {
    surface.fill(rect, theme.popup)
    let line = String(repeating: "─", count: max(0, rect.width - 2))
    surface.put("╭" + line + "╮", x: rect.x, y: rect.y, style: theme.dim)
    surface.put("╰" + line + "╯", x: rect.x, y: rect.maxY - 1, style: theme.dim)
    for y in (rect.y + 1)..<max(rect.y + 1, rect.maxY - 1) {
      surface.put("│", x: rect.x, y: y, style: theme.dim)
      surface.put("│", x: rect.maxX - 1, y: y, style: theme.dim)
    }
    surface.put(
      " " + title + " ", x: rect.x + 2, y: rect.y, style: theme.accent,
      limit: max(0, rect.width - 4))
    return rect.inset(left: 1, top: 1, right: 1, bottom: 1)
  }
}
