/// Identifies a file on this system independently of its path.
package struct FileIdentity: Sendable, Hashable, Codable {
  package var device: UInt64
  package var inode: UInt64
  /// The birth time in nanoseconds since 1970-01-01 UTC; 0 if the file system does not record it.
  package var birth: Int64
  /// In bytes; -1 if not known.
  package var size: Int64

  package init(device: UInt64, inode: UInt64, birth: Int64 = 0, size: Int64 = -1) {
    self.device = device
    self.inode = inode
    self.birth = birth
    self.size = size
  }

  /// Whether both are the same file. Inode numbers are reused, so the birth time, or else the size, must agree too.
  ///
  /// Device numbers may change from boot to boot, so an equal birth time counts more than an equal device.
  package func isSameFile(as other: FileIdentity) -> Bool {
    guard inode == other.inode, inode != 0 else { return false }
    if birth != 0, other.birth != 0 { return birth == other.birth }
    return device == other.device && (size == other.size || size < 0 || other.size < 0)
  }
}

/// A file as seen in a folder listing.
package struct FileSighting: Sendable, Hashable {
  /// The absolute path.
  package var path: String
  package var device: UInt64
  package var inode: UInt64
  /// In bytes.
  package var size: Int64
  /// The modification time of its contents, in nanoseconds since 1970-01-01 UTC.
  package var modified: Int64

  package init(path: String, device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.path = path
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }
}
