import Canvas
import Text

/// How far the terminal itself turns text that is read from the right.
package enum Bidi: Sendable, Hashable {
  /// Not at all: each character stands where it is put.
  case none
  /// It turns the letters of each word round, as kitty does: only words are to be put in order.
  case words
}

/// Puts the characters of a line where they are seen when some are read from the right: the essence of the Unicode
/// bidirectional algorithm (UAX #9) without embeddings, which pages of a PDF do not have.
enum VisualOrder {
  private enum Class { case left, right, number, neutral }

  /// Whether a line has anything to be put in order.
  static func isNeeded(_ glyphs: [TextLine.Glyph]) -> Bool {
    glyphs.contains { Script.isRightToLeft($0.scalar) }
  }

  /// Whether a text begins with a letter that is read from the right.
  static func isRightToLeft(_ scalars: [UInt32]) -> Bool {
    for scalar in scalars {
      switch kind(scalar) {
      case .right: return true
      case .left: return false
      case .number, .neutral: continue
      }
    }
    return false
  }

  /// The line as it is seen; one of a paragraph read from the right stands at the right edge of `width` cells.
  static func line(_ line: TextLine, isRightToLeft: Bool, width: Int, _ bidi: Bidi) -> TextLine {
    let levels = levels(line.glyphs.map(\.scalar), base: isRightToLeft ? 1 : 0)
    var order = Array(line.glyphs.indices)
    for level in stride(from: levels.max() ?? 0, to: 0, by: -1) {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
    }
    keepMarksBehind(&order, line.glyphs)
    if bidi == .words { turnWordsBack(&order, line.glyphs) }
    return placed(line, order, levels, isRightToLeft: isRightToLeft, width: width)
  }

  /// A line whose words stand where the page has them: their letters from the right, where the terminal does not see to that.
  static func inPlace(_ line: TextLine, _ bidi: Bidi) -> TextLine {
    guard bidi == .none, isNeeded(line.glyphs) else { return line }
    var result = line
    var start = 0
    while start < line.glyphs.count {
      var end = start
      while end < line.glyphs.count, kind(line.glyphs[end].scalar) == .right,
        end == start || line.glyphs[end].column <= line.glyphs[end - 1].column + 1
      {
        end += 1
      }
      let columns = line.glyphs[start..<end].map(\.column)
      for (index, column) in zip(start..<end, columns.reversed()) {
        result.glyphs[index].column = column
      }
      start = max(end, start + 1)
    }
    result.glyphs.sort { $0.column < $1.column }
    return result
  }

  /// The cells in the new order; the indent moves to the side reading starts from.
  private static func placed(
    _ line: TextLine, _ order: [Int], _ levels: [Int], isRightToLeft: Bool, width: Int
  ) -> TextLine {
    let indent = Int(line.glyphs.first?.column ?? 0)
    let cells = line.glyphs.reduce(0) { $0 + CellWidth.of($1.scalar) }
    var column = isRightToLeft ? max(0, width - indent - cells) : indent
    var result = line
    result.glyphs = order.map { index in
      var glyph = line.glyphs[index]
      if levels[index] % 2 == 1 { glyph.scalar = mirrored(glyph.scalar) }
      glyph.column = Int32(column)
      column += CellWidth.of(glyph.scalar)
      return glyph
    }
    return result
  }

  private static func kind(_ scalar: UInt32) -> Class {
    if (0x30...0x39).contains(scalar) || (0x660...0x669).contains(scalar)
      || (0x6F0...0x6F9).contains(scalar)
    {
      return .number
    }
    if Script.isRightToLeft(scalar) { return .right }
    return WordShape.isWord(scalar) ? .left : .neutral
  }

  /// The level of each character: even ones are read from the left, odd ones from the right (UAX #9, W, N and I rules).
  private static func levels(_ scalars: [UInt32], base: Int) -> [Int] {
    var kinds = scalars.map(kind)
    // Signs inside a number belong to it; numbers behind letters from the left are like them.
    for index in kinds.indices.dropFirst().dropLast()
    where kinds[index] == .neutral && kinds[index - 1] == .number && kinds[index + 1] == .number {
      if [0x2C, 0x2E, 0x2F, 0x3A, 0x2D].contains(scalars[index]) { kinds[index] = .number }
    }
    var strong: Class = base == 1 ? .right : .left
    for index in kinds.indices {
      switch kinds[index] {
      case .left, .right: strong = kinds[index]
      case .number: if strong == .left { kinds[index] = .left }
      case .neutral: break
      }
    }
    var index = 0
    while index < kinds.count {
      guard kinds[index] == .neutral else {
        index += 1
        continue
      }
      var end = index
      while end < kinds.count, kinds[end] == .neutral { end += 1 }
      func side(_ kind: Class?) -> Class { kind == .left ? .left : .right }
      let edge: Class = base == 1 ? .right : .left
      let before = index > 0 ? side(kinds[index - 1]) : edge
      let after = end < kinds.count ? side(kinds[end]) : edge
      for place in index..<end { kinds[place] = before == after ? before : edge }
      index = end
    }
    return kinds.map { kind in
      switch kind {
      case .left: base == 1 ? 2 : 0
      case .right, .neutral: 1
      case .number: 2
      }
    }
  }

  /// Marks without a width stay behind the letter they stand on.
  private static func keepMarksBehind(_ order: inout [Int], _ glyphs: [TextLine.Glyph]) {
    var index = 0
    while index < order.count {
      var end = index
      while end < order.count, CellWidth.of(glyphs[order[end]].scalar) == 0 { end += 1 }
      if end > index, end < order.count, order[end] < order[index] {
        order[index...end].reverse()
      }
      index = end + 1
    }
  }

  /// The letters of each word read from the right in the order they are written: the terminal turns them round.
  private static func turnWordsBack(_ order: inout [Int], _ glyphs: [TextLine.Glyph]) {
    var index = 0
    while index < order.count {
      var end = index
      while end < order.count,
        kind(glyphs[order[end]].scalar) == .right
          || CellWidth.of(glyphs[order[end]].scalar) == 0
      {
        end += 1
      }
      if end > index { order[index..<end].sort() }
      index = max(end, index + 1)
    }
  }

  private static let pairs: [UInt32: UInt32] = [
    0x28: 0x29, 0x29: 0x28, 0x5B: 0x5D, 0x5D: 0x5B, 0x7B: 0x7D, 0x7D: 0x7B, 0x3C: 0x3E, 0x3E: 0x3C,
    0xAB: 0xBB, 0xBB: 0xAB,
  ]

  private static func mirrored(_ scalar: UInt32) -> UInt32 { pairs[scalar] ?? scalar }
}
