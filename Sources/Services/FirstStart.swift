import Library
import Platform

/// Whether this is the user's first start: no settings, and nothing remembered.
package enum FirstStart {
  package static var isNow: Bool {
    !SystemPath.isThere(SettingsFile.folder) && !ReadingLibrary.isThere
  }
}
