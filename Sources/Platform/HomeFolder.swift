import DocumentModel
import Glibc

/// The user's home folder: `HOME`, and where that says none, what the system's list of users says (XDG base directories, passwd(5)).
package enum HomeFolder {
  /// Nobody's; it is not made, and nothing is looked for in it.
  private static let none = "/nonexistent"

  package static var path: String { known() ?? none }

  /// The home folder; nil where nobody knows it.
  ///
  /// A relative value counts as none: it would be another folder wherever one is.
  package static func known(
    variable: String? = getenv("HOME").map { SystemPath.text($0) }, listed: String? = listed()
  ) -> String? {
    [variable, listed].compactMap(\.self).first { PathParts.isAbsolute($0) }
  }

  /// What the list of users says.
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

  /// Has all libraries and programs we start see the same home folder; false where there is none.
  package static func settle() -> Bool {
    guard let home = known() else { return false }
    SystemPath.lend(home) { _ = setenv("HOME", $0, 1) }
    return true
  }
}
