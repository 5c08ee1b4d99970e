import Canvas

/// One way of bringing pictures onto the screen.
protocol PictureHand: Sendable {
  /// Makes what is on the screen what is wanted, by slots; cells in holes belong to others.
  mutating func update(_ wanted: [Int: PlacedPicture], holes: [Rect]) -> PictureUpdate
  /// Puts what stands in the cells themselves.
  mutating func paint(_ wanted: [Int: PlacedPicture], holes: [Rect], on surface: inout Surface)
  /// Such cells were written over.
  mutating func damage(_ cells: [Rect])
  /// Takes the terminal's answer to what it was sent; returns whether the screen has to be updated.
  mutating func take(_ answer: PictureAnswer) -> Bool
  /// The number of the next picture, where they have numbers: an answer about an older one must not be taken for its own.
  var nextID: UInt32? { get }
  /// Starts again on a terminal that may have lost its pictures; returns what removes those it still has.
  mutating func forget() -> [UInt8]
  /// What leaves nothing behind, as the terminal itself takes it: not wrapped for tmux.
  mutating func end() -> [UInt8]
}

extension PictureHand {
  /// Cells under a picture hold a blank that ncurses does not take for one: it erases others in the lump, and the picture with them.
  mutating func paint(_ wanted: [Int: PlacedPicture], holes: [Rect], on surface: inout Surface) {
    for placed in wanted.values {
      guard let inside = placed.place.common(with: surface.bounds) else { continue }
      for piece in inside.pieces(without: holes) {
        surface.leave(piece, style: surface[x: piece.x, y: piece.y].style)
      }
    }
  }

  var nextID: UInt32? { nil }
  mutating func damage(_ cells: [Rect]) {}
  mutating func take(_ answer: PictureAnswer) -> Bool { false }
  mutating func forget() -> [UInt8] { end() }
  mutating func end() -> [UInt8] { [] }
}

/// Shows no pictures: cells stay as they are.
struct NoHand: PictureHand {
  mutating func update(_ wanted: [Int: PlacedPicture], holes: [Rect]) -> PictureUpdate {
    PictureUpdate()
  }

  mutating func paint(_ wanted: [Int: PlacedPicture], holes: [Rect], on surface: inout Surface) {}
}
