import DocumentModel

extension RegionFinder {
  /// Joins clusters that share a caption, as the parts of one figure do.
  func gather(_ areas: inout [PaintClusters.Cluster]) {
    for caption in captions where caption.kind != .other {
      let beside = areas.indices.filter { isBeside(caption.box, areas[$0].box) }
      let near = beside.filter {
        !hasCaption(nearerThan: caption.box, of: $0, among: beside, areas)
      }
      guard near.count > 1 else { continue }
      // On the side of the caption where most of it is, the nearer one for an even count.
      let above = near.filter { areas[$0].box.y1 <= caption.box.y0 + 4 }
      let chosen = above.isEmpty ? near.filter { !above.contains($0) } : above
      guard chosen.count > 1 else { continue }
      var whole = areas[chosen[0]]
      for at in chosen.dropFirst() {
        whole.add(areas[at])
      }
      areas = areas.indices.filter { !chosen.contains($0) }.map { areas[$0] } + [whole]
    }
  }

  /// Whether a caption is beside one of several clusters only, and nearer to it than a caption beside all of them.
  private func hasCaption(
    nearerThan caption: Box, of part: Int, among parts: [Int], _ areas: [PaintClusters.Cluster]
  ) -> Bool {
    let box = areas[part].box
    return parts.count > 1
      && captions.contains { own in
        own.kind != .other && gap(own.box, box) < gap(caption, box) && isBeside(own.box, box)
          && !parts.contains { $0 != part && isBeside(own.box, areas[$0].box) }
      }
  }

  /// Adds to figures with captions what belongs to them further away: small labels, and drawings without a caption, in the width of
  /// figure and caption and without text between.
  func complete(_ areas: inout [PaintClusters.Cluster]) {
    guard areas.count <= Self.mostCompleted else { return }
    let labels = pieces.indices.filter {
      !isCaption[$0] && !isTaken[$0] && pieces[$0].size < 0.93 * body && isLabel(pieces[$0])
    }
    var at = 0
    while at < areas.count {
      let own = captions.filter {
        $0.kind == .figure && isBeside($0.box, areas[at].box, within: Self.reach)
      }
      guard !own.isEmpty else {
        at += 1
        continue
      }
      for _ in 0..<Self.mostSteps where !extend(&areas, &at, within: own.map(\.box), labels) {
        break
      }
      at += 1
    }
  }

  private static let mostCompleted = 200
  private static let mostSteps = 12
  /// Points between a caption and a figure whose labels are between them.
  private static let reach: Float = 60
  /// How far parts of a figure may be apart, in units of the size of most text.
  private static let partReach: Float = 1.7

  /// Adds the next parts to one figure; returns false if there are none.
  private func extend(
    _ areas: inout [PaintClusters.Cluster], _ at: inout Int, within captions: [Box],
    _ labels: [Int]
  ) -> Bool {
    let whole = captions.reduce(areas[at].box) { $0.union($1) }
    let before = areas[at].box
    for label in labels {
      let box = pieces[label].box
      if belongs(box, to: areas[at].box, in: whole), !areas[at].box.contains(box.middle) {
        areas[at].box = areas[at].box.union(box)
      }
    }
    if let other = areas.indices.first(where: { other in
      let box = areas[other].box
      return other != at && belongs(box, to: areas[at].box, in: whole)
        && !self.captions.contains { isBeside($0.box, box) && !captions.contains($0.box) }
    }) {
      areas[at].add(areas[other])
      areas.remove(at: other)
      if other < at { at -= 1 }
    }
    return areas[at].box != before
  }

  private func belongs(_ part: Box, to figure: Box, in whole: Box) -> Bool {
    guard part.x0 > whole.x0 - 2, part.x1 < whole.x1 + 2, !isCut(off: part, from: figure) else {
      return false
    }
    let across = max(part.x0 - figure.x1, figure.x0 - part.x1)
    let down = max(part.y0 - figure.y1, figure.y0 - part.y1)
    guard max(across, down) < Self.partReach * body else { return false }
    let joined = figure.union(part)
    guard !regions.contains(where: { joined.contains($0.box.middle) }) else { return false }
    return !pieces.contains { piece in
      piece.isLong && piece.words >= 4 && joined.contains(piece.box.middle)
        && !figure.contains(piece.box.middle)
    }
  }

  /// Adds a region; of a figure that was joined with the table beside it, the part outside of the table.
  mutating func add(_ kind: PageRegion.Kind, _ box: Box) {
    var box = box
    // A part of it that was found before is the same.
    if let known = regions.first(where: { $0.box.contains(box.middle) }) {
      guard kind == .figure, known.kind == .table, let rest = rest(of: box, beside: known.box)
      else { return }
      box = rest
    }
    regions.append(PageRegion(kind, box))
    for at in pieces.indices where box.contains(pieces[at].box.middle) { isTaken[at] = true }
  }

  /// The share of a figure's width that a part of it has at least.
  private static let leastRest: Float = 0.35

  private func rest(of figure: Box, beside table: Box) -> Box? {
    var (left, right) = (figure, figure)
    left.x1 = table.x0
    right.x0 = table.x1
    let rest = left.width > right.width ? left : right
    return rest.width >= Self.leastRest * figure.width ? rest : nil
  }
}
