import DocumentModel

/// Finds tables by their cells: rows of pieces in columns, with rules around them or numbers in them.
struct TableRows {
  let pieces: [RowPiece]
  let scalars: [UInt32]
  let rules: [Box]
  private let captions: [Box]
  /// Areas drawn with lines in both directions and closed below.
  private let grids: [Box]
  /// The size of most of the page's text, in points.
  let body: Float
  /// Whether the page's text is monospaced, so that such cells are no listing.
  private let isMonospace: Bool
  private(set) var tables: [Table] = []
  /// Lines of running text.
  private(set) var prose: Set<Int> = []

  struct Table {
    var box: Box
    /// Whether lines enclose it.
    var isFramed: Bool
  }

  /// Pieces side by side.
  struct Row {
    var cells: [Int] = []
    var box: Box
    /// Running text at its height, which belongs to another column of the page.
    var prose: [Int] = []

    var isTabular: Bool { cells.count > 1 }
  }

  struct Column {
    var x0: Float
    var x1: Float
    var cells = 0
    var numbers = 0
  }

  /// Limits on hostile pages.
  private static let mostGrids = 200
  private static let mostRules = 5_000

  /// Points.
  private static let leastDrawing: Float = 32
  private static let labelReach: Float = 8

  /// `members`: the pieces that may be cells.
  init(
    _ pieces: [RowPiece], _ members: [Int], _ scalars: [UInt32], _ paints: PaintClusters,
    captions: [Box], body: Float
  ) {
    self.pieces = pieces
    self.scalars = scalars
    let rules =
      paints.rules.count <= Self.mostRules ? Self.withoutUnderlines(paints.rules, pieces) : []
    self.rules = rules
    let drawings = paints.clusters.filter(\.isDrawing).prefix(Self.mostGrids).map(\.box)
    let large = drawings.filter { min($0.width, $0.height) >= Self.leastDrawing }
    grids = paints.clusters.filter(\.isGrid).prefix(Self.mostGrids).map(\.box).filter { grid in
      let last = rules.filter { abs($0.y1 - grid.y1) < 3 && grid.contains($0.middle) }
      // With a drawing in it, it is a frame of more than a table.
      return last.reduce(0) { $0 + $1.width } > 0.8 * grid.width
        && !large.contains { grid.contains($0.middle) }
    }
    self.captions = captions
    self.body = body
    let texts = pieces.filter { $0.words >= 3 }
    isMonospace = texts.count(where: \.isMonospace) * 2 > texts.count
    // The numbers around a drawing are its labels; around an icon they may be cells.
    let taken = drawings + large.map { $0.widened(by: Self.labelReach) }
    let free = members.filter { at in
      !taken.contains { $0.contains(pieces[at].box.middle) }
    }
    let outside = free.filter { at in !grids.contains { $0.contains(pieces[at].box.middle) } }
    let text = SideText(pieces, outside, scalars, rules: rules, body: body)
    prose = text.lines
    for part in columned(grouped(free), at: text.gutters) { find(in: part) }
  }

  /// Returns the rules that do not lie below the words of a piece, closer than those of a table do.
  private static func withoutUnderlines(_ rules: [Box], _ pieces: [RowPiece]) -> [Box] {
    let sorted = pieces.map(\.box).sorted { $0.y1 < $1.y1 }
    return rules.filter { rule in
      let first = sorted.partition { $0.y1 <= rule.y0 - 0.5 }
      return !sorted[first...].prefix { $0.y1 < rule.y1 + reachOfUnderline }.contains {
        Double(rule.y0) > $0.middle.y && rule.x0 > $0.x0 - 2 && rule.x1 < $0.x1 + 2
      }
    }
  }

  /// Points by which the box of a piece reaches below its underline.
  private static let reachOfUnderline: Float = 6

  /// Returns the rows from top to bottom.
  func grouped(_ members: [Int]) -> [Row] {
    var rows: [Row] = []
    for at in members.sorted(by: { pieces[$0].box.middle.y < pieces[$1].box.middle.y }) {
      let box = pieces[at].box
      if rows.isEmpty || !isOneRow(rows[rows.count - 1].box, box) { rows.append(Row(box: box)) }
      let last = rows.count - 1
      if prose.contains(at) {
        rows[last].prose.append(at)
      } else {
        rows[last].box = rows[last].cells.isEmpty ? box : rows[last].box.union(box)
        rows[last].cells.append(at)
      }
    }
    for index in rows.indices {
      if let grid = grid(of: rows[index]) {
        rows[index].cells.removeAll { !grids[grid].contains(pieces[$0].box.middle) }
      }
      rows[index].cells.sort { pieces[$0].box.x0 < pieces[$1].box.x0 }
    }
    return rows
  }

