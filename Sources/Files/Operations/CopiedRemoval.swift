import DocumentModel

/// Removes the source of a move across file systems: only files that are unchanged since they were
/// copied.
struct CopiedRemoval {
  /// By the bytes of their paths.
  private let copied: [[UInt8]: FileStatus]
  private let disk: Disk

  init(_ copied: [[UInt8]: FileStatus], _ disk: Disk) {
    self.copied = copied
    self.disk = disk
  }

  /// Throws `.changedMeanwhile` where something below a path has no copy; nothing is removed but what killed copies left.
  func check(_ path: String) throws(FilesError) {
    guard try status(path).kind == .folder else { return }
    // Unfinished files of dead processes are not copied.
    UnfinishedName.sweepAll(in: path, disk)
    for entry in try FolderReader.names(in: path, followingLink: false) {
      try check(PathParts.joined(path, entry.name))
    }
  }

  /// Goes on after a failure and throws the first; `gone` is called for each that is removed.
  func remove(_ path: String, gone: () -> Void) throws(FilesError) {
    guard try status(path).kind == .folder else {
      try disk.remove(path)
      return gone()
    }
    var failure: FilesError?
    for entry in try FolderReader.names(in: path, followingLink: false) {
      do throws(FilesError) {
        try remove(PathParts.joined(path, entry.name), gone: gone)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    try disk.removeFolder(path)
    gone()
  }

  /// Returns the present status if it was copied; a folder's times change as its contents are
  /// removed.
  private func status(_ path: String) throws(FilesError) -> FileStatus {
    guard let now = FileStatus(path) else { throw FilesError(.notFound, path) }
    guard let then = copied[Array(path.utf8)], now.kind == then.kind,
      now.kind == .folder ? now.stamp.isSameFile(as: then.stamp) : now.stamp == then.stamp
    else { throw FilesError(.changedMeanwhile, path) }
    return now
  }
}
