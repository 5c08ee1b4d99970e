/// A tag's colour: one of a few named ones, or any RGB value.
package enum TagColor: Sendable, Hashable {
  case named(Name)
  /// 0xRRGGBB.
  case rgb(UInt32)

  /// Named colours; the theme decides how they are displayed.
  package enum Name: String, Sendable, Hashable, CaseIterable {
    case red, orange, yellow, green, blue, purple, grey
  }

  /// Returns the colour that a tag's name implies: a tag “Red” is red unless given another colour.
  package init?(name: String) {
    guard let known = Name(rawValue: name.lowercased()) else { return nil }
    self = .named(known)
  }

  /// Parses a colour as users write it and the library stores it: a name, `#rrggbb` or `#rgb`.
  package init?(_ text: String) {
    if let known = TagColor(name: text) {
      self = known
      return
    }
    let digits = text.utf8.dropFirst()
    let isHexadecimal = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard text.utf8.first == 0x23, isHexadecimal, digits.count == 6 || digits.count == 3,
      let value = UInt32(String(text.dropFirst()), radix: 16)
    else { return nil }
    guard digits.count == 3 else {
      self = .rgb(value)
      return
    }
    // `#f80` is `#ff8800` (CSS Color 4, 5.2).
    self = .rgb((value >> 8 & 0xF) * 0x11_0000 | (value >> 4 & 0xF) * 0x1100 | (value & 0xF) * 0x11)
  }

  /// The name, or `#rrggbb`.
  package var text: String {
    switch self {
    case .named(let name): return name.rawValue
    case .rgb(let value):
      let digits = String(value & 0xFF_FFFF, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }
}
