/// The corners of a drawn rectangle.
package enum Corners: Sendable {
  case round, square

  fileprivate var signs: (String, String, String, String) {
    switch self {
    case .round: ("╭", "╮", "╰", "╯")
    case .square: ("┌", "┐", "└", "┘")
    }
  }
}

extension Surface {
  /// Draws the edge of a rectangle within an area; its inside is unchanged.
  package mutating func putEdge(
    _ rect: Rect, _ corners: Corners = .round, style: Style, in area: Rect? = nil
  ) {
    let lines = (area ?? bounds).y..<(area ?? bounds).maxY
    let (right, bottom) = (rect.maxX - 1, rect.maxY - 1)
    let line = String(repeating: "─", count: max(0, rect.width - 2))
    let signs = corners.signs
    if lines.contains(rect.y) {
      put(signs.0 + line + signs.1, x: rect.x, y: rect.y, style: style)
    }
    for y in rect.y + 1..<max(rect.y + 1, bottom) where lines.contains(y) {
      put("│", x: rect.x, y: y, style: style)
      put("│", x: right, y: y, style: style)
    }
    if lines.contains(bottom) {
      put(signs.2 + line + signs.3, x: rect.x, y: bottom, style: style)
    }
  }
}
