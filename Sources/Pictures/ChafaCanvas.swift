internal import CChafa
import DocumentModel

/// A libchafa canvas: converts pixels to sixels or characters, scaled to fit.
// Not Sendable: created, used and dropped in one call.
final class ChafaCanvas {
  private let canvas: OpaquePointer

  /// The size is in cells of several pixels; for sixels a cell is one pixel.
  init?(
    _ bitmap: Bitmap, _ part: PixelRect, columns: Int, rows: Int,
    _ configure: (OpaquePointer) -> Void
  ) {
    guard columns > 0, rows > 0, let config = chafa_canvas_config_new() else { return nil }
    defer { chafa_canvas_config_unref(config) }
    chafa_canvas_config_set_geometry(config, gint(columns), gint(rows))
    // Dithering and preprocessing are slow and do not improve text on paper.
    chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_NONE)
    chafa_canvas_config_set_preprocessing_enabled(config, gboolean(0))
    chafa_canvas_config_set_bg_color(config, 0xFFFFFF)
    configure(config)
    guard let canvas = chafa_canvas_new(config) else { return nil }
    self.canvas = canvas
    let part = part.clamped(to: bitmap.size)
    guard bitmap.layout != .rgb24 || bitmap.stride % 4 != 0 else {
      bitmap.memory.withBytes { bytes in
        let start = part.y * bitmap.stride + part.x * bitmap.layout.bytes
        let pixels = bytes.bindMemory(to: guint8.self).baseAddress.map { $0 + start }
        chafa_canvas_draw_all_pixels(
          canvas, CHAFA_PIXEL_RGB8, pixels, gint(part.width), gint(part.height),
          gint(bitmap.stride))
      }
      return
    }
    // The bitmap's transparent parts are white, while libchafa would use the terminal's background. libchafa expects rows at multiples of four bytes; otherwise
    // the image is skewed.
    let row = (part.width * 3 + 3) / 4 * 4
    let pixels = [UInt8](unsafeUninitializedCapacity: row * part.height) { buffer, written in
      bitmap.write(rgb: UnsafeMutableRawBufferPointer(buffer), of: part, stride: row)
      written = row * part.height
    }
    chafa_canvas_draw_all_pixels(
      canvas, CHAFA_PIXEL_RGB8, pixels, gint(part.width), gint(part.height), gint(row))
  }

  deinit { chafa_canvas_unref(canvas) }

  /// Returns the canvas as terminal output.
  func printed() -> [UInt8] {
    guard let text = chafa_canvas_print(canvas, nil) else { return [] }
    defer { g_string_free(text, gboolean(1)) }
    return Array(UnsafeRawBufferPointer(start: text.pointee.str, count: Int(text.pointee.len)))
  }

  func character(x: Int, y: Int) -> UInt32 { chafa_canvas_get_char_at(canvas, gint(x), gint(y)) }

  /// Returns the colours of a cell, 0xRRGGBB, nil for the terminal's own. Must not be called for a canvas without colours: libchafa crashes.
  func colors(x: Int, y: Int) -> (foreground: UInt32?, background: UInt32?) {
    var foreground: gint = -1
    var background: gint = -1
    chafa_canvas_get_colors_at(canvas, gint(x), gint(y), &foreground, &background)
    func color(_ value: gint) -> UInt32? { value < 0 ? nil : UInt32(value) & 0xFF_FFFF }
    return (color(foreground), color(background))
  }
}
