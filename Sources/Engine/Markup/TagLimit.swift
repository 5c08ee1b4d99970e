/// Blanks out what tags have beyond so many attributes: libxml2 compares each with all others of its tag.
enum TagLimit {
  private static let mostAttributes = 1_000

  static func applied(to bytes: [UInt8]) -> [UInt8] {
    var surplus: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { text in
      var at = 0
      while let start = text[at...].firstIndex(of: UInt8(ascii: "<")) {
        let isTag = start + 1 < text.count && isLetter(text[start + 1])
        at = isTag ? end(ofTagFrom: start, in: text, &surplus) : start + 1
      }
    }
    guard !surplus.isEmpty else { return bytes }
    var bytes = bytes
    for range in surplus { for index in range { bytes[index] = 0x20 } }
    return bytes
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }

  /// Returns the index after a tag, and adds the range of its attributes beyond the limit.
  private static func end(
    ofTagFrom start: Int, in text: UnsafeBufferPointer<UInt8>, _ surplus: inout [Range<Int>]
  ) -> Int {
    var (at, count, quote) = (start + 1, 0, UInt8(0))
    var first: Int?
    var isInName = true
    while at < text.count {
      let byte = text[at]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      } else if byte <= 0x20 {
        isInName = false
      } else if !isInName, byte != UInt8(ascii: "="), byte != UInt8(ascii: "/") {
        isInName = true
        count += 1
        if count > mostAttributes, first == nil { first = at }
      }
      at += 1
    }
    if let first, at < text.count {
      let end = text[at - 1] == UInt8(ascii: "/") ? at - 1 : at
      if first < end { surplus.append(first..<end) }
    }
    return min(text.count, at + 1)
  }
}
