import Glibc
import Platform

/// The version of a folder before it was read, which shows later whether the listing is complete.
package struct FolderVersion: Sendable, Hashable {
  private var device: UInt64
  private var inode: UInt64
  /// The change time of the folder (`st_ctim`), which no program can set back.
  private var seconds: Int64
  private var nanoseconds: Int64
  /// Whether a later change is distinguishable: the last change is long enough ago for any clock's resolution.
  package var isSettled: Bool

  /// Clocks of file systems tick in steps, of two seconds at most (FAT); a network's may go before ours.
  private static let longestTick: Int64 = 3

  /// `now` is in seconds since 1970-01-01 UTC, read no later than the status.
  init(_ status: stat, now: Int64 = Int64(time(nil))) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    seconds = Int64(status.st_ctim.tv_sec)
    nanoseconds = Int64(status.st_ctim.tv_nsec)
    isSettled = now > Self.longestTick && seconds < now - Self.longestTick
  }

  /// Queries the system; nil if the path does not exist.
  package init?(of path: String) {
    let now = Int64(time(nil))
    guard let status = SystemPath.status(path) else { return nil }
    self.init(status, now: now)
  }

  /// Whether no name has come or gone; asks the system.
  package func holds(for path: String) -> Bool {
    guard isSettled, let status = SystemPath.status(path) else { return false }
    var now = FolderVersion(status)
    now.isSettled = isSettled
    return now == self
  }
}
