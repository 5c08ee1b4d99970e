internal import CPoppler
import Glibc
import Wire

/// A document's file as a format without a library of its own reads it: block by block through its descriptor, never mapped, so that
/// one that is cut short or grows while it is read does no harm.
final class SourceFile {
  let descriptor: Int32
  /// In bytes, when it was opened.
  let count: Int
  /// Its first and last bytes.
  let head: [UInt8]
  let tail: [UInt8]

  /// The number of bytes examined to recognise format and encoding.
  static let headCount = 1 << 16
  private static let tailCount = 4_096

  /// Takes a regular file; the descriptor is owned from here on, also where this throws.
  init(_ descriptor: Int32) throws(EngineFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      if descriptor >= 0 { close(descriptor) }
      throw .unreadable
    }
    self.descriptor = descriptor
    count = max(0, Int(status.st_size))
    head = Self.bytes(of: descriptor, 0..<min(count, Self.headCount))
    tail = Self.bytes(of: descriptor, max(0, count - Self.tailCount)..<count)
  }

  deinit {
    close(descriptor)
  }

  /// Returns another descriptor of the same file, owned by the caller; -1 on failure.
  func copiedDescriptor() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 5) }

  /// The bytes of a range; fewer where the file ends sooner by now, or cannot be read.
  func bytes(_ range: Range<Int>) -> [UInt8] { Self.bytes(of: descriptor, range) }

  /// When it was written last, in seconds since 1970.
  var modified: Int64? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_mtim.tv_sec) : nil
  }

  private static func bytes(of descriptor: Int32, _ range: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      while filled < range.count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, range.count - filled,
          off_t(range.lowerBound + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        filled += got
      }
    }
  }
}
