package import Canvas
import DocumentModel

/// Writes an image between the lines of a terminal, for commands without a full-screen display.
package enum InlinePicture {
  /// Reserves rows and returns to the first, so that the image does not scroll the terminal.
  package static func room(rows: Int) -> [UInt8] {
    Array(repeating: 0x0A, count: rows) + Array("\r\u{1b}[\(rows)A".utf8)
  }

  /// Moves from the first reserved row to the line below the image.
  package static func below(rows: Int) -> [UInt8] {
    Array("\u{1b}[\(rows)B\r".utf8)
  }

  /// Shows an image at the cursor, which stays there; does nothing for the character method.
  ///
  /// Inside tmux the position must be given, since the outer terminal does not know tmux's cursor. `id` identifies the image in kitty, where it remains after
  /// the process ends.
  package static func bytes(
    _ bitmap: Bitmap, cells: Size, by ability: PictureAbility, cursor: (x: Int, y: Int)?,
    id: UInt32
  ) -> [UInt8] {
    var out = Sequences(ability.pane)
    let picture: [UInt8]
    switch ability.way {
    case .kitty(let transfer):
      var hand = KittyUpload(transfer)
      for piece in hand.send(bitmap, id, isQuiet: true) { out.add(piece) }
      picture = KittyCommands.place(
        id, placement: 1, part: bitmap.bounds, columns: cells.width, rows: cells.height, z: 0,
        isQuiet: true)
    case .sixel(let registers, _):
      var part = bitmap.bounds
      let size = ability.pixels(for: cells)
      if part.width == size.width { part.height = min(part.height, size.height) }
      picture = Sixel.bytes(of: bitmap, part, size: size, registers: registers)
    case .iTerm2:
      picture = ITerm2.bytes(
        of: bitmap, bitmap.bounds, columns: cells.width, rows: cells.height)
    case .characters, .none: return []
    }
    if ability.pane != nil, let cursor {
      out.add(picture, x: cursor.x, y: cursor.y)
    } else {
      out.add([0x1B, 0x37] + picture + [0x1B, 0x38])
    }
    return out.bytes
  }
}
