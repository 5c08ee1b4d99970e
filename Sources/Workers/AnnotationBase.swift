internal import CLinux
import Glibc
import Wire

/// A file's first bytes, as they were when a session of edits began, that annotations are put behind.
///
/// They are given to a worker as a copy that nobody can write to: what was hashed is what is worked on.
package struct AnnotationBase: Sendable {
  package let count: Int
  /// Raw bytes, as for `WorkerPool.open`.
  package let password: [UInt8]
  private let source: Source

  private enum Source: Sendable {
    case bytes([UInt8])
    case file(LentFile)
  }

  package init(_ bytes: [UInt8], password: [UInt8] = []) {
    count = bytes.count
    self.password = password
    source = .bytes(bytes)
  }

  /// The first `count` bytes of a file; the descriptor is the base's from here on.
  package init(descriptor: Int32, count: Int, password: [UInt8] = []) {
    self.count = count
    self.password = password
    source = .file(LentFile(descriptor))
  }

  /// A memory with the base and what comes behind it, sealed.
  func memory(with rest: [UInt8] = []) throws(WorkerError) -> LentFile {
    let descriptor = clinux_picture_memory("recto-annotations", count + rest.count)
    guard descriptor >= 0 else { throw .engine(.outOfMemory) }
    let memory = LentFile(descriptor)
    try write(to: descriptor, at: 0)
    try Self.write(rest[...], at: count, to: descriptor)
    guard clinux_forbid_writing(descriptor) == 0 else { throw .engine(.outOfMemory) }
    return memory
  }

  /// Puts its bytes into a memory.
  func write(to descriptor: Int32, at offset: Int) throws(WorkerError) {
    switch source {
    case .bytes(let bytes): try Self.write(bytes[...], at: offset, to: descriptor)
    case .file(let file): try copy(file.descriptor, to: descriptor, at: offset)
    }
  }

  static func write(
    _ bytes: ArraySlice<UInt8>, at offset: Int, to descriptor: Int32
  ) throws(WorkerError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.dropFirst(done).withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .engine(.outOfMemory) }
      done += count
    }
  }

  private func copy(
    _ source: Int32, to target: Int32, at offset: Int
  ) throws(WorkerError) {
    var buffer = [UInt8](repeating: 0, count: min(max(count, 1), 1 << 20))
    var done = 0
    while done < count {
      let got = pread(source, &buffer, min(buffer.count, count - done), off_t(done))
      if got < 0, errno == EINTR { continue }
      // Shorter than it was: it is not the base any longer.
      guard got > 0 else { throw .engine(.unreadable) }
      try Self.write(buffer[..<got], at: offset + done, to: target)
      done += got
    }
  }
}
