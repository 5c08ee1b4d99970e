import Canvas
import Text

/// Reorders the characters of a line for display if some are right-to-left.
enum VisualOrder {
  /// Whether a line has anything to be put in order.
  static func isNeeded(_ glyphs: [TextLine.Glyph]) -> Bool {
    glyphs.contains { Script.isRightToLeft($0.scalar) }
  }

  /// Returns the line as displayed; a line of a right-to-left paragraph is aligned to the right edge of
  /// `width` cells.
  static func line(_ line: TextLine, isRightToLeft: Bool, width: Int, _ bidi: Bidi) -> TextLine {
    let seen = BidiOrder(line.glyphs.map(\.scalar), isRightToLeft: isRightToLeft, bidi)
    return placed(line, seen, isRightToLeft: isRightToLeft, width: width)
  }

  /// Returns a line whose words stay at their positions on the page, with their letters reordered if the terminal does not do
  /// it.
  static func inPlace(_ line: TextLine, _ bidi: Bidi) -> TextLine {
    guard bidi == .none, isNeeded(line.glyphs) else { return line }
    var result = line
    var start = 0
    while start < line.glyphs.count {
      var end = start
      while end < line.glyphs.count, BidiOrder.isRightToLeftLetter(line.glyphs[end].scalar),
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
    _ line: TextLine, _ seen: BidiOrder, isRightToLeft: Bool, width: Int
  ) -> TextLine {
    let indent = Int(line.glyphs.first?.column ?? 0)
    let cells = line.glyphs.reduce(0) { $0 + CellWidth.of($1.scalar) }
    var column = isRightToLeft ? max(0, width - indent - cells) : indent
    var result = line
    result.glyphs = seen.order.map { index in
      var glyph = line.glyphs[index]
      glyph.scalar = seen.scalar(at: index)
      glyph.column = Int32(column)
      column += CellWidth.of(glyph.scalar)
      return glyph
    }
    return result
  }
}
