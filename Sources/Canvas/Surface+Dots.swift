extension Surface {
  /// A position among braille dots: a cell has two columns and four rows of dots.
  package struct Dot: Sendable, Hashable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// Draws polylines through the dots of each stroke; a single dot is drawn alone.
  package mutating func putStrokes(_ strokes: [[Dot]], style: Style, in area: Rect) {
    var cells: [Dot: UInt32] = [:]
    func set(_ dot: Dot) {
      guard dot.x >= 0, dot.y >= 0 else { return }
      let cell = Dot(x: dot.x / 2, y: dot.y / 4)
      guard area.contains(x: cell.x, y: cell.y) else { return }
      cells[cell, default: 0] |= Self.bits[dot.y % 4][dot.x % 2]
    }
    for stroke in strokes {
      if let only = stroke.first, stroke.count == 1 { set(only) }
      for (a, b) in zip(stroke, stroke.dropFirst()) {
        let steps = max(abs(b.x - a.x), abs(b.y - a.y), 1)
        for step in 0...min(steps, Self.longest) {
          set(Dot(x: a.x + (b.x - a.x) * step / steps, y: a.y + (b.y - a.y) * step / steps))
        }
      }
    }
    for (cell, bits) in cells { put(scalar: 0x2800 + bits, x: cell.x, y: cell.y, style: style) }
  }

  /// The maximum number of dots per line, more than any screen has.
  private static let longest = 10_000

  /// By row and column (Unicode, Braille Patterns).
  private static let bits: [[UInt32]] = [
    [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
  ]
}
