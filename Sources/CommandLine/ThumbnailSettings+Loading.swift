import Program
import Services

extension ThumbnailSettings {
  /// Loads the user's settings; prints problems to stderr.
  static func load() -> ThumbnailSettings {
    var problems: [String] = []
    let settings = ThumbnailSettings(Settings.load(problems: &problems).preferences)
    for problem in problems { Output.complain(problem) }
    return settings
  }
}
