import DocumentModel
import Glibc
import Platform

/// Files that come with Recto, the same for all users.
enum SharedFiles {
  /// Where they lie as seen from the program: as installed, and as built.
  private static let folders = ["../share/recto", "../../../Resources"]

  /// The path of one of them; nil where it is not installed.
  static func path(of name: String) -> String? {
    guard let program = SystemPath.resolved("/proc/self/exe") else { return nil }
    let own = PathParts.folder(of: program)
    return folders.lazy.compactMap { SystemPath.resolved("\(own)/\($0)/\(name)") }.first
  }
}
