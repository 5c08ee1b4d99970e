import Glibc

/// Transfers pixels to kitty by the best available method and tracks what it may not have read yet.
struct KittyUpload: Sendable {
  var transfer: KittyTransfer
  /// Names of objects and files that the terminal may not have read yet, oldest first, with their image ids.
  private var names: [(id: UInt32, name: String, bytes: Int)] = []
  /// Once this many names or bytes are unread, the terminal will not read the oldest.
  private static let mostNames = 256
  private static let mostBytes = 128_000_000

  init(_ transfer: KittyTransfer) {
    self.transfer = transfer
  }

  /// Returns the commands, each to be wrapped separately; without memory or disk space the pixels are sent in the stream.
  mutating func send(
    _ bitmap: Bitmap, _ id: UInt32, code: PictureCode? = nil, isQuiet: Bool
  ) -> [[UInt8]] {
    if case .laidOut(let object) = code?.content, !object.isHandedOver,
      object.isMemory == (transfer == .sharedMemory), transfer != .stream
    {
      let name = object.handOver()
      keep(name, id, object.count)
      return [
        KittyCommands.upload(
          id, bitmap.size, from: name, isMemory: object.isMemory, isQuiet: isQuiet)
      ]
    }
    let isMemory = transfer == .sharedMemory
    // An id may be reused before the terminal has read the object it first referred to.
    let own = "\(getpid())-\(UInt64.random(in: 0 ... .max))"
    let name = TransferFile.name(own, isMemory: isMemory)
    let isThere =
      switch transfer {
      case .sharedMemory: TransferFile.share(bitmap, name: name)
      case .file: TransferFile.store(bitmap, path: name)
      case .stream: false
      }
    guard isThere else {
      var packed: [UInt8]?
      if case .packed(let ready) = code?.content { packed = ready }
      return KittyCommands.upload(id, bitmap, packed: packed, isQuiet: isQuiet)
    }
    keep(name, id, bitmap.size.width * bitmap.size.height * 3)
    return [
      KittyCommands.upload(id, bitmap.size, from: name, isMemory: isMemory, isQuiet: isQuiet)
    ]
  }

  private mutating func keep(_ name: String, _ id: UInt32, _ bytes: Int) {
    names.append((id, name, bytes))
    var total = names.reduce(0) { $0 + $1.bytes }
    while names.count > Self.mostNames || total > Self.mostBytes, names.count > 1 {
      let first = names.removeFirst()
      total -= first.bytes
      TransferFile.remove(first.name)
    }
  }

  /// Removes an object that the terminal has read or refused.
  mutating func drop(_ id: UInt32) {
    for known in names where known.id == id { TransferFile.remove(known.name) }
    names.removeAll { $0.id == id }
  }

  mutating func dropAll() {
    for known in names { TransferFile.remove(known.name) }
    names = []
  }
}
