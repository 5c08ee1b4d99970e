package import DocumentModel

/// Reconstructs the blocks an author wrote from the glyphs of one page.
package enum PageComposer {
  /// Returns the blocks of one page in reading order; headers come first, footers last.
  ///
  /// If the page index is known, it helps to distinguish printed page numbers from other numbers.
  package static func compose(
    _ text: PageText, size: PageSize, evidence: DocumentEvidence?, page: Int? = nil
  ) -> [TextBlock] {
    if let blocks = text.blocks { return blocks.map { TextBlock($0, of: text) } }
    let parts = PageParts(text, size: size, separatesRegions: true)
    var evidence = evidence
    if evidence == nil {
      var own = DocumentEvidence()
      own.observe(parts, of: text, number: page ?? 0)
      evidence = own
    }
    guard let evidence else { return [] }
    var blocks = Composition(text, parts, evidence, page: page, hasHeads: true).blocks()
    blocks += aside(parts.others, text, size, evidence)
    return blocks
  }

  /// Composes text in other directions than the page's, one direction after the other; it is placed
  /// at the end.
  private static func aside(
    _ fragments: [Fragment], _ text: PageText, _ size: PageSize, _ evidence: DocumentEvidence
  ) -> [TextBlock] {
    var rest = fragments
    var blocks: [TextBlock] = []
    for _ in 0..<3 where !rest.isEmpty {
      let parts = PageParts(rest, in: Frame(of: rest, size: size))
      blocks += Composition(text, parts, evidence, page: nil, hasHeads: false).blocks()
      rest = parts.others
    }
    return blocks
  }
}

/// The steps from a page's parts to its blocks.
struct Composition {
  private let text: PageText
  private let parts: PageParts
  private let evidence: DocumentEvidence
  private let page: Int?
  private let hasHeads: Bool

  init(
    _ text: PageText, _ parts: PageParts, _ evidence: DocumentEvidence, page: Int?,
    hasHeads: Bool
  ) {
    self.text = text
    self.parts = parts
    self.evidence = evidence
    self.page = page
    self.hasHeads = hasHeads
  }

  func blocks() -> [TextBlock] {
    let (whole, heads) = takeHeads()
    let (body, tables) = takeTables(whole)
    let columned = Columns.leaves(
      of: parts.segments, among: body, starts: evidence.columnStarts.edges)
    let leaves = SideCaptions(
      segments: parts.segments, fragments: parts.fragments, scalars: text.scalars
    ).parted(columned)
    var lines = Lines(fragments: parts.fragments, scalars: text.scalars)
    let staggered = leaves.enumerated().map { number, leaf in
      leaf.isTable ? StaggeredRows(leaf, number: number, parts, text.scalars, in: &lines) : nil
    }
    var ranges = leaves.enumerated().map { number, leaf in
      staggered[number]?.lines ?? lines.add(leaf, number: number, parts.segments)
    }
    for (number, range) in ranges.enumerated() where staggered[number] == nil && hasHeads {
      NumberedListing.mark(
        range, in: &lines, parts, text.scalars, bodyIsMonospace: evidence.sizes.isMonospace)
    }
    let shapes = zip(leaves, ranges).map { ColumnShape(lines.list[$1], in: $0) }
    let headRanges = heads.map { row in
      lines.add(
        Leaf(segments: row.segments, x0: 0, x1: 0), number: leaves.count, parts.segments)
    }
    let tableRows = tables.map { table -> (drafts: [Draft], columns: TableColumns?) in
      if let cells = TableCells(
        table.region.cells, of: table.leaf, number: leaves.count, parts, in: &lines)
      {
        return (cells.rows(), nil)
      }
      let rows = StaggeredRows(
        table.leaf, number: leaves.count, parts, text.scalars, in: &lines)
      return (rows.drafts, rows.columns)
    }
    ranges += headRanges
    let markers = Markers(
      fragments: parts.fragments, scalars: text.scalars, order: lines.order)
    let drafts = self.drafts(staggered, ranges, shapes, lines, markers)
    let joined = Continuation(lines: lines.list, markers: markers, shapes: shapes).join(drafts)
    let builder = BlockBuilder(
      text: text, fragments: parts.fragments, lines: lines, markers: markers,
      habits: evidence.habits)
    var top: [TextBlock] = []
    var foot: [TextBlock] = []
    for (row, range) in zip(heads, headRanges) {
      let draft = Draft(lines: Array(range), kind: row.isAtTop ? .header : .footer, size: row.size)
      guard let block = builder.block(draft, left: 0) else { continue }
      if row.isAtTop { top.append(block) } else { foot.insert(block, at: 0) }
    }
    var flow = RegionFlow()
    for draft in joined {
      let first = draft.lines.first.map { lines.list[$0] }
      guard
        let block = builder.block(
          draft, left: first.map { shapes[$0.leaf].left } ?? 0,
          columns: first.flatMap { staggered[$0.leaf]?.columns })
      else { continue }
      flow.append(block, first: first, of: leaves)
    }
    for (table, rows) in zip(tables, tableRows) {
      flow.add(
        table.region,
        rows.drafts.compactMap { builder.block($0, left: 0, columns: rows.columns) })
    }
    for (index, region) in text.regions.enumerated() where hasHeads && region.kind != .table {
      flow.add(region, [RegionWords.block(region, parts.inRegions[index] ?? [], text)])
    }
    for words in [parts.lineNumbers, parts.watermarks] where hasHeads {
      if let block = builder.footer(words) { foot.append(block) }
    }
    return top + flow.blocks() + foot
  }

