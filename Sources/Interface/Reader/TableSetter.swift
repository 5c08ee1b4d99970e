import Canvas
import DocumentModel
package import Text

/// Sets the rows of a table in columns; a row's text has its cells separated by tabs.
///
/// Cells take several lines where the columns share the width. A table that is still wider scrolls sideways.
package struct TableSetter {
  private let rows: [[Cell]]
  private let widths: TableWidths
  private let hasHead: Bool
  private let alignments: [AuthoredBlock.Alignment]
  /// The available width and the table's indent, in cells.
  private let free: Int
  private let left: Int
  private let partsRows: Bool

  private struct Cell {
    var text: TextBlock
    /// Its column and the empty ones it covers.
    var columns: Range<Int>
  }

  static let line: UInt32 = 0x2500
  /// The most cells to which a single word widens its column; longer words are broken.
  private static let longWord = 24

  /// Returns the lines of a page's table, at most `width` cells wide unless it scrolls sideways.
  ///
  /// A cell before empty ones, such as a head over several columns, covers them.
  package static func lines(of rows: [TextBlock], width: Int) -> [TextLine] {
    // A row without a first cell continues the one above.
    let partsRows = rows.allSatisfy { $0.scalars.first != 0x09 }
    return TableSetter(rows, gap: 2, free: width, coversEmpty: true, partsRows: partsRows).lines()
  }

  /// Sets rows with tabs between their cells. `partsRows` separates rows by an empty line if cells take several lines. `covered` has, for each row,
  /// the columns that the cell before them covers.
  init(
    _ texts: [TextBlock], gap: Int, free: Int, left: Int = 0, hasHead: Bool = false,
    alignments: [AuthoredBlock.Alignment] = [], coversEmpty: Bool = false, partsRows: Bool = true,
    covered: [Set<Int>] = []
  ) {
    let split = texts.map(Self.cells)
    let count = split.reduce(0) { max($0, $1.count) }
    rows = split.enumerated().map { row, cells in
      let covered = coversEmpty ? Set(0..<count) : covered[safe: row] ?? []
      return Self.placed(cells, among: count, covered)
    }
    let needs = rows.joined().map { cell in
      TableWidths.Cell(
        columns: cell.columns, whole: Self.width(cell.text.scalars), least: Self.least(cell.text))
    }
    widths = TableWidths(needs, count: count, gap: gap, free: free)
    self.hasHead = hasHead
    self.alignments = alignments
    self.free = free
    self.left = left
    self.partsRows = partsRows
  }

  private static func cells(of row: TextBlock) -> [TextBlock] {
    var cells: [TextBlock] = []
    var start = 0
    for end in row.scalars.indices.filter({ row.scalars[$0] == 0x09 }) + [row.scalars.count] {
      var cell = row
      cell.scalars = Array(row.scalars[start..<end])
      cell.origins = Array(row.origins[start..<end])
      cells.append(cell)
      start = end + 1
    }
    return cells
  }

  /// Returns the cells of a row that have text, each with its columns; those of `covered` that are empty belong to the cell before them.
  private static func placed(
    _ cells: [TextBlock], among count: Int, _ covered: Set<Int>
  ) -> [Cell] {
    let filled = cells.indices.filter { !cells[$0].scalars.isEmpty }
    return filled.enumerated().map { index, column in
      let next = filled[safe: index + 1] ?? count
      let end = (column + 1..<next).first { !covered.contains($0) } ?? next
      return Cell(text: cells[column], columns: column..<end)
    }
  }

  private static func width(_ scalars: some Sequence<UInt32>) -> Int {
    scalars.reduce(0) { $0 + CellWidth.of($1) }
  }

  /// Returns the least width of a cell: that of its longest word, or all of it if it is a number, such as `1.2 ± 0.3`.
  private static func least(_ text: TextBlock) -> Int {
    let isNumber =
      text.scalars.contains(where: Script.isDigit)
      && !text.scalars.contains { Script.isLetter($0) || Script.isIdeographic($0) }
    let word = isNumber ? width(text.scalars) : LineBreaker.widestWord(of: text.scalars)
    return min(word, longWord)
  }

  func lines() -> [TextLine] {
    let set = rows.map(lines)
    let isLoose = partsRows && set.contains { $0.count > 1 }
    var lines: [TextLine] = []
    for (index, row) in set.enumerated() {
      if isLoose, index > (hasHead ? 1 : 0) {
        lines.append(TextLine(kind: .body, start: Self.start(of: row)))
      }
      lines += row
      if index == 0, hasHead { lines.append(rule(start: Self.start(of: row))) }
    }
    guard widths.total > free else { return lines }
    return lines.map { line in
      var line = line
      line.extent = Int32(clamping: left + widths.total)
      return line
    }
  }

  private func lines(of row: [Cell]) -> [TextLine] {
    var lines: [TextLine] = []
    for cell in row {
      let start = widths.start(of: cell.columns.lowerBound)
      let width = self.width(of: cell, from: start)
      let set = LineBreaker.lines(
        of: cell.text, kind: .code, width: width, first: 0, hanging: 0)
      for (index, part) in set.enumerated() {
        if index == lines.count { lines.append(TextLine(kind: .code)) }
        let used = part.glyphs.last.map { Int($0.column) + CellWidth.of($0.scalar) } ?? 0
        let shift = left + start + shift(of: cell.columns.lowerBound, width - used)
        lines[index].glyphs += part.glyphs.map { glyph in
          var glyph = glyph
          glyph.column += Int32(shift)
          return glyph
        }
      }
    }
    if lines.isEmpty { lines = [TextLine(kind: .code)] }
    let start: Int32 = row.lazy.compactMap { $0.text.origins.first { $0 >= 0 } }.first ?? 0
    return lines.map { line in
      var line = line
      line.start = Int(line.glyphs.lazy.map(\.origin).filter { $0 >= 0 }.min() ?? start)
      return line
    }
  }
  /// Returns the width of a cell; one that covers columns up to the last may take all that is left.
  private func width(of cell: Cell, from start: Int) -> Int {
    let own = widths.width(of: cell.columns)
    let isOpen = cell.columns.count > 1 && cell.columns.upperBound == widths.columns.count
    return isOpen ? max(own, free - start) : own
  }

  private static func start(of row: [TextLine]) -> Int { row.first?.start ?? 0 }

  private func shift(of column: Int, _ free: Int) -> Int {
    switch column < alignments.count ? alignments[column] : .left {
    case .left, .covered: 0
    case .center: max(0, free / 2)
    case .right: max(0, free)
    }
  }

  /// The line below the head, with a gap between columns.
  private func rule(start: Int) -> TextLine {
    var line = TextLine(kind: .rule, start: start)
    for (column, width) in widths.columns.enumerated() {
      let x = left + widths.start(of: column)
      line.glyphs += (x..<x + width).map {
        .init(scalar: Self.line, origin: -1, column: Int32($0))
      }
    }
    return line
  }
}
