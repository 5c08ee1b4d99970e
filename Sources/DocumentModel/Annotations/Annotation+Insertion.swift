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

  /// Makes the caret the new text of struck-out words: it stands after the last of them, and they are grouped with it.
  package mutating func replace(_ struck: inout Annotation) {
    if let last = struck.quads.last { insert(at: last.bottomRight) }
    struck.replyTo = id
    struck.flags.insert(.isGrouped)
    color = struck.color
  }
}
