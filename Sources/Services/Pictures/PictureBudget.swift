import Pictures

/// The memory limit for all images, in bytes, and its division among
/// page images, thumbnails and previews.
struct PictureBudget: Sendable, Hashable {
  /// Bytes for pages, both as drawn and as encoded for the terminal.
  let pages: Int
  /// Bytes for gallery thumbnails as read.
  let thumbnails: Int
  /// Bytes for file previews as read.
  let previews: Int

  init(_ total: Int) {
    // Reserves memory for the image data being sent to the terminal.
    let rest = max(0, total - PictureSurface.mostPainted)
    thumbnails = rest / 4
    previews = rest / 10
    pages = rest - thumbnails - previews
  }
}
