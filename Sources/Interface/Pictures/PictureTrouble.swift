/// Why a page has no picture.
package enum PictureTrouble: Sendable, Hashable {
  /// It was not drawn in so many seconds.
  case tooSlow(seconds: Int)
  /// A sentence.
  case other(String)
}
