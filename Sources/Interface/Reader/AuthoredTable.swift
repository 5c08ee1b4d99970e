import Canvas
import DocumentModel
import Text

/// A table set in columns that fit: the widest give way, and their cells take several lines.
struct AuthoredTable {
  private let rows: [[TextBlock]]
  private let hasHead: Bool
  private let alignments: [AuthoredBlock.Alignment]
  /// Cells there are, and how far it is set in.
  private let room: Int
  private let left: Int
  private let partsRows: Bool

  /// Blank cells between two columns.
  static let gap = 3
  private static let narrowest = 4
  static let line: UInt32 = 0x2500

  /// Rows with tabs between their cells. `partsRows`: by an empty line each, where cells take several lines.
  init(
    _ texts: [TextBlock], hasHead: Bool, alignments: [AuthoredBlock.Alignment], room: Int,
    left: Int, partsRows: Bool = true
  ) {
    rows = texts.map(Self.cells)
    self.hasHead = hasHead
    self.alignments = alignments
    self.room = room
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

  private static func width(_ scalars: some Sequence<UInt32>) -> Int {
    scalars.reduce(0) { $0 + CellWidth.of($1) }
  }

  func lines() -> [TextLine] {
    let widths = self.widths()
    let set = rows.map { self.lines(of: $0, widths) }
    let isLoose = partsRows && set.contains { $0.count > 1 }
    var lines: [TextLine] = []
    for (index, row) in set.enumerated() {
      if isLoose, index > (hasHead ? 1 : 0) {
        lines.append(TextLine(kind: .body, start: Self.start(of: row)))
      }
      lines += row
      if index == 0, hasHead { lines.append(rule(widths, start: Self.start(of: row))) }
    }
    return lines
  }

  /// Returns the natural widths if they all fit; otherwise limits the widest columns.
  private func widths() -> [Int] {
    let columns = rows.reduce(0) { max($0, $1.count) }
    let requested = (0..<columns).map { column in
      max(1, rows.reduce(0) { max($0, column < $1.count ? Self.width($1[column].scalars) : 0) })
    }
    let free = max(columns * Self.narrowest, room - Self.gap * max(0, columns - 1))
    guard requested.reduce(0, +) > free else { return requested }
    var (low, high) = (Self.narrowest, free)
    while low < high {
      let middle = (low + high + 1) / 2
      if requested.reduce(0, { $0 + min($1, middle) }) <= free {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return requested.map { min($0, low) }
  }

  private func lines(of row: [TextBlock], _ widths: [Int]) -> [TextLine] {
    var lines: [TextLine] = []
    var x = left
    for (column, cell) in row.enumerated() where column < widths.count {
      let set = LineBreaker.lines(
        of: cell, kind: .code, width: widths[column], first: 0, hanging: 0)
      for (index, part) in set.enumerated() {
        if index == lines.count { lines.append(TextLine(kind: .code)) }
        let used = part.glyphs.last.map { Int($0.column) + CellWidth.of($0.scalar) } ?? 0
        let shift = x + shift(of: column, widths[column] - used)
        lines[index].glyphs += part.glyphs.map { glyph in
          var glyph = glyph
          glyph.column += Int32(shift)
          return glyph
        }
      }
      x += widths[column] + Self.gap
    }
    if lines.isEmpty { lines = [TextLine(kind: .code)] }
    let start: Int32 = row.lazy.compactMap { $0.origins.first { $0 >= 0 } }.first ?? 0
    return lines.map { line in
      var line = line
      line.start = Int(line.glyphs.lazy.map(\.origin).filter { $0 >= 0 }.min() ?? start)
      return line
    }
  }

  private static func start(of row: [TextLine]) -> Int { row.first?.start ?? 0 }

  private func shift(of column: Int, _ free: Int) -> Int {
    switch column < alignments.count ? alignments[column] : .left {
    case .left: 0
    case .center: max(0, free / 2)
    case .right: max(0, free)
    }
  }

  /// The line below the head, with a gap between columns.
  private func rule(_ widths: [Int], start: Int) -> TextLine {
    var line = TextLine(kind: .rule, start: start)
    var x = left
    for width in widths {
      line.glyphs += (x..<x + width).map {
        .init(scalar: Self.line, origin: -1, column: Int32($0))
      }
      x += width + Self.gap
    }
    return line
  }
}
