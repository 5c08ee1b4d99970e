import DocumentModel

/// Writes images in iTerm2's protocol: a file in the stream (`OSC 1337 ; File`).
enum ITerm2 {
  /// Returns nothing if there is not enough memory for the file.
  static func bytes(of bitmap: Bitmap, _ part: PixelRect, columns: Int, rows: Int) -> [UInt8] {
    guard let file = file(of: bitmap, part.clamped(to: bitmap.size)) else { return [] }
    let head =
      "\u{1b}]1337;File=inline=1;size=\(file.count);width=\(columns);height=\(rows);preserveAspectRatio=0;doNotMoveCursor=1:"
    return Array(head.utf8) + Base64.encode(file) + [0x07]
  }

  private static func file(of bitmap: Bitmap, _ part: PixelRect) -> [UInt8]? {
    let facts = PictureFacts(width: part.width, height: part.height)
    let file = Pieces()
    let isWhole = bitmap.rows(of: part).withUnsafeBytes { rows in
      do throws(PNGFile.Failure) {
        try PNGFile.write(facts, rows, isQuick: true) { file.add($0) }
        return true
      } catch {
        return false
      }
    }
    return isWhole ? file.bytes : nil
  }

  /// Collects the bytes written in pieces.
  private final class Pieces {
    private(set) var bytes: [UInt8] = []

    func add(_ piece: [UInt8]) -> Bool {
      bytes += piece
      return true
    }
  }
}
