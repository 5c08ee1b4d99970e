internal import CLinux
import Glibc
import Wire

/// The first bytes of a file when an editing session started, to which annotations are appended.
///
/// Workers get a copy that is sealed against writing, so that they use the same bytes that were hashed.
package struct AnnotationBase: Sendable {
  package let count: Int
  /// The password as raw bytes, as for `WorkerPool.open`.
  package let password: [UInt8]
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8], password: [UInt8] = []) {
    count = bytes.count
    self.password = password
    self.bytes = bytes
  }

  /// Returns sealed memory that contains the base and then `rest`.
  func memory(with rest: [UInt8] = []) throws(WorkerError) -> BorrowedFile {
    let descriptor = clinux_picture_memory("recto-annotations", count + rest.count)
    guard descriptor >= 0 else { throw .engine(.outOfMemory) }
    let memory = BorrowedFile(descriptor)
    try write(to: descriptor, at: 0)
    try Self.write(rest[...], at: count, to: descriptor)
    guard clinux_forbid_writing(descriptor) == 0 else { throw .engine(.outOfMemory) }
    return memory
  }

  /// Writes the base into memory at an offset.
  func write(to descriptor: Int32, at offset: Int) throws(WorkerError) {
    try Self.write(bytes[...], at: offset, to: descriptor)
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
}
