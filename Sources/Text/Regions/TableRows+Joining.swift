import DocumentModel

extension TableRows {
  /// Whether the pieces of a row are the words of a justified line: of unequal width and with equal white between.
  func isStretched(_ row: Row) -> Bool {
    guard row.cells.count >= Self.leastWords else { return false }
    let boxes = row.cells.map { pieces[$0].box }
    let widths = boxes.map(\.width)
    let whites = zip(boxes, boxes.dropFirst()).map { $1.x0 - $0.x1 }
    guard let (least, most) = whites.extent, let (narrow, wide) = widths.extent else {
      return false
    }
    return most - least < Self.unequalWhite * body && wide > 1.5 * narrow
      && row.cells.count { pieces[$0].words > 0 } * 2 > row.cells.count
  }

  private static let leastWords = 4
  private static let unequalWhite: Float = 0.06

  /// Lines of a cell.
  private static let mostLines = 12

  /// Whether a piece is one more line of a cell: it begins with a cell of a row above and ends before the next, or before the rule that
  /// ends the table. In the first column it may be a text below the table.
  func continuesCell(_ at: Int, of run: [Row], _ singles: [Row]) -> Bool {
    guard singles.count < Self.mostLines, let last = singles.last ?? run.last else { return false }
    let line = pieces[at].box
    guard line.y0 - last.box.y1 < 0.5 * body else { return false }
    let isTurned = scalars[pieces[at].range].contains(where: Script.isRightToLeft)
    let isFirst = run.allSatisfy { row in
      isTurned ? row.box.x1 < line.x1 + 0.5 * body : row.box.x0 > line.x0 - 0.5 * body
    }
    guard !isFirst else { return false }
    for row in run.suffix(Self.mostLines).reversed() where row.isTabular {
      let cells = row.cells.map { pieces[$0].box }
      let cell = cells.firstIndex { cell in
        abs(isTurned ? cell.x1 - line.x1 : cell.x0 - line.x0) < 0.3 * body
      }
      guard let cell else { continue }
      let next = isTurned ? cell - 1 : cell + 1
      guard cells.indices.contains(next) else { return isBetweenRules(line, run) }
      return isTurned ? line.x0 > cells[next].x1 : line.x1 < cells[next].x0
    }
    return false
  }

  /// Whether rules over the columns are above a line, above or among the rows of a run, and below it.
  private func isBetweenRules(_ line: Box, _ run: [Row]) -> Bool {
    guard let first = run.first else { return false }
    let box = run.reduce(line) { $0.union($1.box) }
    let over = rules.filter { $0.x0 < box.x0 + body && $0.x1 > box.x1 - body }
    return over.contains { $0.y1 < line.y0 && first.box.y0 - $0.y1 < 2 * body }
      && over.contains { $0.y0 > line.y1 - 2 && $0.y0 - line.y1 < Self.tableReach }
  }

  /// Points from a line to the rule that ends its table.
  private static let tableReach: Float = 300

  /// Whether a rule over the columns of a table parts a row from the one above.
  func isUnder(_ row: Box, _ last: Box, _ table: Box) -> Bool {
    rules.contains { rule in
      rule.y0 > last.y1 - 2 && rule.y1 < row.y0 + 2 && rule.x0 < table.x0 + body
        && rule.x1 > table.x1 - body
    }
  }

  /// Whether a rule ends a table above a row of long lines, of which a text goes on below.
  func beginsText(_ row: Row, under last: Box, _ table: Box) -> Bool {
    row.cells.allSatisfy { pieces[$0].isLong }
      && row.cells.contains { at in
        prose.contains { SideText.isNextLine(pieces[at], pieces[$0], body) }
      } && isUnder(row.box, last, table)
  }

  /// The space between heads and the first row below their rule, in units of the size of most text.
  static let headGap: Float = 4.5
  private static let mostHeads = 4

  /// Whether a rule over the columns separates the few rows of a run, which are its heads, from the next row.
  func isUnderHeads(_ run: [Row], _ last: Box, _ next: Box) -> Bool {
    guard run.count <= Self.mostHeads else { return false }
    let box = run.reduce(last) { $0.union($1.box) }
    let between = rules.filter { rule in
      rule.y0 > last.y1 - 2 && rule.y1 < next.y0 + 2 && rule.x1 > box.x0 && rule.x0 < box.x1
    }
    let isOne = between.allSatisfy { abs($0.y0 - between[0].y0) < 2 }
    return isOne && between.reduce(0) { $0 + $1.width } > 0.9 * box.width
  }

