import DocumentModel

/// The layout of stretches of a column that differs from the rest: quotations, captions, references.
struct LineLayout {
  private let start: Int
  /// For each line, the right edge of its stretch if that is not the column's.
  private var edges: [Float?]
  /// Whether each line continues a first line with a hanging indent.
  private var hangs: [Bool]
  /// Whether most first lines of the column have a hanging indent.
  private(set) var isHangingColumn = false

  /// Whether most lines are entries of an index.
  let isIndex: Bool
  /// Whether it has many lines most of which end far from the edge, as those of code do.
  let isUnfilled: Bool

  /// `figures`: the boxes of the page's figures, beside which lines end early.
  init(
    _ lines: [Line], _ range: Range<Int>, _ shape: ColumnShape, _ markers: Markers,
    beside figures: [Box] = []
  ) {
    start = range.lowerBound
    let width = lines[range].reduce(0) { max($0, $1.x1) } - shape.left
    isIndex =
      range.count >= Self.leastEntries
      && lines[range].count(where: markers.endsInPage) * 3 >= range.count * 2
    isUnfilled =
      range.count >= Self.leastUnfilled
      && lines[range].count { $0.x1 - shape.left > Self.filled * width } * 3 < range.count
    edges = Array(repeating: nil, count: range.count)
    hangs = Array(repeating: false, count: range.count)
    findRagged(lines, range, shape)
    for figure in figures { findNarrow(lines, range, shape, beside: figure) }
    findHanging(lines, range, shape)
  }

  func isHanging(_ at: Int) -> Bool { hangs[at - start] }

  func isShort(_ at: Int, _ line: Line, before next: Line, _ shape: ColumnShape) -> Bool {
    guard let edge = edges[at - start], !line.isIdeographic else {
      return shape.isShort(line, before: next)
    }
    var inner = shape
    inner.isJustified = false
    inner.right = edge
    return inner.isShort(line, before: next)
  }

  /// Finds ragged stretches: indented lines of running text, none of which reaches the column's edge.
  private mutating func findRagged(_ lines: [Line], _ range: Range<Int>, _ shape: ColumnShape) {
    var from = range.lowerBound
    while from < range.upperBound {
      var end = from + 1
      var right = lines[from].x1
      while end < range.upperBound, isAlike(lines[end - 1], lines[end], shape) {
        right = max(right, lines[end].x1)
        end += 1
      }
      if end - from >= 3, right < shape.right - 0.1 * lines[from].size,
        lines[from].x0 > shape.left + 0.5 * lines[from].size, isRunning(lines[from..<end])
      {
        for at in from..<end { edges[at - start] = right }
      }
      from = end
    }
  }

  /// Finds the lines at the left of a figure that is within the column.
  private mutating func findNarrow(
    _ lines: [Line], _ range: Range<Int>, _ shape: ColumnShape, beside figure: Box
  ) {
    let beside = range.filter {
      lines[$0].middle > figure.y0 && lines[$0].middle < figure.y1
        && lines[$0].x1 < figure.x0 + lines[$0].size && lines[$0].x0 < shape.left + lines[$0].size
    }
    guard figure.x0 < shape.right - 2, beside.count >= Self.leastNarrow,
      let right = beside.map({ lines[$0].x1 }).max()
    else { return }
    for at in beside { edges[at - start] = right }
  }

  private static let leastNarrow = 4
  private static let leastEntries = 6
  private static let leastUnfilled = 8
  /// The share of a column's width that a line of running text fills.
  private static let filled: Float = 0.8

  /// Whether most lines start in lower case, unlike the lines of a list of names.
  private func isRunning(_ lines: ArraySlice<Line>) -> Bool {
    let others = lines.dropFirst()
    let lower = others.count(where: \.startsLower)
    // Lines of code start in lower case too, but end anywhere.
    let x0 = lines.first?.x0 ?? 0
    let width = lines.reduce(0) { max($0, $1.x1) } - x0
    let full = lines.dropLast().count { $0.x1 - x0 > 0.7 * width }
    guard full * 10 >= (lines.count - 1) * 9, width > 10 * (lines.first?.size ?? 0) else {
      return false
    }
    return lower * 2 >= others.count
  }

  private func isAlike(_ last: Line, _ line: Line, _ shape: ColumnShape) -> Bool {
    abs(last.x0 - line.x0) < 0.3 * line.size && abs(last.size - line.size) < 0.05 * line.size
      && !shape.isGap(last, line, isTolerant: false) && !line.isRightToLeft
  }

  /// Finds hanging indents: a line before an indented one is full, whereas before a paragraph indent it is often short.
  private mutating func findHanging(_ lines: [Line], _ range: Range<Int>, _ shape: ColumnShape) {
    var from = range.lowerBound
    while from < range.upperBound {
      var end = from + 1
      while end < range.upperBound, isOneStyle(lines[end - 1], lines[end]) { end += 1 }
      for at in hangingSteps(lines, from..<end, shape) { hangs[at - start] = true }
      from = end
    }
    isHangingColumn = !hangingSteps(lines, range, shape).isEmpty
  }

  private func isOneStyle(_ last: Line, _ line: Line) -> Bool {
    last.isOneSize(with: line) && last.isBold == line.isBold
  }

  private func hangingSteps(_ lines: [Line], _ range: Range<Int>, _ shape: ColumnShape) -> [Int] {
    var steps: [Int] = []
    var full = 0
    for at in range.dropFirst() {
      let (last, line) = (lines[at - 1], lines[at])
      guard shape.inset(line) - shape.inset(last) > Thresholds.indent * line.size,
        min(abs(shape.inset(last)), abs(shape.inset(line))) < 0.5 * last.size,
        last.isOneSize(with: line),
        !shape.isGap(last, line, isTolerant: false)
      else { continue }
      steps.append(at)
      if !shape.isShort(last, before: line) || !shape.fits(line, after: last) { full += 1 }
    }
    return steps.count >= 3 && full * 10 >= steps.count * 9 ? steps : []
  }
}