  /// Takes the segments of tables out of those of a page.
  private func takeTables(
    _ members: [Int32]
  ) -> (body: [Int32], tables: [(region: PageRegion, leaf: Leaf)]) {
    let regions = text.regions.filter { $0.kind == .table }
    guard hasHeads, !regions.isEmpty, parts.frame.direction == .across else { return (members, []) }
    var body: [Int32] = []
    var inside = [[Int32]](repeating: [], count: regions.count)
    for member in members {
      let segment = parts.segments[Int(member)]
      let middle = Point(
        x: Double(segment.x0 + segment.x1) / 2, y: Double(segment.middle))
      if let at = regions.firstIndex(where: { $0.box.contains(middle) }) {
        inside[at].append(member)
      } else {
        body.append(member)
      }
    }
    let tables = zip(regions, inside).compactMap { region, segments in
      segments.isEmpty
        ? nil
        : (
          region,
          Leaf(segments: segments, x0: region.box.x0, x1: region.box.x1, isTable: true)
        )
    }
    return (body, tables)
  }

  private func takeHeads() -> (body: [Int32], heads: [RunningHeads.Row]) {
    let all = parts.segments.indices.map(Int32.init)
    guard hasHeads else { return (all, []) }
    let body = evidence.sizes.body ?? 10
    let heads = evidence.heads.heads(among: parts.headRows(text.scalars), page: page, body: body)
    guard !heads.isEmpty else { return (all, []) }
    let taken = Set(heads.flatMap(\.segments))
    return (all.filter { !taken.contains($0) }, heads)
  }

  private func drafts(
    _ staggered: [StaggeredRows?], _ ranges: [Range<Int>], _ shapes: [ColumnShape], _ lines: Lines,
    _ markers: Markers
  ) -> [Draft] {
    let bodySize = evidence.sizes.body ?? 10
    let kinds = Kinds(
      lines: lines, fragments: parts.fragments, scalars: text.scalars, markers: markers,
      bodySize: bodySize, evidence: evidence)
    let figures =
      parts.frame.direction == .across && hasHeads
      ? text.regions.filter { $0.kind == .figure }.map(\.box) : []
    var all: [Draft] = []
    for number in staggered.indices {
      if let rows = staggered[number] {
        all += rows.drafts
        continue
      }
      let rules = Paragraphs(
        lines: lines.list, range: ranges[number], shape: shapes[number], markers: markers,
        bodySize: bodySize,
        bodyIsMonospace: evidence.sizes.isMonospace, figures: figures)
      var drafts = rules.drafts(of: ranges[number])
      kinds.nameFootnotes(&drafts)
      kinds.name(&drafts)
      all += drafts
    }
    return all
  }
}
