extension PageText {
  /// Splits plain UTF-8 text into one block per line, without positions on a page.
  package init(lines bytes: [UInt8]) {
    self.init(blocks: [])
    scalars.reserveCapacity(bytes.count)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      scalars.append(scalar.value)
    }
    var start = 0
    var lines: [AuthoredBlock] = []
    while start < scalars.count {
      let end = scalars[start...].firstIndex(of: 0x0A) ?? scalars.count
      lines.append(AuthoredBlock(.line, start..<end, line: lines.count))
      start = end + 1
    }
    blocks = lines
  }

  /// Returns the block that contains a character or that the character ends.
  package func block(at offset: Int) -> AuthoredBlock? {
    guard let blocks else { return nil }
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? blocks[low - 1] : nil
  }

  /// Returns the first character of the row that a place on the page, in points from the top left corner, leads to: the nearest one below it, in the column of `x`.
  package func offset(atY y: Double, x: Double? = nil) -> Int {
    var rows = rows()
    if let x, rows.count <= Self.mostRows {
      let columns = Dictionary(grouping: rows) { Int(max(-1e4, min($0.box.x0, 1e4)) / 4) }
      rows = columns.values.flatMap { column in
        let beside = column.map { isBeside($0, x, rows) }
        // Rows without a neighbour on the side of `x` belong to the column they start in.
        if beside.count(where: \.self) >= Self.leastRows {
          return column.filter { $0.distance(to: x) <= Self.columnSlack }
        }
        return zip(column, beside).filter { !$0.1 }.map(\.0)
      }
    }
    func cost(_ row: Row) -> Double {
      let gap = row.box.middle.y - y
      return gap >= 0 ? gap : 500 - gap
    }
    return rows.min { (cost($0), $0.start) < (cost($1), $1.start) }?.start ?? 0
  }

  private struct Row {
    var start: Int
    var box: Box

    func distance(to x: Double) -> Double { max(Double(box.x0) - x, x - Double(box.x1), 0) }
  }

  /// Returns the rows of characters, which line feeds end.
  private func rows() -> [Row] {
    var rows: [Row] = []
    var start = 0
    for end in 0...scalars.count where end == scalars.count || scalars[end] == 0x0A {
      let boxes = boxes[min(start, boxes.count)..<min(end, boxes.count)]
      if let first = boxes.first {
        rows.append(Row(start: start, box: boxes.reduce(first) { $0.union($1) }))
      }
      start = end + 1
    }
    return rows
  }

  /// Whether another row at the side of a row is nearer to `x`.
  private func isBeside(_ row: Row, _ x: Double, _ rows: [Row]) -> Bool {
    row.distance(to: x) > Self.columnSlack
      && rows.contains { other in
        min(row.box.y1, other.box.y1) - max(row.box.y0, other.box.y0) > 0.3 * row.box.height
          && other.distance(to: x) < row.distance(to: x) - Self.columnSlack
      }
  }

  /// Points that a destination may lie away from its column.
  private static let columnSlack = 12.0
  private static let leastRows = 3
  /// More rows have no columns that a reader sees, and would take long.
  private static let mostRows = 3_000
}
