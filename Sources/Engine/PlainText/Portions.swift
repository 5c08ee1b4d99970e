import Wire

/// Divides a text into portions that are located directly: portion i starts with the first line that begins at or after byte
/// i·size. Longer lines are cut.
struct Portions {
  let file: SourceFile
  let encoding: TextEncoding
  /// Bytes from one portion's place to the next, a multiple of four.
  let size: Int
  let count: Int

  private static let leastSize = 16 << 10

  init(_ file: SourceFile, _ encoding: TextEncoding) {
    self.file = file
    self.encoding = encoding
    var size = Self.leastSize
    while file.count / size >= Limit.pageCount { size *= 2 }
    self.size = size
    let places = max(1, (file.count + size - 1) / size)
    let last = Self.start(of: places - 1, file, encoding, size)
    count = places > 1 && last.offset >= file.count ? places - 1 : places
  }

  /// The start of a portion.
  struct Start {
    /// In bytes.
    var offset: Int
    /// Whether a line begins there.
    var isLine: Bool
  }

  func start(of index: Int) -> Start {
    index < count
      ? Self.start(of: index, file, encoding, size) : Start(offset: file.count, isLine: true)
  }

  private static func start(
    of index: Int, _ file: SourceFile, _ encoding: TextEncoding, _ size: Int
  ) -> Start {
    guard index > 0 else { return Start(offset: encoding.mark, isLine: true) }
    let place = index * size
    // The unit before shows whether a line begins exactly there.
    let first = place - encoding.units.size
    let bytes = file.bytes(first..<min(file.count, place + size))
    return bytes.withUnsafeBufferPointer { buffer in
      if let found = encoding.units.lineStart(buffer, from: 0), found < buffer.count {
        return Start(offset: first + found, isLine: true)
      }
      // The rest of the last line belongs to the portion before.
      if place + size >= file.count { return Start(offset: file.count, isLine: true) }
      let cut = encoding.characterStart(buffer, from: encoding.units.size)
      return Start(offset: min(file.count, first + cut), isLine: false)
    }
  }

  /// The bytes of a portion, and whether they begin with a line.
  func bytes(of index: Int) -> (bytes: [UInt8], isLine: Bool) {
    let start = start(of: index)
    let end = max(start.offset, self.start(of: index + 1).offset)
    return (file.bytes(start.offset..<end), start.isLine)
  }
}
