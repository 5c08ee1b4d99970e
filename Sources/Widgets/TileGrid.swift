package import Canvas

/// A grid of equal tiles in rows, counted from 0 from the top left, with a window that shows some rows.
///
/// Tiles may be divided into sections, each with a heading line above its rows. The window begins with a whole row; its first line shows the heading of that
/// row's section even if the section begins above the window.
package struct TileGrid: Sendable, Hashable {
  package let count: Int
  /// The cells of a tile, including the gap to its neighbours.
  package let tile: Size
  package let view: Size
  /// The first visible row.
  package var top = 0
  package let columns: Int
  /// The first tile of each section, ascending; empty if there are no sections and headings.
  private let starts: [Int]
  /// The number of rows above each section, and of all rows.
  private let rowsAbove: [Int]

  /// `sections`: the first tile of each, ascending from 0, none of them empty; without any there are no headings.
  package init(count: Int, tile: Size, view: Size, top: Int = 0, sections: [Int] = []) {
    let count = max(0, count)
    let tile = Size(width: max(1, tile.width), height: max(1, tile.height))
    let columns = max(1, view.width / tile.width)
    self.count = count
    self.tile = tile
    self.view = view
    self.top = top
    self.columns = columns
    starts = sections.filter { $0 < count }
    var rows = 0
    var above = [0]
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : count
      rows += (end - start + columns - 1) / columns
      above.append(rows)
    }
    rowsAbove = starts.isEmpty ? [0, (count + columns - 1) / columns] : above
  }

  package var rows: Int { rowsAbove[rowsAbove.count - 1] }
  /// The lines of a heading.
  private var heading: Int { starts.isEmpty ? 0 : 1 }
  /// The whole rows that fit into the window if it shows one section only.
  package var visibleRows: Int { max(1, (view.height - heading) / tile.height) }

  // MARK: sections and rows

  /// Returns the section of a tile; 0 if there are none.
  package func section(of index: Int) -> Int { Self.last(in: starts, upTo: index) }

  private func section(ofRow row: Int) -> Int {
    starts.isEmpty ? 0 : Self.last(in: rowsAbove.dropLast(), upTo: row)
  }

  /// Returns the last index of ascending numbers with a value up to a limit; 0 if there is none.
  private static func last(in numbers: some RandomAccessCollection<Int>, upTo limit: Int) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[numbers.index(numbers.startIndex, offsetBy: middle)] <= limit {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return max(0, low - 1)
  }

  package func row(of index: Int) -> Int {
    let section = section(of: index)
    return rowsAbove[section] + (index - (starts.isEmpty ? 0 : starts[section])) / columns
  }

  private func tiles(inRow row: Int) -> Range<Int> {
    let section = section(ofRow: row)
    let start = starts.isEmpty ? 0 : starts[section]
    let end = section + 1 < starts.count ? starts[section + 1] : count
    let first = min(end, start + (row - rowsAbove[section]) * columns)
    return first..<min(end, first + columns)
  }

  /// Returns the number of lines above a row, including headings.
  private func line(ofRow row: Int) -> Int {
    row * tile.height + heading * (section(ofRow: row) + 1)
  }

  /// Returns the window line in which a row begins.
  private func y(ofRow row: Int) -> Int { line(ofRow: row) - line(ofRow: top) + heading }

  // MARK: visibility

  /// Returns the grid scrolled by the minimum that shows a tile, but not past its end.
  package func showing(_ index: Int) -> TileGrid {
    var grid = self
    let row = row(of: min(max(0, index), max(0, count - 1)))
    grid.top = min(max(grid.top, first(before: row)), row)
    grid.top = min(max(0, grid.top), first(before: max(0, rows - 1)))
    return grid
  }

  /// Returns the first row of a window that ends with a row.
  private func first(before row: Int) -> Int {
    let end = line(ofRow: row) + tile.height
    var first = row
    while first > 0, end - line(ofRow: first - 1) + heading <= view.height { first -= 1 }
    return first
  }

  /// The tiles that are at least partly visible.
  package var visible: Range<Int> {
    guard count > 0, top < rows else { return 0..<0 }
    var last = top
    while last + 1 < rows, y(ofRow: last + 1) < view.height { last += 1 }
    return tiles(inRow: max(0, top)).lowerBound..<tiles(inRow: last).upperBound
  }

  /// The visible headings: their sections and window lines.
  package var headings: [(section: Int, y: Int)] {
    guard !starts.isEmpty, !visible.isEmpty else { return [] }
    let first = section(ofRow: top)
    return (first...section(of: visible.upperBound - 1)).compactMap { section in
      let y = section == first ? 0 : y(ofRow: rowsAbove[section]) - heading
      return y < view.height ? (section, y) : nil
    }
  }

  /// Returns the cells of a tile relative to the window; the space beside the columns is divided equally between both sides.
  package func frame(of index: Int) -> Rect {
    let row = row(of: index)
    let across = starts.isEmpty ? min(columns, max(count, 1)) : columns
    let left = max(0, view.width - across * tile.width) / 2
    return Rect(
      x: left + (index - tiles(inRow: row).lowerBound) * tile.width, y: y(ofRow: row),
      width: tile.width, height: tile.height)
  }

  /// Returns the tile at a cell of the window.
  package func index(x: Int, y: Int) -> Int? {
    visible.first { frame(of: $0).contains(x: x, y: y) }
  }

  // MARK: movement

  /// Returns the tile a number of columns and rows away; at the edges the nearest.
  package func moved(_ index: Int, columns dx: Int, rows dy: Int) -> Int {
    guard count > 0 else { return 0 }
    let target = min(max(0, index + dx), count - 1)
    guard dy != 0 else { return target }
    let from = row(of: target)
    let column = target - tiles(inRow: from).lowerBound
    let tiles = tiles(inRow: min(max(0, from + dy), rows - 1))
    return min(tiles.lowerBound + column, tiles.upperBound - 1)
  }
}
