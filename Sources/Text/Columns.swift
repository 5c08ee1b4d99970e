/// A part of a page whose rows are read one after the other.
struct Leaf {
  /// Indices of segments, in no order.
  var segments: [Int32]
  /// The edges of its column, over all parts of the column on the page.
  var x0: Float
  var x1: Float
  /// Whether it consists of short cells side by side, whose rows are kept.
  var isTable = false
  /// Whether it is a heading in the margin, which ends before the text beside it.
  var isMargin = false
}

/// Finds columns and the reading order of the parts of a page.
///
/// The page is cut along its best gutter. Elements that cross a gutter (headings, figures, wide tables) cut it horizontally; the pieces are cut again.
struct Columns {
  let segments: [Segment]
  /// Lines too long for their column that overlap the neighbouring text: they do not count as crossing a gutter.
  private let overlong: Set<Int32>
  /// The left edges of the document's columns: there, even two lines side by side are columns.
  private let starts: [Float]
  private var leaves: [Leaf] = []

  /// Returns the leaves in reading order.
  static func leaves(
    of segments: [Segment], among members: [Int32], starts: [Float] = []
  ) -> [Leaf] {
    guard !members.isEmpty else { return [] }
    var columns = Columns(segments, starts)
    let (x0, x1) = columns.edges(of: members)
    columns.cut(members, x0: x0, x1: x1, depth: 8)
    return columns.leaves
  }

  func edges(of members: [Int32]) -> (Float, Float) {
    (
      members.reduce(Float.infinity) { min($0, segments[Int($1)].x0) },
      members.reduce(-Float.infinity) { max($0, segments[Int($1)].x1) }
    )
  }

  private init(_ segments: [Segment], _ starts: [Float]) {
    self.segments = segments
    self.starts = starts
    overlong = Self.overlong(segments)
  }

  private static func overlong(_ segments: [Segment]) -> Set<Int32> {
    var found: Set<Int32> = []
    let order = segments.indices.sorted { segments[$0].middle < segments[$1].middle }
    for at in order.indices {
      // Neighbours only: a page with many glyphs on one spot must not take quadratic time.
      for other in order[(at + 1)...].prefix(12) {
        let (a, b) = (segments[order[at]], segments[other])
        let overlap = min(a.y1, b.y1) - max(a.y0, b.y0)
        guard overlap > Thresholds.sameLine * min(a.y1 - a.y0, b.y1 - b.y0) else { break }
        let size = max(a.size, b.size)
        guard min(a.x1, b.x1) - max(a.x0, b.x0) > 1.5 * size, abs(a.x0 - b.x0) > 3 * size else {
          continue
        }
        found.insert(Int32(a.x0 < b.x0 ? order[at] : other))
      }
    }
    return found
  }

  private mutating func cut(_ members: [Int32], x0: Float, x1: Float, depth: Int) {
    guard !members.isEmpty else { return }
    guard depth > 0, members.count >= (starts.isEmpty ? 2 * Thresholds.gutterLines : 2) else {
      leaves.append(Leaf(segments: members, x0: x0, x1: x1))
      return
    }
    var grid = GutterGrid(members, segments, except: overlong)
    for _ in 0..<4 {
      guard let gutter = grid.best(atLeast: Thresholds.gutterLines) else { break }
      switch judge(gutter, grid, members) {
      case .columns:
        split(members, at: gutter, grid, x0, x1, depth)
        return
      case .table:
        setApart(grid.supported(gutter), grid, members, x0, x1, depth)
        return
      case .headings(let tops):
        part(members, under: tops, at: gutter, grid, x0, x1, depth)
        return
      case .none:
        grid.discard(gutter)
      }
    }
    if let gutter = knownGutter(grid, members) {
      split(members, at: gutter, grid, x0, x1, depth)
    } else {
      leaves.append(Leaf(segments: members, x0: x0, x1: x1))
    }
  }

  /// Returns a gutter too short to be found by itself, before an edge where the document's columns start.
  private func knownGutter(_ grid: GutterGrid, _ members: [Int32]) -> GutterGrid.Gutter? {
    let long = members.map { segments[Int($0)] }.filter { $0.cells >= ColumnStarts.longCells }
    for start in starts.dropFirst() {
      let right = long.filter { abs($0.x0 - start - 2) < 3 }
      guard
        let pair = right.first(where: { segment in
          let edge = segment.x0 - Thresholds.gutter * segment.size
          return long.contains { $0.x1 < edge && abs($0.middle - segment.middle) < segment.size }
        })
      else { continue }
      if let gutter = grid.gutter(before: pair.x0 - 0.4 * pair.size) { return gutter }
    }
    return nil
  }

  /// Whether a segment is a single sign before the text of its line, on the same side of a gutter.
  private func isBullet(_ member: Int32, beside gutter: GutterGrid.Gutter) -> Bool {
    let segment = segments[Int(member)]
    guard segment.cells == 1, Int(member) + 1 < segments.count else { return false }
    let next = segments[Int(member) + 1]
    let gap = next.x0 - segment.x1
    return next.cells > 8 && gap > 0 && gap < 4 * segment.size
      && abs(next.middle - segment.middle) < 0.3 * next.size
      && (segment.x1 <= gutter.x) == (next.x1 <= gutter.x)
  }

