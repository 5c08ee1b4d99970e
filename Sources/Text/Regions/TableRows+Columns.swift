import DocumentModel

extension TableRows {
  /// Parts rows at the white between columns of running text: `gutters`, the middles of that white from left to right.
  ///
  /// Rows that follow each other are parted if one of them has running text and nothing crosses the white. A table over the columns
  /// has no text beside it.
  func columned(_ rows: [Row], at gutters: [Float]) -> [[Row]] {
    guard !gutters.isEmpty else { return [rows] }
    var parts: [[Row]] = [[]]
    for stretch in stretches(rows, gutters) {
      let cuts = gutters.indices.filter { !stretch.crossed.contains($0) }.map { gutters[$0] }
      if cuts.isEmpty || stretch.rows.allSatisfy(\.prose.isEmpty) {
        parts[parts.count - 1] += stretch.rows
        continue
      }
      let members = Dictionary(grouping: stretch.rows.flatMap { $0.cells + $0.prose }) { at in
        cuts.partition { Double($0) < pieces[at].box.middle.x }
      }
      parts += members.sorted { $0.key < $1.key }.map { grouped($0.value) } + [[]]
    }
    return parts
  }

  /// Returns rows close to each other that cross the same gutters, without a rule between them that crosses one.
  private func stretches(
    _ rows: [Row], _ gutters: [Float]
  ) -> [(rows: [Row], crossed: Set<Int>)] {
    func crossed(_ box: Box) -> [Int] {
      gutters.indices.filter { box.x0 < gutters[$0] && gutters[$0] < box.x1 }
    }
    let rules = self.rules.filter { !crossed($0).isEmpty }
    var stretches: [(rows: [Row], crossed: Set<Int>)] = []
    var end: Float = 0
    for row in rows {
      let boxes = (row.cells + row.prose).map { pieces[$0].box }
      let own = Set(boxes.flatMap(crossed))
      let (top, foot) = boxes.reduce((row.box.y0, row.box.y1)) {
        (min($0.0, $1.y0), max($0.1, $1.y1))
      }
      let isParted = rules.contains { end - 2 < $0.y0 && $0.y1 < top + 2 }
      if let last = stretches.last, last.crossed == own, top - end < body, !isParted {
        stretches[stretches.count - 1].rows.append(row)
      } else {
        stretches.append(([row], own))
      }
      end = max(end, foot)
    }
    return stretches
  }
}
