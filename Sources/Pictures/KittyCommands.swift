import DocumentModel

/// How pixels come to kitty.
package enum KittyTransfer: String, Sendable, Hashable, CaseIterable {
  case sharedMemory = "shared memory"
  case file = "temporary files"
  /// Packed, in the stream: also over ssh.
  case stream
}

/// What is said to kitty (its “terminal graphics protocol”): bytes without any wrapping.
package enum KittyCommands {
  /// kitty takes no longer piece of a picture at once.
  static let longestChunk = 4_096

  /// `ESC _ G … ESC \`; where `isQuiet` is not set answers come for errors, and for what is well where it `isAsked` for.
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

  /// Uploads pixels that lie in shared memory or in a file; not yet to be seen.
  static func upload(
    _ id: UInt32, _ size: PixelSize, from name: String, isMemory: Bool, isQuiet: Bool
  ) -> [UInt8] {
    let count = size.width * size.height * 3
    return command(
      "a=t,i=\(id),f=24,s=\(size.width),v=\(size.height),t=\(isMemory ? "s" : "t"),S=\(count)",
      Base64.encode(Array(name.utf8)), isQuiet: isQuiet, isAsked: true)
  }

  /// Uploads pixels packed into the stream, in pieces that may not be told apart by anything between them.
  ///
  /// `packed` is what `packed(_:)` made of it before.
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

  /// Pixels as they go into the stream.
  static func packed(_ bitmap: Bitmap) -> [UInt8] {
    Base64.encode(bitmap.rgb().withUnsafeBytes { Zlib.packed($0) })
  }

  /// Shows a part of an uploaded picture in so many cells at the cursor, which does not move; again with the same numbers it moves or crops it.
  static func place(
    _ id: UInt32, placement: Int, part: PixelRect, columns: Int, rows: Int, z: Int, isQuiet: Bool
  ) -> [UInt8] {
    command(
      "a=p,i=\(id),p=\(placement),x=\(part.x),y=\(part.y),w=\(part.width),h=\(part.height),c=\(columns),r=\(rows),C=1,z=\(z)",
      isQuiet: isQuiet)
  }

  /// Prepares an uploaded picture to be shown by placeholders in so many columns and rows of text.
  static func placeForText(_ id: UInt32, columns: Int, rows: Int) -> [UInt8] {
    command("a=p,U=1,i=\(id),c=\(columns),r=\(rows)", isQuiet: true)
  }

  /// Takes a placement away and keeps the pixels.
  static func remove(_ id: UInt32, placement: Int) -> [UInt8] {
    command("a=d,d=i,i=\(id),p=\(placement)", isQuiet: true)
  }

  /// Leaves one pixel of a picture: kitty before 0.27 frees with one picture all others that are not placed just now.
  static func shrink(_ id: UInt32) -> [UInt8] {
    command("a=t,i=\(id),f=24,s=1,v=1", Array("AAAA".utf8), isQuiet: true)
  }

  /// Takes a picture away and frees its pixels, and those of others that are not placed.
  static func free(_ id: UInt32) -> [UInt8] {
    command("a=d,d=I,i=\(id)", isQuiet: true)
  }

  /// Asks whether a picture of one pixel could be taken; the answer has `i=id`.
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
