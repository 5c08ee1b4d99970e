import Canvas
import Text

/// Sets an entry of a table of contents: its words at the left, its page at the right edge, dots between them.
enum LeaderSetter {
  /// The parts of an entry, as ranges of its scalars.
  private struct Entry {
    var words: Range<Int>
    var page: Range<Int>
  }

  /// Whether dots lead from words to a number or label at the block's end.
  static func isEntry(_ block: TextBlock) -> Bool { entry(block) != nil }

  /// Returns the lines of a contents entry in `width` cells; nil if the block is not one.
  static func lines(of block: TextBlock, kind: TextLine.Kind, width: Int) -> [TextLine]? {
    guard let entry = entry(block), width > 20 else { return nil }
    let number = entry.page.map { glyph(block, $0) }
    let numberWidth = number.reduce(0) { $0 + CellWidth.of($1.scalar) }
    var words = block
    words.scalars = Array(block.scalars[entry.words])
    words.origins = Array(block.origins[entry.words])
    var lines = LineBreaker.lines(
      of: words, kind: kind, width: width - numberWidth - 4, first: 0, hanging: 4)
    guard var last = lines.popLast() else { return nil }
    var column = (last.glyphs.last.map { Int($0.column) + CellWidth.of($0.scalar) } ?? 0) + 1
    let start = width - numberWidth
    // Dots of all entries are aligned vertically.
    if column % 2 == 1 { column += 1 }
    while column < start - 1 {
      last.glyphs.append(.init(scalar: 0xB7, origin: -1, column: Int32(column)))
      column += 2
    }
    column = start
    for digit in number {
      last.glyphs.append(
        .init(scalar: digit.scalar, origin: digit.origin, column: Int32(column)))
      column += CellWidth.of(digit.scalar)
    }
    return lines + [last]
  }

  private static func glyph(_ block: TextBlock, _ index: Int) -> TextLine.Glyph {
    .init(scalar: block.scalars[index], origin: block.origins[index], column: 0)
  }

  private static func entry(_ block: TextBlock) -> Entry? {
    let scalars = block.scalars
    var end = scalars.count
    while end > 0, Script.isBlank(scalars[end - 1]) { end -= 1 }
    var start = end
    while start > 0, end - start < 8, WordShape.isWord(scalars[start - 1]) { start -= 1 }
    guard start < end, start > 0 else { return nil }
    var (dots, blanks) = (0, 0)
    var at = start
    while at > 0, isLeader(scalars[at - 1]) {
      at -= 1
      if Script.isBlank(scalars[at]) { blanks += 1 } else { dots += scalars[at] == 0x2026 ? 3 : 1 }
    }
    // Two or more dots with blanks between are leaders; three adjacent dots may be an ellipsis.
    guard dots > 3 || dots > 1 && blanks > dots, at > 0 else { return nil }
    return Entry(words: 0..<at, page: start..<end)
  }

  private static func isLeader(_ scalar: UInt32) -> Bool {
    scalar == 0x2E || scalar == 0x2026 || scalar == 0xB7 || Script.isBlank(scalar)
  }
}
