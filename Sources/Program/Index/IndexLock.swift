import Glibc
import Platform
import Library

/// The right to write the index, which one program has at a time, and what it tells of its work to the others.
final class IndexLock: Sendable {
  private let descriptor: Int32

  private static func file(_ folder: String) -> String { folder + "/index.lock" }

  /// Nil where another program has it, or there is no place for it.
  init?(folder: String = LibraryIndex.defaultFolder()) {
    descriptor = SystemPath.lend(Self.file(folder)) {
      open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit {
    ftruncate(descriptor, 0)
    close(descriptor)
  }

  /// Says to others how far the work has come, on one line.
  func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    pwrite(descriptor, bytes, bytes.count, 0)
    ftruncate(descriptor, off_t(bytes.count))
  }

  /// What the program says that has the right now; nil where none has it.
  static func told(folder: String = LibraryIndex.defaultFolder()) -> String? {
    let descriptor = SystemPath.open(file(folder), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}
