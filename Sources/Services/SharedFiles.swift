import DocumentModel
import Glibc
import Platform

/// Files that come with Recto, the same for all users.
package enum SharedFiles {
  /// Their folders relative to the program: installed, and built.
  private static let folders = ["../share/recto", "../../../Resources"]

  /// Returns the path of a file; nil if it is not installed.
  package static func path(of name: String) -> String? {
    guard let program = SystemPath.resolved("/proc/self/exe") else { return nil }
    let own = PathParts.folder(of: program)
    return folders.lazy.compactMap { SystemPath.resolved("\(own)/\($0)/\(name)") }.first
  }
}
