package import DocumentModel

/// One row of an image between lines of text.
package struct PictureSlice: Sendable, Hashable {
  /// The part of the page that the image shows, in points.
  package var box: Box
  /// The size of the whole image in cells, and its distance from the line's left edge.
  package var columns: Int
  package var rows: Int
  package var inset: Int
  /// The row that this line shows, from 0.
  package var row: Int

  package init(box: Box, columns: Int, rows: Int, inset: Int, row: Int) {
    self.box = box
    self.columns = columns
    self.rows = rows
    self.inset = inset
    self.row = row
  }
}
