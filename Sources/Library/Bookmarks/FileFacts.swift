internal import CLinux
import DocumentModel
import Glibc

/// What the system says of a file at this moment, through its links.
struct FileFacts: Sendable, Hashable {
  var stamp: FileStamp
  /// Nanoseconds since 1970-01-01 UTC.
  var modified: Int64
  var isFolder: Bool

  /// nil where there is no such file, or none that may be seen.
  init?(_ path: String) {
    var facts = clinux_facts()
    guard Self.lend(path, { clinux_look($0, &facts) }) == 0 else { return nil }
    stamp = FileStamp(
      device: facts.device, inode: facts.inode, birth: facts.birth, size: facts.size)
    modified = facts.modified
    isFolder = facts.mode & S_IFMT == S_IFDIR
  }

  /// Lends a path to the system; one with a NUL in it is nobody's.
  static func lend<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let bytes = PathBytes.bytes(path)
    return body((bytes.contains(0) ? [] : bytes).map { CChar(bitPattern: $0) } + [0])
  }
}
