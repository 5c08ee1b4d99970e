import Glibc
import Platform

/// What a folder was before it was read, to tell later whether what was read is all there is.
package struct FolderVersion: Sendable, Hashable {
  private var device: UInt64
  private var inode: UInt64
  /// When a name last came or went, or anything else of it changed (`st_ctim`): no program can set that back.
  private var seconds: Int64
  private var nanoseconds: Int64
  /// A change after it was seen is told from the last one before: that is so long past that no clock takes the two for one.
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

  /// Asks the system; nil where nothing of that path is there.
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
