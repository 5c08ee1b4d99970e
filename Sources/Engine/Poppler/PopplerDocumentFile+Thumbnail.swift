internal import CPoppler
package import DocumentModel
package import Wire

extension PopplerDocumentFile {
  /// How far the aspect ratio of an embedded thumbnail may differ from its page's.
  private static let ratios = 0.97...1.03

  /// Returns the first page that is not blank, or an embedded thumbnail that is good enough.
  package func thumbnail(_ request: ThumbnailRequest) throws(EngineFailure) -> ProvidedThumbnail {
    if let carried = carriedThumbnail(request) {
      return .drawing(carried, pageCount: summary.pageCount)
    }
    return try pageThumbnail(request)
  }

  /// Returns the embedded thumbnail of the first page (PDF 32000-1, 12.3.4) if it is large enough, has the page's shape, and is not
  /// blank.
  private func carriedThumbnail(_ request: ThumbnailRequest) -> PixelBuffer? {
    guard let page = try? page(0) else { return nil }
    var (width, height) = (Int32(0), Int32(0))
    guard poppler_page_get_thumbnail_size(page, &width, &height) != 0,
      max(width, height) >= request.side, max(width, height) <= Limit.thumbnailSide,
      min(width, height) > 0
    else { return nil }
    let size = Self.size(page)
    let ratio = (Double(width) / Double(height)) / (size.width / size.height)
    guard Self.ratios.contains(ratio),
      let frame = request.frame(width: size.width, height: size.height),
      let image = poppler_page_get_thumbnail(page)
    else { return nil }
    defer { cairo_surface_destroy(image) }
    guard cairo_surface_status(image) == CAIRO_STATUS_SUCCESS,
      let pixels = try? PixelBuffer(width: frame.width, height: frame.height)
    else { return nil }
    pixels.fill(PaperTint.white)
    let isPainted = pixels.paint { context in
      cairo_scale(
        context, Double(frame.wholeWidth) / Double(width),
        Double(frame.wholeHeight) / Double(height))
      cairo_set_source_surface(context, image, 0, 0)
      // The averaging one: others leave pixels out.
      cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BEST)
      cairo_paint(context)
    }
    return isPainted && !pixels.facts.isBlank ? pixels : nil
  }
}

extension PixelBuffer {
  /// Lends a context that paints on the pixels; whether all went well.
  func paint(_ body: (OpaquePointer) -> Void) -> Bool {
    let stride = PictureFacts(width: width, height: height).stride
    guard let base = UnsafeMutableRawPointer(pixels.baseAddress),
      let surface = cairo_image_surface_create_for_data(
        base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width),
        Int32(height), Int32(stride)),
      let context = cairo_create(surface)
    else { return false }
    defer {
      // Other references to the surface must not reach the memory, which is released.
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    body(context)
    let outcome = cairo_status(context)
    cairo_destroy(context)
    return outcome == CAIRO_STATUS_SUCCESS
  }
}
