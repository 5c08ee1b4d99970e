/// What is said of a picture's pixels, which travel apart from it.
///
/// They are rows without gaps of 32 bits a pixel, little-endian 0xFFRRGGBB: in memory blue, green, red, 255. That is how cairo
/// draws on paper (its ARGB32; a page has nothing transparent), and what PNG, sixel and character encoders take as it is; kitty's
/// red, green, blue come of it in the copy that shared memory with a name needs anyway.
package struct PictureFacts: Sendable, Hashable {
  package var width: Int
  package var height: Int
  /// All pixels are of one colour, or as good as.
  package var isBlank: Bool
  /// No pixel has a hue.
  package var isGray: Bool

  /// No picture has more pixels: 256 MB.
  package static let mostPixels = 64 << 20

  /// Bytes of one pixel.
  package static let pixelSize = 4

  package init(width: Int, height: Int, isBlank: Bool = false, isGray: Bool = false) {
    self.width = width
    self.height = height
    self.isBlank = isBlank
    self.isGray = isGray
  }

  /// Bytes from one row to the next.
  package var stride: Int { width * Self.pixelSize }
  package var byteCount: Int { stride * height }
}
