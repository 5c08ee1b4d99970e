import DocumentModel

/// Finds lines of running text beside other pieces of a page, such as a table in the next column.
struct SideText {
  /// The indices of the pieces that are such lines.
  private(set) var lines: Set<Int> = []
  private let pieces: [RowPiece]
  /// The size of most of the page's text, in points.
  private let body: Float

  /// Lines that make a column of running text.
  private static let leastLines = 5

  init(_ pieces: [RowPiece], _ members: [Int], body: Float) {
    self.pieces = pieces
    self.body = body
    let long = members.filter { pieces[$0].count >= 20 && pieces[$0].words >= 3 }
    let full = Set(
      long.filter { at in
        pieces[at].isProse || long.contains { isJustified(pieces[$0], with: pieces[at]) }
      })
    let isColumned = hasColumns(full)
    lines = Set(
      long.filter { at in
        (isColumned && full.contains(at) || !isOnBaseline(at, of: members))
          && long.contains { isNextLine(pieces[$0], pieces[at]) }
      })
    // The last lines of paragraphs are shorter.
    let last = members.filter { at in
      !lines.contains(at) && lines.contains { isLastLine(pieces[at], after: pieces[$0]) }
        && (isColumned || !isOnBaseline(at, of: members))
    }
    lines.formUnion(last)
  }

  /// Whether lines are side by side with a gap between them that few others cross.
  private func hasColumns(_ lines: Set<Int>) -> Bool {
    let starts = lines.map { pieces[$0].box.x0 }.sorted()
    let ends = lines.map { pieces[$0].box.x1 }.sorted()
    return ends.contains { end in
      let left = ends.partition { $0 <= end }
      let right = starts.count - starts.partition { $0 < end }
      return min(left, right) >= Self.leastLines && lines.count - left - right < min(left, right)
    }
  }

  /// Whether other pieces are on the baseline of one.
  private func isOnBaseline(_ at: Int, of members: [Int]) -> Bool {
    let box = pieces[at].box
    return members.contains { $0 != at && abs(pieces[$0].box.y1 - box.y1) < 0.1 * pieces[at].size }
  }

  private func isNextLine(_ a: RowPiece, _ b: RowPiece) -> Bool {
    let step = abs(a.box.y0 - b.box.y0)
    return step > 0.5 * a.size && step < 1.8 * a.size && abs(a.box.x0 - b.box.x0) < 2.5 * body
      && abs(a.size - b.size) < 0.1 * a.size
  }

  private func isJustified(_ a: RowPiece, with b: RowPiece) -> Bool {
    isNextLine(a, b) && abs(a.box.x0 - b.box.x0) < 0.2 * a.size
      && abs(a.box.x1 - b.box.x1) < 0.2 * a.size
  }

  private func isLastLine(_ piece: RowPiece, after line: RowPiece) -> Bool {
    isNextLine(line, piece) && piece.box.y0 > line.box.y0 && piece.box.x1 < line.box.x1
      && abs(line.box.x0 - piece.box.x0) < 0.3 * body
  }
}
