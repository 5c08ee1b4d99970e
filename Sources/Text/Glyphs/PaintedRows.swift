import DocumentModel

/// A glyph in the frame of its reading direction: `u` runs along the row, `v` from row to row.
struct PlacedGlyph {
  var u: Float
  var end: Float
  var v: Float
  var size: Float

  init(_ glyph: Glyph) {
    size = max(glyph.size, 0.1)
    switch glyph.direction {
    case .across, .unknown: (u, end, v) = (glyph.x, glyph.x + glyph.dx, glyph.y)
    case .down: (u, end, v) = (glyph.y, glyph.y + glyph.dy, -glyph.x)
    case .back: (u, end, v) = (-glyph.x, -glyph.x - glyph.dx, -glyph.y)
    case .up: (u, end, v) = (-glyph.y, -glyph.y - glyph.dy, glyph.x)
    }
    if end < u { swap(&u, &end) }
  }
}

extension Glyph {
  /// Whether it runs to the right, but at an angle of more than 17 degrees to the row and to the column.
  var isSlanted: Bool { dy != 0 && dx > leastSlant * abs(dy) && abs(dy) > leastSlant * dx }
}

/// The share of the width of slanted words that they have in their row.
private let slantedWidth: Float = 0.7
/// The tangent of the least angle of slanted text; scans are less skewed.
private let leastSlant: Float = 0.3

/// Glyphs that follow each other on one baseline, with what is raised and lowered beside them.
struct GlyphRow {
  /// Ranges of the page's glyphs, from the start of the row to its end.
  var ranges: [Range<Int>]
  var direction: Direction
  var u0: Float
  var u1: Float
  /// The baseline and the size of its full-size glyphs.
  var base: Float
  var size: Float
  /// Whether it is painted across the text.
  var isWatermark = false
  /// Whether it runs neither along nor across the page, such as the heads of narrow columns.
  var isSlanted = false
}

/// Groups the glyphs of a page into rows by their content order, then joins rows painted in parts.
struct PaintedRows {
  private(set) var rows: [GlyphRow] = []
  private(set) var placed: [PlacedGlyph]

  /// `paints` are what the page paints beside its glyphs.
  init(_ glyphs: [Glyph], _ paints: [Paint] = []) {
    placed = glyphs.map(PlacedGlyph.init)
    let watermarks = Watermark.ranges(glyphs)
    let bars = RowRule.all(paints, along: .across)
    var at = 0
    for range in watermarks {
      group(glyphs, at..<range.lowerBound, bars)
      at = range.upperBound
    }
    group(glyphs, at..<glyphs.count, bars)
    joinParts()
    for index in watermarks.joined() where glyphs[index].isSlanted {
      let glyph = glyphs[index]
      (placed[index].u, placed[index].end, placed[index].v) = (glyph.x, glyph.x + glyph.dx, glyph.y)
    }
    rows += watermarks.map { range in
      let (first, last) = (placed[range.lowerBound], placed[range.upperBound - 1])
      return GlyphRow(
        ranges: [range],
        direction: glyphs[range.lowerBound].isSlanted
          ? .across : glyphs[range.lowerBound].direction,
        u0: first.u, u1: last.end, base: first.v, size: first.size, isWatermark: true)
    }
  }

  private mutating func group(_ glyphs: [Glyph], _ range: Range<Int>, _ bars: [RowRule]) {
    var at = range.lowerBound
    while at < range.upperBound {
      let first = at
      if let slanted = slantedRow(at, of: glyphs, before: range.upperBound) {
        rows.append(slanted)
        at = slanted.ranges[0].upperBound
        continue
      }
      var row = GlyphRow(
        ranges: [], direction: glyphs[at].direction, u0: placed[at].u, u1: placed[at].end,
        base: placed[at].v, size: placed[at].size)
      var isHanging = glyphs[at].depth > 0 || Self.tallSigns.contains(glyphs[at].scalar)
      at += 1
      while at < range.upperBound, glyphs[at].direction == row.direction, !glyphs[at].isSlanted {
        let next = placed[at]
        let hangs = glyphs[at].depth > 0 || Self.isTall(glyphs[at], beside: row.size)
        guard
          Self.continues(row, next, from: placed[at - 1].end, hangs: hangs || isHanging)
            || row.direction == .across && isDenominator(at, of: row, bars),
          // The top of a sum below the row belongs to the next one.
          isHanging || glyphs[at].depth == 0 || next.v < row.base + 0.1 * row.size,
          !isMarkOfNextRow(at, of: row)
        else { break }
        if !hangs, isHanging || next.size >= 0.88 * row.size {
          (row.base, row.size) = (next.v, next.size)
          isHanging = false
        }
        row.u0 = min(row.u0, next.u)
        row.u1 = max(row.u1, next.end)
        at += 1
      }
      row.ranges = [first..<at]
      rows.append(row)
    }
  }

  /// Returns the row of slanted glyphs that begins with one, and places them side by side at the height of their lower end.
  private mutating func slantedRow(_ first: Int, of glyphs: [Glyph], before end: Int) -> GlyphRow? {
    guard glyphs[first].isSlanted else { return nil }
    var at = first + 1
    while at < end, glyphs[at].isSlanted, glyphs[at].size == glyphs[first].size {
      guard Watermark.continues(glyphs[at], glyphs[at - 1]) else { break }
      at += 1
    }
    guard at - first > 1 else { return nil }
    let base = glyphs[first..<at].reduce(glyphs[first].y) { max($0, $1.y) }
    for index in first..<at {
      // Narrower than they are, so that they do not touch the word after them.
      placed[index].u = glyphs[first].x + slantedWidth * (glyphs[index].x - glyphs[first].x)
      placed[index].end = placed[index].u + slantedWidth * glyphs[index].dx
      placed[index].v = base
    }
    return GlyphRow(
      ranges: [first..<at], direction: .across, u0: placed[first].u, u1: placed[at - 1].end,
      base: base, size: placed[first].size, isSlanted: true)
  }

