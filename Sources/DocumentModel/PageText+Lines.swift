/// Points that a destination may lie left of its column, and right of a row's end.
private let (columnSlack, endSlack) = (12.0, 2.0)

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
    let begun = blocks.prefixCount { $0.range.lowerBound <= offset }
    return begun > 0 ? blocks[begun - 1] : nil
  }

  /// Returns the first character of the row that a place on the page, in points from the top left corner, leads to: the nearest one below it, in the column of `x`.
  package func offset(atY y: Double, x: Double? = nil) -> Int {
    var rows = rows()
    if let x, rows.count <= Self.mostRows { rows = rows.filter(isOfColumn(at: x, rows)) }
    func cost(_ row: Row) -> Double {
      let gap = row.box.middle.y - y
      return gap >= 0 ? gap : 500 - gap
    }
    let start = rows.min { (cost($0), $0.start) < (cost($1), $1.start) }?.start ?? 0
    // A row of authored text is a whole paragraph.
    guard blocks != nil, let x, x > 0 else { return start }
    return scalars.indices[start...].first { scalars[$0] == 0x0A || Double(boxes[$0].x1) > x }
      ?? start
  }

  private struct Row: Equatable {
    var start: Int
    var box: Box

    /// Whether it is at `x`, or starts a little to its right; a gutter may be as narrow.
    func reaches(_ x: Double) -> Bool {
      Double(box.x0) - columnSlack <= x && x <= Double(box.x1) + endSlack
    }

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

  /// Returns whether rows are in the column at `x`: they reach it, or no column beside them does.
  private func isOfColumn(at x: Double, _ rows: [Row]) -> (Row) -> Bool {
    let others = rows.filter { isBeside($0, x, rows) }
    return { row in
      row.reaches(x)
        // Above and below its neighbours, a row of another column may have none itself.
        || others.count { $0.box.isAbove(row.box) } < Self.leastRows && !others.contains(row)
    }
  }

  /// Whether another row at the side of a row is nearer to `x`.
  private func isBeside(_ row: Row, _ x: Double, _ rows: [Row]) -> Bool {
    !row.reaches(x)
      && rows.contains { other in
        min(row.box.y1, other.box.y1) - max(row.box.y0, other.box.y0) > 0.3 * row.box.height
          && (other.reaches(x) || other.distance(to: x) < row.distance(to: x) - columnSlack)
      }
  }

  private static let leastRows = 3
  /// More rows have no columns that a reader sees, and would take long.
  private static let mostRows = 3_000
}

extension Box {
  /// Whether half of the narrower box is above or below the other one.
  fileprivate func isAbove(_ other: Box) -> Bool {
    min(x1, other.x1) - max(x0, other.x0) > 0.5 * min(width, other.width)
  }
}
