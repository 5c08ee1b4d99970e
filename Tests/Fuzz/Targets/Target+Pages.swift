import DocumentModel
import Foundation
import TestSupport
import Text
import Wire

/// Pages as they are painted: text, figures, tables and formulas made of glyphs, lines and images.
extension Target {
  static let pages = [
    Target(name: "page-contents", seeds: { contents.map { Array($0.utf8) } }, words: operators) {
      read(document(of: $0), as: "a.pdf")
    },
    // Words that were recognised take the place of invisible ones.
    Target(
      name: "text-layers", seeds: { contents.map { Array(("3 Tr " + $0).utf8) } },
      words: operators + ["3 Tr ", " Do ", " BI ", " ID ", " EI ", " ' ", " \" ", " TJ "]
    ) {
      let word = PlacedWord(text: "word", x: 10, y: 20, width: 30, size: 9)
      return edited(document(of: $0), [.addText(page: 0, [word])])
    },
    Target(name: "page-glyphs", seeds: { [glyphs(of: "Table 1 a b 1 2"), glyphs(of: "x2 + 1")] }) {
      composed([PageText(glyphs(from: $0), limit: Limit.characters)])
    },
  ]

  private static func document(of content: [UInt8]) -> [UInt8] {
    var document = PagedPDF()
    document.writer.set(document.font, font)
    let page = document.addPage()
    let stream = content.text
    // The page's contents are the object before it.
    document.writer.set(
      page - 1, "<</Length \(stream.utf8.count)>>stream\n\(stream)\nendstream")
    return Array(document.file())
  }

  private static let contents = [
    "BT /F 10 Tf 72 740 Td (Some words of a line.) Tj 0 -12 Td (Figure 1: A caption) Tj ET\n"
      + "q 200 0 0 100 100 300 cm BI /W 4 /H 4 /BPC 8 /CS /G ID 0123456789abcdef EI Q\n",
    "BT /F 10 Tf 72 700 Td (As in x) Tj /F 7 Tf 5 -2 Td (2) Tj -5 6 Td (34) Tj ET\n"
      + "72 690 m 200 690 l S 72 650 m 200 650 l S\n"
      + "BT /F 10 Tf 72 670 Td (Year) Tj 60 0 Td (12.5) Tj -60 -12 Td (2008) Tj 60 0 Td (3) Tj ET\n",
    "/Span <</ActualText (instead) /MCID 3>> BDC BT /F 10 Tf 0 1 -1 0 300 300 Tm (turned) Tj ET EMC\n"
      + "100 100 200 200 re W n 1 0 0 rg 50 50 100 100 re f 60 60 m 90 70 80 90 100 100 c B\n",
  ]
  private static let operators = [
    " Tj ", " Tf ", " Tm ", " Td ", " BT ", " ET ", " q ", " Q ", " cm ", " re ", " m ", " l ",
    " c ",
    " S ", " f ", " W n ", "/F ", "1e30 ", "-1e9 ", "0 ", "99999999999 ", "<1B5B324A> Tj ", " Tr ",
    " Ts ", " Tz ", " Tw ", " BDC ", " EMC ", "<</ActualText<FEFFD800001B>>>", "3 ",
  ]
  private static let font: String = {
    let names = [
      "A", "uniD800", "uni0000", "u110000", "uniFFFFFFFF", "uni001B", "uni202E", "f_f_i", "a.alt",
      "summationtext", "radicalbigg", "C0", "g999999999", "space", "one", "two", "plus", "fi",
    ]
    let list = (0..<12).map { _ in names.map { "/\($0)" }.joined() }.joined()
    return "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[160\(list)]>>>>"
  }()

  private static let fonts = [
    GlyphFont(name: "Times"), GlyphFont(name: "CMMI10", isItalic: true, isMath: true),
    GlyphFont(name: "Courier", isBold: true, isMonospace: true),
    GlyphFont(name: "CMEX10", isMath: true, ascent: 0.1, descent: -2.9),
  ]

  /// Six bytes for a glyph or a paint: what, where, how large.
  private static func glyphs(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for (number, scalar) in text.unicodeScalars.enumerated() {
      bytes += [
        UInt8(scalar.value & 127), UInt8(20 + 4 * number & 255), 60, 10, UInt8(number & 3), 0,
      ]
    }
    return bytes + [200, 10, 58, 90, 1, 128, 200, 10, 72, 90, 1, 128]
  }

  /// A scalar that a page's text may have.
  private static func scalar(_ byte: UInt8, isSign: Bool) -> UInt32 {
    let scalar = UInt32(byte) + (isSign ? 0x2200 : 0)
    return scalar < 0x20 || (0x7F..<0xA0).contains(scalar) ? 0xFFFD : scalar
  }

  private static func glyphs(from bytes: [UInt8]) -> PageGlyphs {
    var page = PageGlyphs(size: PageSize(width: 612, height: 792), fonts: fonts)
    for start in stride(from: 0, to: min(bytes.count, 12_000) - 5, by: 6) {
      let (what, kind, extra) = (bytes[start], bytes[start + 4], bytes[start + 5])
      let (x, y) = (Float(bytes[start + 1]) * 2.4, Float(bytes[start + 2]) * 3.1)
      // Now and then something far away, or of no size.
      let size: Float = extra == 255 ? 1_000_000 : extra == 254 ? 0 : Float(bytes[start + 3])
      if extra & 128 != 0, let paint = Paint.Kind(rawValue: kind & 3) {
        let height: Float = kind & 4 == 0 ? 1 : size
        page.paints.append(
          Paint(
            paint, Box(x0: x, y0: y, x1: x + 4 * size, y1: y + height), after: page.glyphs.count,
            isStraight: kind & 8 == 0))
        continue
      }
      let isTurned = kind & 64 != 0
      var traits = Glyph.Traits(rawValue: 0)
      if kind & 16 != 0 { traits.insert(.hidden) }
      if kind & 32 != 0 { traits.insert(.artifact) }
      page.glyphs.append(
        Glyph(
          scalar(what, isSign: extra & 64 != 0), x: x, y: y, dx: isTurned ? 0 : size / 2,
          dy: isTurned ? size / 2 : 0, size: size, font: UInt16(kind & 3),
          direction: isTurned ? .down : .across, traits: traits, color: 0, content: Int32(extra & 3)
        ))
    }
    return page
  }
}
