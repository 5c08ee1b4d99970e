/// Reference-counted memory that holds pixels.
// Unchecked: the bytes do not change after creation.
package final class PixelMemory: @unchecked Sendable {
  private let memory: UnsafeRawBufferPointer
  private let free: @Sendable () -> Void

  /// Copies the pixels.
  package init(_ bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    memory = UnsafeRawBufferPointer(copy)
    // Unsafe: freed once, by `deinit`.
    nonisolated(unsafe) let taken = copy
    free = { taken.deallocate() }
  }

  /// Wraps existing memory, such as memory shared with a worker; `free` is called when it is no longer needed.
  package init(_ memory: UnsafeRawBufferPointer, free: @escaping @Sendable () -> Void) {
    self.memory = memory
    self.free = free
  }

  deinit { free() }

  package var count: Int { memory.count }

  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(memory)
  }
}
