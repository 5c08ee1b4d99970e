/// The central directory of a zip file, which has the checksums of its files' contents (APPNOTE 6.3.10, 4.3.12).
enum ZipDirectory {
  /// The size and the checksum (CRC-32) of a file's contents.
  struct Contents {
    var size: UInt32
    var sum: UInt32
  }

  /// Bytes of a directory, and of its end without a comment.
  private static let (mostBytes, endSize, headerSize) = (32 << 20, 22, 46)

  /// Returns contents by paths; empty without a directory that can be read.
  static func contents(of file: SourceFile) -> [String: Contents] {
    let tail = file.tail
    let end = tail.indices.last { place in
      place + endSize <= tail.count && tail[place...].starts(with: [0x50, 0x4B, 5, 6])
    }
    guard let end else { return [:] }
    let (size, start) = (Int(number(tail, end + 12, 4)), Int(number(tail, end + 16, 4)))
    guard size <= mostBytes, start + size <= file.count else { return [:] }
    let bytes = file.bytes(start..<start + size)
    var found: [String: Contents] = [:]
    var place = 0
    while place + headerSize <= bytes.count, bytes[place...].starts(with: [0x50, 0x4B, 1, 2]) {
      let lengths = [28, 30, 32].map { Int(number(bytes, place + $0, 2)) }
      let name = place + headerSize
      guard name + lengths[0] <= bytes.count else { break }
      let path = String(decoding: bytes[name..<name + lengths[0]], as: UTF8.self)
      if found[path] == nil {
        found[path] = Contents(
          size: number(bytes, place + 24, 4), sum: number(bytes, place + 16, 4))
      }
      place = name + lengths.reduce(0, +)
    }
    return found
  }

  /// Reads a number in little-endian order.
  private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt32 {
    bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
