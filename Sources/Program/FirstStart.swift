import Library
import Platform

/// Whether this is the user's first start: no settings, and nothing remembered.
enum FirstStart {
  static var isNow: Bool {
    ![Settings.folder, ReadingLibrary.defaultFolder() + "/library.db"].contains {
      SystemPath.isThere($0)
    }
  }
}
