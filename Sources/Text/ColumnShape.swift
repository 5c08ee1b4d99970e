/// The typesetting of a leaf's lines: edges, leading, justification.
struct ColumnShape {
  /// The x at which most lines start, and the x at which full lines end.
  var left: Float
  var right: Float
  /// The usual distance between lines.
  var leading: Float
  var isJustified: Bool
  /// Whether it is a heading in the margin.
  let isMargin: Bool
  /// The x at which most lines end, to a fraction of a point, with hanging punctuation after it; nil in a ragged column.
  private var sharpEdge: Float?
  /// Whether paragraphs are set apart by white and not by indents, so that a line that ends early without white after it is broken by hand.
  private(set) var hasGaps = false
  /// Whether paragraphs are set apart by an indented first line.
  private(set) var hasIndents = false
  /// The usual distance between lines of one size, by size in half points.
  private var leadings: [Int: Float] = [:]

  init(_ lines: ArraySlice<Line>, in leaf: Leaf) {
    left = leaf.x0
    right = leaf.x1
    leading = 0
    isJustified = false
    isMargin = leaf.isMargin
    guard let size = lines.first?.size else { return }
    leading = size * 1.25
    let isTurned = lines.count(where: \.isRightToLeft) * 2 > lines.count
    // Right-to-left lines start at their right end; mirrored they can be treated like the others.
    var starts = lines.map { isTurned ? -$0.x1 : $0.x0 }
    var ends = lines.map { isTurned ? -$0.x0 : $0.x1 }
    var (start, full) = isTurned ? (-right, -left) : (left, right)
    starts.sort()
    ends.sort(by: >)
    let tolerance = Self.usualSize(lines) * Thresholds.shortLine
    let least = max(2, lines.count / 6)
    if let end = Self.edge(ends, least: least, within: { $0 - $1 <= tolerance }) {
      full = lines.count < 4 ? max(end, full) : end
      let reach = ends.count { abs($0 - full) <= tolerance }
      isJustified = Float(reach) >= Thresholds.justifiedShare * Float(lines.count)
    }
    if isJustified, !isTurned {
      let width = Self.usualSize(lines) * Thresholds.sharpEdge
      let ascending = Array(ends.reversed())
      if let edge = Self.mode(ascending, tolerance: width),
        ascending.count(where: { $0 >= edge && $0 - edge <= width }) * 2 >= ends.count
      {
        sharpEdge = edge
      }
    }
    start = Self.mode(starts, tolerance: tolerance / 2) ?? start
    (left, right) = isTurned ? (-full, -start) : (start, full)
    findLeadings(lines)
    findGaps(lines)
  }

  /// Whether a line ends before the edge where the lines of its column end to a fraction of a point.
  func endsEarly(_ line: Line) -> Bool {
    sharpEdge.map { $0 - line.x1 > Thresholds.earlyEnd * line.size } ?? false
  }

  private mutating func findGaps(_ lines: ArraySlice<Line>) {
    guard isJustified else { return }
    var apart = 0
    var isIndented = false
    for at in lines.indices.dropFirst() {
      let (last, line) = (lines[at - 1], lines[at])
      guard last.isOneSize(with: line), abs(last.x0 - left) < 0.5 * last.size,
        isShort(last, before: line)
      else { continue }
      let indent = inset(line)
      // An indented first line, the other way to set paragraphs apart.
      if indent > Thresholds.indent * line.size, indent < 3 * line.size,
        !isGap(last, line, isTolerant: false)
      {
        hasIndents = hasIndents || isBackAtEdge(after: line, at: at + 1, in: lines)
        isIndented = true
      }
      if abs(indent) < 0.5 * line.size, isGap(last, line, isTolerant: false) { apart += 1 }
    }
    hasGaps = apart >= 2 && !isIndented
  }

  /// Whether the line after an indented one begins at the edge, as the second of a paragraph does and the second of an item does not.
  private func isBackAtEdge(after line: Line, at next: Int, in lines: ArraySlice<Line>) -> Bool {
    next < lines.endIndex && lines[next].isOneSize(with: line)
      && abs(inset(lines[next])) < 0.5 * line.size
      && !isGap(line, lines[next], isTolerant: false)
  }

  private static func usualSize(_ lines: ArraySlice<Line>) -> Float {
    let sizes = lines.map(\.size).sorted()
    return sizes[sizes.count / 2]
  }

