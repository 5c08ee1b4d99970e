import DocumentModel

extension RegionFinder {
  /// Finds tables by their rows of cells, and by the rules near their captions.
  mutating func findTables() {
    let free = pieces.indices.filter { !isCaption[$0] && pieces[$0].direction == .across }
    let rows = TableRows(
      pieces, free, scalars, paints, captions: captions.map(\.box), body: body)
    for table in rows.tables where !isUnreadable(table.box) {
      let near = captions.filter { isBeside($0.box, table.box) }
      // The labels of a chart are in rows, too.
      if !table.isFramed, !near.isEmpty, near.allSatisfy({ $0.kind == .figure }) { continue }
      add(.table, table.box.widened(by: Self.tableMargin))
    }
    for caption in captions where caption.kind == .table {
      guard !regions.contains(where: { isBeside(caption.box, $0.box) && $0.kind == .table }) else {
        continue
      }
      let below = stretch(
        of: rules(near: caption.box) { $0.y0 >= caption.box.y1 - 4 }, from: caption.box,
        isBelow: true)
      let above = stretch(
        of: rules(near: caption.box) { $0.y1 <= caption.box.y0 + 4 }, from: caption.box,
        isBelow: false)
      guard let box = below ?? above else { continue }
      add(.table, cells(in: box).widened(by: Self.tableMargin))
    }
  }

  /// Whether most glyphs in a box have no character, as in charts of programs that embed what they draw: `⟨?⟩`.
  private func isUnreadable(_ box: Box) -> Bool {
    let inside = pieces.filter { box.contains($0.box.middle) }
    let signs = inside.reduce(0) { $0 + scalars[$1.range].count { $0 == 0x27E8 } }
    return 2 * 3 * signs > inside.reduce(0) { $0 + $1.count }
  }

  /// Finds the cells of tables that are drawn with lines in both directions.
  mutating func findCells(_ paints: [Paint]) {
    let tables = regions.indices.filter { regions[$0].kind == .table }.prefix(Self.mostGrids)
    guard !tables.isEmpty else { return }
    let lines = GridLines(paints)
    for at in tables { regions[at].cells = lines.cells(in: regions[at].box) }
  }

  private static let mostGrids = 100

  /// Points around the cells of a table.
  static let tableMargin: Float = 5

  private func rules(near caption: Box, where holds: (Box) -> Bool) -> [Box] {
    paints.rules.filter {
      holds($0) && $0.width > 30 && overlap($0, caption) > 0.3 * min($0.width, caption.width)
    }
  }

  /// Returns the box from the first rule near a caption to the last one before running text.
  private func stretch(of rules: [Box], from caption: Box, isBelow: Bool) -> Box? {
    let sorted = rules.sorted { isBelow ? $0.y0 < $1.y0 : $0.y0 > $1.y0 }
    guard let first = sorted.first,
      (isBelow ? first.y0 - caption.y1 : caption.y0 - first.y1) < Self.captionReach
    else { return nil }
    var box = first
    // Narrow rules belong to the table if a wide one follows, else to a drawing.
    var reached = first
    var count = 1
    var (above, below, row) = (0, 0, Float(0))
    for (index, rule) in sorted.enumerated() {
      // The width of the rules at the same height.
      while below < sorted.count, abs(sorted[below].y0 - rule.y0) < 2 {
        row += sorted[below].width
        below += 1
      }
      while abs(sorted[above].y0 - rule.y0) >= 2 {
        row -= sorted[above].width
        above += 1
      }
      guard index > 0 else { continue }
      let next = reached.union(rule)
      let gap = isBelow ? rule.y0 - reached.y1 : reached.y0 - rule.y1
      guard gap < 500, overlap(rule, box) > 0.3 * min(rule.width, box.width) else { break }
      let hasProse = pieces.contains { piece in
        piece.isLong && piece.words >= 6 && piece.size > 0.95 * body
          && piece.box.width > 0.8 * box.width && next.contains(piece.box.middle)
          && !box.contains(piece.box.middle)
      }
      if hasProse && gap > 60 || captions.contains(where: { next.contains($0.box.middle) }) {
        break
      }
      reached = next
      if row > Self.wideRule * box.width {
        box = next
        count += 1
      }
    }
    return count >= 2 ? box : nil
  }

  /// The share of a table's width that the rules at its foot cover.
  private static let wideRule: Float = 0.5

  /// Widens a table's rules to its cells.
  private func cells(in rules: Box) -> Box {
    var box = rules
    for at in pieces.indices where !isCaption[at] {
      let piece = pieces[at].box
      let middle = piece.middle
      if Double(rules.y0) < middle.y, middle.y < Double(rules.y1),
        overlap(piece, rules) > 0.5 * piece.width
      {
        box = box.union(piece)
      }
    }
    return box
  }
}
