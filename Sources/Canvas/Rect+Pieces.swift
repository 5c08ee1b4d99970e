extension Rect {
  /// Returns the rectangle without holes as rectangles that do not overlap: for one hole, those above, left, right and below.
  package func pieces(without holes: [Rect]) -> [Rect] {
    var pieces = isEmpty ? [] : [self]
    for hole in holes {
      pieces = pieces.flatMap { piece -> [Rect] in
        guard let cut = piece.common(with: hole) else { return [piece] }
        return [
          Rect(x: piece.x, y: piece.y, width: piece.width, height: cut.y - piece.y),
          Rect(x: piece.x, y: cut.y, width: cut.x - piece.x, height: cut.height),
          Rect(x: cut.maxX, y: cut.y, width: piece.maxX - cut.maxX, height: cut.height),
          Rect(x: piece.x, y: cut.maxY, width: piece.width, height: piece.maxY - cut.maxY),
        ].filter { !$0.isEmpty }
      }
    }
    return pieces
  }

  /// Returns the part of another rectangle that lies there as some cells lie in this one, rounded so that neighbours meet.
  package func counterpart(of cells: Rect, in other: Rect) -> Rect {
    func along(_ cell: Int, _ from: Int, _ cells: Int, _ start: Int, _ length: Int) -> Int {
      start + ((cell - from) * length * 2 + cells) / (2 * cells)
    }
    let left = along(cells.x, x, width, other.x, other.width)
    let right = along(cells.maxX, x, width, other.x, other.width)
    let top = along(cells.y, y, height, other.y, other.height)
    let bottom = along(cells.maxY, y, height, other.y, other.height)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
