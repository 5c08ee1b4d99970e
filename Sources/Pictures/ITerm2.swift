/// Pictures as iTerm2 takes them: a file in the stream (`OSC 1337 ; File`).
enum ITerm2 {
  static func bytes(of bitmap: Bitmap, _ part: PixelRect, columns: Int, rows: Int) -> [UInt8] {
    let file = StreamedPNG.bytes(of: bitmap, part)
    let head =
      "\u{1b}]1337;File=inline=1;size=\(file.count);width=\(columns);height=\(rows);preserveAspectRatio=0;doNotMoveCursor=1:"
    return Array(head.utf8) + Base64.encode(file) + [0x07]
  }
}
