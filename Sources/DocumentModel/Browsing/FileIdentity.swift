/// What tells a file apart from all others on this system, whatever it is called.
package struct FileIdentity: Sendable, Hashable, Codable {
  package var device: UInt64
  package var inode: UInt64
  /// When it was made, in nanoseconds since 1970-01-01 UTC; 0 where the file system does not know.
  package var birth: Int64
  /// In bytes; -1 where it is not known.
  package var size: Int64

  package init(device: UInt64, inode: UInt64, birth: Int64 = 0, size: Int64 = -1) {
    self.device = device
    self.inode = inode
    self.birth = birth
    self.size = size
  }

  /// Whether both are the same file; inode numbers are given to new files again, so its birth or else its size must agree.
  ///
  /// A device's number may change from one start of the system to the next, so a birth that agrees is better than a device that does.
  package func isSameFile(as other: FileIdentity) -> Bool {
    guard inode == other.inode, inode != 0 else { return false }
    if birth != 0, other.birth != 0 { return birth == other.birth }
    return device == other.device && (size == other.size || size < 0 || other.size < 0)
  }
}

/// A file as somebody who lists folders has seen it.
package struct FileSighting: Sendable, Hashable {
  /// Absolute.
  package var path: String
  package var device: UInt64
  package var inode: UInt64
  /// In bytes.
  package var size: Int64
  /// When its contents changed, in nanoseconds since 1970-01-01 UTC.
  package var modified: Int64

  package init(path: String, device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.path = path
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }
}
