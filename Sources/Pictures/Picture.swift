package import Canvas
import DocumentModel

/// A picture to be shown, told apart from others by its key.
package struct Picture: Sendable {
  /// The same key means the same pixels; a page drawn anew has another.
  package var key: UInt64
  package var bitmap: Bitmap
  /// Made ahead; what it was not made for is made when it is shown.
  package var code: PictureCode?

  package init(key: UInt64, bitmap: Bitmap, code: PictureCode? = nil) {
    self.key = key
    self.bitmap = bitmap
    self.code = code
  }
}

/// A picture where it is wanted on the screen.
struct PlacedPicture: Sendable {
  var picture: Picture
  /// Cells it fills.
  var place: Rect
  /// What of its pixels is to be seen there.
  var part: PixelRect

  func isAlike(_ other: PlacedPicture) -> Bool {
    picture.key == other.picture.key && place == other.place && part == other.part
  }
}

/// What is to be written beside the cells, and when.
package struct PictureUpdate: Sendable, Hashable {
  /// Before the cells: menus must not open under a picture.
  package var before: [UInt8] = []
  /// After the cells.
  package var after: [UInt8] = []
  /// Cells that are to be written once more before what comes after them: something else was painted there.
  package var repaintBefore: [Rect] = []
  /// Cells that are to be written once more after all: they lie above a picture.
  package var repaintAfter: [Rect] = []

  package init() {}

  package var isEmpty: Bool {
    before.isEmpty && after.isEmpty && repaintAfter.isEmpty && repaintBefore.isEmpty
  }
}
