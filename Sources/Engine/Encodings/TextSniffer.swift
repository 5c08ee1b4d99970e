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

  /// No zeros, unless they are UTF-16's or UTF-32's, and hardly any controls.
  static func areText(_ head: [UInt8]) -> Bool {
    if TextEncoding.marked(head) != nil { return true }
    if head.contains(0), !isMostlyASCII(head) { return TextEncoding.byZeros(head) != nil }
    let controls = head.count {
      $0 > 0 && $0 < 0x20 && !harmless.contains(UInt32($0)) || $0 == 0x7F
    }
    return controls <= 3 + head.count / 100
  }
}
