import DocumentModel

/// Helvetica in WinAnsiEncoding (PDF 32000-1, annex D.2), a standard font that every program has.
enum Helvetica {
  /// Encodes text in WinAnsiEncoding; nil if a letter is missing from it.
  static func encoded(_ text: some StringProtocol) -> [UInt8]? { face.encoded(text) }

  /// Returns the width of encoded letters at font size 1.
  static func width(_ letters: some Sequence<UInt8>, isBold: Bool = false) -> Double {
    let widths = isBold ? bold : regular
    return letters.reduce(0) { $0 + ($1 >= 0x20 ? widths[Int($1) - 0x20] : 0) } / 1_000
  }

  /// Breaks text into encoded lines at blanks, and words longer than a line anywhere. Nil if a letter is missing.
  static func lines(_ text: String, size: Double, width room: Double) -> [[UInt8]]? {
    face.lines(text, size: size, width: room)
  }

  /// The regular face.
  static let face = Typeface(
    codes: Dictionary(codes.map { ($1, $0) }, uniquingKeysWith: { first, _ in first }),
    widths: (0..<256).map { $0 >= 0x20 ? regular[$0 - 0x20] / 1_000 : 0 })

  /// The character of each byte in WinAnsiEncoding.
  static let codes: [UInt8: Unicode.Scalar] = {
    var codes = Dictionary(uniqueKeysWithValues: special.map { ($1, $0) })
    for byte in Array(UInt8(0x20)...0x7E) + Array(UInt8(0xA0)...0xFF) {
      codes[byte] = Unicode.Scalar(byte)
    }
    return codes
  }()

  /// Returns the letters as a hexadecimal string operand.
  static func shown(_ letters: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF")
    var text = "<"
    for letter in letters {
      text.append(digits[Int(letter >> 4)])
      text.append(digits[Int(letter & 15)])
    }
    return text + ">"
  }

  /// The codes between 0x80 and 0x9F.
  private static let special: [Unicode.Scalar: UInt8] = [
    "€": 0x80, "‚": 0x82, "ƒ": 0x83, "„": 0x84, "…": 0x85, "†": 0x86, "‡": 0x87, "ˆ": 0x88,
    "‰": 0x89, "Š": 0x8A, "‹": 0x8B, "Œ": 0x8C, "Ž": 0x8E, "‘": 0x91, "’": 0x92, "“": 0x93,
    "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97, "˜": 0x98, "™": 0x99, "š": 0x9A, "›": 0x9B,
    "œ": 0x9C, "ž": 0x9E, "Ÿ": 0x9F,
  ]

  // Widths in thousandths of the font size, from the blank (0x20) on.
  static let regular = FreeTextMetrics.helvetica
  static let bold: [Double] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
    0, 556, 0, 278, 556, 500, 1000, 556, 556, 333, 1000, 667, 333, 1000, 0, 611, 0, 0, 278, 278,
    500, 500, 350, 556, 1000, 333, 1000, 556, 333, 944, 0, 500, 667, 278, 333, 556, 556, 556, 556,
    280, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400, 584, 333, 333, 333, 611, 556, 278, 333,
    333, 365, 556, 834, 834, 834, 611, 722, 722, 722, 722, 722, 722, 1000, 722, 667, 667, 667,
    667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667,
    667, 611, 556, 556, 556, 556, 556, 556, 889, 556, 556, 556, 556, 556, 278, 278, 278, 278, 611,
    611, 611, 611, 611, 611, 611, 584, 611, 611, 611, 611, 611, 556, 611, 556,
  ]
}
