internal import CNcurses
import Canvas

/// Puts cells into ncurses' window.
extension Screen {
  /// Writing several rows at once may scroll. Pictures over them would scroll along, so rows with pictures are written one by
  /// one.
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
      cells.append(ink.cell(surface[x: x, y: y]))
    }
    mvwadd_wchnstr(window, Int32(y), Int32(columns.lowerBound), cells, Int32(cells.count))
  }

  /// Has ncurses write cells it thinks are there: a picture was put over them.
  func rewrite(_ cells: Rect, of window: UnsafeMutablePointer<WINDOW>) {
    guard let cells = cells.common(with: Rect(x: 0, y: 0, width: size.width, height: size.height)),
      let part = derwin(
        window, Int32(cells.height), Int32(cells.width), Int32(cells.y), Int32(cells.x))
    else { return }
    wredrawln(part, 0, Int32(cells.height))
    wnoutrefresh(part)
    delwin(part)
    doupdate()
  }
}
