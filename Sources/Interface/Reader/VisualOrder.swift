internal import CFriBidi
import Canvas
import Text

/// How much of bidirectional reordering the terminal does itself.
package enum Bidi: Sendable, Hashable {
  /// None: each character appears where it is put.
  case none
  /// It turns the letters of each word round, as kitty does: only words are to be put in order.
  case words
}

/// Reorders the characters of a line for display if some are right-to-left, by the Unicode bidirectional
/// algorithm (UAX #9) of FriBidi.
///
/// Embedding marks, overrides and isolates are shown, not obeyed.
enum VisualOrder {

  /// Whether a line has anything to be put in order.
  static func isNeeded(_ glyphs: [TextLine.Glyph]) -> Bool {
    glyphs.contains { Script.isRightToLeft($0.scalar) }
  }

  /// Whether a text is right-to-left: its first letter is, or most letters are.
  ///
  /// The latter is not in UAX #9, but many right-to-left paragraphs begin with a left-to-right name.
  static func isRightToLeft(_ scalars: [UInt32]) -> Bool {
    let letters = scalars.lazy.filter {
      isRightToLeftLetter($0) || (WordShape.isWord($0) && !isDigit($0))
    }
    if letters.first.map(isRightToLeftLetter) == true { return true }
    var (right, all) = (0, 0)
    for letter in letters {
      all += 1
      if isRightToLeftLetter(letter) { right += 1 }
    }
    return right * 2 > all
  }

  /// Returns the line as displayed; a line of a right-to-left paragraph is aligned to the right edge of
  /// `width` cells.
  static func line(_ line: TextLine, isRightToLeft: Bool, width: Int, _ bidi: Bidi) -> TextLine {
    let (levels, visual) = reordered(line.glyphs.map(\.scalar), isRightToLeft: isRightToLeft)
    var order = visual
    if bidi == .words { turnWordsBack(&order, line.glyphs) }
    return placed(line, order, levels, isRightToLeft: isRightToLeft, width: width)
  }

  /// Returns a line whose words stay at their positions on the page, with their letters reordered if the terminal does not do
  /// it.
  static func inPlace(_ line: TextLine, _ bidi: Bidi) -> TextLine {
    guard bidi == .none, isNeeded(line.glyphs) else { return line }
    var result = line
    var start = 0
    while start < line.glyphs.count {
      var end = start
      while end < line.glyphs.count, isRightToLeftLetter(line.glyphs[end].scalar),
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
    _ line: TextLine, _ order: [Int], _ levels: [FriBidiLevel], isRightToLeft: Bool, width: Int
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

  /// Returns the level of each character, odd ones for those read from the right, and the visual order.
  private static func reordered(
    _ scalars: [FriBidiChar], isRightToLeft: Bool
  ) -> (levels: [FriBidiLevel], order: [Int]) {
    let count = FriBidiStrIndex(scalars.count)
    var types = [FriBidiCharType](repeating: cfribidi_neutral, count: scalars.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
    var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
    var order = Array(0..<count)
    fribidi_get_bidi_types(scalars, count, &types)
    for index in types.indices where cfribidi_is_control(types[index]) {
      types[index] = cfribidi_neutral
    }
    fribidi_get_bracket_types(scalars, count, types, &brackets)
    var base = isRightToLeft ? cfribidi_right_to_left : cfribidi_left_to_right
    if fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels) > 0 {
      _ = fribidi_reorder_line(
        cfribidi_marks_follow_letters, types, count, 0, base, &levels, nil, &order)
    }
    return (levels, order.map(Int.init))
  }

  private static func isDigit(_ scalar: UInt32) -> Bool {
    (0x30...0x39).contains(scalar) || (0x660...0x669).contains(scalar)
      || (0x6F0...0x6F9).contains(scalar)
  }

  private static func isRightToLeftLetter(_ scalar: UInt32) -> Bool {
    Script.isRightToLeft(scalar) && !isDigit(scalar)
  }

  /// The letters of each word read from the right in the order they are written: the terminal turns them round.
  private static func turnWordsBack(_ order: inout [Int], _ glyphs: [TextLine.Glyph]) {
    var index = 0
    while index < order.count {
      var end = index
      while end < order.count,
        isRightToLeftLetter(glyphs[order[end]].scalar)
          || CellWidth.of(glyphs[order[end]].scalar) == 0
      {
        end += 1
      }
      if end > index { order[index..<end].sort() }
      index = max(end, index + 1)
    }
  }

  private static func mirrored(_ scalar: UInt32) -> UInt32 {
    var mirror = scalar
    return fribidi_get_mirror_char(scalar, &mirror) != 0 ? mirror : scalar
  }
}