  private func isOneRow(_ a: Box, _ b: Box) -> Bool {
    min(a.y1, b.y1) - max(a.y0, b.y0) > 0.6 * min(a.height, b.height)
  }

  private mutating func find(in rows: [Row]) {
    var run: [Row] = []
    // Rows with one cell, which belong to a table if more of it follows.
    var singles: [Row] = []
    var heads: [Row] = []
    for row in rows {
      var row = row
      if row.cells.isEmpty, row.prose.count == 1, continuesCell(row.prose[0], of: run, singles) {
        row.box = pieces[row.prose[0]].box
        (row.cells, row.prose) = (row.prose, [])
      }
      if !run.isEmpty, isApart(row, singles, run) {
        close(run, singles, under: heads)
        run = []
        heads = singles
        singles = []
      } else if row.cells.contains(where: { pieces[$0].isSlanted }) {
        // Slanted words are heads of columns, or the labels below a plot.
        (run, singles, heads) = ([], [], [])
      }
      guard !row.cells.isEmpty, !isStretched(row) else { continue }
      if row.isTabular {
        run += singles + [row]
        singles = []
      } else if run.isEmpty {
        heads.append(row)
      } else {
        singles.append(row)
      }
    }
    close(run, singles, under: heads)
  }

  /// Whether a row begins something else than the rows above it.
  private func isApart(_ row: Row, _ singles: [Row], _ run: [Row]) -> Bool {
    guard let first = run.first, let last = singles.last ?? run.last else { return false }
    let box = run.reduce(first.box) { $0.union($1.box) }
    let isCrossed = row.prose.map { pieces[$0].box }.contains {
      min($0.x1, box.x1) - max($0.x0, box.x0) > 0.6 * box.width
    }
    if isStretched(row) || beginsText(row, under: last.box, box) { return true }
    guard let only = row.cells.first else { return isCrossed }
    let gap = row.box.y0 - last.box.y1
    // A table in the next column of the page.
    if run.count > 1, row.isTabular, row.box.x0 > box.x1 || row.box.x1 < box.x0, gap > 0 {
      return true
    }
    if gap > 2.7 * body, gap > Self.headGap * body || !isUnderHeads(run, last.box, row.box) {
      return true
    }
    if captions.contains(where: {
      $0.y0 > last.box.y0 && $0.y1 < row.box.y1 && min($0.x1, box.x1) > max($0.x0, box.x0)
    }) {
      return true
    }
    let (frame, own) = (grid(of: run[run.count - 1]), grid(of: row))
    if frame != nil, frame == own { return false }
    if frame != nil, own == nil || gap > body || !row.isTabular { return true }
    // A title above the frame of the next table, or rows of wider columns.
    if frame == nil, let own,
      !singles.isEmpty || box.x0 < grids[own].x0 - body || box.x1 > grids[own].x1 + body
    {
      return true
    }
    // A title between a row and the rule above the next table.
    if let title = singles.first {
      if title.box.y0 - run[run.count - 1].box.y1 > body, isUnder(row.box, last.box, box),
        !isUnder(title.box, run[run.count - 1].box, box)
      {
        return true
      }
    }
    if !isCrossed, row.cells.count == 1, continuesCell(only, of: run, singles) { return false }
    // A line of text across the columns.
    let next = run.last(where: \.isTabular).map { pieces[$0.cells[1]].box.x0 } ?? 0
    let line = pieces[only]
    return isCrossed
      || !row.isTabular && line.isProse && line.box.width > 0.6 * box.width
        && line.box.x1 > next
  }

  private func grid(of row: Row) -> Int? {
    grids.firstIndex { grid in
      row.cells.contains { grid.contains(pieces[$0].box.middle) }
    }
  }

  /// Adds the tables of a run of rows. `tail` and `heads` are rows with one cell below and above it.
  private mutating func close(_ run: [Row], _ tail: [Row], under heads: [Row]) {
    let spans = ruledSpans(run)
    if spans.isEmpty { add(run, tail, under: heads) }
    for span in spans {
      let part = run.compactMap { row -> Row? in
        let cells = row.cells.filter { isCell($0, in: span) }
        guard let first = cells.first else { return nil }
        return Row(
          cells: cells, box: cells.reduce(pieces[first].box) { $0.union(pieces[$1].box) })
      }
      add(part, tail, under: heads)
    }
  }

  /// Whether a piece is between the ends of rules, or a label closely beside them, as those of a grid are.
  private func isCell(_ at: Int, in span: ClosedRange<Float>) -> Bool {
    let (box, reach) = (pieces[at].box, span.lowerBound - body...span.upperBound + body)
    return box.x0 > reach.lowerBound && box.x1 < reach.upperBound
      || pieces[at].count <= Self.longestLabel && box.x1 > reach.lowerBound
        && box.x0 < reach.upperBound
  }

