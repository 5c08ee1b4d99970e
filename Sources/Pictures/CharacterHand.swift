import Canvas
import DocumentModel

/// Pictures as characters: they stand in the cells, and menus above them.
struct CharacterHand: PictureHand {
  private struct Code: Hashable {
    var key: UInt64
    var part: PixelRect
    var cells: Size
  }

  let set: PictureCharacters
  let depth: ColorDepth
  let isDark: Bool
  /// What is on the screen.
  private var made: [Code: Surface] = [:]

  init(set: PictureCharacters, depth: ColorDepth, isDark: Bool) {
    self.set = set
    self.depth = depth
    self.isDark = isDark
  }

  mutating func update(_ wanted: [Int: PlacedPicture], holes: [Rect]) -> PictureUpdate {
    PictureUpdate()
  }

  mutating func paint(_ wanted: [Int: PlacedPicture], holes: [Rect], on surface: inout Surface) {
    var kept: [Code: Surface] = [:]
    for placed in wanted.values {
      let cells = Size(width: placed.place.width, height: placed.place.height)
      let code = Code(key: placed.picture.key, part: placed.part, cells: cells)
      var ready: Surface?
      if let code = placed.picture.code, code.fits(placed.part, cells),
        case .cells(let surface) = code.content
      {
        ready = surface
      }
      let picture =
        ready ?? made[code]
        ?? CharacterPicture.surface(
          of: placed.picture.bitmap, placed.part, size: cells, set: set, depth: depth,
          isDark: isDark)
      kept[code] = picture
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