  /// Returns the first of the sorted values with at least `least` values near it.
  private static func edge(
    _ sorted: [Float], least: Int, within isNear: (Float, Float) -> Bool
  ) -> Float? {
    guard sorted.count >= least else { return nil }
    for at in 0...(sorted.count - least) where isNear(sorted[at], sorted[at + least - 1]) {
      return sorted[at]
    }
    return nil
  }

  /// Returns the start of the densest cluster of sorted values.
  static func mode(_ sorted: [Float], tolerance: Float) -> Float? {
    var best: (start: Int, count: Int) = (0, 0)
    var start = 0
    for at in sorted.indices {
      while sorted[at] - sorted[start] > tolerance { start += 1 }
      if at - start + 1 > best.count { best = (start, at - start + 1) }
    }
    return best.count == 0 ? nil : sorted[best.start]
  }

  private mutating func findLeadings(_ lines: ArraySlice<Line>) {
    var steps: [Float] = []
    var bySize: [Int: [Float]] = [:]
    var goingOn: [Int: Int] = [:]
    for at in lines.indices.dropFirst() {
      let step = lines[at].middle - lines[at - 1].middle
      let size = min(lines[at].size, lines[at - 1].size)
      guard step > 0.5 * size, step < 3 * size else { continue }
      steps.append(step)
      // Labels in a figure are closer together than lines.
      let least = 0.4 * (right - left)
      guard lines[at].x1 - lines[at].x0 > least, lines[at - 1].x1 - lines[at - 1].x0 > least else {
        continue
      }
      let key = Self.key(size)
      if key == Self.key(lines[at].size), key == Self.key(lines[at - 1].size) {
        bySize[key, default: []].append(step)
        if lines[at].startsLower { goingOn[key, default: 0] += 1 }
      }
    }
    leading = Self.usual(&steps) ?? leading
    for (size, steps) in bySize where steps.count > 2 {
      var steps = steps
      guard let usual = Self.usual(&steps) else { continue }
      // Wide leading is accepted if sentences continue across the lines; otherwise the gaps are
      // between paragraphs.
      let isWide = usual > Thresholds.wideLeading * Float(size) / 2
      if !isWide || (goingOn[size] ?? 0) * 2 >= steps.count { leadings[size] = usual }
    }
  }

  private static func key(_ size: Float) -> Int { (size * 2).nearest(in: 0...4_000) }

  /// The gaps between paragraphs are larger than the usual leading, never smaller.
  private static func usual(_ steps: inout [Float]) -> Float? {
    guard !steps.isEmpty else { return nil }
    steps.sort()
    return mode(steps, tolerance: max(steps[0] * 0.08, 0.5)) ?? steps[steps.count / 2]
  }

  /// Whether the line ends so early that the next word would have fitted on it.
  func isShort(_ line: Line, before next: Line) -> Bool {
    let room = line.isRightToLeft ? line.x0 - left : right - line.x1
    // Ideographs move in whole cells, and characters that may not begin a line move with the one
    // before.
    if line.isIdeographic || line.endsIdeographic && next.startsIdeographic {
      return room > next.firstWord + 0.7 * line.size
    }
    if isJustified && room > Thresholds.shortLine * line.size { return true }
    return fits(next, after: line)
  }

  /// Whether a line leaves room for the first word of the next one.
  func fits(_ next: Line, after line: Line) -> Bool {
    (line.isRightToLeft ? line.x0 - left : right - line.x1) > next.firstWord + 0.45 * line.size
  }

  /// Returns the distance of a line's start from the column's edge, at the side where reading
  /// starts.
  func inset(_ line: Line) -> Float {
    line.isRightToLeft ? right - line.x1 : line.x0 - left
  }

  /// Whether there is more space between two lines than within a paragraph; `isTolerant` if the
  /// sentence continues.
  func isGap(_ last: Line, _ line: Line, isTolerant: Bool) -> Bool {
    let size = max(last.sizes.high, line.sizes.high)
    let known = [last.size, line.size, size].compactMap { leadings[Self.key($0)] }
    var usual = known.max() ?? leading
    let most: Float = known.isEmpty ? Thresholds.wideLeading : 2.7
    if usual > most * size || usual < 0.8 * size { usual = 1.25 * size }
    let limit = isTolerant ? Thresholds.brokenSentenceGap : Thresholds.paragraphGap
    return line.middle - last.middle > usual * limit
  }
}
