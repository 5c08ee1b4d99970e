/// A request with the number its reply will carry.
package struct RequestFrame: Sendable {
  package var id: UInt64
  package var request: Request

  package init(id: UInt64, request: Request) {
    self.id = id
    self.request = request
  }

  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(id)
    writer.write(raw: request.encoded())
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = ByteReader(bytes)
    id = try reader.integer(UInt64.self)
    request = try Request(decoding: try reader.raw(limit: Limit.frame))
    try reader.end()
  }
}

/// The header of each reply: its request's number, its length, and whether the reply follows or is in shared memory.
package struct ReplyHeader: Sendable, Hashable {
  /// In bytes.
  package static let size = 13

  package var id: UInt64
  package var count: Int
  package var isShared: Bool

  package init(id: UInt64, count: Int, isShared: Bool) {
    self.id = id
    self.count = count
    self.isShared = isShared
  }

  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(id)
    writer.write(count: count)
    writer.write(isShared)
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = ByteReader(bytes)
    id = try reader.integer(UInt64.self)
    count = Int(try reader.integer(UInt32.self))
    isShared = try reader.bool()
    guard count <= Limit.shared else { throw .tooLarge }
  }
}
