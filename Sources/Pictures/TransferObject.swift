import Glibc

/// The pixels of a picture laid out for a terminal on the same machine, in memory or a file that has a name; it goes with the last who has
/// it, unless a terminal was told of it.
// Unchecked: only the screen's thread hands it over, and nothing else changes.
final class TransferObject: @unchecked Sendable {
  let name: String
  let isMemory: Bool
  /// In bytes.
  let count: Int
  private(set) var isHandedOver = false

  /// Nil where there is no room for it, or the terminal takes no such thing.
  init?(_ bitmap: Bitmap, _ transfer: KittyTransfer) {
    guard transfer != .stream else { return nil }
    isMemory = transfer == .sharedMemory
    // Nobody else guesses the name, and no two pictures have the same.
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

  /// From now on whoever is told the name removes it.
  func handOver() -> String {
    isHandedOver = true
    return name
  }
}
