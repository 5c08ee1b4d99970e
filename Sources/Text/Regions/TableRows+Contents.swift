import DocumentModel

extension TableRows {
  /// Whether rows are a table of contents: the last column holds page numbers that only grow, or leaders are beside each other.
  func isContents(_ rows: [Row], _ columns: [Column]) -> Bool {
    if hasLeadersBesideEachOther(rows) { return true }
    if rows.allSatisfy({ $0.cells.last.map(hasLeader) ?? false }) { return true }
    guard columns.count <= 3 else { return false }
    var last = 0
    for row in rows {
      guard let at = row.cells.last, let number = wholeNumber(pieces[at]), number >= last else {
        return false
      }
      last = number
    }
    return rows.count >= 3
      && rows.contains { row in row.cells.contains { pieces[$0].words >= 2 || hasLeader($0) } }
  }

  /// Whether entries with leaders are beside each other, as in contents set in columns; a table has leaders in its first column only.
  private func hasLeadersBesideEachOther(_ rows: [Row]) -> Bool {
    let leaders = rows.flatMap(\.cells).filter(hasLeader).map { pieces[$0].box }
    let edge = leaders.map(\.x1).min() ?? 0
    let beside = leaders.count { $0.x0 > edge }
    return min(beside, leaders.count - beside) >= Self.leastLeaders
  }

  /// Fewer leaders may be an ellipsis in a cell.
  private static let leastLeaders = 3

  /// Whether a piece ends with the dots that lead to a page number, or with both.
  private func hasLeader(_ at: Int) -> Bool {
    let signs = scalars[pieces[at].range].filter { !Script.isBlank($0) }
    return signs.dropLast(Markers.pageNumber(atEndOf: signs[...]).count).reversed()
      .prefix { $0 == 0x2E }.count > 3
  }

  private func wholeNumber(_ piece: RowPiece) -> Int? {
    guard piece.count <= 5 else { return nil }
    var number = 0
    for scalar in scalars[piece.range] where !Script.isBlank(scalar) {
      guard (0x30...0x39).contains(scalar) else { return nil }
      number = number * 10 + Int(scalar - 0x30)
    }
    return number
  }
}
