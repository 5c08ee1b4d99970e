import Canvas

/// The differences between a surface and the one shown.
struct ScreenChanges {
  /// Nil if the contents of the screen are unknown.
  let shown: Surface?
  let surface: Surface

  /// `shown` counts only if it has the same size.
  init(from shown: Surface?, to surface: Surface) {
    self.shown = shown.flatMap { $0.size == surface.size ? $0 : nil }
    self.surface = surface
  }

  /// The rows that differ, with their columns.
  var rows: [(y: Int, columns: Range<Int>)] {
    (0..<surface.size.height).compactMap { y in columns(y).map { (y, $0) } }
  }

  /// Returns the changed cells of rows under pictures: writing them erases parts of the pictures.
  func damage(_ rows: [Int], under places: [Rect]) -> [Rect] {
    guard let shown else { return [surface.bounds] }
    var damaged: [Rect] = []
    for y in rows {
      for place in places where place.y <= y && y < place.maxY {
        let columns = max(0, place.x)..<max(0, place.x, min(surface.size.width, place.maxX))
        let row = y * surface.size.width
        if columns.contains(where: { shown.cells[row + $0] != surface.cells[row + $0] }) {
          damaged.append(Rect(x: place.x, y: y, width: place.width, height: 1))
        }
      }
    }
    return damaged
  }

  /// The columns of a row that differ, begun at a whole character.
  private func columns(_ y: Int) -> Range<Int>? {
    let width = surface.size.width
    guard let shown else { return 0..<width }
    let row = y * width
    var first = 0
    while first < width, shown.cells[row + first] == surface.cells[row + first] { first += 1 }
    guard first < width else { return nil }
    var last = width - 1
    while shown.cells[row + last] == surface.cells[row + last] { last -= 1 }
    while first > 0,
      surface.cells[row + first].isContinuation || shown.cells[row + first].isContinuation
    {
      first -= 1
    }
    return first..<min(width, last + 2)
  }
}
