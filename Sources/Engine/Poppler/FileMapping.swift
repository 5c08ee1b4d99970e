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

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// Whether a trailer names an encryption dictionary (PDF 32000-1, 7.6.1), which poppler-glib cannot tell.
  ///
  /// Trailers are never compressed, so the name is in the file's bytes, followed by a reference or a dictionary.
  var hasEncryption: Bool {
    let name = Array("/Encrypt".utf8)
    let blanks: Set<UInt8> = [0x00, 0x09, 0x0A, 0x0C, 0x0D, 0x20]
    var start = 0
    while let base = bytes.baseAddress, let slash = memchr(base + start, 0x2F, bytes.count - start)
    {
      start = UnsafeRawPointer(slash) - base + 1
      guard bytes[(start - 1)...].starts(with: name) else { continue }
      let value = bytes[(start - 1 + name.count)...].prefix(32).first { !blanks.contains($0) }
      if let value, (0x30...0x39).contains(value) || value == 0x3C { return true }
    }
    return false
  }

  /// Returns the bytes as GBytes, which keep the mapping alive; to be released by `g_bytes_unref`.
  func shared() -> OpaquePointer? { SharedBytes.make(bytes, keeping: self) }
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
