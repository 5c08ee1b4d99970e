/// Empties style elements that are too long to be applied, so that the text after them is read.
enum StyleLimit {
  /// Bytes of rules in one element.
  static let mostRules = 1 << 20

  /// Whether a text in UTF-8 has a style element.
  static func hasStyles(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { place(of: "<style", in: $0, from: 0) != nil }
  }

  static func applied(to bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > mostRules else { return bytes }
    var kept: [UInt8] = []
    var start = 0
    bytes.withUnsafeBufferPointer { text in
      var at = 0
      while let open = place(of: "<style", in: text, from: at) {
        guard let head = text[open...].firstIndex(of: UInt8(ascii: ">")) else { break }
        guard text[head - 1] != UInt8(ascii: "/") else {
          at = head
          continue
        }
        // None after it ends, either.
        guard let close = place(of: "</style", in: text, from: head) else { break }
        if close - head > mostRules {
          kept += text[start...head]
          start = close
        }
        at = close
      }
    }
    return start == 0 ? bytes : kept + bytes[start...]
  }

  /// Returns the next place of a tag's beginning, in capitals or not.
  private static func place(
    of tag: StaticString, in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    let tag = UnsafeBufferPointer(start: tag.utf8Start, count: tag.utf8CodeUnitCount)
    var at = start
    while let next = text[at...].firstIndex(of: UInt8(ascii: "<")) {
      if text[next...].prefix(tag.count).elementsEqual(tag, by: { $0 == $1 || $0 | 0x20 == $1 }) {
        return next
      }
      at = next + 1
    }
    return nil
  }
}
