import DocumentModel
import Glibc

/// A small file that several programs rewrite whole: each puts a new one in its place, and Rectos wait for each other.
struct SafeFile: ~Copyable {
  /// The path with its links resolved, so that a link to the file stays a link.
  let path: String
  private let folder: String
  /// A lock on the folder: the file is replaced at each change, and a lock file beside it would be litter.
  private let lock: Int32

  /// The version of the file at the path.
  struct Version: Equatable {
    var inode: UInt64 = 0
    var size: Int64 = -1
    var modified: Int64 = 0
  }

  init(_ path: String) throws(RecentDocuments.Failure) {
    self.path = SystemPath.resolved(path) ?? path
    folder = PathParts.folder(of: self.path)
    var made = ""
    for part in PathParts.names(of: folder) {
      made += "/" + part
      _ = SystemPath.lend(made) { mkdir($0, 0o700) }
    }
    lock = SystemPath.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw .system(errno) }
    let end = ContinuousClock.now + .seconds(2)
    // A lock that is held longer is ignored: the check before the rename is stronger.
    while flock(lock, LOCK_EX | LOCK_NB) != 0, ContinuousClock.now < end { usleep(2_000) }
  }

  deinit {
    if lock >= 0 { close(lock) }
  }

  var version: Version {
    var status = stat()
    guard SystemPath.lend(path, { stat($0, &status) }) == 0 else { return Version() }
    return Version(
      inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: status.st_mtim.nanosecondsSince1970)
  }

  /// Returns all bytes of a file; none if it does not exist.
  static func read(_ path: String, atMost limit: Int) throws(RecentDocuments.Failure) -> [UInt8] {
    let descriptor = SystemPath.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return [] }
      throw .system(errno)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw .system(EFBIG) }
    }
  }

  /// Replaces the file, readable by its owner only; false if it is no longer the version that was read.
  func write(_ bytes: [UInt8], over version: Version) throws(RecentDocuments.Failure) -> Bool {
    var name =
      PathBytes.bytes(folder + "/.recently-used.XXXXXX").map { CChar(bitPattern: $0) } + [0]
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw .system(errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var rest = bytes[...]
    var failure: Int32 = 0
    while !rest.isEmpty, failure == 0 {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 { failure = errno == EINTR ? 0 : errno } else { rest = rest.dropFirst(count) }
    }
    if failure == 0, fsync(descriptor) != 0 { failure = errno }
    if close(descriptor) != 0, failure == 0 { failure = errno }
    let isSame = failure == 0 && self.version == version
    if isSame, SystemPath.lend(path, { rename(name, $0) }) != 0 { failure = errno }
    if failure != 0 || !isSame { unlink(name) }
    guard failure == 0 else { throw .system(failure) }
    if isSame { fsync(lock) }
    return isSame
  }
}
