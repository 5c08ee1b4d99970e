import Glibc
package import Messages
package import Thumbnails
import Workers

/// Where thumbnails are stored and how much space they may take.
package struct ThumbnailSettings: Sendable {
  package var cache: ThumbnailCache
  /// The most bytes for thumbnails written by Recto.
  package var budget: Int64

  package init(_ preferences: Preferences) {
    cache = ThumbnailCache(
      in: Paths.folder("XDG_CACHE_HOME", else: ".cache"),
      keepsRemovable: preferences.keepsRemovableThumbnails)
    budget = Int64(preferences.thumbnailBudget) << 20
  }

  /// Returns a maker for interactive use: its workers yield to the document workers, and there are at least two, so
  /// that an endless drawing does not block the others.
  func backgroundMaker(_ pool: WorkerPool) -> ThumbnailMaker {
    let workers = max(2, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1))
    return ThumbnailMaker(
      cache: cache, pool: pool, workers: workers, isInBackground: true)
  }
}
