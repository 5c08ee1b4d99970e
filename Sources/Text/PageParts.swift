import DocumentModel

/// A page's glyphs as fragments and segments in their reading frame.
struct PageParts {
  private(set) var frame: Frame
  private(set) var fragments: [Fragment]
  private(set) var segments: [Segment]
  /// Fragments of other directions, still in page coordinates.
  private(set) var others: [Fragment] = []
  /// Fragments of figures and formulas, which are not part of the running text, by the index of their region.
  private(set) var inRegions: [Int: [Fragment]] = [:]

  private(set) var lineNumbers: [Fragment] = []
  private(set) var watermarks: [Fragment] = []
  private var tables: [Box] = []

  /// `separatesRegions`: leaves out the words of figures and formulas, the numbers of lines and watermarks.
  init(_ text: PageText, size: PageSize, separatesRegions: Bool = false) {
    var all = Fragments.cut(text)
    guard separatesRegions else {
      self.init(all, in: Frame(of: all, size: size))
      return
    }
    let firstMark = Watermark.first(of: all, text.boxes)
    let watermarks = Array(all[firstMark...])
    all.removeSubrange(firstMark...)
    let frame = Frame(of: all, size: size)
    guard !text.regions.isEmpty else {
      self.init(all, in: frame)
      self.watermarks = watermarks
      separateLineNumbers(text.scalars)
      return
    }
    // The tables and formulas of a turned page are not found by their rows.
    let taken: [PageRegion.Kind] = frame.direction == .across ? [.figure, .formula] : [.figure]
    let tables =
      frame.direction == .across ? text.regions.filter { $0.kind == .table }.map(\.box) : []
    var body: [Fragment] = []
    var inside: [Int: [Fragment]] = [:]
    body.reserveCapacity(all.count)
    for fragment in all {
      let middle = Point(
        x: Double(fragment.x0 + fragment.x1) / 2, y: Double(fragment.middle))
      if !tables.contains(where: { $0.contains(middle) }),
        let at = text.regions.firstIndex(where: {
          taken.contains($0.kind) && $0.box.contains(middle)
        })
      {
        inside[at, default: []].append(fragment)
      } else {
        body.append(fragment)
      }
    }
    self.init(body, in: frame)
    inRegions = inside
    self.tables = tables
    self.watermarks = watermarks
    separateLineNumbers(text.scalars)
    SideCaptions.divide(&segments, &fragments, text.scalars)
  }

  init(_ all: [Fragment], in frame: Frame) {
    self.frame = frame
    fragments = all
    if all.contains(where: { !frame.holds($0) }) {
      fragments = all.filter(frame.holds)
      others = all.filter { !frame.holds($0) }
    }
    if frame.direction != .across {
      for index in fragments.indices { frame.turn(&fragments[index]) }
    }
    Skew.remove(from: &fragments)
    segments = Segments.group(fragments)
  }

  /// Takes the numbers of lines in the margin out of the text.
  mutating func separateLineNumbers(_ scalars: [UInt32]) {
    let numbers = LineNumbers.indices(fragments, segments, scalars)
    guard !numbers.isEmpty else { return }
    lineNumbers = numbers.sorted().map { fragments[Int($0)] }
    fragments = fragments.indices.filter { !numbers.contains(Int32($0)) }.map { fragments[$0] }
    segments = Segments.group(fragments)
  }

  /// Returns the rows near the top and bottom of the page that may be running heads. The heads of a table's columns are none, although
  /// they are on each of its pages.
  func headRows(_ scalars: [UInt32]) -> [RunningHeads.Row] {
    let rows = RunningHeads.rows(segments, fragments, scalars, height: frame.extent.height)
    guard !tables.isEmpty else { return rows }
    return rows.filter { row in
      row.isOutermost || !row.segments.allSatisfy(isInTable)
    }
  }

  /// Returns what tells the text of a page from that of others.
  func body(_ scalars: [UInt32]) -> RunningHeads.Body {
    RunningHeads.body(segments, fragments, scalars, height: frame.extent.height)
  }

  /// Returns the fingerprints of the lines that are not at the edges of the page.
  func innerLines(_ scalars: [UInt32], besides rows: [RunningHeads.Row]) -> [UInt64] {
    RunningHeads.inner(segments, fragments, scalars, besides: rows)
  }

  private func isInTable(_ index: Int32) -> Bool {
    let segment = segments[Int(index)]
    let middle = Point(x: Double(segment.x0 + segment.x1) / 2, y: Double(segment.middle))
    return tables.contains { $0.contains(middle) }
  }
}