  /// Whether a glyph is a root, sum or bracket that a typesetter enlarged, so that the text beside it is not raised.
  static func isTall(_ glyph: Glyph, beside size: Float) -> Bool {
    glyph.size > 1.2 * size
      && (tallSigns.contains(glyph.scalar) || brackets.contains(glyph.scalar))
  }

  /// √ ∑ ∏ ∫
  private static let tallSigns: Set<UInt32> = [0x221A, 0x2211, 0x220F, 0x222B]
  private static let brackets = Set("()[]{}|‖⟨⟩⌈⌉⌊⌋".unicodeScalars.map(\.value))

  /// Whether a glyph belongs to a row whose last glyph ends at `end`.
  private static func continues(
    _ row: GlyphRow, _ next: PlacedGlyph, from end: Float, hangs: Bool
  ) -> Bool {
    let large = max(row.size, next.size)
    let (along, across) = (next.u - end, abs(next.v - row.base))
    guard along > -3 * large else { return false }
    if hangs { return across < 2 * large && along < 3 * large }
    if next.size >= 0.88 * row.size, row.size >= 0.88 * next.size {
      return across < 0.35 * large
    }
    return across < 0.05 * large || across < 0.9 * large && along < 1.5 * large
  }

  /// Joins rows of which one starts where another ends: words of other fonts and note marks are often painted apart.
  private mutating func joinParts() {
    guard rows.count > 1 else { return }
    let order = rows.indices.filter { !rows[$0].isSlanted }.sorted {
      (rows[$0].direction.rawValue, rows[$0].base, rows[$0].u0)
        < (rows[$1].direction.rawValue, rows[$1].base, rows[$1].u0)
    }
    var owner = Array(rows.indices)
    for at in order.indices {
      let index = order[at]
      // Neighbours only: a page with many rows on one baseline must not take quadratic time.
      for other in order[(at + 1)...].prefix(40) {
        guard rows[other].direction == rows[index].direction,
          rows[other].base - rows[index].base < 0.6 * max(rows[index].size, rows[other].size)
        else { break }
        let (a, b) = rows[index].u0 <= rows[other].u0 ? (index, other) : (other, index)
        guard isContinued(rows[a], by: rows[b]) else { continue }
        join(Self.root(of: a, &owner), Self.root(of: b, &owner), &owner)
      }
    }
    rows = rows.indices.filter { owner[$0] == $0 }.map { rows[$0] }
  }

  private func isContinued(_ row: GlyphRow, by next: GlyphRow) -> Bool {
    let gap = next.u0 - row.u1
    let (small, large) = (min(row.size, next.size), max(row.size, next.size))
    let across = abs(row.base - next.base)
    guard gap > -0.3 * small, gap < Thresholds.segmentGap * small else { return false }
    return across < 0.1 * large || small < 0.88 * large && across < 0.6 * large && gap < 0.3 * large
  }

  private static func root(of index: Int, _ owner: inout [Int]) -> Int {
    var at = index
    while owner[at] != at {
      owner[at] = owner[owner[at]]
      at = owner[at]
    }
    return at
  }

  /// Whether a small glyph below the row is raised beside the text painted after it: the mark of a note after a short line.
  private func isMarkOfNextRow(_ at: Int, of row: GlyphRow) -> Bool {
    let mark = placed[at]
    guard mark.size < 0.88 * row.size, mark.v > row.base + Thresholds.lowered * row.size,
      let text = placed[at...].prefix(Self.longestMark + 1).firstIndex(where: {
        $0.size >= 0.88 * row.size
      })
    else { return false }
    let (next, gap) = (placed[text], placed[text].u - placed[text - 1].end)
    return next.v > row.base + 0.5 * row.size && gap > -0.5 * next.size && gap < 1.5 * next.size
      && next.v - mark.v > Thresholds.raised * next.size && next.v - mark.v < 0.9 * next.size
  }

  private static let longestMark = 3

  /// Whether a small glyph goes back under the bar of a fraction whose numerator was painted before it.
  private func isDenominator(_ at: Int, of row: GlyphRow, _ bars: [RowRule]) -> Bool {
    let (last, next) = (placed[at - 1], placed[at])
    guard max(last.size, next.size) < 0.88 * row.size, next.u < last.end,
      next.v - last.v < 2 * row.size
    else { return false }
    return bars[bars.partition { $0.v < last.v }...].prefix { $0.v < next.v }.contains { bar in
      bar.u0 < next.u + 0.2 * next.size && bar.u0 > row.u0 && bar.u1 > last.end - 0.2 * last.size
        && bar.u1 < last.end + row.size && row.base > bar.v - 0.2 * row.size
        && row.base < bar.v + row.size
    }
  }

  /// Adds the later row to the one painted first.
  private mutating func join(_ a: Int, _ b: Int, _ owner: inout [Int]) {
    guard a != b else { return }
    let (first, last) = (min(a, b), max(a, b))
    let isInFront = rows[last].u0 < rows[first].u0
    rows[first].ranges =
      isInFront ? rows[last].ranges + rows[first].ranges : rows[first].ranges + rows[last].ranges
    if rows[last].size > rows[first].size {
      (rows[first].base, rows[first].size) = (rows[last].base, rows[last].size)
    }
    rows[first].u0 = min(rows[first].u0, rows[last].u0)
    rows[first].u1 = max(rows[first].u1, rows[last].u1)
    owner[last] = first
  }
}
