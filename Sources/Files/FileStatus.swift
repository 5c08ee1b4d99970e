package import Glibc
import Platform

/// The kind of a directory entry.
package enum FileKind: UInt8, Sendable, Hashable {
  case file, folder, link, pipe, socket, device
  /// The file system reports kinds only for each file individually.
  case unknown

  package init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR, S_IFBLK: .device
      default: .unknown
      }
  }
}

/// Identifies a version of a file: device, inode, size and change time in nanoseconds.
package struct FileStamp: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64
  package var size: Int64
  /// Since 1970-01-01 UTC, within `mostSeconds`.
  package var seconds: Int64
  package var nanoseconds: Int64

  /// File systems take dates that no calendar has; within some 34,000 years anybody may reckon with them.
  static let mostSeconds: Int64 = 1 << 40

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = max(-Self.mostSeconds, min(Int64(status.st_mtim.tv_sec), Self.mostSeconds))
    nanoseconds = Int64(status.st_mtim.tv_nsec)
  }

  /// The stamp of the file at a path, following links; nil if there is none.
  package init?(following path: String) {
    guard let status = SystemPath.status(path) else { return nil }
    self.init(status)
  }

  /// The stamp of an open file.
  package init?(open descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The stamp of the entry itself, even if it is a link.
  package init?(of path: String) {
    guard let status = FileStatus(path) else { return nil }
    self = status.stamp
  }

  package func isSameFile(as other: FileStamp) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// The system's information about a name; for a link about itself and its target.
package struct FileStatus: Sendable, Hashable {
  /// The final target of a link.
  package enum Target: Sendable, Hashable {
    case kind(FileKind), nothing, loop, denied
  }

  package var kind: FileKind
  package var stamp: FileStamp
  /// The twelve lower bits: permissions, set-user-id and their kind.
  package var permissions: UInt32
  package var owner: UInt32
  package var group: UInt32
  package var links: UInt64
  /// The target of a link; nil for other files.
  package var target: Target?
  /// The stamp of a link's target; nil for a broken link.
  package var targetStamp: FileStamp?

  package init(_ status: stat) {
    kind = FileKind(mode: status.st_mode)
    stamp = FileStamp(status)
    permissions = UInt32(status.st_mode & 0o7777)
    owner = UInt32(status.st_uid)
    group = UInt32(status.st_gid)
    links = UInt64(status.st_nlink)
  }

  /// Returns whether a file may be written; root may write all but those of unpacked archives, which are removed after a while.
  package static func isWritable(_ path: String) -> Bool {
    guard SystemPath.isThere(path, for: W_OK) else { return false }
    return geteuid() != 0 || FileStatus(path)?.permissions != ArchiveExtraction.readOnly
  }

  /// Queries a link and its target; nil if there is none.
  package init?(_ path: String) {
    self.init(itself: path)
    if kind == .link { follow(path) }
  }

  /// Queries without following a final link, whose target may hang; nil if there is none.
  package init?(itself path: String) {
    var status = stat()
    guard SystemPath.lend(path, { lstat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// Queries the target of a link. The system itself detects loops (path_resolution(7), ELOOP).
  mutating func follow(_ path: String) {
    var status = stat()
    if SystemPath.lend(path, { stat($0, &status) }) == 0 {
      target = .kind(FileKind(mode: status.st_mode))
      targetStamp = FileStamp(status)
    } else {
      target = errno == ELOOP ? .loop : errno == EACCES ? .denied : .nothing
      targetStamp = nil
    }
  }

  /// Whether it opens as a folder, itself or through a link.
  package var isFolder: Bool { kind == .folder || target == .kind(.folder) }
}
