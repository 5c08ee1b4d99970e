import Interface
import Thumbnails

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

  /// As the user's settings say; what is wrong with them is said.
  static func load() -> ThumbnailSettings {
    var problems: [String] = []
    let settings = ThumbnailSettings(Settings.load(problems: &problems).preferences)
    for problem in problems { Output.complain(problem) }
    return settings
  }
}