  private static let longestLabel = 6

  /// Adds a run of rows if it is a table.
  private mutating func add(_ run: [Row], _ tail: [Row], under heads: [Row]) {
    let rows = run.filter(\.isTabular)
    guard rows.count >= 2, let last = run.last, tables.count < RegionFinder.mostRegions else {
      return
    }
    let columns = columns(of: rows)
    guard columns.count >= 2, !isList(rows, columns), !isContents(rows, columns) else { return }
    // Further lines of the last cell.
    let frame = grid(of: last)
    let rest =
      frame == nil
      ? tail.indices.prefix { continuesCell(tail[$0].cells[0], of: run, Array(tail[..<$0])) }.map {
        tail[$0]
      } : Array(tail.prefix { grid(of: $0) == frame })
    let cells = (run + rest).flatMap(\.cells).filter { at in
      let box = pieces[at].box
      return columns.contains { $0.x0 < box.x1 && box.x0 < $0.x1 }
    }
    guard let first = cells.first else { return }
    var box = cells.reduce(pieces[first].box) { $0.union(pieces[$1].box) }
    // Outside a frame are titles and notes.
    if let frame {
      box = box.union(grids[frame])
    } else {
      for head in heads.reversed() where isHead(head.box, over: box) { box = box.union(head.box) }
    }
    let lines = rules.filter { rule in
      let common = min(rule.x1, box.x1) - max(rule.x0, box.x0)
      let reach = (frame == nil ? 2 : 1.5) * body
      return rule.y0 > box.y0 - reach && rule.y1 < box.y1 + reach && common > 0.2 * box.width
        && common > 0.7 * rule.width
    }
    let isRuled = areBeneath(lines)
    guard !PlotAxis.isIn(run.flatMap(\.cells), of: pieces, scalars, body: body) else { return }
    let numbers = columns.dropFirst().count { $0.cells >= 2 && $0.numbers * 2 > $0.cells }
    let isPlain = rows.count >= 3 && (numbers > 0 || isNumbered(rows, columns[0]))
    let mayBeFormula = rows.count <= Self.mostFormulaRows && cells.contains(where: isRelation)
    // The bars of fractions do not reach the numbers of equations.
    let areRuledToTheEnd = isRuled && lines.contains { $0.x1 > box.x1 - body }
    guard isRuled || isPlain && !mayBeFormula,
      frame != nil || areRuledToTheEnd || !areEquations(rows)
    else { return }
    guard cells.count(where: { pieces[$0].isMath && !isNumber(pieces[$0]) }) * 2 < cells.count,
      isMonospace || cells.count(where: { pieces[$0].isMonospace }) * 3 < cells.count * 2
    else { return }
    tables.append(Table(box: lines.reduce(box) { $0.union($1) }, isFramed: frame != nil))
  }

  /// Whether a line is a heading over columns: closely above the table, away from its sides, and next to a rule.
  private func isHead(_ line: Box, over table: Box) -> Bool {
    let gap = table.y0 - line.y1
    guard gap < 1.2 * body, gap > -body, line.x0 > table.x0 + body, line.x1 < table.x1 + body else {
      return false
    }
    return rules.contains { rule in
      rule.y0 > line.y0 - 0.8 * body && rule.y1 < table.y0 + 0.8 * body && rule.x0 < line.x1
        && rule.x1 > line.x0
    }
  }

  private func columns(of rows: [Row]) -> [Column] {
    var columns: [Column] = []
    // Rows with many cells first: a cell over several of their columns is a heading.
    for row in rows.sorted(by: { $0.cells.count > $1.cells.count }) {
      for at in row.cells {
        let box = pieces[at].box
        let first = columns.partition { $0.x1 <= box.x0 }
        let over = columns[first...].prefix { $0.x0 < box.x1 }
        if over.isEmpty {
          columns.insert(Column(x0: box.x0, x1: box.x1), at: first)
        } else if over.count > 1 {
          continue
        }
        columns[first].x0 = min(columns[first].x0, box.x0)
        columns[first].x1 = max(columns[first].x1, box.x1)
        columns[first].cells += 1
        columns[first].numbers += isNumber(pieces[at]) ? 1 : 0
      }
    }
    return columns.filter { $0.cells >= 2 }
  }

  /// Whether the first of two columns holds the marks of a list's items.
  private func isList(_ rows: [Row], _ columns: [Column]) -> Bool {
    columns.count == 2
      && rows.allSatisfy { row in row.cells.first.map { pieces[$0].count <= 4 } ?? true }
      && rows.contains { row in row.cells.dropFirst().contains { pieces[$0].isLong } }
  }
}
