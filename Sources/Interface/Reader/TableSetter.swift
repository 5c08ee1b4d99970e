import Canvas
package import Text

/// Lays out the rows of a table in columns; a row's text has its cells separated by tabs.
package enum TableSetter {
  /// Blank cells between two columns.
  private static let gap = 2

  private struct Cell {
    var scalars: [UInt32] = []
    var origins: [Int32] = []
    var width: Int { scalars.reduce(0) { $0 + CellWidth.of($1) } }
  }

  /// Cells that a column which gives way keeps at the least.
  private static let narrowest = 12

  /// One line for each row where all columns fit into the width, several where the widest can give way; else each row is
  /// broken as a text.
  package static func lines(of rows: [TextBlock], width: Int) -> [TextLine] {
    let table = rows.map(cells)
    var widths: [Int] = []
    for row in table {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.width)
      }
    }
    let whole = widths.reduce(0, +) + gap * max(0, widths.count - 1)
    if whole <= width { return table.map { line($0, widths) } }
    let free = width - AuthoredTable.gap * max(0, widths.count - 1)
    guard free >= narrowest * widths.count else { return rows.flatMap { broken($0, width) } }
    // A row without a first cell continues the one above.
    let partsRows = table.allSatisfy { $0.first?.scalars.isEmpty == false }
    return AuthoredTable(
      rows, hasHead: false, alignments: [], room: width, left: 0, partsRows: partsRows
    ).lines()
  }

  private static func cells(of row: TextBlock) -> [Cell] {
    var cells = [Cell()]
    for (scalar, origin) in zip(row.scalars, row.origins) {
      if scalar == 0x09 {
        cells.append(Cell())
      } else {
        cells[cells.count - 1].scalars.append(scalar)
        cells[cells.count - 1].origins.append(origin)
      }
    }
    return cells
  }

  private static func line(_ row: [Cell], _ widths: [Int]) -> TextLine {
    var glyphs: [TextLine.Glyph] = []
    var start = 0
    for (cell, width) in zip(row, widths) {
      var column = start
      for (scalar, origin) in zip(cell.scalars, cell.origins) {
        glyphs.append(.init(scalar: scalar, origin: origin, column: Int32(column)))
        column += CellWidth.of(scalar)
      }
      start += width + gap
    }
    let first = glyphs.lazy.map(\.origin).filter { $0 >= 0 }.min()
    return TextLine(kind: .code, glyphs: glyphs, start: Int(first ?? 0))
  }

  private static func broken(_ block: TextBlock, _ width: Int) -> [TextLine] {
    var plain = block
    plain.scalars = []
    plain.origins = []
    for (scalar, origin) in zip(block.scalars, block.origins) {
      plain.scalars += scalar == 0x09 ? [0x20, 0x20] : [scalar]
      plain.origins += scalar == 0x09 ? [-1, -1] : [origin]
    }
    return LineBreaker.lines(of: plain, kind: .code, width: width, first: 0, hanging: 2)
  }
}
