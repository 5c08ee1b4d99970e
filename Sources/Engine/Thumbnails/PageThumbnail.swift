import DocumentModel
import Wire

/// The number of pages examined for one that is not blank.
private let mostLookedAt = 4

extension OpenDocument {
  /// Draws the first page that is not blank.
  func pageThumbnail(_ request: ThumbnailRequest) throws(EngineFailure) -> ProvidedThumbnail {
    let first = try drawn(0, request)
    var best = first
    var index = 1
    while best.facts.isBlank, index < min(mostLookedAt, summary.pageCount) {
      // A page that cannot be drawn is no better than a blank one.
      if let other = try? drawn(index, request), !other.facts.isBlank { best = other }
      index += 1
    }
    return .drawing(best, pageCount: summary.pageCount)
  }

  private func drawn(
    _ index: Int, _ request: ThumbnailRequest
  ) throws(EngineFailure) -> PixelBuffer {
    guard let size = try pages(index..<index + 1).first?.size,
      let frame = request.frame(width: size.width, height: size.height)
    else { throw .damaged }
    let pixels = try PixelBuffer(width: frame.width, height: frame.height)
    try draw(frame.drawing(of: index), on: pixels)
    return pixels
  }
}
