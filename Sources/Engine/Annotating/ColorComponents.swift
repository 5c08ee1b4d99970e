/// Converts colours between the arrays of a file (gray, RGB or CMYK, PDF 32000-1, table 164) and 0xRRGGBB.
enum ColorComponents {
  /// Returns the colour as 0xRRGGBB, nil (transparent) unless there are 1, 3 or 4 numbers.
  static func value(_ numbers: [Double]) -> UInt32? {
    switch numbers.count {
    case 1: packed([numbers[0], numbers[0], numbers[0]])
    case 3: packed(numbers)
    case 4: packed(numbers.prefix(3).map { (1 - bounded($0)) * (1 - bounded(numbers[3])) })
    default: nil
    }
  }

  static func numbers(_ color: UInt32) -> [Double] {
    [16, 8, 0].map { Double(color >> $0 & 0xFF) / 255 }
  }

  private static func packed(_ numbers: [Double]) -> UInt32 {
    numbers.reduce(0) { $0 << 8 | UInt32((bounded($1) * 255).rounded()) }
  }

  private static func bounded(_ value: Double) -> Double { min(max(value, 0), 1) }
}

/// The colour and size in points of a free text's letters, parsed from its `/DA` (PDF 32000-1, 12.7.3.3), where operands precede their operator.
struct LetterStyle {
  var color: UInt32?
  var size: Double?

  /// Returns the colour of a default style, such as `font: 9pt Helvetica; color: #FF0000` (PDF 32000-1, 12.7.3.4); nil if it has none.
  static func color(ofStyle style: String) -> UInt32? {
    for declaration in style.split(separator: ";") {
      let parts = declaration.split(separator: ":").map(\.trimmed)
      guard parts.count == 2, parts[0] == "color", parts[1].hasPrefix("#"),
        parts[1].utf8.count == 7
      else { continue }
      return UInt32(parts[1].dropFirst(), radix: 16)
    }
    return nil
  }

  init(_ appearance: String) {
    var numbers: [Double] = []
    for word in appearance.split(whereSeparator: { $0 == " " || $0 == "\n" }).prefix(64) {
      if let number = Double(word), number.isFinite {
        numbers.append(number)
        continue
      }
      switch word {
      case "g": color = ColorComponents.value(Array(numbers.suffix(1)))
      case "rg": color = ColorComponents.value(Array(numbers.suffix(3)))
      case "k": color = ColorComponents.value(Array(numbers.suffix(4)))
      case "Tf": size = numbers.last.flatMap { $0 > 0 ? min($0, 1_000) : nil }
      default: break
      }
      // In `/Helv 12 Tf` the font name precedes the size.
      if !word.hasPrefix("/") { numbers = [] }
    }
  }
}
