import Canvas
import DocumentModel
import Text

/// Lays out vertical text in columns of upright characters, in bands above each other as newspapers have them.
///
/// A column is two cells wide, so that a character of ASCII is shown in its fullwidth form.
struct VerticalSetter {
  let width: Int
  let combined: [Range<Int>]

  /// Characters of a column: a band fits into a small window.
  private static let height = 20
  /// Cells from one column to the next.
  private static let pitch = 3

  /// Characters that are shown at one place; columns of glyphs count from the place's first cell.
  private struct Place {
    var glyphs: [TextLine.Glyph]
    var scalar: UInt32 { glyphs[0].scalar }
  }

  static func sets(_ block: AuthoredBlock) -> Bool {
    switch block.kind {
    case .paragraph, .heading, .listItem, .footnote, .caption: block.rules.isVertical
    default: false
    }
  }

  /// Returns the lines of blocks of one writing mode.
  func lines(_ blocks: ArraySlice<AuthoredBlock>, _ texts: ArraySlice<TextBlock>) -> [TextLine] {
    guard let first = blocks.first else { return [] }
    var columns: [[Place]] = []
    for (block, text) in zip(blocks, texts) {
      if block.isApart, !columns.isEmpty { columns.append([]) }
      columns += self.columns(of: text, block.rules)
    }
    let most = max(1, (width + Self.pitch - 2) / Self.pitch)
    var lines: [TextLine] = []
    var start = first.range.lowerBound
    for begin in stride(from: 0, to: columns.count, by: most) {
      if begin > 0 { lines.append(TextLine(kind: .body, start: start)) }
      let band = columns[begin..<min(begin + most, columns.count)]
      for row in 0..<(band.map(\.count).max() ?? 0) {
        let line = line(row, of: band, first.rules.writing, start: start)
        start = line.start
        lines.append(line)
      }
    }
    return lines
  }

  private func line(
    _ row: Int, of band: ArraySlice<[Place]>, _ writing: LineRules.Writing, start: Int
  ) -> TextLine {
    var line = TextLine(kind: .body, start: start)
    for (number, column) in band.enumerated() where row < column.count {
      let left = number * Self.pitch
      let x = Int32(writing == .verticalFromRight ? max(0, width - 2 - left) : left)
      line.glyphs += column[row].glyphs.map { glyph in
        var glyph = glyph
        glyph.scalar = column[row].glyphs.count == 1 ? Self.upright(glyph.scalar) : glyph.scalar
        glyph.column += x
        return glyph
      }
    }
    line.glyphs.sort { ($0.column, $0.origin) < ($1.column, $1.origin) }
    line.start = line.glyphs.lazy.map { Int($0.origin) }.filter { $0 >= 0 }.min() ?? start
    return line
  }

  /// Breaks a block into columns, at the places where its lines may end.
  private func columns(of text: TextBlock, _ rules: LineRules) -> [[Place]] {
    var columns: [[Place]] = []
    var column: [Place] = []
    for place in places(of: text) {
      if column.count == Self.height {
        if place.scalar == 0x20 {
          columns.append(column)
          column = []
          continue
        }
        let end = lastBreak(in: column, before: place.scalar, rules) ?? column.count
        columns.append(Array(column[..<end]))
        column.removeFirst(end)
      }
      if place.scalar != 0x20 || !column.isEmpty { column.append(place) }
    }
    return column.isEmpty ? columns : columns + [column]
  }

  private func lastBreak(in column: [Place], before next: UInt32, _ rules: LineRules) -> Int? {
    (1...column.count).last { index in
      let after = index < column.count ? column[index].scalar : next
      return column[index - 1].scalar == 0x20
        || LineBreaker.mayBreak(between: column[index - 1].scalar, and: after, rules)
    }
  }

  private func places(of text: TextBlock) -> [Place] {
    var places: [Place] = []
    for (scalar, origin) in zip(text.scalars, text.origins) {
      let glyph = TextLine.Glyph(scalar: scalar, origin: origin, column: 0)
      let last = places.last?.glyphs.last
      if let last, CellWidth.of(scalar) == 0 || areCombined(last, glyph) {
        let column = last.column + Int32(CellWidth.of(last.scalar))
        let isMark = CellWidth.of(scalar) == 0
        places[places.count - 1].glyphs.append(
          .init(scalar: scalar, origin: origin, column: isMark ? last.column : column))
      } else {
        places.append(Place(glyphs: [glyph]))
      }
    }
    return places
  }

  /// Whether two characters share a place, which has two cells.
  private func areCombined(_ a: TextLine.Glyph, _ b: TextLine.Glyph) -> Bool {
    guard a.origin >= 0, b.origin == a.origin + 1,
      CellWidth.of(a.scalar) == 1, CellWidth.of(b.scalar) == 1
    else { return false }
    let before = combined.prefixCount { $0.upperBound <= Int(a.origin) }
    return combined[safe: before]?.lowerBound == Int(a.origin)
  }

  /// Returns a character as it is shown in vertical lines.
  private static func upright(_ scalar: UInt32) -> UInt32 {
    let wide = (0x21...0x7E).contains(scalar) ? scalar + 0xFEE0 : scalar
    return forms[wide] ?? wide
  }

  /// The vertical forms of signs (Unicode's blocks FE10 and FE30).
  private static let forms: [UInt32: UInt32] = {
    let signs = "，、。：；！？…—―–ー＿（）｛｝〔〕【】《》〈〉「」『』［］"
    let upright = "︐︑︒︓︔︕︖︙︱︱︲︱︳︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈"
    return Dictionary(
      uniqueKeysWithValues: zip(
        signs.unicodeScalars.map(\.value), upright.unicodeScalars.map(\.value)))
  }()
}
