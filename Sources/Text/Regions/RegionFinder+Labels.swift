import DocumentModel

/// The labels of figures.
extension RegionFinder {
  /// Points that labels may lie away from the figure they belong to.
  private static let labelReach: (x: Float, y: Float) = (10, 8)
  /// The share of a page's height in which running heads are.
  private static let pageEdge: Float = 0.1
  /// The width of a line that is no short label, in units of the size of most text.
  private static let leastLine: Float = 10

  func isNear(_ label: Box, _ area: Box) -> Bool {
    label.x0 < area.x1 + Self.labelReach.x && label.x1 > area.x0 - Self.labelReach.x
      && label.y0 < area.y1 + Self.labelReach.y && label.y1 > area.y0 - Self.labelReach.y
  }

  /// Whether words at the top or bottom of the page, above or below a figure, go on beside it as a running head does.
  func isRunningHead(_ piece: RowPiece, beside area: Box) -> Bool {
    let isAtEdge =
      piece.box.y1 < Self.pageEdge * height || piece.box.y0 > (1 - Self.pageEdge) * height
    return isAtEdge && piece.words > 0 && piece.box.width > Self.leastLine * body
      && gap(piece.box, area) > 0 && 2 * overlap(piece.box, area) < piece.box.width
  }

  /// Whether a caption lies between a label and a cluster.
  func isCut(off label: Box, from area: Box) -> Bool {
    captions.contains { caption in
      let box = caption.box
      return overlap(box, area) > 0
        && (box.y0 >= area.y1 - 2 && label.y0 > box.y0
          || box.y1 <= area.y0 + 2 && label.y1 < box.y1)
    }
  }

  /// Whether a piece may be part of a figure: too short for running text, and not a paragraph's last line or a heading.
  func isLabel(_ piece: RowPiece, beside columns: [Box] = []) -> Bool {
    if piece.direction != .across || piece.isSlanted { return true }
    if piece.isLong, piece.size > 0.9 * body || piece.count >= 60 && piece.words > 0 {
      return false
    }
    if piece.words > 0, pieces.contains(where: { goesOn(piece, in: $0) }) { return false }
    guard piece.size > 0.93 * body else { return true }
    if piece.size > 1.3 * body || columns.contains(where: { $0.contains(piece.box.middle) }) {
      return false
    }
    let isAtEdge = pieces.contains {
      $0.isLong && isBodySize($0) && abs($0.box.x0 - piece.box.x0) < 0.3 * body
    }
    if piece.words > 0, isAtEdge, piece.isBold || piece.size > 1.08 * body { return false }
    return !pieces.contains { line in
      let step = piece.box.y0 - line.box.y0
      return line.isLong && isBodySize(line) && abs(step) > 0.5 * body && abs(step) < 1.7 * body
        && abs(line.box.x0 - piece.box.x0) < 2.5 * body
    }
  }

  /// Whether a line of text goes on after a piece, which is its beginning in another font or colour.
  private func goesOn(_ piece: RowPiece, in next: RowPiece) -> Bool {
    let gap = next.box.x0 - piece.box.x1
    return abs(next.box.y1 - piece.box.y1) < 0.1 * piece.size && next.words >= Self.leastWords
      && gap > -0.2 * piece.size && gap < 0.6 * piece.size
  }

  /// Returns the columns of text whose lines are too short to tell by themselves: pieces below each other that begin at one edge, with those after
  /// them in their rows.
  func narrowColumns() -> [Box] {
    let lines = pieces.filter { $0.direction == .across && $0.size > 0.93 * body }
    let rows = lines.sorted { ($0.box.y1, $0.box.x0) < ($1.box.y1, $1.box.x0) }
    var open: [[Box]] = []
    var found: [Box] = []
    for (at, piece) in rows.enumerated() where piece.words > 0 {
      var box = piece.box
      for next in rows[(at + 1)...].prefix(Self.mostWords)
      where next.box.y1 - piece.box.y1 < 0.1 * body && next.box.x0 - box.x1 < Self.white * body {
        box = box.union(next.box)
      }
      let own = open.firstIndex {
        abs($0[0].x0 - box.x0) < 0.1 * body && box.y0 - $0[$0.count - 1].y1 < Self.whiteBelow * body
      }
      if let own {
        open[own].append(box)
      } else {
        if open.count == Self.mostOpen { found += column(open.removeFirst()) }
        open.append([box])
      }
    }
    return found + open.flatMap(column)
  }

  /// Returns the box of lines if they are enough for a column; few of them may reach over its edge.
  private func column(_ lines: [Box]) -> [Box] {
    guard lines.count >= Self.leastLines else { return [] }
    let edge = lines.map(\.x1).sorted()[lines.count / 2]
    // Labels of rows and entries of a legend are narrower.
    guard edge - lines[0].x0 > Self.leastWidth * body else { return [] }
    return [
      Box(x0: lines[0].x0 - 1, y0: lines[0].y0, x1: edge + 1, y1: lines[lines.count - 1].y1)
    ]
  }

  /// In units of the size of most text.
  private static let leastWidth: Float = 10
  /// Lines that are a column of text, words of one of them, and columns that are looked at together.
  private static let leastLines = 6
  private static let leastWords = 3
  private static let mostWords = 8
  private static let mostOpen = 20
  /// The white between words of a justified line, and between paragraphs, in units of the size of most text.
  private static let white: Float = 2.5
  private static let whiteBelow: Float = 2.2
}
