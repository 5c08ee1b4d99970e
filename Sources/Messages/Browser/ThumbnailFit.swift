/// The room a thumbnail has: cells across and down, and their pixels.
package struct ThumbnailFit: Sendable, Hashable {
  package var columns: Int
  package var rows: Int
  package var cell: PictureTerms.CellSize

  package init(
    columns: Int = 0, rows: Int = 0, cell: PictureTerms.CellSize = .init(width: 8, height: 16)
  ) {
    self.columns = columns
    self.rows = rows
    self.cell = cell
  }

  /// Pixels of its longer side.
  package var side: Int { max(columns * cell.width, rows * cell.height) }

  /// Pictures with fewer pixels on both sides are small originals: thumbnails of larger ones have
  /// more.
  private static let small = 128

  package static func isSmall(_ width: Int, _ height: Int) -> Bool { max(width, height) < small }

  /// Returns the cells that a picture of so many pixels fills, at least one in each direction; its ratio is preserved as far as whole cells allow.
  package func cells(_ width: Int, _ height: Int, isSmall: Bool) -> (columns: Int, rows: Int) {
    cells(Double(width), Double(height), isSmall: isSmall)
  }

  /// Returns the size in cells of a picture with these sides, in any unit; small ones are not enlarged beyond their
  /// pixels.
  package func cells(
    _ width: Double, _ height: Double, isSmall: Bool = false
  ) -> (columns: Int, rows: Int) {
    let (wide, high) = (max(0.001, width), max(0.001, height))
    let scale = min(
      Double(columns * cell.width) / wide, Double(rows * cell.height) / high,
      isSmall ? 1 : .infinity)
    func cells(_ pixels: Double, _ each: Int, _ most: Int) -> Int {
      min(max(1, most), max(1, Int((pixels * scale / Double(each)).rounded())))
    }
    return (cells(wide, cell.width, columns), cells(high, cell.height, rows))
  }
}
