import DocumentModel

/// Thin vertical lines of a page, as those between the cells of a table.
struct Uprights {
  /// From left to right.
  private let boxes: [Box]

  /// In points.
  private static let thickest: Float = 1.6
  private static let least: Float = 6
  private static let most = 5_000

  init(_ paints: [Paint]) {
    boxes = paints.lazy.filter {
      $0.isStraight && $0.box.width < Self.thickest && $0.box.height > Self.least
    }.prefix(Self.most).map(\.box).sorted { $0.x0 < $1.x0 }
  }

  /// Whether one is within a blank of a row, as high as its letters.
  func divide(_ blank: RowItem) -> Bool {
    guard !boxes.isEmpty else { return false }
    let first = boxes.partition { $0.x0 < blank.u }
    return boxes[first...].prefix { $0.x1 < blank.end }.contains {
      $0.y0 < blank.v - 0.4 * blank.size && $0.y1 > blank.v - 0.1 * blank.size
    }
  }
}
