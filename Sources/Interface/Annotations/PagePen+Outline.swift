import DocumentModel

/// The distance in points between an annotation and its outline.
private let air: Float = 2.5

extension PagePen {
  /// Outlines an annotation: each run of its lines, else its box.
  mutating func outline(_ annotation: Annotation, color: UInt32) {
    let lines = annotation.quads.prefix(1_000).map(\.box).filter { $0.isPlaced && !$0.isEmpty }
    guard !lines.isEmpty else {
      return frame(annotation.extent.widened(by: air), width: 1, color: color)
    }
    for run in Self.runs(of: lines) { add(Self.edges(round: run), color, .solid) }
  }

  /// Lines next below each other are one run; another column, or a gap, begins the next.
  static func runs(of lines: [Box]) -> [[Box]] {
    var runs: [[Box]] = []
    for line in lines {
      guard let run = runs.last, let last = run.last else {
        runs.append([line])
        continue
      }
      let height = max(last.height, line.height)
      let isBeside = abs(line.middle.y - last.middle.y) < Double(min(last.height, line.height)) / 2
      let gap = line.x0 > last.x1 ? line.x0 - last.x1 : last.x0 - line.x1
      if isBeside, gap < 2 * height {
        // Parts of one line.
        runs[runs.count - 1][run.count - 1] = last.union(line)
      } else if line.y0 > last.y0, line.y0 - last.y1 < height, line.x0 < last.x1, last.x0 < line.x1
      {
        runs[runs.count - 1].append(line)
      } else {
        runs.append([line])
      }
    }
    return runs
  }

  /// Returns thin boxes along the edges of lines below each other, each as wide as its line.
  static func edges(round run: [Box]) -> [Box] {
    let rows = run.map { $0.widened(by: air) }
    guard let first = rows.first, let last = rows.last else { return [] }
    var edges = [level(first.x0, first.x1, first.y0), level(last.x0, last.x1, last.y1)]
    var top = first.y0
    for (index, row) in rows.enumerated() {
      let next = index + 1 < rows.count ? rows[index + 1] : nil
      // The boundary between two lines.
      let foot = next.map { (row.y1 + $0.y0) / 2 } ?? row.y1
      edges.append(Box(x0: row.x0, y0: top, x1: row.x0 + 1, y1: foot))
      edges.append(Box(x0: row.x1 - 1, y0: top, x1: row.x1, y1: foot))
      if let next {
        if next.x0 != row.x0 {
          edges.append(level(min(row.x0, next.x0), max(row.x0, next.x0) + 1, foot))
        }
        if next.x1 != row.x1 {
          edges.append(level(min(row.x1, next.x1) - 1, max(row.x1, next.x1), foot))
        }
      }
      top = foot
    }
    return edges
  }

  private static func level(_ x0: Float, _ x1: Float, _ y: Float) -> Box {
    Box(x0: x0, y0: y - 0.5, x1: x1, y1: y + 0.5)
  }
}
