internal import CNcurses
import Canvas
import Pictures

/// Puts cells into ncurses' window.
extension Screen {
  /// Writes rows at once, which may scroll them. What ncurses does not know of, pictures and disputed characters, would scroll along:
  /// where there is any, rows must be written one by one.
  func write(
    _ rows: [(y: Int, columns: Range<Int>)], of surface: Surface,
    to window: UnsafeMutablePointer<WINDOW>
  ) {
    for (y, columns) in rows { write(surface, y, columns, to: window) }
    if let cursor = surface.cursor { wmove(window, Int32(cursor.y), Int32(cursor.x)) }
    wnoutrefresh(window)
    doupdate()
  }

  private func write(
    _ surface: Surface, _ y: Int, _ columns: Range<Int>, to window: UnsafeMutablePointer<WINDOW>
  ) {
    var cells: [cchar_t] = []
    cells.reserveCapacity(columns.count + 1)
    for x in columns where !surface[x: x, y: y].isContinuation {
      let cell = surface[x: x, y: y]
      if cell.isDisputed {
        let blank = ink.cell(Cell(style: cell.style))
        cells += Array(repeating: blank, count: surface.width(x: x, y: y))
      } else {
        cells.append(ink.cell(cell))
      }
    }
    mvwadd_wchnstr(window, Int32(y), Int32(columns.lowerBound), cells, Int32(cells.count))
  }

  /// Writes the given rows where they have, or had, characters whose width ncurses does not know.
  func writeDisputed(_ rows: [Int], of surface: Surface, after old: Surface?) {
    let rows = rows.filter { y in
      DisputedCells.exist(in: y, of: surface)
        || old.map { DisputedCells.exist(in: y, of: $0) } == true
    }
    let places = pictures.places
    send(
      DisputedCells.sequence(rows: rows, of: surface, depth: depth) { x, y in
        places.contains { $0.contains(x: x, y: y) }
      })
  }

  /// Makes ncurses write cells that it takes for current although a picture was put over them.
  func rewrite(_ cells: Rect, of surface: Surface, _ window: UnsafeMutablePointer<WINDOW>) {
    guard let cells = cells.common(with: Rect(x: 0, y: 0, width: size.width, height: size.height)),
      let part = derwin(
        window, Int32(cells.height), Int32(cells.width), Int32(cells.y), Int32(cells.x))
    else { return }
    wredrawln(part, 0, Int32(cells.height))
    wnoutrefresh(part)
    delwin(part)
    doupdate()
    writeDisputed(Array(cells.y..<cells.maxY), of: surface, after: nil)
  }
}
