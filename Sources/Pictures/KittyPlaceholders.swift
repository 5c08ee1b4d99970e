import Canvas
import DocumentModel

/// Shows images in kitty as placeholders: ordinary cells, which tmux moves, covers and erases with their pane.
struct KittyPlaceholders: GraphicsBackend {
  private struct Upload {
    var id: UInt32
    var bytes: Int
    var lastUse: Int
  }

  private var pixels: KittyUpload
  private let pane: TmuxPane?
  private let limit: KittyLimit
  /// kitty scales an image to the cells of its placement, so another size or another part is transferred again.
  private var held: [PictureCode.Use: Upload] = [:]
  /// Commands to write before the cells, and ids that no cell uses once those are written.
  private var waiting: [[UInt8]] = []
  private var leaving: [UInt32] = []
  private var nextSerial: UInt32
  private var clock = 0

  init(
    _ transfer: KittyTransfer, pane: TmuxPane?, firstID: UInt32, limit: KittyLimit
  ) {
    pixels = KittyUpload(transfer)
    self.pane = pane
    self.limit = limit
    // Instances in other panes must use different numbers.
    nextSerial = firstID &* 2_654_435_761 >> 8
  }

  mutating func paint(_ wanted: [Int: PlacedPicture], holes: [Rect], on surface: inout Surface) {
    clock += 1
    for (_, placed) in wanted.sorted(by: { $0.key < $1.key }) {
      guard let inside = placed.place.common(with: surface.bounds) else { continue }
      let id = uploaded(placed)
      for piece in inside.pieces(without: holes) {
        for y in piece.y..<piece.maxY {
          for x in piece.x..<piece.maxX {
            let cell = Placeholder.cell(
              id, row: y - placed.place.y, column: x - placed.place.x,
              over: surface[x: x, y: y].style)
            if let cell { surface.put(picture: cell, x: x, y: y) }
          }
        }
      }
    }
    evict()
  }

  mutating func update(_ wanted: [Int: PlacedPicture], holes: [Rect]) -> PictureUpdate {
    var before = Sequences(pane)
    for command in waiting { before.add(command) }
    waiting = []
    var after = Sequences(pane)
    for id in leaving { after.add(KittyCommands.free(id)) }
    leaving = []
    var update = PictureUpdate()
    update.before = before.bytes
    update.after = after.bytes
    return update
  }

  /// Returns the id of an image placed in a number of cells, transferring it if necessary.
  private mutating func uploaded(_ placed: PlacedPicture) -> UInt32 {
    let use = PictureCode.Use(placed)
    if let known = held[use] {
      held[use]?.lastUse = clock
      return known.id
    }
    let id = Placeholder.id(nextSerial)
    nextSerial &+= 1
    var bitmap = placed.picture.bitmap
    var code = placed.picture.code
    if placed.part != bitmap.bounds, let part = bitmap.cropped(to: placed.part) {
      (bitmap, code) = (part, nil)
    }
    // No answers are requested, because tmux delivers them to the active pane.
    waiting += pixels.send(bitmap, id, code: code, isQuiet: true)
    waiting.append(
      KittyCommands.placeForText(id, columns: use.cells.width, rows: use.cells.height))
    held[use] = Upload(id: id, bytes: bitmap.size.width * bitmap.size.height * 4, lastUse: clock)
    return id
  }

  /// Frees the least recently shown images, but never one on the screen.
  private mutating func evict() {
    var idle = held.filter { $0.value.lastUse != clock }
      .sorted { ($0.value.lastUse, $0.value.id) < ($1.value.lastUse, $1.value.id) }[...]
    var bytes = held.values.reduce(0) { $0 + $1.bytes }
    while held.count > limit.pictures || bytes > limit.bytes, let oldest = idle.popFirst() {
      leaving.append(oldest.value.id)
      bytes -= oldest.value.bytes
      held[oldest.key] = nil
    }
  }

  /// The next frame uses new ids; the replaced images are removed after it, so that there is no gap.
  mutating func forget() -> [UInt8] {
    leaving += held.values.map(\.id).sorted()
    held = [:]
    waiting = []
    return []
  }

  mutating func end() -> [UInt8] {
    _ = forget()
    defer { leaving = [] }
    pixels.dropAll()
    return leaving.flatMap { KittyCommands.free($0) }
  }
}
