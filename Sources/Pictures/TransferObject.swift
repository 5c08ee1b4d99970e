import Glibc

/// An image's pixels in a named object (memory or file) for a terminal on the same machine. It is removed with its last reference unless its name was given to
/// a terminal.
// Unchecked: only the screen's thread hands it over, and nothing else changes.
final class TransferObject: @unchecked Sendable {
  let name: String
  let isMemory: Bool
  /// In bytes.
  let count: Int
  private(set) var isHandedOver = false

  /// Returns nil if there is no space for it or the terminal does not support it.
  init?(_ bitmap: Bitmap, _ transfer: KittyTransfer) {
    guard transfer != .stream else { return nil }
    isMemory = transfer == .sharedMemory
    // Random, so that the name is unpredictable and no two images share it.
    let own = "\(getpid())-\(UInt64.random(in: 0 ... .max))"
    name = TransferFile.name(own, isMemory: isMemory)
    count = bitmap.size.width * bitmap.size.height * 3
    let isThere =
      isMemory
      ? TransferFile.share(bitmap, name: name) : TransferFile.store(bitmap, path: name)
    guard isThere else { return nil }
  }

  deinit {
    if !isHandedOver { TransferFile.remove(name) }
  }

  /// Returns the name; from now on its receiver removes the object.
  func handOver() -> String {
    isHandedOver = true
    return name
  }
}
