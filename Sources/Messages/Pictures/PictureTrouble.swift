/// The reason why a page has no image.
package enum PictureTrouble: Sendable, Hashable {
  /// The page was not drawn within the time limit.
  case tooSlow(seconds: Int)
  /// Another reason, as a message.
  case other(String)
}
