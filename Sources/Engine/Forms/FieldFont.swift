import DocumentModel

/// The font of a field's letters: the one in its `/DA` if it is a simple font with a known encoding, else Helvetica (PDF
/// 32000-1, 12.7.3.3 and 9.6).
struct FieldFont {
  /// Its name in the appearance's resources.
  let name: String
  /// Nil for Helvetica, which is made with the section.
  let object: PDFObject?
  let face: Typeface

  /// Makes Helvetica.
  init() {
    name = Appearance.Face.regular.rawValue
    object = nil
    face = Helvetica.face
  }

  /// Nil for fonts with several bytes per character, or without a known encoding or widths.
  init?(_ name: String, _ object: PDFObject, in file: ObjectFile) {
    guard let entries = file.followed(object).dictionary,
      let type = file.followed(entries["Subtype"]).name,
      ["Type1", "TrueType", "MMType1"].contains(type)
    else { return nil }
    let base = file.followed(entries["BaseFont"]).name ?? ""
    guard let meanings = Self.meanings(entries["Encoding"], base, file) else { return nil }
    let stated = Self.widths(entries, file)
    let standard = Typeface.standardWidths(base)
    // An embedded font without widths cannot be set.
    guard stated != nil || standard != nil else { return nil }
    var widths = [Double](repeating: 0, count: 256)
    var codes: [Unicode.Scalar: UInt8] = [:]
    for code in UInt8(0x20)...0xFF {
      guard let scalar = meanings[code] else { continue }
      var width = stated?[Int(code)] ?? 0
      if stated == nil, let byte = Helvetica.face.codes[scalar] {
        width = standard?[Int(byte) - 0x20] ?? 0
      }
      // A character without a width is not in the font.
      guard width > 0, codes[scalar] == nil else { continue }
      widths[Int(code)] = width / 1_000
      codes[scalar] = code
    }
    guard codes[" "] != nil || codes.count > 20 else { return nil }
    self.name = name
    self.object = object
    face = Typeface(codes: codes, widths: widths)
  }

  /// Returns widths in thousandths by character code; nil if the font has none.
  private static func widths(_ entries: [String: PDFObject], _ file: ObjectFile) -> [Double]? {
    guard let list = file.followed(entries["Widths"]).array, !list.isEmpty else { return nil }
    let first = file.followed(entries["FirstChar"]).integer ?? 0
    guard (0...255).contains(first) else { return nil }
    var widths = [Double](repeating: 0, count: 256)
    for (place, item) in list.prefix(256 - first).enumerated() {
      widths[first + place] = min(max(file.followed(item).number ?? 0, 0), 10_000)
    }
    return widths
  }

  /// Returns the characters of codes: a named encoding with its differences.
  private static func meanings(
    _ encoding: PDFObject?, _ base: String, _ file: ObjectFile
  ) -> [UInt8: Unicode.Scalar]? {
    let followed = file.followed(encoding)
    if let name = followed.name { return encodings[name] }
    guard let entries = followed.dictionary else {
      // A custom encoding without a description.
      return Typeface.standardWidths(base) == nil ? nil : standard
    }
    var meanings =
      file.followed(entries["BaseEncoding"]).name.flatMap { encodings[$0] } ?? standard
    var code = 0
    for item in (file.followed(entries["Differences"]).array ?? []).prefix(1_024) {
      let item = file.followed(item)
      if let number = item.integer {
        code = number
      } else if let name = item.name {
        if let byte = UInt8(exactly: code) { meanings[byte] = GlyphNames.scalar(name) }
        code += 1
      }
    }
    return meanings
  }

  private static let encodings = [
    "WinAnsiEncoding": Helvetica.codes, "StandardEncoding": standard,
    "MacRomanEncoding": upper(
      """
      ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ\
      –—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ
      """),
    "PDFDocEncoding": {
      var codes = ascii
      for byte in UInt8(0xA1)...0xFF { codes[byte] = Unicode.Scalar(byte) }
      return codes.merging(PDFText.special) { _, special in special }
    }(),
  ]

  private static let ascii: [UInt8: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: (UInt8(0x20)...0x7E).map { ($0, Unicode.Scalar($0)) })

  /// The ASCII part of the standard encoding (PDF 32000-1, annex D.2), in which two quotation marks differ.
  private static let standard = ascii.merging([0x27: "’", 0x60: "‘"]) { $1 }

  private static func upper(_ letters: String) -> [UInt8: Unicode.Scalar] {
    var codes = ascii
    for (place, scalar) in letters.unicodeScalars.enumerated() where place < 128 {
      codes[UInt8(0x80 + place)] = scalar
    }
    return codes
  }
}

/// How a field's text is set, from its `/DA` or its form's (PDF 32000-1, 12.7.3.3).
struct FieldLetters {
  var font: FieldFont
  /// The font size; 0 means as large as fits.
  var size: Double
  var color: UInt32

  init(_ appearance: String, fonts: [String: PDFObject], in file: ObjectFile) {
    let letters = LetterStyle(appearance)
    color = letters.color ?? 0
    size = letters.size ?? 0
    let words = appearance.split(whereSeparator: \.isWhitespace)
    let place = words.lastIndex(of: "Tf")
    let name = place.flatMap { $0 >= 2 ? words[$0 - 2] : nil }.map { String($0.dropFirst()) }
    font =
      name.flatMap { name in
        fonts[name].flatMap { FieldFont(name, $0, in: file) }
      } ?? FieldFont()
  }
}
