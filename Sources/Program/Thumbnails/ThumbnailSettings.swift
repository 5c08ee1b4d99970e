import Glibc
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

  /// Makes those of a program on the screen: its workers yield to the reader's own, and while one draws what never ends, another goes on.
  func backgroundMaker(_ pool: WorkerPool) -> ThumbnailMaker {
    let workers = max(2, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1))
    return ThumbnailMaker(
      cache: cache, pool: pool, workers: workers, isInBackground: true)
  }

  /// As the user's settings say; what is wrong with them is said.
  static func load() -> ThumbnailSettings {
    var problems: [String] = []
    let settings = ThumbnailSettings(Settings.load(problems: &problems).preferences)
    for problem in problems { Output.complain(problem) }
    return settings
  }
}
