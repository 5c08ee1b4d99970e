import Canvas
import DocumentModel

/// Shows images as characters in the cells, below menus.
struct CharacterGraphics: GraphicsBackend {
  let set: PictureCharacters
  let depth: ColorDepth
  let isDark: Bool
  /// The character images on the screen.
  private var made: [PictureCode.Use: Surface] = [:]

  init(set: PictureCharacters, depth: ColorDepth, isDark: Bool) {
    self.set = set
    self.depth = depth
    self.isDark = isDark
  }

  mutating func update(_ wanted: [Int: PlacedPicture], holes: [Rect]) -> PictureUpdate {
    PictureUpdate()
  }

  mutating func paint(_ wanted: [Int: PlacedPicture], holes: [Rect], on surface: inout Surface) {
    var kept: [PictureCode.Use: Surface] = [:]
    for placed in wanted.values {
      let use = PictureCode.Use(placed)
      var ready: Surface?
      if let code = placed.picture.code, code.fits(use),
        case .cells(let surface) = code.content
      {
        ready = surface
      }
      let picture =
        ready ?? made[use]
        ?? CharacterPicture.best(
          of: placed.picture.bitmap, placed.part, size: use.cells, set: set, depth: depth,
          isDark: isDark)
      kept[use] = picture
      guard let inside = placed.place.common(with: surface.bounds) else { continue }
      for piece in inside.pieces(without: holes) {
        for y in piece.y..<piece.maxY {
          for x in piece.x..<piece.maxX {
            let cell = picture[x: x - placed.place.x, y: y - placed.place.y]
            surface.put(scalar: cell.scalars.0, x: x, y: y, style: cell.style)
          }
        }
      }
    }
    made = kept
  }
}
