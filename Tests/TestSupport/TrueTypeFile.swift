/// A TrueType program of square glyphs; those without a name paint nothing.
package struct TrueTypeFile {
  /// A glyph's name for the `post` table, and its character for the `cmap` table.
  package struct Glyph {
    package var name: String
    package var character: UInt32?
    package var isEmpty = false

    package init(_ name: String, _ character: UInt32? = nil, isEmpty: Bool = false) {
      (self.name, self.character, self.isEmpty) = (name, character, isEmpty)
    }
  }

  /// The first one is `.notdef`.
  private let glyphs: [Glyph]
  /// Whether it has `cmap` and `post` tables.
  private let hasMaps: Bool

  package init(_ glyphs: [Glyph], hasMaps: Bool = true) {
    self.glyphs = [Glyph(".notdef")] + glyphs
    self.hasMaps = hasMaps
  }

  /// The file; its Macintosh `cmap` has the first glyph after `.notdef` at code 33.
  package var bytes: [UInt8] {
    let square: [UInt8] =
      words([1, 0, 0, 500, 500, 3, 0]) + [1, 1, 1, 1] + words([0, 500, 0, 0xFE0C, 0, 0, 500, 0])
    var (outlines, places): ([UInt8], [UInt8]) = ([], [])
    for glyph in glyphs {
      places += long(outlines.count)
      if !glyph.isEmpty { outlines += square }
    }
    places += long(outlines.count)
    let head =
      words([1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, 1_000]) + [UInt8](repeating: 0, count: 16)
      + words([0, 0, 500, 500, 0, 8, 2, 1, 0])
    let header = words([1, 0, 800, 0xFF38, 0, 500, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.count])
    let all: [(String, [UInt8])] = [
      ("cmap", characterMaps), ("glyf", outlines), ("head", head), ("hhea", header),
      ("hmtx", glyphs.flatMap { _ in words([500, 0]) }), ("loca", places),
      ("maxp", words([1, 0, glyphs.count] + [Int](repeating: 0, count: 13))), ("post", names),
    ]
    let tables = all.filter { hasMaps || $0.0 != "cmap" && $0.0 != "post" }
    var file = words([1, 0, tables.count, 128, 3, 0])
    var start = file.count + 16 * tables.count
    for (tag, table) in tables {
      file += Array(tag.utf8) + long(0) + long(start) + long(table.count)
      start += table.count
    }
    return file + tables.flatMap(\.1)
  }

  private var characterMaps: [UInt8] {
    let codes = (0..<256).map { code in
      (33..<32 + glyphs.count).contains(code) ? UInt8(code - 32) : 0
    }
    let macintosh = words([0, 262, 0]) + codes
    let mapped = glyphs.enumerated().compactMap { at, glyph in glyph.character.map { ($0, at) } }
    let groups = mapped.sorted { $0.0 < $1.0 }.flatMap { character, at in
      long(Int(character)) + long(Int(character)) + long(at)
    }
    let unicode = words([12, 0]) + long(16 + groups.count) + long(0) + long(mapped.count) + groups
    return words([0, 2, 1, 0]) + long(20) + words([3, 10]) + long(20 + macintosh.count)
      + macintosh + unicode
  }

  private var names: [UInt8] {
    words([2, 0]) + [UInt8](repeating: 0, count: 28) + words([glyphs.count])
      + words(glyphs.indices.map { 258 + $0 })
      + glyphs.flatMap { [UInt8($0.name.utf8.count)] + Array($0.name.utf8) }
  }

  private func words(_ values: [Int]) -> [UInt8] {
    values.flatMap { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] }
  }

  private func long(_ value: Int) -> [UInt8] { words([value >> 16, value & 0xFFFF]) }
}
