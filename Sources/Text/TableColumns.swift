/// The columns of a table, derived from the positions of its cells.
struct TableColumns {
  /// In reading order, without overlaps; mirrored if rows are read from right to left.
  private var edges: [(x0: Float, x1: Float)] = []
  private let isMirrored: Bool

  private static let most = 64

  /// Finds no columns if rows are read in both directions.
  init(_ rows: ArraySlice<Line>, order: [Int32], fragments: [Fragment]) {
    let isMirrored = rows.first?.isRightToLeft ?? false
    self.isMirrored = isMirrored
    guard rows.allSatisfy({ $0.isRightToLeft == isMirrored }) else { return }
    let cells = rows.map { row in
      Self.cells(order[row.first..<row.end].map { fragments[Int($0)] }, isMirrored: isMirrored)
    }
    // Rows with many cells first: a cell that covers several of their columns is a heading over
    // them.
    for row in cells.sorted(by: { $0.count > $1.count }) {
      for cell in row { add(cell) }
    }
  }

  /// Whether two fragments are in different cells, `last` at the left: the white between them is wide, or has a line in it.
  static func isBetweenCells(_ white: Float, _ last: Fragment, _ next: Fragment) -> Bool {
    isWide(white, last, next) || white > 0 && next.traits.contains(.dividedBefore)
  }

  /// Whether the white between two fragments is as wide as that between columns.
  static func isWide(_ white: Float, _ last: Fragment, _ next: Fragment) -> Bool {
    white > leastWhite * max(min(last.size, next.size), 0.1)
  }

  /// In units of the font size; LaTeX puts 12 points between columns, also where text has that size.
  private static let leastWhite: Float = 0.95

  private static func cells(
    _ fragments: [Fragment], isMirrored: Bool
  ) -> [(x0: Float, x1: Float)] {
    var cells: [(x0: Float, x1: Float)] = []
    for (index, fragment) in fragments.enumerated() {
      let (x0, x1) = isMirrored ? (-fragment.x1, -fragment.x0) : (fragment.x0, fragment.x1)
      let (left, right) =
        isMirrored
        ? (fragment, fragments[max(index - 1, 0)]) : (fragments[max(index - 1, 0)], fragment)
      if let last = cells.last, !isBetweenCells(x0 - last.x1, left, right) {
        cells[cells.count - 1] = (min(last.x0, x0), max(last.x1, x1))
      } else {
        cells.append((x0, x1))
      }
    }
    return cells
  }

  private mutating func add(_ cell: (x0: Float, x1: Float)) {
    let first = column(at: cell.x0)
    let over = edges[first...].prefix { $0.x0 < cell.x1 }
    if over.isEmpty {
      if edges.count < Self.most { edges.insert(cell, at: first) }
    } else if over.count == 1 {
      edges[first] = (min(edges[first].x0, cell.x0), max(edges[first].x1, cell.x1))
    }
  }

  /// Returns the ends of a column's text; nil for a column without text.
  func ends(of column: Int) -> (x0: Float, x1: Float)? {
    guard edges.indices.contains(column) else { return nil }
    let (x0, x1) = edges[column]
    return isMirrored ? (-x1, -x0) : (x0, x1)
  }

  /// Returns the column of the cell that begins with a fragment.
  func column(of fragment: Fragment) -> Int {
    column(at: isMirrored ? -fragment.x1 : fragment.x0)
  }

  private func column(at x: Float) -> Int { edges.partition { $0.x1 <= x } }
}
