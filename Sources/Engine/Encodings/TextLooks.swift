/// Whether bytes look like a text's.
enum TextLooks {
  /// Controls that texts have: backspace to carriage return, and the escape of terminals.
  static let harmless: Set<UInt32> = [0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1B]

  /// No zeros, unless they are UTF-16's or UTF-32's, and hardly any controls.
  static func areText(_ head: [UInt8]) -> Bool {
    if TextEncoding.marked(head) != nil { return true }
    guard !head.contains(0) else { return TextEncoding.byZeros(head) != nil }
    let controls = head.count { $0 < 0x20 && !harmless.contains(UInt32($0)) || $0 == 0x7F }
    return controls <= 3 + head.count / 100
  }
}
