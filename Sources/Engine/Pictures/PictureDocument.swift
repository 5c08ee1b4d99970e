internal import CPoppler
import DocumentModel
import Wire

/// A picture file as a document of one page without text, a point per pixel.
///
/// It is decoded when it is drawn, at the required size; the decoded picture is kept for the next drawing.
final class PictureDocument: OpenDocument {
  let summary: DocumentSummary
  private let file: SourceFile
  private let mapping: FileMapping
  private let format: PictureFormat
  /// Upright, as its camera was held.
  private let size: (width: Int, height: Int)
  private var decoded: PixelBuffer?
  private let fingerprinting = Fingerprinting()

  /// The maximum number of decoded pixels: 96 MB. Deeper zooms enlarge them.
  private static let mostPixels = 24 << 20
  /// Pixels along one side, and how much longer it may be than the other.
  private static let longestSide = 16_384

  init(_ file: SourceFile) throws(EngineFailure) {
    guard let format = PictureFormat(head: file.head) else { throw .notADocument }
    self.file = file
    self.format = format
    mapping = try FileMapping(file.descriptor)
    size = try format.size(of: mapping)
    guard max(size.width, size.height) <= Self.longestSide * min(size.width, size.height) else {
      throw .pictureSize
    }
    summary = DocumentSummary(pageCount: 1, capabilities: .image)
  }

  private var pageSize: PageSize {
    PageSize(
      width: min(Double(size.width), Limit.pageSide),
      height: min(Double(size.height), Limit.pageSide))
  }

  func pages(_ range: Range<Int>) -> [PageInfo] {
    range.contains(0) ? [PageInfo(label: "", size: pageSize)] : []
  }

  func metadata() -> Metadata {
    var metadata = Metadata()
    metadata.format = "\(format.name) picture, \(size.width) × \(size.height) pixels"
    metadata.modified = file.modified
    return metadata
  }

  func text(page: Int) throws(EngineFailure) -> PageText {
    guard page == 0 else { throw .pageOutOfRange }
    var text = PageText()
    text.size = pageSize
    return text
  }

  func plainText(page: Int) throws(EngineFailure) -> [UInt8] {
    guard page == 0 else { throw .pageOutOfRange }
    return []
  }

  func fingerprint() -> String? { fingerprinting.advance(file) }

  func thumbnail(_ request: ThumbnailRequest) throws(EngineFailure) -> ProvidedThumbnail {
    .picture(mapping)
  }

  func draw(_ drawing: PageDrawing, on pixels: PixelBuffer) throws(EngineFailure) {
    guard drawing.page == 0 else { throw .pageOutOfRange }
    let source = try source(for: drawing)
    try paint(source, PagePlacement(drawing, of: pageSize), on: pixels)
    guard let tint = PaperTint(drawing.profile) else { return }
    var photographs: PixelMask?
    if drawing.profile.keepsPhotographs {
      let all = PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height)
      photographs = Photographs([all], on: pixels).mask
    }
    tint.apply(to: pixels, except: photographs)
  }

  /// The picture decoded large enough for a drawing, if it has so many pixels and so many may be decoded.
  private func source(for drawing: PageDrawing) throws(EngineFailure) -> PixelBuffer {
    let wanted = max(drawing.width, drawing.height)
    let (longer, shorter) = (max(size.width, size.height), min(size.width, size.height))
    let ratio = Double(longer) / Double(shorter)
    let affordable = Int((Double(Self.mostPixels) * ratio).squareRoot())
    // So large at least that its shorter side has a pixel.
    let least = Int(ratio.rounded(.up))
    let side = max(least, min(wanted, longer, affordable, Self.longestSide))
    if let decoded, max(decoded.width, decoded.height) >= side { return decoded }
    // The one before is given back before the next one's memory is asked for.
    decoded = nil
    let made = try PictureFormat.decode(
      mapping, ThumbnailRequest(name: "", largest: side, smallest: 1))
    decoded = made
    return made
  }

  private func paint(
    _ source: PixelBuffer, _ placement: PagePlacement, on pixels: PixelBuffer
  ) throws(EngineFailure) {
    guard let image = Self.surface(source), let target = Self.surface(pixels),
      let context = cairo_create(target)
    else { throw .outOfMemory }
    defer {
      // Other references to a surface must not reach the memory, which may be released.
      for surface in [image, target] {
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
      }
    }
    pixels.fill(PaperTint.white)
    var matrix = cairo_matrix_t(
      xx: placement.xx, yx: placement.yx, xy: placement.xy, yy: placement.yy, x0: placement.x0,
      y0: placement.y0)
    cairo_set_matrix(context, &matrix)
    cairo_scale(
      context, pageSize.width / Double(source.width), pageSize.height / Double(source.height))
    cairo_set_source_surface(context, image, 0, 0)
    // The picture is extended at its edges, or paper would shine through there.
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
