/// Fonts that mean something in text: of code, and of symbols in the private use area.
enum OfficeFonts {
  /// Parts of the names of monospaced fonts.
  private static let monospace: [[UInt8]] = [
    "courier", "consol", "mono", "menlo", "monaco", "lucida console", "typewriter", "cascadia",
    "fira code", "source code", "terminal", "fixed",
  ].map { Array($0.utf8) }

  static func isMonospace(_ name: String) -> Bool {
    // Substrings are compared by bytes, as every run of a document may name its font.
    let name = name.utf8.prefix(64).map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
    guard !name.starts(with: "monotype".utf8) else { return false }
    return name.indices.contains { start in
      monospace.contains { name[start...].starts(with: $0) }
    }
  }

  /// Returns the Unicode character of a symbol font's code, which may be in the private use area.
  static func symbol(_ code: UInt32, font: String) -> Character? {
    let isPrivate = isSymbol(code)
    let place = isPrivate ? code - 0xF000 : code
    switch font.lowercased() {
    case "symbol":
      guard place >= 0x41, place < 0x41 + UInt32(greek.count) else {
        return symbols[place] ?? (place < 0x40 ? UnicodeScalar(place).map(Character.init) : nil)
      }
      return greek[Int(place - 0x41)]
    case let name where name.hasPrefix("wingdings ") || name.contains("webdings"): return "•"
    case let name where name == "wingdings" || isPrivate: return wingdings[place] ?? "•"
    default: return UnicodeScalar(code).map(Character.init)
    }
  }

  /// Returns a text with the characters of a symbol font in Unicode.
  static func text(_ text: String, font: String?) -> String {
    guard text.unicodeScalars.contains(where: { isSymbol($0.value) }) else { return text }
    return String(
      text.unicodeScalars.map { scalar in
        guard isSymbol(scalar.value) else { return Character(scalar) }
        return symbol(scalar.value, font: font ?? "") ?? Character(scalar)
      })
  }

  private static func isSymbol(_ code: UInt32) -> Bool { (0xF000...0xF0FF).contains(code) }

  /// The characters from code 0x41 on (Unicode's mapping table for Adobe's Symbol font).
  private static let greek: [Character] = Array(
    "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼")

  private static let symbols: [UInt32: Character] = [
    0x22: "∀", 0x24: "∃", 0x27: "∋", 0x2A: "∗", 0x2D: "−", 0x40: "≅", 0xA2: "′", 0xA3: "≤",
    0xA5: "∞", 0xA7: "♣", 0xA8: "♦", 0xA9: "♥", 0xAA: "♠", 0xAB: "↔", 0xAC: "←", 0xAD: "↑",
    0xAE: "→", 0xAF: "↓", 0xB0: "°", 0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xB4: "×", 0xB5: "∝",
    0xB6: "∂", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xC0: "ℵ",
    0xC4: "⊗", 0xC5: "⊕", 0xC6: "∅", 0xC7: "∩", 0xC8: "∪", 0xC9: "⊃", 0xCA: "⊇", 0xCB: "⊄",
    0xCC: "⊂", 0xCD: "⊆", 0xCE: "∈", 0xCF: "∉", 0xD0: "∠", 0xD1: "∇", 0xD5: "∏", 0xD6: "√",
    0xD7: "⋅", 0xD8: "¬", 0xD9: "∧", 0xDA: "∨", 0xDB: "⇔", 0xDC: "⇐", 0xDD: "⇑", 0xDE: "⇒",
    0xDF: "⇓", 0xE5: "∑", 0xF2: "∫",
  ]

  static let wingdings: [UInt32: Character] = [
    0x21: "✏", 0x22: "✂", 0x28: "☎", 0x2A: "✉", 0x36: "⌛", 0x3A: "🖥", 0x41: "✌", 0x46: "☞",
    0x4A: "☺", 0x4B: "😐", 0x4C: "☹", 0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x72: "❒",
    0x75: "◆", 0x76: "❖", 0x9F: "•", 0xA7: "▪", 0xA8: "◻", 0xD8: "➢", 0xDF: "←", 0xE0: "→",
    0xE1: "↑", 0xE2: "↓", 0xE7: "⇐", 0xE8: "➔", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒",
    0xFE: "☑",
  ]
}
