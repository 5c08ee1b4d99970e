import Glibc

/// Brings pixels to kitty the best way there is, and keeps track of what it may not have taken yet.
struct KittyUpload: Sendable {
  var transfer: KittyTransfer
  /// Names of objects and files that the terminal may not have read yet, oldest first, with the numbers of their pictures.
  private var names: [(id: UInt32, name: String, bytes: Int)] = []
  /// A terminal that has not read so many, or so many bytes, will not read the first.
  private static let mostNames = 256
  private static let mostBytes = 128_000_000

  init(_ transfer: KittyTransfer) {
    self.transfer = transfer
  }

  /// The commands, each to be wrapped by itself; where there is no memory or disk the pixels go into the stream.
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
    // A number may come again before the terminal has read what it named first.
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

  /// The terminal has taken it, or will not.
  mutating func drop(_ id: UInt32) {
    for known in names where known.id == id { TransferFile.remove(known.name) }
    names.removeAll { $0.id == id }
  }

  mutating func dropAll() {
    for known in names { TransferFile.remove(known.name) }
    names = []
  }
}
