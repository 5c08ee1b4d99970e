package import Canvas
package import DocumentModel

/// A part of a picture as the terminal takes it, made ahead on whatever thread has time.
package struct PictureCode: Sendable {
  enum Content: Sendable {
    /// A sixel picture, or iTerm2's.
    case bytes([UInt8])
    case cells(Surface)
    /// kitty's pixels, where it can read them; for one sending.
    case laidOut(TransferObject)
    /// kitty's pixels, packed and written as text, of the whole picture.
    case packed([UInt8])
  }

  /// What a picture is made ready for: with another one it is made anew.
  struct Use: Hashable {
    /// That of the picture.
    var key: UInt64
    var part: PixelRect
    var cells: Size

    init(_ placed: PlacedPicture) {
      key = placed.picture.key
      part = placed.part
      cells = Size(width: placed.place.width, height: placed.place.height)
    }
  }

  let part: PixelRect
  let cells: Size
  let content: Content

  func fits(_ use: Use) -> Bool { part == use.part && cells == use.cells }

  /// In bytes.
  package var byteCount: Int {
    switch content {
    case .bytes(let bytes), .packed(let bytes): bytes.count
    case .laidOut(let object): object.count
    case .cells(let surface): surface.cells.count * 40
    }
  }

  /// Whether it was used up.
  package var isSpent: Bool {
    if case .laidOut(let object) = content { object.isHandedOver } else { false }
  }

  /// Makes it the way the terminal wants; nil where there is nothing to be made ahead.
  package static func make(
    _ bitmap: Bitmap, _ part: PixelRect, in cells: Size, for ability: PictureAbility
  ) -> PictureCode? {
    switch ability.way {
    case .kitty(.stream):
      return PictureCode(
        part: part, cells: cells, content: .packed(KittyCommands.packed(bitmap)))
    case .kitty(let transfer):
      // Where there is no room for it, it goes into the stream.
      let object = TransferObject(bitmap, transfer).map { Content.laidOut($0) }
      return PictureCode(
        part: part, cells: cells, content: object ?? .packed(KittyCommands.packed(bitmap)))
    case .none: return nil
    case .sixel, .iTerm2:
      return PictureCode(
        part: part, cells: cells, content: .bytes(painted(bitmap, part, cells, ability)))
    case .characters(let set, let depth):
      return PictureCode(
        part: part, cells: cells,
        content: .cells(
          CharacterPicture.best(
            of: bitmap, part, size: cells, set: set, depth: depth, isDark: ability.isDark)))
    }
  }

  /// Whether what is made holds for one part in one size only.
  package static func dependsOnPlace(_ ability: PictureAbility) -> Bool {
    switch ability.way {
    case .kitty, .none: false
    case .sixel, .iTerm2, .characters: true
    }
  }

  /// What is painted onto the cells of a picture.
  static func painted(
    _ bitmap: Bitmap, _ part: PixelRect, _ cells: Size, _ ability: PictureAbility
  ) -> [UInt8] {
    guard case .sixel(let registers, _) = ability.way else {
      return ITerm2.bytes(of: bitmap, part, columns: cells.width, rows: cells.height)
    }
    var part = part
    let size = ability.pixels(for: cells)
    // Drawn in its size it is not scaled for the few rows of pixels that are cut.
    if part.width == size.width, part.height - size.height > 0, part.height - size.height < 6 {
      part.height = size.height
    }
    return Sixel.bytes(of: bitmap, part, size: size, registers: registers)
  }
}
