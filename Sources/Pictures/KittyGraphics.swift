import Canvas

/// The limits on images kept in kitty's memory; kitty silently drops the oldest beyond 320 MB at four bytes per pixel.
package struct KittyLimit: Sendable {
  package var pictures = 8
  package var bytes = 320_000_000

  package init(pictures: Int = 8, bytes: Int = 320_000_000) {
    self.pictures = pictures
    self.bytes = bytes
  }
}

/// Shows images as kitty placements above the text, which are moved and cropped without sending pixels.
struct KittyGraphics: GraphicsBackend {
  private struct Upload {
    var id: UInt32
    var bytes: Int
    var lastUse: Int
  }

  private struct Shown {
    var id: UInt32
    var picture: PlacedPicture
    var pieces: [Rect]
    var placements: [Int]
    var z: Int
    /// Whether the terminal has lost the image but perhaps not its placements: they are removed when it is placed again.
    var isLost = false
  }

  private var pixels: KittyUpload
  private let pane: TmuxPane?
  private let isQuiet: Bool
  private let limit: KittyLimit
  /// By image key.
  private var held: [UInt64: Upload] = [:]
  private var shown: [Int: Shown] = [:]
  /// Ids of discarded images, oldest first.
  private var shrunk: [UInt32] = []
  /// Ids of transfers not answered yet. Until then the ids are not reused and the objects they refer to are not removed.
  private var unanswered: Set<UInt32> = []
  private var refusals: [UInt64: Int] = [:]
  private var followingID: UInt32
  private var nextPlacement = 1
  private var nextZ = 0
  private var clock = 0

  init(
    _ transfer: KittyTransfer, pane: TmuxPane?, firstID: UInt32, isQuiet: Bool, limit: KittyLimit
  ) {
    pixels = KittyUpload(transfer)
    self.pane = pane
    self.isQuiet = isQuiet
    self.limit = limit
    followingID = max(1, firstID)
  }

  var nextID: UInt32? { followingID }

  mutating func update(_ wanted: [Int: PlacedPicture], holes: [Rect]) -> PictureUpdate {
    clock += 1
    var before = Sequences(pane)
    var after = Sequences(pane)
    for (slot, old) in shown.sorted(by: { $0.key < $1.key }) where wanted[slot] == nil {
      remove(old.placements, of: old.id, &before)
      shown[slot] = nil
    }
    for (slot, picture) in wanted.sorted(by: { $0.key < $1.key }) {
      held[picture.picture.key]?.lastUse = clock
      let pieces = picture.place.pieces(without: holes)
      if let old = shown[slot], !old.isLost, old.picture.isAlike(picture) {
        guard old.pieces != pieces else { continue }
        // A menu opens before its cells are written and closes after.
        if Self.area(pieces) < Self.area(old.pieces) {
          place(picture, pieces, slot, &before)
        } else {
          place(picture, pieces, slot, &after)
        }
      } else {
        place(picture, pieces, slot, &after)
      }
    }
    evict(&after)
    var update = PictureUpdate()
    update.before = before.bytes
    update.after = after.bytes
    return update
  }

  private static func area(_ pieces: [Rect]) -> Int {
    pieces.reduce(0) { $0 + $1.width * $1.height }
  }

  /// Adds the new placements before removing the ones they replace, so that there is never a gap.
  private mutating func place(
    _ picture: PlacedPicture, _ pieces: [Rect], _ slot: Int, _ out: inout Sequences
  ) {
    let old = shown[slot]
    guard let id = uploaded(picture.picture, &out) else {
      // No image is better than one from another place.
      if let old { remove(old.placements, of: old.id, &out) }
      shown[slot] = nil
      return
    }
    var placements: [Int] = []
    if let old, old.id == id, !old.isLost, old.pieces.count == 1, pieces.count == 1 {
      placements = old.placements
    } else {
      placements = pieces.map { _ in newPlacement() }
    }
    var z = old?.z ?? 0
    if old?.id != id {
      nextZ += 1
      z = nextZ
    }
    for (piece, number) in zip(pieces, placements) {
      let command = KittyCommands.place(
        id, placement: number, part: picture.part(of: piece), columns: piece.width,
        rows: piece.height, z: z, isQuiet: isQuiet)
      out.add(command, x: piece.x, y: piece.y)
    }
    if let old { remove(old.placements.filter { !placements.contains($0) }, of: old.id, &out) }
    shown[slot] = Shown(id: id, picture: picture, pieces: pieces, placements: placements, z: z)
  }