  private enum Verdict {
    case columns, table, none
    /// The left side has a heading for each of the paragraphs on the right; their tops on the page.
    case headings([Float])
  }

  /// Decides what the two sides of a gutter are, by the shape of their segments.
  private func judge(_ gutter: GutterGrid.Gutter, _ grid: GutterGrid, _ members: [Int32]) -> Verdict
  {
    let rows = grid.supported(gutter)
    var left = Side()
    var right = Side()
    var bullets: [Segment] = []
    for member in members {
      let segment = segments[Int(member)]
      guard rows.contains(grid.row(of: segment)) else { continue }
      if isBullet(member, beside: gutter) {
        bullets.append(segment)
      } else if segment.x1 <= gutter.x {
        left.add(segment)
      } else {
        right.add(segment)
      }
    }
    // Signs of equations, unlike bullets of two lists, are on one side only.
    let isLeft = bullets.map { $0.x1 <= gutter.x }
    if !isLeft.contains(true) || !isLeft.contains(false) {
      for bullet in bullets {
        if bullet.x1 <= gutter.x { left.add(bullet) } else { right.add(bullet) }
      }
    }
    guard left.lines >= Thresholds.gutterLines, right.lines >= Thresholds.gutterLines else {
      return .none
    }
    // Bullets, line numbers, equation numbers and page numbers.
    if left.isNarrow || right.isNarrow { return .none }
    // Comments beside the lines of a listing.
    if left.isCode, right.isCode, right.linesApart(from: left) == 0 { return .none }
    if isBesideLines(right, of: left) { return .table }
    // Both columns of text from the right are flush right.
    if right.isFlushRight, !left.isFlushRight, right.lines * 2 <= left.lines,
      right.linesApart(from: left) == 0
    {
      return .none
    }
    let tops = left.headingTops(over: right)
    // Headings of one line may be in the first lines of their paragraphs, which is decided below.
    if tops.count < left.lines, !tops.isEmpty { return .headings(tops) }
    let isShort = left.isShort || right.isShort
    let isLong =
      min(left.lines, right.lines) >= 20 && min(left.meanCells, right.meanCells) >= 8
      && max(left.width, right.width) < 2.5 * min(left.width, right.width)
    guard isShort, !isLong else {
      if left.isNumbering(right) || left.isIntroducing(right) { return .none }
      if !tops.isEmpty { return .headings(tops) }
      return left.isLabelling(right) || left.isPaired(with: right) ? .table : .columns
    }
    if isSidebar(left, beside: right) || isSidebar(right, beside: left) { return .columns }
    // Labels beside running text are no table: most rows have one side only.
    return max(left.lines, right.lines) > 2 * min(left.lines, right.lines) ? .none : .table
  }

  /// Whether one side is a sidebar: short lines beside running text that are not on its lines, as table cells would be.
  private func isSidebar(_ short: Side, beside long: Side) -> Bool {
    guard long.meanCells >= 30, long.lines >= 8, !long.isShort,
      long.widths > 0.7 * (long.x1 - long.x0) * Float(long.lines)
    else { return false }
    // Cells may be centred on two lines of the other side; in that case few of those lines are full.
    let isFull = long.ends.count { long.x1 - $0 < 2 * long.size } * 2 > long.lines
    return short.linesApart(from: long, orHalfway: !isFull) * 4 >= short.lines
  }

  /// Whether the few are on lines of a ragged list and never between them, as addresses beside names.
  private func isBesideLines(_ few: Side, of list: Side) -> Bool {
    guard list.isAligned, list.widths < 0.8 * (list.x1 - list.x0) * Float(list.lines) else {
      return false
    }
    let near = 0.15 * list.size
    let lines = list.baselines.sorted()
    let isList = zip(lines, lines.dropFirst()).allSatisfy { $1 - $0 > 0.5 * list.size }
    let beside = few.baselines.sorted()
    guard isList, let first = beside.first, let last = beside.last else { return false }
    let among = lines.count { $0 > first - near && $0 < last + near }
    return beside.count * 4 <= among * 3
      && beside.allSatisfy { line in lines.contains { abs($0 - line) < near } }
  }

  /// Whether it covers an edge where columns start, as a title over several columns.
  private func isAcross(_ segment: Segment) -> Bool {
    starts.contains { $0 > segment.x0 + 2 * segment.size && $0 < segment.x1 - 2 * segment.size }
  }

