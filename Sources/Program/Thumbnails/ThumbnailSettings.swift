import Files
import Interface
import Thumbnails
import Workers

/// Where thumbnails are kept, and how many.
struct ThumbnailSettings: Sendable {
  var cache: ThumbnailCache
  /// Bytes of those that Recto has written.
  var budget: Int64

  init(_ preferences: Preferences) {
    cache = ThumbnailCache(
      in: Paths.folder("XDG_CACHE_HOME", else: ".cache"),
      keepsRemovable: preferences.keepsRemovableThumbnails)
    budget = Int64(preferences.thumbnailBudget) << 20
  }

  /// The studio of a program on the screen: its workers yield to the reader's own, and a file that takes long is given up sooner.
  func studio(
    pool: WorkerPool, lanes: DiskLanes, size: ThumbnailSize,
    handler: @escaping @Sendable (ThumbnailStudio.Portrait) -> Void
  ) -> ThumbnailStudio {
    let maker = ThumbnailMaker(
      cache: cache, pool: pool, workers: 2, deadline: .seconds(5), isInBackground: true)
    var options = ThumbnailStudio.Options()
    options.size = size
    options.budget = budget
    return ThumbnailStudio(maker: maker, lanes: lanes, options: options, handler: handler)
  }

  /// As the user's settings say; what is wrong with them is said.
  static func load() -> ThumbnailSettings {
    var problems: [String] = []
    let settings = ThumbnailSettings(Settings.load(problems: &problems).preferences)
    for problem in problems { Output.complain(problem) }
    return settings
  }
}
