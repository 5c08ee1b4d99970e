package import Canvas

/// Tiles of one size in rows, counted from 0 from the left and from above, of which a window shows some.
package struct TileGrid: Sendable, Hashable {
  package var count: Int
  /// Cells of a tile, with what lies between it and its neighbours.
  package var tile: Size
  package var view: Size
  /// The first row in sight.
  package var top = 0

  package init(count: Int, tile: Size, view: Size, top: Int = 0) {
    self.count = max(0, count)
    self.tile = Size(width: max(1, tile.width), height: max(1, tile.height))
    self.view = view
    self.top = top
  }

  package var columns: Int { max(1, view.width / tile.width) }
  package var rows: Int { (count + columns - 1) / columns }
  /// Whole rows the window has room for.
  package var visibleRows: Int { max(1, view.height / tile.height) }

  /// The grid with its first row moved as little as shows a tile, and not past its end.
  package func showing(_ index: Int) -> TileGrid {
    var grid = self
    let row = max(0, index) / columns
    grid.top = min(max(grid.top, row - visibleRows + 1), row)
    grid.top = min(max(0, grid.top), max(0, rows - visibleRows))
    return grid
  }

  /// The tiles of which something is in sight.
  package var visible: Range<Int> {
    let first = min(count, top * columns)
    let rows = (view.height + tile.height - 1) / tile.height
    return first..<min(count, max(first, (top + rows) * columns))
  }

  /// The cells of a tile from the window's corner; what is left beside the last column is shared by both sides.
  package func frame(of index: Int) -> Rect {
    let left = max(0, view.width - min(columns, max(count, 1)) * tile.width) / 2
    return Rect(
      x: left + index % columns * tile.width, y: (index / columns - top) * tile.height,
      width: tile.width, height: tile.height)
  }

  /// The tile at a cell of the window.
  package func index(x: Int, y: Int) -> Int? {
    visible.first { frame(of: $0).contains(x: x, y: y) }
  }

  /// The tile so many columns and rows away from one; at the edges the nearest.
  package func moved(_ index: Int, columns dx: Int, rows dy: Int) -> Int {
    guard count > 0 else { return 0 }
    var target = min(max(0, index + dx), count - 1)
    if dy != 0 {
      let row = min(max(0, target / columns + dy), rows - 1)
      target = min(row * columns + target % columns, count - 1)
    }
    return target
  }
}
