internal import CLinux
import DocumentModel
import Glibc
import Platform

/// What the system says of a file at this moment, through its links.
struct FileLook: Sendable, Hashable {
  var fileIdentity: FileIdentity
  /// Nanoseconds since 1970-01-01 UTC.
  var modified: Int64
  var isFolder: Bool

  /// nil where there is no such file, or none that may be seen.
  init?(_ path: String) {
    var facts = clinux_facts()
    guard SystemPath.lend(path, { clinux_look($0, &facts) }) == 0 else { return nil }
    fileIdentity = FileIdentity(
      device: facts.device, inode: facts.inode, birth: facts.birth, size: facts.size)
    modified = facts.modified
    isFolder = facts.mode & S_IFMT == S_IFDIR
  }
}
