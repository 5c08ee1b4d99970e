import Pictures

/// What all pictures in memory may take together, in bytes, and who has how much of it.
struct PictureBudget: Sendable, Hashable {
  /// Pages as they were drawn, and as they are ready for the terminal.
  let pages: Int
  /// Tiles of the gallery as they were read.
  let thumbnails: Int
  /// The same of what was previewed.
  let previews: Int

  init(_ total: Int) {
    // What is being sent to a terminal is kept beside all others.
    let rest = max(0, total - PictureSurface.mostPainted)
    thumbnails = rest / 4
    previews = rest / 10
    pages = rest - thumbnails - previews
  }
}
