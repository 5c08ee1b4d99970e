/// Marks of text that is to be inserted or replaced.
extension Annotation {
  // In points.
  private static let caretSide = (width: Float(8), height: Float(9))

  /// Places a caret so that it points at the place on a line's lower edge where text is to be inserted.
  package mutating func insert(at place: Point) {
    let (x, y) = (Float(place.x), Float(place.y))
    let half = Self.caretSide.width / 2
    box = Box(x0: x - half, y0: y - 2, x1: x + half, y1: y - 2 + Self.caretSide.height)
  }

  /// The part of its box at its text, in points: of a caret, which points up, its tip.
  package var tip: Box {
    guard kind == .caret else { return box }
    let middle = (box.x0 + box.x1) / 2
    return Box(x0: middle, y0: box.y0, x1: middle, y1: box.y0)
  }

  /// Makes the caret the new text of struck-out words: it stands after the last of them, and they are grouped with it.
  package mutating func replace(_ struck: inout Annotation) {
    if let last = struck.quads.last { insert(at: last.bottomRight) }
    struck.replyTo = id
    struck.flags.insert(.isGrouped)
    color = struck.color
  }
}
