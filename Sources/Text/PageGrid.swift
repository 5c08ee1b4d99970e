package import DocumentModel

/// A line of a page on a grid of cells.
package struct GridLine: Sendable, Hashable {
  /// Adjacent characters from a column on.
  package struct Span: Sendable, Hashable {
    /// The cell from 0.
    package var column: Int
    /// Indices into the page's scalars, in reading order.
    package var indices: [Int32]
  }

  /// The middle of the line in points from the top of the frame; for an empty line, where it would be.
  package var y: Float
  /// From left to right without overlaps, at least one cell apart; empty for an empty line.
  package var spans: [Span]
}

/// Layout mode: places the page's characters on a grid of cells and keeps columns.
package enum PageGrid {
  /// Returns the lines from top to bottom; empty lines represent gaps, at most two in a row.
  ///
  /// `cellWidth` returns the cells of a scalar (0, 1 or 2). Columns stay below `maxColumns` unless a line's own characters need more. Words are separated by
  /// one blank; wider gaps end a span.
  package static func lines(
    _ text: PageText, size: PageSize, cellWidth: (UInt32) -> Int, maxColumns: Int
  ) -> [GridLine] {
    var parts = PageParts(text, size: size)
    var result = lines(of: parts, text, cellWidth, maxColumns)
    // Text in other directions has no position among these lines and is placed below them.
    for _ in 0..<3 where !parts.others.isEmpty {
      parts = PageParts(parts.others, in: Frame(of: parts.others, size: size))
      guard !parts.segments.isEmpty else { break }
      if let last = result.last { result.append(GridLine(y: last.y, spans: [])) }
      result += lines(of: parts, text, cellWidth, maxColumns)
    }
    return result
  }

  private static func lines(
    of parts: PageParts, _ text: PageText, _ cellWidth: (UInt32) -> Int, _ maxColumns: Int
  ) -> [GridLine] {
    guard !parts.segments.isEmpty else { return [] }
    var lines = Lines(fragments: parts.fragments, scalars: text.scalars)
    let all = Leaf(segments: parts.segments.indices.map(Int32.init), x0: 0, x1: 0)
    let range = lines.add(all, number: 0, parts.segments)
    let grid = CellGrid(parts, text, maxColumns: maxColumns)
    var result: [GridLine] = []
    result.reserveCapacity(range.count)
    let leading = ColumnShape(lines.list[range], in: all).leading
    var last: Line?
    for line in lines.list[range] {
      if let last {
        for gap in 0..<emptyLines(from: last, to: line, leading) {
          result.append(GridLine(y: last.middle + Float(gap + 1) * leading, spans: []))
        }
      }
      result.append(
        GridLine(y: line.middle, spans: grid.spans(lines.order[line.first..<line.end], cellWidth)))
      last = line
    }
    return result
  }

  private static func emptyLines(from last: Line, to line: Line, _ leading: Float) -> Int {
    guard leading > 0 else { return 0 }
    return ((line.middle - last.middle) / leading - 1).nearest(in: 0...2)
  }
}

/// Places fragments on cells.
private struct CellGrid {
  let parts: PageParts
  let text: PageText
  let left: Float
  /// The width of a cell in points.
  let cell: Float

  init(_ parts: PageParts, _ text: PageText, maxColumns: Int) {
    self.parts = parts
    self.text = text
    var x0 = Float.infinity
    var x1 = -Float.infinity
    // Narrow enough for the densest lines, so that they do not push their neighbours aside.
    var widths: [Float] = []
    for segment in parts.segments {
      x0 = min(x0, segment.x0)
      x1 = max(x1, segment.x1)
      if segment.cells >= 4 { widths.append((segment.x1 - segment.x0) / Float(segment.cells)) }
    }
    widths.sort()
    left = x0
    let usual = widths.isEmpty ? 5 : widths[widths.count / 8]
    let least = (x1 - x0) / Float(max(maxColumns, 1))
    cell = max(usual, least, 0.5)
  }

  /// Returns the spans of one line, whose fragments are in logical order.
  func spans(_ order: ArraySlice<Int32>, _ cellWidth: (UInt32) -> Int) -> [GridLine.Span] {
    let sorted = order.sorted { parts.fragments[Int($0)].x0 < parts.fragments[Int($1)].x0 }
    var spans: [GridLine.Span] = []
    var end = -1
    var last: Fragment?
    for index in sorted {
      let fragment = parts.fragments[Int(index)]
      let indices = (fragment.start..<fragment.end).map { $0 }
      let width = indices.reduce(0) { $0 + cellWidth(text.scalars[Int($1)]) }
      let place = ((fragment.x0 - left) / cell).nearest(in: 0...5_000)
      let gap = last.map { fragment.x0 - $0.x1 } ?? .infinity
      if gap < Thresholds.wordGap * fragment.size, !spans.isEmpty, place <= end + 1 {
        spans[spans.count - 1].indices += indices
        end += width
      } else {
        let column = max(place, end + 1)
        // Words of one run are one cell apart; a wider gap keeps its position.
        let isRun = gap < Thresholds.segmentGap * fragment.size && !spans.isEmpty
        let start = isRun ? end + 1 : max(column, spans.isEmpty ? 0 : end + 2)
        spans.append(GridLine.Span(column: start, indices: indices))
        end = start + width
      }
      last = fragment
    }
    return spans
  }
}
