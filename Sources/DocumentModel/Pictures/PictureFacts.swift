/// The properties of an image, whose pixels are transferred separately.
///
/// Pixels are 32-bit little-endian 0xFFRRGGBB in rows without gaps: blue, green, red, 255 in memory. This is cairo's ARGB32 without transparency; PNG, sixel
/// and character encoders read it as it is. For kitty it is converted to red, green, blue in the copy to named shared memory, which is needed anyway.
package struct PictureFacts: Sendable, Hashable {
  package var width: Int
  package var height: Int
  /// Whether all pixels have (almost) the same colour.
  package var isBlank: Bool
  /// Whether no pixel has a hue.
  package var isGray: Bool

  /// The largest number of pixels of an image: 256 MB.
  package static let mostPixels = 64 << 20

  /// Bytes per pixel.
  package static let pixelSize = 4

  package init(width: Int, height: Int, isBlank: Bool = false, isGray: Bool = false) {
    self.width = width
    self.height = height
    self.isBlank = isBlank
    self.isGray = isGray
  }

  /// Bytes per row.
  package var stride: Int { width * Self.pixelSize }
  package var byteCount: Int { stride * height }
}