  /// Reads the page band by band: left of the gutter, then right of it, with the crossing elements in between.
  private mutating func split(
    _ members: [Int32], at gutter: GutterGrid.Gutter, _ grid: GutterGrid, _ x0: Float,
    _ x1: Float, _ depth: Int
  ) {
    let bands = grid.bands(along: gutter)
    let firstShared = bands.map { grid.firstShared($0, along: gutter) }
    var left = [[Int32]](repeating: [], count: bands.count)
    var right = left
    var between = [[Int32]](repeating: [], count: bands.count + 1)
    var innerX1 = x0
    var innerX0 = x1
    for member in members {
      let segment = segments[Int(member)]
      let row = grid.row(of: segment)
      let at = bands.partition(by: { $0.upperBound <= row })
      guard at < bands.count, bands[at].contains(row),
        !(isAcross(segment) && row < firstShared[at])
      else {
        between[at].append(member)
        continue
      }
      let x = overlong.contains(member) ? segment.x0 : (segment.x0 + segment.x1) / 2
      if x <= gutter.x {
        if goesOn(segment, from: between[at], before: firstShared[at], grid) {
          between[at].append(member)
          continue
        }
        left[at].append(member)
        innerX1 = max(innerX1, min(segment.x1, gutter.x))
      } else {
        right[at].append(member)
        innerX0 = min(innerX0, segment.x0)
      }
    }
    for at in bands.indices where !between[at + 1].isEmpty {
      between[at + 1] += takeFoot(of: &left[at], beside: right[at], above: between[at + 1])
      between[at + 1] += takeFoot(of: &right[at], beside: left[at], above: between[at + 1])
    }
    for at in between.indices {
      let top = at < bands.count ? takeTop(of: right[at], beside: &between[at], gutter.x) : []
      if !top.isEmpty {
        let rest = left[at].filter {
          goesOn(segments[Int($0)], from: between[at], before: .max, grid)
        }
        between[at] += rest
        left[at].removeAll(where: Set(rest).contains)
      }
      cut(between[at], x0: x0, x1: x1, depth: depth - 1)
      guard at < bands.count else { break }
      cut(left[at], x0: x0, x1: innerX1, depth: depth - 1)
      cut(top, x0: edges(of: top).0, x1: x1, depth: depth - 1)
      cut(right[at], x0: innerX0, x1: x1, depth: depth - 1)
    }
  }

  /// Whether a line above the columns is the short last one of a text that crosses them, such as a caption.
  private func goesOn(
    _ segment: Segment, from crossing: [Int32], before firstShared: Int, _ grid: GutterGrid
  ) -> Bool {
    grid.row(of: segment) < firstShared
      && crossing.suffix(40).contains { member in
        let last = segments[Int(member)]
        let step = segment.middle - last.middle
        return step > 0.5 * segment.size && step < 1.5 * segment.size
          && abs(last.size - segment.size) < 0.05 * segment.size
          && abs(last.x0 - segment.x0) < 0.5 * segment.size
      }
  }

  /// Reads headings in the margin before the text beside each of them.
  private mutating func part(
    _ members: [Int32], under tops: [Float], at gutter: GutterGrid.Gutter, _ grid: GutterGrid,
    _ x0: Float, _ x1: Float, _ depth: Int
  ) {
    let rows = grid.supported(gutter)
    let parts = Dictionary(grouping: members) { member in
      let row = grid.row(of: segments[Int(member)])
      let middle = segments[Int(member)].middle
      return row < rows.lowerBound
        ? -1 : rows.contains(row) ? tops.partition { $0 <= middle } : tops.count + 1
    }
    let beside = members.map { segments[Int($0)] }.filter {
      rows.contains(grid.row(of: $0)) && $0.x1 > gutter.x
    }
    let innerX0 = beside.reduce(x1) { min($0, $1.x0) }
    for (at, part) in parts.sorted(by: { $0.key < $1.key }) {
      guard at >= 0, at <= tops.count else {
        cut(part, x0: x0, x1: x1, depth: depth - 1)
        continue
      }
      let left = part.filter { segments[Int($0)].x1 <= gutter.x }
      let right = part.filter { segments[Int($0)].x1 > gutter.x }
      if !left.isEmpty {
        leaves.append(Leaf(segments: left, x0: x0, x1: edges(of: left).1, isMargin: true))
      }
      cut(right, x0: innerX0, x1: x1, depth: depth - 1)
    }
  }

  /// Keeps a table's rows whole, between the text above and below.
  private mutating func setApart(
    _ rows: Range<Int>, _ grid: GutterGrid, _ members: [Int32], _ x0: Float, _ x1: Float,
    _ depth: Int
  ) {
    var parts: [[Int32]] = [[], [], []]
    for member in members {
      let row = grid.row(of: segments[Int(member)])
      parts[row < rows.lowerBound ? 0 : rows.contains(row) ? 1 : 2].append(member)
    }
    cut(parts[0], x0: x0, x1: x1, depth: depth - 1)
    leaves.append(Leaf(segments: parts[1], x0: x0, x1: x1, isTable: true))
    cut(parts[2], x0: x0, x1: x1, depth: depth - 1)
  }
}

extension Array {
  /// Returns the index of the first element for which `isBefore` is false; the array must be partitioned by it.
  func partition(by isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
