import DocumentModel
import Glibc

/// The current folder, for relative paths; it may have been deleted.
package enum CurrentFolder {
  /// nil if it is gone.
  package static var path: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    let path = SystemPath.text(folder)
    // A path outside the caller's root (getcwd(3)).
    return PathParts.isAbsolute(path) ? path : nil
  }
}
