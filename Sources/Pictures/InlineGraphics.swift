import Canvas
import DocumentModel

/// Paints images onto the cells, as sixels or by iTerm2's protocol: text written later erases them.
struct InlineGraphics: GraphicsBackend {
  private let ability: PictureAbility
  private let screen: Size
  private var painted: [Int: PlacedPicture] = [:]
  private var damaged: Set<Int> = []
  private var holes: [Rect] = []
  /// The last encoded images, newest at the end: a page and some neighbours.
  private var codes: [(use: PictureCode.Use, bytes: [UInt8])] = []

  init(_ ability: PictureAbility, screen: Size) {
    self.ability = ability
    self.screen = screen
  }

  mutating func update(_ wanted: [Int: PlacedPicture], holes: [Rect]) -> PictureUpdate {
    var update = PictureUpdate()
    var out = Sequences(ability.pane)
    let closed = self.holes.filter { !holes.contains($0) }
    for (slot, picture) in wanted.sorted(by: { $0.key < $1.key }) {
      let isKept = painted[slot]?.isAlike(picture) == true
      let isUncovered = closed.contains { picture.place.common(with: $0) != nil }
      if isKept, !isUncovered, !damaged.contains(slot) { continue }
      guard let visible = visible(picture) else { continue }
      out.add(encoded(visible), x: visible.place.x, y: visible.place.y)
      // Bands of six pixel rows rarely fill the last row of cells, so remains of another image would be visible there.
      if !painted.values.contains(where: { $0.place == picture.place }) {
        update.repaintBefore.append(
          Rect(
            x: visible.place.x, y: visible.place.maxY - 1, width: visible.place.width, height: 1))
      }
      update.repaintAfter += holes.compactMap { visible.place.common(with: $0) }
    }
    painted = wanted
    damaged = []
    self.holes = holes
    update.after = out.bytes
    return update
  }

  /// Returns the part that may be painted: an image that touches the last row would scroll the screen.
  private func visible(_ picture: PlacedPicture) -> PlacedPicture? {
    let room = Rect(x: 0, y: 0, width: screen.width, height: screen.height - 1)
    guard let place = picture.place.common(with: room) else { return nil }
    var result = picture
    result.place = place
    result.part = picture.part(of: place)
    return result
  }

  private mutating func encoded(_ picture: PlacedPicture) -> [UInt8] {
    let use = PictureCode.Use(picture)
    if let known = codes.firstIndex(where: { $0.use == use }) {
      codes.append(codes.remove(at: known))
      return codes[codes.count - 1].bytes
    }
    let bytes: [UInt8]
    if let made = picture.picture.code, made.fits(use),
      case .bytes(let ready) = made.content
    {
      bytes = ready
    } else {
      bytes = PictureCode.painted(picture.picture.bitmap, picture.part, use.cells, ability)
    }
    codes.append((use, bytes))
    var total = codes.reduce(0) { $0 + $1.bytes.count }
    while total > PictureSurface.mostPainted, codes.count > 1 {
      total -= codes.removeFirst().bytes.count
    }
    return bytes
  }

  mutating func damage(_ cells: [Rect]) {
    for (slot, picture) in painted {
      let pieces = picture.place.pieces(without: holes)
      let isHit = pieces.contains { piece in cells.contains { piece.common(with: $0) != nil } }
      if isHit { damaged.insert(slot) }
    }
  }

  /// Only text written later removes the images.
  mutating func end() -> [UInt8] {
    painted = [:]
    damaged = []
    holes = []
    return []
  }
}
