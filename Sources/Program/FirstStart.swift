import Library
import Platform

/// Whether somebody starts Recto for the first time: nothing was set, and nothing is remembered.
enum FirstStart {
  static var isNow: Bool {
    ![Settings.folder, ReadingLibrary.defaultFolder() + "/library.db"].contains {
      SystemPath.isThere($0)
    }
  }
}