  /// Whether the highest and the lowest of the rules are one below the other, not in two columns of the page.
  func areBeneath(_ rules: [Box]) -> Bool {
    func extent(near y: Float) -> ClosedRange<Float>? {
      let row = rules.filter { abs($0.y0 - y) < 3 }
      return row.map(\.x0).min().flatMap { x0 in row.map(\.x1).max().map { x0...max(x0, $0) } }
    }
    guard let top = rules.map(\.y0).min(), let foot = rules.map(\.y0).max(), foot - top > 3,
      let first = extent(near: top), let last = extent(near: foot)
    else { return false }
    return first.overlaps(last)
  }

  /// Returns the horizontal extents that two rules or more span wholly: those of tables beside each other or beside text.
  func ruledSpans(_ run: [Row]) -> [ClosedRange<Float>] {
    guard let first = run.first else { return [] }
    let box = run.reduce(first.box) { $0.union($1.box) }
    let near = rules.filter { rule in
      rule.y0 > box.y0 - 2 * body && rule.y1 < box.y1 + 2 * body && rule.x1 > box.x0
        && rule.x0 < box.x1
    }
    var spans: [(x0: Float, x1: Float, rules: [Box])] = []
    for rule in near.sorted(by: { $0.x0 < $1.x0 }) {
      let own =
        spans.indices.last { at in
          // The cells of a table above or below the last one touch each other.
          let reach = at == spans.count - 1 ? body : Self.touching
          return rule.x0 < spans[at].x1 + reach
            && spans[at].rules.contains { abs($0.y0 - rule.y0) < 3 }
        } ?? spans.indices.suffix(1).first { rule.x0 < spans[$0].x1 - body }
      if let own {
        spans[own].x1 = max(spans[own].x1, rule.x1)
        spans[own].rules.append(rule)
      } else {
        spans.append((rule.x0, rule.x1, [rule]))
      }
    }
    return spans.compactMap { span in
      let whole = Dictionary(grouping: span.rules) { ($0.y0 / 3).nearest(in: 0...100_000) }.filter {
        $0.value.reduce(0) { $0 + $1.width } > 0.9 * (span.x1 - span.x0)
      }
      // A double line is one.
      guard let first = whole.keys.min(), let last = whole.keys.max() else { return nil }
      return Float(last - first) * 3 > body ? span.x0...span.x1 : nil
    }
  }

  /// Points.
  private static let touching: Float = 2
  /// A longer table of formulas is one.
  static let mostFormulaRows = 4

  /// Whether a piece is a sign of relation alone, as in a formula that is set wide.
  func isRelation(_ at: Int) -> Bool {
    pieces[at].count == 1
      && scalars[pieces[at].range].contains(where: RegionFinder.relations.contains)
  }

  /// Whether most of a piece is digits: `1,234`, `12.5 %`, `(0.03)`, `–`
  func isNumber(_ piece: RowPiece) -> Bool {
    let text = scalars[piece.range].filter { !Script.isBlank($0) }
    let figures = text.count(where: Script.isDigit)
    // `[12]` is the label of a bibliography entry.
    if text.first == 0x5B, text.last == 0x5D, figures == text.count - 2 { return false }
    return piece.words == 0 && figures * 2 >= text.count
      || text.count == 1 && [0x2D, 0x2013, 0x2014, 0x2212].contains(text[0])
  }

  /// Whether most rows end with a number in parentheses that counts on from the row before.
  func areEquations(_ rows: [Row]) -> Bool {
    let numbers = rows.compactMap { $0.cells.last.flatMap { equation(pieces[$0]) } }
    return numbers.count >= 2 && numbers.count * 2 > rows.count
      && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }

  /// Returns the last part of an equation's number, such as 4 of `(2.4)`; nil for other pieces.
  private func equation(_ piece: RowPiece) -> Int? {
    let text = scalars[piece.range]
    guard piece.count <= 9, text.first == 0x28, text.last == 0x29 else { return nil }
    let parts = text.dropFirst().dropLast().split(separator: 0x2E)
    guard let last = parts.last, parts.allSatisfy({ $0.allSatisfy(Script.isDigit) }),
      last.count <= 4
    else { return nil }
    return last.reduce(0) { $0 * 10 + Int($1 & 0xF) }
  }

  /// Whether the first column has a head and numbers below it.
  func isNumbered(_ rows: [Row], _ first: Column) -> Bool {
    first.numbers >= 2 && first.cells == rows.count && first.numbers == first.cells - 1
      && rows.first?.cells.first.map { !isNumber(pieces[$0]) } ?? false
  }
}

extension [Float] {
  fileprivate var extent: (Float, Float)? {
    guard let least = self.min(), let most = self.max() else { return nil }
    return (least, most)
  }
}
