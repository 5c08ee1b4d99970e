package import Canvas
package import DocumentModel

/// A part of an image encoded for the terminal, in advance and on any thread.
package struct PictureCode: Sendable {
  enum Content: Sendable {
    /// A sixel or iTerm2 image.
    case bytes([UInt8])
    case cells(Surface)
    /// Pixels in an object that kitty can read; for one transfer only.
    case laidOut(TransferObject)
    /// The whole image's pixels, compressed and Base64-encoded for kitty.
    case packed([UInt8])
  }

  /// The use an image is encoded for; any other use requires encoding again.
  struct Use: Hashable {
    /// The image's key.
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

  package var byteCount: Int {
    switch content {
    case .bytes(let bytes), .packed(let bytes): bytes.count
    case .laidOut(let object): object.count
    case .cells(let surface): surface.cells.count * 40
    }
  }

  /// Whether it has been used and cannot be used again.
  package var isSpent: Bool {
    if case .laidOut(let object) = content { object.isHandedOver } else { false }
  }

  /// Encodes a part for the terminal; nil if there is nothing to encode in advance.
  package static func make(
    _ bitmap: Bitmap, _ part: PixelRect, in cells: Size, for ability: PictureAbility
  ) -> PictureCode? {
    switch ability.way {
    case .kitty(.stream):
      return PictureCode(
        part: part, cells: cells, content: .packed(KittyCommands.packed(bitmap)))
    case .kitty(let transfer):
      // Without space for the object, the pixels are sent in the stream.
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

  /// Whether an encoded image is valid for one part and size only.
  package static func dependsOnPlace(_ ability: PictureAbility) -> Bool {
    switch ability.way {
    case .kitty, .none: false
    case .sixel, .iTerm2, .characters: true
    }
  }

  /// Returns the output that paints an image onto its cells.
  static func painted(
    _ bitmap: Bitmap, _ part: PixelRect, _ cells: Size, _ ability: PictureAbility
  ) -> [UInt8] {
    guard case .sixel(let registers, _) = ability.way else {
      return ITerm2.bytes(of: bitmap, part, columns: cells.width, rows: cells.height)
    }
    var part = part
    let size = ability.pixels(for: cells)
    // Cropping a few pixel rows avoids scaling.
    if part.width == size.width, part.height - size.height > 0, part.height - size.height < 6 {
      part.height = size.height
    }
    return Sixel.bytes(of: bitmap, part, size: size, registers: registers)
  }
}
