package import Canvas
import DocumentModel

/// An image to show, identified by its key.
package struct Picture: Sendable {
  /// Equal keys mean equal pixels; a page rendered again has a new key.
  package var key: UInt64
  package var bitmap: Bitmap
  /// Encoded in advance; for other uses it is encoded when shown.
  package var code: PictureCode?

  package init(key: UInt64, bitmap: Bitmap, code: PictureCode? = nil) {
    self.key = key
    self.bitmap = bitmap
    self.code = code
  }
}

/// An image at a position on the screen.
struct PlacedPicture: Sendable {
  var picture: Picture
  /// The cells it fills.
  var place: Rect
  /// The part of its pixels shown there.
  var part: PixelRect

  func isAlike(_ other: PlacedPicture) -> Bool {
    picture.key == other.picture.key && place == other.place && part == other.part
  }

  /// Returns the pixels for some of its cells.
  func part(of cells: Rect) -> PixelRect {
    let pixels = place.counterpart(
      of: cells, in: Rect(x: part.x, y: part.y, width: part.width, height: part.height))
    return PixelRect(x: pixels.x, y: pixels.y, width: pixels.width, height: pixels.height)
      .clamped(to: picture.bitmap.size)
  }
}

/// The output to write in addition to the cells.
package struct PictureUpdate: Sendable, Hashable {
  /// Before the cells: menus must not open under an image.
  package var before: [UInt8] = []
  /// After the cells.
  package var after: [UInt8] = []
  /// Cells to write again before `after`: an image was painted there.
  package var repaintBefore: [Rect] = []
  /// Cells to write again after everything else: they are above an image.
  package var repaintAfter: [Rect] = []

  package init() {}

  package var isEmpty: Bool {
    before.isEmpty && after.isEmpty && repaintAfter.isEmpty && repaintBefore.isEmpty
  }
}
