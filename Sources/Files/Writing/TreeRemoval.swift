internal import CLinux
import DocumentModel
import Glibc
import Platform

/// Removes files and whole folders permanently; links are removed, never followed.
package enum TreeRemoval {
  package static func remove(_ path: String) throws(FilesError) { try remove(path, Disk()) }

  /// Goes on after a failure and throws the first: what can be removed is.
  static func remove(
    _ path: String, _ disk: Disk, _ cancellation: Cancellation = Cancellation(),
    gone: (FileStatus) -> Void = { _ in }
  ) throws(FilesError) {
    guard let status = FileStatus(path) else { throw FilesError(.notFound, path) }
    guard status.kind == .folder else {
      try disk.remove(path)
      return gone(status)
    }
    var failure: FilesError?
    for entry in try FolderReader.names(in: path, followingLink: false) {
      try cancellation.check(path)
      do throws(FilesError) {
        try remove(PathParts.joined(path, entry.name), disk, cancellation, gone: gone)
      } catch  where error.reason == .notFound {
      } catch {
        if error.reason == .cancelled { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    try disk.removeFolder(path)
    gone(status)
  }
}