  private func remove(_ placements: [Int], of id: UInt32, _ out: inout Sequences) {
    for number in placements { out.add(KittyCommands.remove(id, placement: number)) }
  }

  private mutating func newPlacement() -> Int {
    nextPlacement += 1
    return nextPlacement - 1
  }

  /// Returns the id of an image in the terminal, transferring it if necessary; nil if the terminal refuses it.
  private mutating func uploaded(_ picture: Picture, _ out: inout Sequences) -> UInt32? {
    if let known = held[picture.key] { return known.id }
    guard refusals[picture.key, default: 0] < 3 else { return nil }
    let id = newID()
    for piece in pixels.send(picture.bitmap, id, code: picture.code, isQuiet: isQuiet) {
      out.add(piece)
    }
    if !isQuiet { unanswered.insert(id) }
    let size = picture.bitmap.size
    held[picture.key] = Upload(id: id, bytes: size.width * size.height * 4, lastUse: clock)
    return id
  }

  private mutating func newID() -> UInt32 {
    if let free = shrunk.firstIndex(where: { !unanswered.contains($0) }) {
      return shrunk.remove(at: free)
    }
    defer { followingID = followingID == .max ? 1 : followingID + 1 }
    return followingID
  }

  /// Discards the least recently shown images, but never one on the screen.
  private mutating func evict(_ out: inout Sequences) {
    let visible = Set(shown.values.map(\.id))
    var idle = held.filter { !visible.contains($0.value.id) }
      .sorted { ($0.value.lastUse, $0.value.id) < ($1.value.lastUse, $1.value.id) }[...]
    var bytes = held.values.reduce(0) { $0 + $1.bytes }
    while held.count > limit.pictures || bytes > limit.bytes, let oldest = idle.popFirst() {
      out.add(KittyCommands.shrink(oldest.value.id))
      shrunk.append(oldest.value.id)
      bytes -= oldest.value.bytes
      held[oldest.key] = nil
      // A slow terminal may not have read it yet.
      if !isQuiet, !unanswered.contains(oldest.value.id) { pixels.drop(oldest.value.id) }
    }
  }

  /// A refused image is sent again, then in the stream, where nothing can fail, and then given up.
  mutating func take(_ answer: PictureAnswer) -> Bool {
    if !answer.isPlacement {
      unanswered.remove(answer.id)
      pixels.drop(answer.id)
    }
    guard let key = held.first(where: { $0.value.id == answer.id })?.key else { return false }
    if answer.isGood {
      refusals[key] = nil
      return false
    }
    // This placement's transfer has not been answered yet.
    if answer.isPlacement, unanswered.contains(answer.id) { return false }
    held[key] = nil
    shrunk.append(answer.id)
    for (slot, old) in shown where old.id == answer.id { shown[slot]?.isLost = true }
    refusals[key, default: 0] += 1
    if refusals[key] == 2 { pixels.transfer = .stream }
    // An image that is given up is removed from the screen too.
    return true
  }

  mutating func forget() -> [UInt8] {
    let bytes = removal
    held = [:]
    shrunk = []
    refusals = [:]
    shown = [:]
    return bytes
  }

  private var removal: [UInt8] {
    (held.values.map(\.id) + shrunk).sorted().flatMap { KittyCommands.free($0) }
  }

  mutating func end() -> [UInt8] {
    let bytes = forget()
    unanswered = []
    pixels.dropAll()
    return bytes
  }
}
