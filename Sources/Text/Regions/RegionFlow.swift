import DocumentModel

/// Puts figures, tables and formulas between the blocks of a page, where they are placed on it.
struct RegionFlow {
  private struct Entry {
    var block: TextBlock
    /// The box of its first line, as wide as its column; nil for a block without lines.
    var first: Box?
  }

  private struct Insert {
    var region: PageRegion
    var blocks: [TextBlock]
  }

  private var entries: [Entry] = []
  private var inserts: [Insert] = []
  /// Points between a caption and what it belongs to.
  private static let captionReach: Float = 60

  /// Adds a block that begins with a line; a region beside no word of a short line is in its column all the same.
  mutating func append(_ block: TextBlock, first: Line?, of leaves: [Leaf]) {
    entries.append(
      Entry(
        block: block,
        first: first.map {
          Box(
            x0: min($0.x0, leaves[$0.leaf].x0), y0: $0.y0, x1: max($0.x1, leaves[$0.leaf].x1),
            y1: $0.y1)
        }))
  }

  /// Adds the blocks of a region; they stay together.
  mutating func add(_ region: PageRegion, _ blocks: [TextBlock]) {
    if !blocks.isEmpty { inserts.append(Insert(region: region, blocks: blocks)) }
  }

  /// Returns all blocks in reading order.
  func blocks() -> [TextBlock] {
    guard !inserts.isEmpty else { return entries.map(\.block) }
    var before = [[Insert]](repeating: [], count: entries.count + 1)
    for insert in inserts.sorted(by: {
      ($0.region.box.y0, $0.region.box.x0) < ($1.region.box.y0, $1.region.box.x0)
    }) {
      before[place(of: insert.region.box)].append(insert)
    }
    var all: [TextBlock] = []
    for index in 0...entries.count {
      for insert in before[index] {
        let within = insert.blocks.lazy.compactMap(\.innerCaption).first
        let beside = caption(of: insert.region)
        let caption = beside.isEmpty ? within.map(DocumentFigure.text) ?? "" : beside
        for var block in insert.blocks {
          block.region = BlockRegion(insert.region, caption: caption)
          all.append(block)
        }
      }
      if index < entries.count { all.append(entries[index].block) }
    }
    return all
  }

  /// Returns the index of the first block that begins below a box in its column, else the one after the last that begins above it.
  private func place(of box: Box) -> Int {
    let isBelow = { (first: Box) in
      first.y0 > box.y1 - 0.5 * first.height && Self.overlaps(first, box)
    }
    if let at = entries.firstIndex(where: { $0.first.map(isBelow) ?? false }) { return at }
    let isAbove = { (first: Box) in
      first.y1 < box.y0 + 0.5 * first.height && Self.overlaps(first, box)
    }
    if let at = entries.lastIndex(where: { $0.first.map(isAbove) ?? false }) { return at + 1 }
    return entries.count
  }

  private static func overlaps(_ a: Box, _ b: Box) -> Bool {
    min(a.x1, b.x1) - max(a.x0, b.x0) > 0.3 * min(a.width, b.width)
  }

  /// Returns the text of the caption next to a region; empty if there is none. Captions are usually below figures and above tables.
  private func caption(of region: PageRegion) -> String {
    let box = region.box
    guard region.kind != .formula else { return "" }
    let near = entries.map(\.block).filter { block in
      let gap = max(block.box.y0 - box.y1, box.y0 - block.box.y1)
      return block.kind == .caption && gap < Self.captionReach && gap > -0.5 * block.box.height
        && Self.overlaps(block.box, box)
    }
    func rank(_ block: TextBlock) -> Float {
      let isUsual = (block.box.y0 > box.y0) == (region.kind == .figure)
      return distance(block.box, box) + (isUsual ? 0 : Self.captionReach)
    }
    return near.min { rank($0) < rank($1) }.map(DocumentFigure.text) ?? ""
  }

  private func distance(_ a: Box, _ b: Box) -> Float { max(a.y0 - b.y1, b.y0 - a.y1) }
}

/// The words of a figure or formula.
enum RegionWords {
  static func block(_ region: PageRegion, _ fragments: [Fragment], _ text: PageText) -> TextBlock {
    var scalars: [UInt32] = []
    var origins: [Int32] = []
    for row in rows(fragments) {
      for fragment in row {
        if !scalars.isEmpty,
          fragment.traits.contains(.blankBefore) || fragment.traits.contains(.startsRow)
        {
          scalars.append(0x20)
          origins.append(-1)
        }
        for index in Int(fragment.start)..<Int(fragment.end) {
          scalars.append(text.scalars[index])
          origins.append(Int32(index))
        }
      }
    }
    return TextBlock(
      kind: region.kind == .formula ? .formula : .figure, box: region.box, scalars: scalars,
      origins: origins)
  }

  /// Rows in the order in which they were painted, which keeps the words of a box together.
  private static func rows(_ fragments: [Fragment]) -> [[Fragment]] {
    var rows: [[Fragment]] = []
    for fragment in fragments {
      if rows.isEmpty || fragment.traits.contains(.startsRow) { rows.append([]) }
      rows[rows.count - 1].append(fragment)
    }
    return rows
  }
}
