package import DocumentModel
package import Glibc
import Platform

extension FileSighting {
  /// Queries a file; nil if there is none.
  package init?(seeing path: String) {
    guard let status = SystemPath.status(path) else { return nil }
    self.init(path, status)
  }

  /// A file with its status from the system.
  package init(_ path: String, _ status: stat) {
    self.init(
      path: path, device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
      size: Int64(status.st_size),
      modified: status.st_mtim.nanosecondsSince1970)
  }
}
