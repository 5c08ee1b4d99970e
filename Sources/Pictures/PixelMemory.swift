/// Memory in which pixels lie, kept until nobody needs them any more.
// Unchecked: whoever makes it changes the bytes no more.
package final class PixelMemory: @unchecked Sendable {
  private let memory: UnsafeRawBufferPointer
  private let free: @Sendable () -> Void

  /// Pixels of our own, copied.
  package init(_ bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    memory = UnsafeRawBufferPointer(copy)
    // Unsafe: freed once, by `deinit`.
    nonisolated(unsafe) let taken = copy
    free = { taken.deallocate() }
  }

  /// Pixels that lie somewhere already, as in memory shared with a worker; `free` is called when nobody needs them.
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
