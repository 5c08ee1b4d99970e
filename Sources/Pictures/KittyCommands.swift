import DocumentModel

/// How pixels are transferred to kitty.
package enum KittyTransfer: String, Sendable, Hashable, CaseIterable {
  case sharedMemory = "shared memory"
  case file = "temporary files"
  /// Compressed in the stream, which also works over ssh.
  case stream
}

/// Builds commands of kitty's terminal graphics protocol, without any wrapping.
package enum KittyCommands {
  /// The longest chunk of image data that kitty accepts.
  static let longestChunk = 4_096

  /// Returns `ESC _ G … ESC \`. Unless `isQuiet`, the terminal reports errors, and success too if `isAsked`.
  private static func command(
    _ keys: String, _ payload: some Collection<UInt8> = [], isQuiet: Bool, isAsked: Bool = false
  ) -> [UInt8] {
    var bytes = Array("\u{1b}_G\(keys),q=\(isQuiet ? 2 : isAsked ? 0 : 1)".utf8)
    if !payload.isEmpty {
      bytes.append(UInt8(ascii: ";"))
      bytes += payload
    }
    return bytes + [0x1B, 0x5C]
  }

  /// Transfers pixels from shared memory or a file; the image is not displayed yet.
  static func upload(
    _ id: UInt32, _ size: PixelSize, from name: String, isMemory: Bool, isQuiet: Bool
  ) -> [UInt8] {
    let count = size.width * size.height * 3
    return command(
      "a=t,i=\(id),f=24,s=\(size.width),v=\(size.height),t=\(isMemory ? "s" : "t"),S=\(count)",
      Base64.encode(Array(name.utf8)), isQuiet: isQuiet, isAsked: true)
  }

  /// Transfers compressed pixels in the stream, in chunks that must follow each other directly.
  ///
  /// `packed` is the result of `packed(_:)`, if computed in advance.
  static func upload(
    _ id: UInt32, _ bitmap: Bitmap, packed: [UInt8]? = nil, isQuiet: Bool
  ) -> [[UInt8]] {
    let text = packed ?? Self.packed(bitmap)
    var pieces: [[UInt8]] = []
    var at = 0
    repeat {
      let end = min(text.count, at + longestChunk)
      let more = end < text.count ? 1 : 0
      let head = "a=t,i=\(id),f=24,s=\(bitmap.size.width),v=\(bitmap.size.height),o=z,"
      pieces.append(
        command(
          (at == 0 ? head : "") + "m=\(more)", text[at..<end], isQuiet: isQuiet, isAsked: true))
      at = end
    } while at < text.count
    return pieces
  }

  /// Returns pixels in the form for the stream.
  static func packed(_ bitmap: Bitmap) -> [UInt8] {
    Base64.encode(bitmap.rgb().withUnsafeBytes { Zlib.packed($0) })
  }

  /// Displays a part of a transferred image in cells at the cursor, which does not move. Repeating it with the same numbers moves or crops the image.
  static func place(
    _ id: UInt32, placement: Int, part: PixelRect, columns: Int, rows: Int, z: Int, isQuiet: Bool
  ) -> [UInt8] {
    command(
      "a=p,i=\(id),p=\(placement),x=\(part.x),y=\(part.y),w=\(part.width),h=\(part.height),c=\(columns),r=\(rows),C=1,z=\(z)",
      isQuiet: isQuiet)
  }

  /// Prepares a transferred image for display by placeholders in the given columns and rows.
  static func placeForText(_ id: UInt32, columns: Int, rows: Int) -> [UInt8] {
    command("a=p,U=1,i=\(id),c=\(columns),r=\(rows)", isQuiet: true)
  }

  /// Removes a placement and keeps the pixels.
  static func remove(_ id: UInt32, placement: Int) -> [UInt8] {
    command("a=d,d=i,i=\(id),p=\(placement)", isQuiet: true)
  }

  /// Reduces an image to one pixel: with one image, kitty before 0.27 frees all others that have no placement.
  static func shrink(_ id: UInt32) -> [UInt8] {
    command("a=t,i=\(id),f=24,s=1,v=1", Array("AAAA".utf8), isQuiet: true)
  }

  /// Removes an image and frees its pixels, and those of others without a placement.
  static func free(_ id: UInt32) -> [UInt8] {
    command("a=d,d=I,i=\(id)", isQuiet: true)
  }

  /// Asks whether an image of one pixel could be transferred; the answer has `i=id`.
  package static func question(_ id: UInt32, _ transfer: KittyTransfer, from name: String)
    -> [UInt8]
  {
    let way: String
    var payload = Array(name.utf8)
    switch transfer {
    case .sharedMemory: way = "t=s,S=3"
    case .file: way = "t=t,S=3"
    case .stream:
      way = "t=d"
      payload = [0, 0, 0]
    }
    let head = "\u{1b}_Gi=\(id),a=q,s=1,v=1,f=24,\(way);"
    return Array(head.utf8) + Base64.encode(payload) + [0x1B, 0x5C]
  }
}
