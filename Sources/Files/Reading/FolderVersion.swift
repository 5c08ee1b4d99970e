import Glibc

/// What a folder was before it was read, to tell later whether what was read is all there is.
package struct FolderVersion: Sendable, Hashable {
  package var stamp: FileStamp
  /// Names that come or go after it was seen change its time of change: it is so long past that no clock takes the two for one.
  package var isSettled: Bool

  /// Clocks of file systems tick in steps, of two seconds at most (FAT); a network's may go before ours.
  private static let longestTick: Int64 = 3

  /// `now` is in seconds since 1970-01-01 UTC, read no later than the stamp.
  init(_ stamp: FileStamp, now: Int64 = Int64(time(nil))) {
    self.stamp = stamp
    isSettled = stamp.seconds + Self.longestTick < now
  }

  /// Whether no name has come or gone; asks the system.
  package func holds(for path: String) -> Bool {
    isSettled && FileStamp(following: path) == stamp
  }
}
