internal import CPoppler
package import DocumentModel
package import Wire

extension PopplerDocumentFile {
  /// Draws a page on white into so many pixels; throws `damaged` where cairo gave up, after which fonts may stay unusable.
  package func render(
    page index: Int, width: Int, height: Int
  ) throws(EngineFailure) -> PagePicture {
    let page = try page(index)
    guard (1...Limit.pictureSide).contains(width), (1...Limit.pictureSide).contains(height),
      width * height * 4 <= Limit.shared - 64
    else { throw .tooLarge }
    let size = Self.size(page)
    guard size.width > 0, size.height > 0,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    else { throw .tooLarge }
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface)
    else { throw .tooLarge }
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_paint(context)
    cairo_scale(context, Double(width) / size.width, Double(height) / size.height)
    poppler_page_render(page, context)
    let outcome = cairo_status(context)
    cairo_destroy(context)
    guard outcome == CAIRO_STATUS_SUCCESS else { throw .damaged }
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { throw .tooLarge }
    let stride = Int(cairo_image_surface_get_stride(surface))
    return PagePicture(
      width: width, height: height, stride: stride,
      pixels: Array(UnsafeBufferPointer(start: data, count: stride * height)))
  }
}
