import DocumentModel

/// Words laid unseen over the outlines of their letters, so that programs which look for text find them, select and copy them
/// (text rendering mode 3, PDF 32000-1, 9.3.6), as is done on pages that were scanned.
///
/// Its font has letters without a form, of which only the meaning is told, a code for each: `GlyphlessFont`.
struct UnseenText {
  /// What a drawing calls the font.
  static let fontName = "Words"

  /// What the codes mean, from 1 on: a letter with the signs that belong to it.
  private(set) var letters: [[Unicode.Scalar]] = []
  private var codes: [[Unicode.Scalar]: Int] = [:]

  private static let mostCodes = 0xFFFE

  /// Operators that lay words where their outlines are, as wide as those; in the coordinates these are drawn in.
  mutating func shown(_ pieces: [LetterOutlines.Piece], size: Double) -> String {
    guard size > 0, !pieces.isEmpty else { return "" }
    var text = "q\nBT\n3 Tr\n/\(Self.fontName) \(PDFNumber.text(size)) Tf\n"
    for piece in pieces {
      // From left to right, as all text of a page stands: who reads it turns it again, signs and all.
      let letters = piece.text.map { Array($0.unicodeScalars) }
      let turned = piece.isRightToLeft ? letters.reversed().map { $0.reversed() } : letters
      let codes = turned.compactMap { code($0) }
      guard !codes.isEmpty, piece.width > 0 else { continue }
      let stretch = piece.width / (Double(codes.count) * size) * 100
      text += "\(PDFNumber.text(stretch)) Tz 1 0 0 1 "
      text += "\(PDFNumber.text(piece.x)) \(PDFNumber.text(piece.y)) Tm "
      text += Helvetica.shown(codes.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) + " Tj\n"
    }
    return text + "ET\nQ\n"
  }

  private mutating func code(_ letter: [Unicode.Scalar]) -> Int? {
    if let known = codes[letter] { return known }
    guard letters.count < Self.mostCodes else { return nil }
    letters.append(letter)
    codes[letter] = letters.count
    return letters.count
  }

  /// What the codes mean, as a font tells it (`/ToUnicode`, PDF 32000-1, 9.10.3).
  var meanings: [UInt8] {
    var text = """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <0000> <FFFF>
      endcodespacerange

      """
    // So many at once at the most.
    for start in stride(from: 0, to: letters.count, by: 100) {
      let part = letters[start..<min(start + 100, letters.count)]
      text += "\(part.count) beginbfchar\n"
      for (place, letter) in zip(part.indices, part) {
        let units = String(String.UnicodeScalarView(letter)).utf16
        text += "\(Self.digits([UInt16(place + 1)])) \(Self.digits(units))\n"
      }
      text += "endbfchar\n"
    }
    text += "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    return Array(text.utf8)
  }

  private static func digits(_ units: some Sequence<UInt16>) -> String {
    Helvetica.shown(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
  }
}
