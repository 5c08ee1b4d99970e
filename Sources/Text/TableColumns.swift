/// The columns of a table that is read off its cells: where those of its rows stand.
struct TableColumns {
  /// From left to right; none overlaps another.
  private var edges: [(x0: Float, x1: Float)] = []

  private static let most = 64

  /// None where rows are read from the right.
  init(_ rows: ArraySlice<Line>, order: [Int32], fragments: [Fragment]) {
    guard rows.allSatisfy({ !$0.isRightToLeft }) else { return }
    let cells = rows.map { row in
      Self.cells(order[row.first..<row.end].map { fragments[Int($0)] })
    }
    // Rows of many cells first: what lies over several of their columns is a head over them.
    for row in cells.sorted(by: { $0.count > $1.count }) {
      for cell in row { add(cell) }
    }
  }

  /// White as wide as a letter is high parts two cells.
  static func isBetweenCells(_ white: Float, _ last: Fragment, _ next: Fragment) -> Bool {
    white > max(min(last.size, next.size), 0.1)
  }

  private static func cells(_ fragments: [Fragment]) -> [(x0: Float, x1: Float)] {
    var cells: [(x0: Float, x1: Float)] = []
    for (index, fragment) in fragments.enumerated() {
      if index > 0,
        !isBetweenCells(fragment.x0 - fragments[index - 1].x1, fragments[index - 1], fragment)
      {
        cells[cells.count - 1].x1 = max(cells[cells.count - 1].x1, fragment.x1)
      } else {
        cells.append((fragment.x0, fragment.x1))
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

  /// The column of a cell that begins there.
  func column(at x: Float) -> Int { edges.partition { $0.x1 <= x } }
}
