internal import CPoppler
import DocumentModel
import Wire

extension PixelBuffer {
  /// Paints an image into a box of a page, in points.
  func paint(
    _ source: PixelBuffer, in box: Box, _ placement: PagePlacement
  ) throws(EngineFailure) {
    guard let image = Self.surface(source), let target = Self.surface(self),
      let context = cairo_create(target)
    else { throw .outOfMemory }
    defer {
      // Other references to a surface must not reach the memory, which may be released.
      for surface in [image, target] {
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
      }
    }
    var matrix = cairo_matrix_t(
      xx: placement.xx, yx: placement.yx, xy: placement.xy, yy: placement.yy, x0: placement.x0,
      y0: placement.y0)
    cairo_set_matrix(context, &matrix)
    // A pixel more on each side: pixels that the box covers in part are the image's, too.
    let edge = 1 / max(placement.scale, 1e-6)
    cairo_rectangle(
      context, Double(box.x0) - edge, Double(box.y0) - edge, Double(box.width) + 2 * edge,
      Double(box.height) + 2 * edge)
    cairo_clip(context)
    cairo_translate(context, Double(box.x0), Double(box.y0))
    cairo_scale(
      context, Double(box.width) / Double(source.width), Double(box.height) / Double(source.height))
    cairo_set_source_surface(context, image, 0, 0)
    // The image is extended at its edges, or paper would shine through there.
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
    cairo_paint(context)
    let outcome = cairo_status(context)
    cairo_destroy(context)
    guard outcome == CAIRO_STATUS_SUCCESS else {
      throw outcome == CAIRO_STATUS_NO_MEMORY ? .outOfMemory : .damaged
    }
  }

  private static func surface(_ buffer: PixelBuffer) -> OpaquePointer? {
    guard let base = UnsafeMutableRawPointer(buffer.pixels.baseAddress) else { return nil }
    let facts = PictureFacts(width: buffer.width, height: buffer.height)
    return cairo_image_surface_create_for_data(
      base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(buffer.width),
      Int32(buffer.height), Int32(facts.stride))
  }
}
