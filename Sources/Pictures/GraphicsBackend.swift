import Canvas

/// A method of showing images on the screen.
protocol GraphicsBackend: Sendable {
  /// Makes the screen show the given images, by slot; cells in `holes` belong to others.
  mutating func update(_ wanted: [Int: PlacedPicture], holes: [Rect]) -> PictureUpdate
  /// Writes the parts of images that consist of cells.
  mutating func paint(_ wanted: [Int: PlacedPicture], holes: [Rect], on surface: inout Surface)
  /// Reports that cells were overwritten.
  mutating func damage(_ cells: [Rect])
  /// Handles an answer of the terminal; returns whether the screen must be updated.
  mutating func take(_ answer: PictureAnswer) -> Bool
  /// The id of the next image, if images have ids: an answer about an older image must not be attributed to it.
  var nextID: UInt32? { get }
  /// Starts again on a terminal that may have lost its images; returns the commands that remove those it still has.
  mutating func forget() -> [UInt8]
  /// Returns the commands that remove everything, for the terminal itself: not wrapped for tmux.
  mutating func end() -> [UInt8]
}

extension GraphicsBackend {
  /// Fills cells under an image with a blank that ncurses does not treat as one: it clears ordinary blanks in bulk, and the image with them.
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

/// Shows no images: cells stay as they are.
struct NullGraphics: GraphicsBackend {
  mutating func update(_ wanted: [Int: PlacedPicture], holes: [Rect]) -> PictureUpdate {
    PictureUpdate()
  }

  mutating func paint(_ wanted: [Int: PlacedPicture], holes: [Rect], on surface: inout Surface) {}
}
