internal import CPoppler
package import DocumentModel
package import Wire

extension PopplerDocumentFile {
  /// Draws a page; throws `damaged` or `outOfMemory` where cairo gave up, after which fonts may stay unusable.
  package func draw(_ drawing: PageDrawing, on pixels: PixelBuffer) throws(EngineFailure) {
    let page = try page(drawing.page)
    let size = Self.size(page)
    guard size.width > 0, size.height > 0 else { throw .damaged }
    let placement = PagePlacement(drawing, of: size)
    // Unpainted areas show the paper, which profiles that keep photographs must know.
    if !drawing.profile.keepsPhotographs { pixels.fill(PaperTint.white) }
    let hasHugeImage = core.largestImage(page: drawing.page) > Self.mostImagePixels
    try Self.render(page, placement, pixels, hasHugeImage: hasHugeImage)
    let areas = drawing.profile.keepsPhotographs ? imageAreas(page) : []
    PaperTint.apply(
      drawing.profile, to: pixels,
      photographs: areas.compactMap { placement.pixels(of: $0, in: drawing.frame) })
  }

  /// Poppler decodes an image to four bytes a pixel, and leaves out those for which memory does not suffice.
  private static let mostImagePixels = 128e6

  private static func render(
    _ page: OpaquePointer, _ placement: PagePlacement, _ pixels: PixelBuffer, hasHugeImage: Bool
  ) throws(EngineFailure) {
    let stride = PictureFacts(width: pixels.width, height: pixels.height).stride
    guard let base = UnsafeMutableRawPointer(pixels.pixels.baseAddress),
      let surface = cairo_image_surface_create_for_data(
        base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(pixels.width),
        Int32(pixels.height), Int32(stride)),
      let context = cairo_create(surface)
    else { throw .outOfMemory }
    defer {
      // Other references to the surface must not reach the memory, which is released.
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    var matrix = cairo_matrix_t(
      xx: placement.xx, yx: placement.yx, xy: placement.xy, yy: placement.yy, x0: placement.x0,
      y0: placement.y0)
    cairo_set_matrix(context, &matrix)
    if hasHugeImage {
      // For printers, images are reduced to 8,192 pixels a side while they are decoded.
      poppler_page_render_for_printing_with_options(page, context, POPPLER_PRINT_ALL)
    } else {
      poppler_page_render(page, context)
    }
    let outcome = cairo_status(context)
    cairo_destroy(context)
    guard outcome == CAIRO_STATUS_SUCCESS else {
      throw outcome == CAIRO_STATUS_NO_MEMORY ? .outOfMemory : .damaged
    }
  }

  /// Returns the areas of the page's images, as far as poppler reports them.
  private func imageAreas(_ page: OpaquePointer) -> [Box] {
    let list = poppler_page_get_image_mapping(page)
    defer { poppler_page_free_image_mapping(list) }
    var areas: [Box] = []
    var next = list
    while let node = next, areas.count < Limit.images {
      next = node.pointee.next
      guard let data = node.pointee.data else { continue }
      let area = data.assumingMemoryBound(to: PopplerImageMapping.self).pointee.area
      guard area.x1.isFinite, area.x2.isFinite, area.y1.isFinite, area.y2.isFinite else { continue }
      // Unlike links, images have y pointing down.
      areas.append(
        Box(
          x0: Float(min(area.x1, area.x2)), y0: Float(min(area.y1, area.y2)),
          x1: Float(max(area.x1, area.x2)), y1: Float(max(area.y1, area.y2))))
    }
    return areas
  }
}
