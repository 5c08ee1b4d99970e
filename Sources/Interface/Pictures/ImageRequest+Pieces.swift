import Canvas
import DocumentModel
import Messages

extension ImageRequest {
  /// The distance between the slots of pieces, beyond all other slots.
  private static let pieceStep = 10_000_000

  /// Returns requests for the parts that other images leave visible, so that images never overlap.
  func pieces(without covers: [Rect]) -> [ImageRequest] {
    guard covers.contains(where: { place.common(with: $0) != nil }) else { return [self] }
    guard let part else { return [] }
    let pixels = Rect(x: part.x, y: part.y, width: part.width, height: part.height)
    return place.pieces(without: covers).enumerated().compactMap { index, cells in
      let own = place.counterpart(of: cells, in: pixels)
      guard !own.isEmpty else { return nil }
      var piece = self
      piece.slot += index * Self.pieceStep
      piece.place = cells
      piece.part = PixelRect(x: own.x, y: own.y, width: own.width, height: own.height)
      return piece
    }
  }
}
