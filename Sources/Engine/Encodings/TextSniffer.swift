/// Whether bytes look like a text's.
enum TextSniffer {
  /// Controls that texts have: bell to carriage return, and the escape of terminals.
  static let harmless: Set<UInt32> = [0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1B]

  /// Runs of zeros in a log that lost its power are no other encoding.
  static func isMostlyASCII(_ head: [UInt8]) -> Bool {
    let zeros = head.count { $0 == 0 }
    let letters = head.count { (0x20..<0x7F).contains($0) || $0 == 0x0A }
    return zeros * 16 <= head.count && letters * 10 >= (head.count - zeros) * 9
  }

  /// Whether bytes are UTF-8 with a few zeros in it, which other encodings of text have only where they are ASCII.
  static func isUTF8WithZeros(_ head: [UInt8]) -> Bool {
    guard head.count(where: { $0 == 0 }) <= 3 + head.count / 16,
      head.count(where: isControl) * 100 <= head.count
    else { return false }
    // The last character may be cut.
    return head.withUnsafeBufferPointer { UTFDecoder.utf8($0) }.broken <= 1
  }

  /// Whether bytes have hardly any zeros, unless they are UTF-16's or UTF-32's, and hardly any controls.
  static func areText(_ head: [UInt8]) -> Bool {
    if TextEncoding.marked(head) != nil { return true }
    if head.contains(0), !isMostlyASCII(head), !isUTF8WithZeros(head) {
      return TextEncoding.byZeros(head) != nil
    }
    return head.count(where: isControl) <= 3 + head.count / 100
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte > 0 && byte < 0x20 && !harmless.contains(UInt32(byte)) || byte == 0x7F
  }
}
