import Messages
import Program
import Services

extension IndexFolders {
  /// Returns the folders of the settings.
  static func settings() -> [String] {
    var problems: [String] = []
    return Settings.load(problems: &problems).preferences.indexFolders
  }
}
