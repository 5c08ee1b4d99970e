package import Canvas
import DocumentModel

/// A picture among the lines of a terminal, for a command that draws no screen.
package enum InlinePicture {
  /// Makes room for so many rows and goes back to the first; nothing is scrolled away by the picture then.
  package static func room(rows: Int) -> [UInt8] {
    Array(repeating: 0x0A, count: rows) + Array("\r\u{1b}[\(rows)A".utf8)
  }

  /// From the first row of a room to the line below it.
  package static func below(rows: Int) -> [UInt8] {
    Array("\u{1b}[\(rows)B\r".utf8)
  }

  /// Shows a picture at the cursor, which stays; characters are not shown this way.
  ///
  /// Behind tmux the place must be named, as the terminal there does not know of tmux's cursor. `id` tells the picture
  /// from others in kitty, where it stays when we are gone.
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
