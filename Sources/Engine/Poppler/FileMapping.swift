internal import CPoppler
import Glibc
import Wire

/// A document's file in memory: poppler reads a descriptor 256 bytes at a time, and each call passes the sandbox's filter.
///
/// A file that another program cuts short while it is mapped ends the worker (SIGBUS); the reader starts another.
package final class FileMapping {
  let bytes: UnsafeRawBufferPointer

  /// Maps the whole of a regular file; the descriptor is not needed any longer.
  init(_ descriptor: Int32) throws(EngineFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable
    }
    let size = status.st_size
    guard size > 0 else { throw .empty }
    let mapped = mmap(nil, Int(size), PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .unreadable }
    bytes = UnsafeRawBufferPointer(start: mapped, count: Int(size))
  }

  /// Copies bytes that are in memory already.
  init(copying source: [UInt8]) throws(EngineFailure) {
    guard !source.isEmpty else { throw .empty }
    let mapped = mmap(
      nil, source.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .outOfMemory }
    UnsafeMutableRawBufferPointer(start: mapped, count: source.count).copyBytes(from: source)
    bytes = UnsafeRawBufferPointer(start: mapped, count: source.count)
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}

/// Bytes that GLib is lent.
enum SharedBytes {
  /// The bytes keep their owner alive; to be released by `g_bytes_unref`.
  static func make(_ bytes: UnsafeRawBufferPointer, keeping owner: AnyObject) -> OpaquePointer? {
    let context = Unmanaged.passRetained(owner).toOpaque()
    return g_bytes_new_with_free_func(
      bytes.baseAddress, gsize(bytes.count),
      { context in
        if let context { Unmanaged<AnyObject>.fromOpaque(context).release() }
      }, context)
  }
}
