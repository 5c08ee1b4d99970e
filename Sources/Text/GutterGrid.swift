/// A coarse grid of the white areas of a part of a page: rows of half a line, bins of a few points.
struct GutterGrid {
  /// A vertical strip of white with text on both sides.
  struct Gutter {
    var x: Float
    var bins: Range<Int>
    /// The rows of the longest stretch that nothing crosses.
    var rows: Range<Int>
  }

  private let rowHeight: Float
  private let binWidth: Float
  private let x0: Float
  private let y0: Float
  private let rowCount: Int
  private let binCount: Int
  /// 1 where there is text, row by row.
  private var ink: [UInt8]
  /// The first and last inked bin of each row; first > last if there is none.
  private var edges: [(first: Int32, last: Int32)]
  private var isDiscarded: [Bool]
  private let rowsPerLine: Float = 2

  private static let mostRows = 1600
  private static let mostBins = 400

  init(_ members: [Int32], _ segments: [Segment], except overlong: Set<Int32>) {
    var x0 = Float.infinity
    var y0 = Float.infinity
    var x1 = -Float.infinity
    var y1 = -Float.infinity
    var height: Float = 0
    for member in members {
      let segment = segments[Int(member)]
      x0 = min(x0, segment.x0)
      x1 = max(x1, segment.x1)
      y0 = min(y0, segment.y0)
      y1 = max(y1, segment.y1)
      height += min(segment.size, 40)
    }
    self.x0 = x0
    self.y0 = y0
    let line = max(height / Float(members.count), 2) * 1.2
    rowHeight = max(line / rowsPerLine, (y1 - y0) / Float(Self.mostRows))
    binWidth = max(2, (x1 - x0) / Float(Self.mostBins))
    rowCount = max(1, min(Int((y1 - y0) / rowHeight) + 1, Self.mostRows + 1))
    binCount = max(1, min(Int((x1 - x0) / binWidth) + 1, Self.mostBins + 1))
    ink = [UInt8](repeating: 0, count: rowCount * binCount)
    edges = Array(repeating: (Int32.max, -1), count: rowCount)
    isDiscarded = Array(repeating: false, count: binCount)
    for member in members where !overlong.contains(member) { blacken(segments[Int(member)]) }
  }

  func row(of segment: Segment) -> Int { row(segment.middle) }

  private func row(_ y: Float) -> Int { max(0, min(rowCount - 1, Int((y - y0) / rowHeight))) }

  private func bin(_ x: Float) -> Int { max(0, min(binCount - 1, Int((x - x0) / binWidth))) }

  private mutating func blacken(_ segment: Segment) {
    // Half a gutter on either side minus a bin, so that a wide enough gap leaves a whole bin white.
    let margin = Thresholds.gutter * min(segment.size, 12) / 2 - binWidth
    let first = bin(segment.x0 - max(margin, 0))
    let last = bin(segment.x1 + max(margin, 0))
    let inset = min((segment.y1 - segment.y0) * 0.15, rowHeight / 2)
    let top = row(segment.y0 + inset)
    // A bracket or a wrong box may be as high as the page; its middle gives its position.
    let bottom = min(row(segment.y1 - inset), top + 12)
    for row in top...max(top, bottom) {
      let base = row * binCount
      for bin in first...max(first, last) { ink[base + bin] = 1 }
      edges[row].first = min(edges[row].first, Int32(first))
      edges[row].last = max(edges[row].last, Int32(last))
    }
  }

  /// Returns the gutter with text on both sides over most rows; nil if they are fewer than `lines` lines.
  func best(atLeast lines: Int) -> Gutter? {
    var support = [Int32](repeating: 0, count: binCount)
    var longest = support
    ink.withUnsafeBufferPointer { ink in
      for row in 0..<rowCount {
        let base = row * binCount
        let (first, last) = edges[row]
        guard first <= last else { continue }
        for bin in Int(first)...Int(last) {
          if ink[base + bin] != 0 {
            support[bin] = 0
          } else {
            support[bin] += 1
            longest[bin] = max(longest[bin], support[bin])
          }
        }
      }
    }
    for bin in 0..<binCount where isDiscarded[bin] { longest[bin] = 0 }
    guard let most = longest.max(), Float(most) >= Float(lines) * rowsPerLine else { return nil }
    // The widest run of bins that are nearly as good; its middle is the gutter.
    var found = 0..<0
    var start = 0
    while start < binCount {
      guard longest[start] * 10 >= most * 9 else {
        start += 1
        continue
      }
      var end = start
      while end < binCount, longest[end] * 10 >= most * 9 { end += 1 }
      if end - start > found.count { found = start..<end }
      start = end
    }
    let middle = found.lowerBound + found.count / 2
    let stretch = stretches(along: middle).max { $0.support < $1.support }
    guard let stretch else { return nil }
    return Gutter(x: x0 + (Float(middle) + 0.5) * binWidth, bins: found, rows: stretch.rows)
  }

  /// Returns the gutter at a position, if there is one.
  func gutter(before x: Float) -> Gutter? {
    let bin = bin(x)
    guard !stretches(along: bin).isEmpty else { return nil }
    return Gutter(x: x, bins: bin..<bin + 1, rows: 0..<rowCount)
  }

  /// Returns the rows of a gutter from the first to the last with text on both sides, extended by the text that continues on its right.
  func supported(_ gutter: Gutter) -> Range<Int> {
    let bin = Int32(gutter.bins.lowerBound + gutter.bins.count / 2)
    let hasBoth = { (row: Int) in edges[row].first <= bin && edges[row].last >= bin }
    guard let first = gutter.rows.first(where: hasBoth), let last = gutter.rows.last(where: hasBoth)
    else { return gutter.rows }
    var end = last + 1
    var row = end
    while row < gutter.rows.upperBound, row - end <= 1 {
      let (first, last) = edges[row]
      if first <= last {
        guard first > bin else { break }
        end = row + 1
      }
      row += 1
    }
    return first..<end
  }

  /// Returns the first row of a band with text on both sides of its gutter.
  func firstShared(_ band: Range<Int>, along gutter: Gutter) -> Int {
    let bin = Int32(gutter.bins.lowerBound + gutter.bins.count / 2)
    return band.first { edges[$0].first <= bin && edges[$0].last >= bin } ?? band.lowerBound
  }

  mutating func discard(_ gutter: Gutter) {
    for bin in gutter.bins { isDiscarded[bin] = true }
  }

  /// Returns the stretches of rows that nothing crosses and that have text on both sides at least once.
  func bands(along gutter: Gutter) -> [Range<Int>] {
    let bin = gutter.bins.lowerBound + gutter.bins.count / 2
    return stretches(along: bin).filter { $0.support >= 2 }.map(\.rows)
  }

  private func stretches(along bin: Int) -> [(rows: Range<Int>, support: Int)] {
    var found: [(rows: Range<Int>, support: Int)] = []
    var start = 0
    var support = 0
    for row in 0...rowCount {
      let isEnd = row == rowCount || ink[row * binCount + bin] != 0
      if isEnd {
        if row > start, support > 0 { found.append((start..<row, support)) }
        start = row + 1
        support = 0
      } else if edges[row].first <= bin, Int(edges[row].last) >= bin {
        support += 1
      }
    }
    return found
  }
}
