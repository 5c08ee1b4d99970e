internal import CLinux
import DocumentModel
import Glibc
import Platform

/// The current metadata of a file, with symbolic links followed.
struct FileObservation: Sendable, Hashable {
  var fileIdentity: FileIdentity
  /// Nanoseconds since 1970-01-01 UTC.
  var modified: Int64
  var isFolder: Bool

  /// Returns nil if there is no such file or it is not accessible.
  init?(_ path: String) {
    var facts = clinux_facts()
    guard SystemPath.lend(path, { clinux_look($0, &facts) }) == 0 else { return nil }
    fileIdentity = FileIdentity(
      device: facts.device, inode: facts.inode, birth: facts.birth, size: facts.size)
    modified = facts.modified
    isFolder = facts.mode & S_IFMT == S_IFDIR
  }
}
