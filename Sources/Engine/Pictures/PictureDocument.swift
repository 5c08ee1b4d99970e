import DocumentModel
import Wire

/// A picture file as a document of one page without text, of several for a fax or a scan in one TIFF file; a point per pixel.
///
/// A page is decoded when it is drawn, at the required size; the decoded picture is kept for the next drawing.
final class PictureDocument: OpenDocument {
  let summary: DocumentSummary
  private let file: SourceFile
  private let mapping: FileMapping
  private let format: PictureFormat
  /// The sizes of its pages, after the EXIF orientation was applied.
  private var sizes: [Int: (width: Int, height: Int)] = [:]
  private var decoded: (page: Int, pixels: PixelBuffer)?
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
    summary = DocumentSummary(pageCount: format.pageCount(of: mapping), capabilities: .image)
    _ = try size(0)
  }

  private func size(_ page: Int) throws(EngineFailure) -> (width: Int, height: Int) {
    if let known = sizes[page] { return known }
    let size = try format.size(of: mapping, page: page)
    guard max(size.width, size.height) <= Self.longestSide * min(size.width, size.height) else {
      throw .pictureSize
    }
    sizes[page] = size
    return size
  }

  /// A page that cannot be read is as large as the first.
  private func pageSize(_ page: Int) -> PageSize {
    let size = (try? size(page)) ?? sizes[0] ?? (width: 1, height: 1)
    return PageSize(
      width: min(Double(size.width), Limit.pageSide),
      height: min(Double(size.height), Limit.pageSide))
  }

  func pages(_ range: Range<Int>) -> [PageInfo] {
    range.clamped(to: 0..<summary.pageCount).prefix(Limit.pagesAtOnce).map {
      PageInfo(label: "", size: pageSize($0))
    }
  }

  func metadata() -> Metadata {
    var metadata = Metadata()
    let size = sizes[0] ?? (width: 0, height: 0)
    metadata.format = "\(format.name) picture, \(size.width) × \(size.height) pixels"
    metadata.modified = file.modified
    return metadata
  }

  func text(page: Int) throws(EngineFailure) -> PageText {
    guard (0..<summary.pageCount).contains(page) else { throw .pageOutOfRange }
    var text = PageText()
    text.size = pageSize(page)
    return text
  }

  func plainText(page: Int) throws(EngineFailure) -> [UInt8] {
    guard (0..<summary.pageCount).contains(page) else { throw .pageOutOfRange }
    return []
  }

  func fingerprint() -> String? { fingerprinting.advance(file) }

  func thumbnail(_ request: ThumbnailRequest) throws(EngineFailure) -> ProvidedThumbnail {
    .picture(mapping)
  }

  func draw(_ drawing: PageDrawing, on pixels: PixelBuffer) throws(EngineFailure) {
    guard (0..<summary.pageCount).contains(drawing.page) else { throw .pageOutOfRange }
    let pageSize = pageSize(drawing.page)
    let source = try source(for: drawing)
    pixels.fill(PaperTint.white)
    try pixels.paint(
      source, in: Box(x0: 0, y0: 0, x1: Float(pageSize.width), y1: Float(pageSize.height)),
      PagePlacement(drawing, of: pageSize))
    let all = PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height)
    PaperTint.apply(drawing.profile, to: pixels, photographs: [all])
  }

  /// Returns the picture decoded large enough for a drawing, as far as its own size and the limit on pixels allow.
  private func source(for drawing: PageDrawing) throws(EngineFailure) -> PixelBuffer {
    let size = try size(drawing.page)
    let wanted = max(drawing.width, drawing.height)
    let (longer, shorter) = (max(size.width, size.height), min(size.width, size.height))
    let ratio = Double(longer) / Double(shorter)
    let affordable = Int((Double(Self.mostPixels) * ratio).squareRoot())
    // The shorter side must have at least one pixel.
    let least = Int(ratio.rounded(.up))
    let most = format.isVector ? affordable : min(longer, affordable)
    let side = max(least, min(wanted, most, Self.longestSide))
    if let decoded, decoded.page == drawing.page,
      max(decoded.pixels.width, decoded.pixels.height) >= side
    {
      return decoded.pixels
    }
    // The one before is given back before the next one's memory is asked for.
    decoded = nil
    let made = try PictureFormat.decode(
      mapping, ThumbnailRequest(name: "", largest: side, smallest: 1), page: drawing.page)
    decoded = (drawing.page, made)
    return made
  }
}
