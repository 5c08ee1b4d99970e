import Glibc

/// Brings pixels to kitty the best way there is, and keeps track of what it may not have taken yet.
struct KittyUpload: Sendable {
  var transfer: KittyTransfer
  /// Names of objects and files, by numbers of pictures.
  private var names: [UInt32: String] = [:]
  private var forgotten: [String] = []

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
      names[id] = name
      return [
        KittyCommands.upload(
          id, bitmap.size, from: name, isMemory: object.isMemory, isQuiet: isQuiet)
      ]
    }
    let isMemory = transfer == .sharedMemory
    let name = TransferFile.name("\(getpid())-\(id)", isMemory: isMemory)
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
    names[id] = name
    return [
      KittyCommands.upload(id, bitmap.size, from: name, isMemory: isMemory, isQuiet: isQuiet)
    ]
  }

  /// The terminal has taken it, or will not.
  mutating func drop(_ id: UInt32) {
    guard let name = names.removeValue(forKey: id) else { return }
    TransferFile.remove(name)
  }

  /// The terminal has lost all: what it was told of last it may yet be about to read, and complain; what was told of before goes.
  mutating func forget() {
    for name in forgotten { TransferFile.remove(name) }
    forgotten = Array(names.values)
    names = [:]
  }

  mutating func dropAll() {
    forget()
    forget()
  }
}
