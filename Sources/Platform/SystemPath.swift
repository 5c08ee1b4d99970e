import DocumentModel
package import Glibc

/// Paths as text (`PathBytes`) lent to the system and taken from it.
package enum SystemPath {
  /// A path the system gave as text.
  package static func text(_ path: UnsafePointer<CChar>) -> String {
    let count = strlen(path)
    if !mayHaveBytes(path, count), let text = String(validatingCString: path) { return text }
    return PathBytes.text(Array(UnsafeRawBufferPointer(start: path, count: count)))
  }

  /// A name of so many bytes, without a zero at its end.
  package static func text(_ name: UnsafeRawBufferPointer) -> String {
    if let base = name.baseAddress, !mayHaveBytes(base, name.count),
      let text = String(validating: name, as: UTF8.self)
    {
      return text
    }
    return PathBytes.text(Array(name))
  }

  /// 0xF4 starts the characters of the last plane: a name with one that represents a raw byte is converted byte by byte.
  private static func mayHaveBytes(_ name: UnsafeRawPointer, _ count: Int) -> Bool {
    memchr(name, 0xF4, count) != nil
  }

  /// The bytes of a text that may have a path in it.
  package static func bytes(_ text: String) -> [UInt8] { PathBytes.bytes(text) }

  /// Passes a path to the system; one with a zero byte is invalid, and not its prefix.
  package static func lend<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result)
    -> Result
  {
    if path.utf8.contains(0) { return "".withCString(body) }
    return PathBytes.isPlain(path)
      ? path.withCString(body) : body(bytes(path).map { CChar(bitPattern: $0) } + [0])
  }

  package static func open(_ path: String, _ flags: Int32) -> Int32 {
    lend(path) { Glibc.open($0, flags) }
  }

  /// Returns the bytes of a file, at most so many; nil if it cannot be read.
  package static func read(_ path: String, most: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(most, max(0, Int(status.st_size))))
    var filled = 0
    while filled < bytes.count {
      let count = bytes[filled...].withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      filled += count
    }
    return Array(bytes[..<filled])
  }

  package static func isThere(_ path: String, for use: Int32 = F_OK) -> Bool {
    lend(path) { access($0, use) } == 0
  }

  /// Returns the system's information about a file; nil if there is none.
  package static func status(_ path: String) -> stat? {
    var status = stat()
    return lend(path) { stat($0, &status) } == 0 ? status : nil
  }

  /// Returns a line that identifies a version of a file: device, inode, size and change time; empty if it does not exist.
  package static func stamp(of path: String) -> String {
    guard let status = status(path) else { return "" }
    return stamp(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec))
  }

  package static func stamp(
    device: UInt64, inode: UInt64, size: Int64, seconds: Int64, nanoseconds: Int64
  ) -> String {
    "\(device) \(inode) \(size) \(seconds) \(nanoseconds)"
  }

  /// Whether a path is a link that leads out of its folder, or nowhere: it may have been placed there to have another file written.
  package static func leadsElsewhere(_ path: String) -> Bool {
    var status = stat()
    guard lend(path, { lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK else {
      return false
    }
    guard let target = resolved(path) else { return true }
    return PathParts.folder(of: target) != resolved(PathParts.folder(of: path))
  }

  /// Returns the absolute path with links resolved; nil if the file does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = lend(path, { realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return text(resolved)
  }
}
