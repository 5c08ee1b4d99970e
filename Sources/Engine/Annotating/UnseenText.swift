import DocumentModel

/// Invisible text over outlined letters, which lets other programs search, select and copy it (text rendering mode 3, PDF 32000-1, 9.3.6), as on scanned pages.
///
/// Its font has no visible glyphs, only a code for each letter with its Unicode meaning: `GlyphlessFont`.
struct UnseenText {
  /// The resource name of the font in the form.
  static let fontName = "Words"

  /// The letters of the codes from 1 on: a base character with its combining marks.
  private(set) var letters: [[Unicode.Scalar]] = []
  private var codes: [[Unicode.Scalar]: Int] = [:]

  private static let mostCodes = 0xFFFE

  /// Returns operators that set the text over its outlines, stretched to their width, in the same coordinates.
  mutating func shown(_ pieces: [LetterOutlines.Piece], size: Double) -> String {
    guard size > 0, !pieces.isEmpty else { return "" }
    var text = "q\nBT\n3 Tr\n/\(Self.fontName) \(PDFNumber.text(size)) Tf\n"
    for piece in pieces {
      // Text on a page is stored from left to right; readers reverse right-to-left runs together with their marks.
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

  /// Returns the code of a letter; nil if there are too many.
  mutating func code(_ letter: [Unicode.Scalar]) -> Int? {
    if let known = codes[letter] { return known }
    guard letters.count < Self.mostCodes else { return nil }
    letters.append(letter)
    codes[letter] = letters.count
    return letters.count
  }

  /// The font's `/ToUnicode` CMap (PDF 32000-1, 9.10.3).
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
    // A CMap section has at most 100 entries.
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
