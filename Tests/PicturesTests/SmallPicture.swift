import Pictures

/// Bitmaps made for tests.
enum SmallPicture {
  /// Each pixel as 0xRRGGBB from a function of its place, with junk after each row.
  static func make(
    _ width: Int, _ height: Int, layout: Bitmap.Layout = .rgb24, alpha: UInt8 = 255,
    _ color: (Int, Int) -> UInt32
  ) throws -> Bitmap {
    let stride = width * layout.bytes + 5
    var bytes = [UInt8](repeating: 0xEE, count: stride * height)
    for y in 0..<height {
      for x in 0..<width {
        let value = color(x, y)
        let parts = [UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
        let at = y * stride + x * layout.bytes
        bytes.replaceSubrange(
          at..<at + layout.bytes,
          with: layout == .rgb24
            ? parts : parts.reversed() + [layout == .xrgb32 ? 0x11 : alpha])
      }
    }
    let made = Bitmap(width: width, height: height, stride: stride, layout: layout, bytes: bytes)
    struct NoBitmap: Error {}
    guard let made else { throw NoBitmap() }
    return made
  }

  /// Colours that differ from pixel to pixel, few enough for any palette.
  static func colors(_ x: Int, _ y: Int) -> UInt32 {
    [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF, 0x000000][(x / 4 + y / 6) % 5]
  }

  /// The same as bytes of red, green and blue.
  static func bytes(_ width: Int, _ height: Int, _ color: (Int, Int) -> UInt32) -> [UInt8] {
    (0..<height).flatMap { y in
      (0..<width).flatMap { x -> [UInt8] in
        let value = color(x, y)
        return [UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
      }
    }
  }
}
