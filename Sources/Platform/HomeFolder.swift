import DocumentModel
import Glibc

/// The user's home folder: `HOME`, or else the user database's entry (XDG base directories, passwd(5)).
package enum HomeFolder {
  /// A path that does not exist, is not created, and not searched.
  private static let none = "/nonexistent"

  package static var path: String { known() ?? none }

  /// Returns the home folder; nil if unknown.
  ///
  /// A relative value is ignored: it would depend on the current folder.
  package static func known(
    variable: String? = getenv("HOME").map { SystemPath.text($0) }, listed: String? = listed()
  ) -> String? {
    [variable, listed].compactMap(\.self).first { PathParts.isAbsolute($0) }
  }

  /// Returns the user database's entry.
  package static func listed() -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil else {
      return nil
    }
    return entry.pw_dir.map { SystemPath.text($0) }
  }

  /// A folder of the user's by the XDG variable's name; relative values count as none (XDG base directories).
  package static func folder(_ variable: String, else rest: String) -> String {
    if let given = getenv(variable).map({ SystemPath.text($0) }), PathParts.isAbsolute(given) {
      return given
    }
    return path + "/" + rest
  }

  /// Sets the same home folder for all libraries and child programs; false if there is none.
  package static func settle() -> Bool {
    guard let home = known() else { return false }
    SystemPath.lend(home) { _ = setenv("HOME", $0, 1) }
    return true
  }
}
