internal import CChafa
package import DocumentModel

/// Writes images as DEC sixels.
package enum Sixel {
  /// Returns the height cut to a multiple of six, the rows of a sixel: the remainder would be black or transparent.
  package static func height(_ pixels: Int) -> Int { max(6, pixels / 6 * 6) }

  /// Encodes a part of an image at a size: grey pages with 16 greys, others with their own colours or the nearest 256.
  package static func bytes(
    of bitmap: Bitmap, _ part: PixelRect? = nil, size: PixelSize, registers: Int = 256
  ) -> [UInt8] {
    let part = (part ?? bitmap.bounds).clamped(to: bitmap.size)
    let size = PixelSize(width: max(1, size.width), height: height(size.height))
    if size == part.size, registers < 256 || bitmap.isGray(part) {
      return GraySixel.bytes(of: bitmap, part)
    }
    if size == part.size, let bytes = PaletteSixel.bytes(of: bitmap, part) { return bytes }
    let canvas = ChafaCanvas(bitmap, part, columns: size.width, rows: size.height) { config in
      chafa_canvas_config_set_cell_geometry(config, 1, 1)
      chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SIXELS)
      let colors =
        registers >= 256 ? CHAFA_CANVAS_MODE_TRUECOLOR : CHAFA_CANVAS_MODE_INDEXED_16
      chafa_canvas_config_set_canvas_mode(config, colors)
    }
    return canvas?.printed() ?? []
  }
}
