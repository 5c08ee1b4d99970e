import Canvas
import DocumentModel

extension Rect {
  /// Returns the rectangle without holes as rectangles that do not overlap: for one hole, those above, left, right and below.
  func pieces(without holes: [Rect]) -> [Rect] {
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
}

extension PlacedPicture {
  /// Returns the pixels for some of its cells, rounded so that neighbours meet.
  func part(of cells: Rect) -> PixelRect {
    func along(_ cell: Int, _ from: Int, _ cells: Int, _ start: Int, _ pixels: Int) -> Int {
      start + ((cell - from) * pixels * 2 + cells) / (2 * cells)
    }
    let left = along(cells.x, place.x, place.width, part.x, part.width)
    let right = along(cells.maxX, place.x, place.width, part.x, part.width)
    let top = along(cells.y, place.y, place.height, part.y, part.height)
    let bottom = along(cells.maxY, place.y, place.height, part.y, part.height)
    return PixelRect(
      x: left, y: top, width: right - left, height: bottom - top
    ).clamped(to: picture.bitmap.size)
  }
}
