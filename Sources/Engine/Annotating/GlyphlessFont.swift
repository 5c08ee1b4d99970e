import DocumentModel

/// A font without visible glyphs, each as wide as it is high, used by `UnseenText` (PDF 32000-1, 9.7).
enum GlyphlessFont {
  private static let name = "Glyphless"

  /// Returns the Type 0 font of a drawing. Each drawing has its own `/ToUnicode` stream (`meanings`).
  static func entries(
    descendant: PDFObject.Reference, meanings: PDFObject.Reference
  ) -> [String: PDFObject] {
    [
      "Type": .name("Font"), "Subtype": .name("Type0"), "BaseFont": .name(name),
      "Encoding": .name("Identity-H"), "DescendantFonts": .array([.reference(descendant)]),
      "ToUnicode": .reference(meanings),
    ]
  }

  /// Returns the CIDFont shared by all drawings; `glyphs` is the stream returned by `map`.
  static func descendant(
    descriptor: PDFObject.Reference, glyphs: PDFObject.Reference
  ) -> [String: PDFObject] {
    [
      "Type": .name("Font"), "Subtype": .name("CIDFontType2"), "BaseFont": .name(name),
      "CIDSystemInfo": .dictionary([
        "Registry": .string(Array("Adobe".utf8)), "Ordering": .string(Array("Identity".utf8)),
        "Supplement": .integer(0),
      ]),
      "DW": .integer(1_000), "FontDescriptor": .reference(descriptor),
      "CIDToGIDMap": .reference(glyphs),
    ]
  }

  /// Returns the font descriptor of a fixed-width symbolic font; `file` is the stream with the bytes of `Self.file`.
  static func descriptor(file: PDFObject.Reference) -> [String: PDFObject] {
    [
      "Type": .name("FontDescriptor"), "FontName": .name(name), "Flags": .integer(5),
      "FontBBox": .numbers([0, -200, 1_000, 900]), "ItalicAngle": .integer(0),
      "Ascent": .integer(900), "Descent": .integer(-200), "CapHeight": .integer(900),
      "StemV": .integer(80), "FontFile2": .reference(file),
    ]
  }

  /// Returns a `/CIDToGIDMap` that maps codes 0 to `last` to glyph 1, the only one besides `.notdef`.
  static func map(through last: Int) -> [UInt8] { (0...last).flatMap { _ in [0, 1] } }

  /// The font program (OpenType 1.9). It has two glyphs: an empty one, and a line there and back that fills nothing. The line gives the glyph an extent,
  /// without which programs ignore it.
  static let file: [UInt8] = {
    let tables = Self.tables.sorted { $0.key < $1.key }
    var (directory, body): ([UInt8], [UInt8]) = ([], [])
    let start = 12 + 16 * tables.count
    for (tag, data) in tables {
      directory += Array(tag.utf8) + long(sum(data)) + long(UInt32(start + body.count))
      directory += long(UInt32(data.count))
      body += data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
    }
    // The number of tables and the binary search fields for it: the largest power of two is 8.
    var file = long(0x1_0000) + shorts([tables.count, 128, 3, (tables.count - 8) * 16])
    file += directory + body
    // `checkSumAdjustment` in `head`, computed over the whole file.
    if let head = tables.firstIndex(where: { $0.key == "head" }) {
      let place = start + tables[..<head].reduce(0) { $0 + ($1.value.count + 3) / 4 * 4 } + 8
      file.replaceSubrange(place..<(place + 4), with: long(0xB1B0_AFBA &- sum(file)))
    }
    return file
  }()

  private static let tables: [String: [UInt8]] = [
    // Version, revision, checksum, magic, flags, units per em, created, modified, box, style, smallest size, direction, loca format, glyph format.
    "head": shorts([1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, 1_000])
      + shorts([0, 0, 0, 0, 0, 0, 0, 0, 0, -200, 1_000, 900, 0, 3, 2, 0, 0]),
    // Version, ascender, descender, line gap, widest advance, side bearings, extent, caret slope and offset, reserved, metric format, number of metrics.
    "hhea": shorts([1, 0, 900, -200, 0, 1_000, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]),
    "hmtx": shorts([1_000, 0, 0]),
    "maxp": shorts([1, 0, 2, 2, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]),
    "loca": shorts([0, 0, 12]),
    // Contours, box, last point, instructions, flags of the line's two points, x and y deltas.
    "glyf": shorts([1, 0, -200, 1_000, 900, 1, 0, 0x0101, 0, 1_000, -200, 1_100]),
    // One Macintosh subtable without characters.
    "cmap": shorts([0, 1, 1, 0, 0, 12, 6, 10, 0, 0, 0]),
    // Format 3: no glyph names.
    "post": shorts([3, 0, 0, 0, -100, 50, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
    "name": shorts([0, 0, 6]),
  ]

  private static func shorts(_ values: [Int]) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  private static func long(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func sum(_ bytes: [UInt8]) -> UInt32 {
    stride(from: 0, to: bytes.count, by: 4).reduce(0) { sum, start in
      let word = (0..<4).reduce(UInt32(0)) {
        $0 << 8 | (start + $1 < bytes.count ? UInt32(bytes[start + $1]) : 0)
      }
      return sum &+ word
    }
  }
}

/// Something that indirect objects are added to.
protocol ObjectTarget {
  mutating func newNumber() -> PDFObject.Reference
  mutating func add(_ object: PDFObject, as place: PDFObject.Reference)
  mutating func add(
    stream entries: [String: PDFObject], _ data: [UInt8], as place: PDFObject.Reference)
}

extension Section: ObjectTarget {}

extension ObjectTarget {
  /// Adds the CIDFont of codes up to `last`, with all it needs.
  mutating func addGlyphlessFont(as descendant: PDFObject.Reference, through last: Int) {
    let (descriptor, glyphs, file) = (newNumber(), newNumber(), newNumber())
    add(
      .dictionary(GlyphlessFont.descendant(descriptor: descriptor, glyphs: glyphs)), as: descendant)
    add(.dictionary(GlyphlessFont.descriptor(file: file)), as: descriptor)
    add(stream: [:], GlyphlessFont.map(through: last), as: glyphs)
    add(stream: ["Length1": .integer(GlyphlessFont.file.count)], GlyphlessFont.file, as: file)
  }
}
