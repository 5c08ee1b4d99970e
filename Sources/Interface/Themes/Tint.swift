/// Colours as users write them.
package enum Tint {
  /// Colours that have a name.
  package static let named: [(name: String, color: UInt32)] = [
    ("red", 0xD2_4B4B), ("orange", 0xD9_822B), ("yellow", 0xC9_A227), ("green", 0x4C_9A52),
    ("teal", 0x2A_9D8F), ("blue", 0x3B_82D0), ("indigo", 0x5B_63C8), ("purple", 0x96_5BC0),
    ("pink", 0xD0_5C94), ("brown", 0x98_6A44), ("grey", 0x80_8080),
  ]

  /// 0xRRGGBB of `#rrggbb` or a name; nil if it is not a colour.
  package static func color(_ text: String) -> UInt32? {
    hexadecimal(text) ?? named.first { $0.name == text.lowercased() }?.color
  }

  /// 0xRRGGBB of `#rrggbb`.
  package static func hexadecimal(_ text: String) -> UInt32? {
    let digits = text.dropFirst()
    guard text.first == "#", digits.count == 6, digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt32(digits, radix: 16)
  }
}
