import DocumentModel
import Glibc
import Platform

extension FileSighting {
  /// ThemeChoice at a file now; nil where there is none.
  init?(seeing path: String) {
    guard let status = SystemPath.status(path) else { return nil }
    self.init(path, status)
  }

  /// A file as the system has told of it.
  init(_ path: String, _ status: stat) {
    self.init(
      path: path, device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
      size: Int64(status.st_size),
      modified: status.st_mtim.nanosecondsSince1970)
  }
}
