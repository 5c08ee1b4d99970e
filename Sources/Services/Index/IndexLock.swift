import Glibc
import Library
import Platform

/// The index's write lock, held by one program at a time. Its file contains the holder's progress for other programs.
package final class IndexLock: Sendable {
  private let descriptor: Int32

  private static func file(_ folder: String) -> String { folder + "/index.lock" }

  private init(owning descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    ftruncate(descriptor, 0)
    close(descriptor)
  }

  package enum Refusal: Error {
    case taken
    /// The lock file cannot be opened or locked; contains `errno`.
    case system(Int32)
  }

  /// Takes the lock; fails if another program holds it.
  package static func take(
    folder: String = LibraryIndex.defaultFolder()
  ) -> Result<IndexLock, Refusal> {
    LibraryIndex.makeFolder(folder)
    let descriptor = SystemPath.lend(file(folder)) {
      open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { return .failure(.system(errno)) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      close(descriptor)
      return .failure(reason == EWOULDBLOCK ? .taken : .system(reason))
    }
    return .success(IndexLock(owning: descriptor))
  }

  /// Publishes the progress for other programs, as one line.
  func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    pwrite(descriptor, bytes, bytes.count, 0)
    ftruncate(descriptor, off_t(bytes.count))
  }

  /// Returns the progress published by the holder of the lock; nil if there is no holder or it has published nothing.
  package static func publishedProgress(folder: String = LibraryIndex.defaultFolder()) -> String? {
    let descriptor = SystemPath.open(file(folder), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    // A holder that was killed leaves its line behind, so the lock itself is tested too.
    guard count > 0, flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
