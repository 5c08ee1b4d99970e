import DocumentModel

/// An outline made from the rows of a table of contents.
enum ContentsOutline {
  /// Fewer rows may be a part of something else.
  private static let leastRows = 5
  private static let mostRows = 5_000
  private static let longestTitle = 160
  /// Points by which the left edges of rows of one level may differ.
  private static let tolerance = 4.0

  private struct Row {
    var title: String
    var place: Destination
    /// The distance from the leftmost row of its page, in points.
    var inset: Double
    /// The level from 1 by the parts of its number; nil without a number.
    var level: Int?
  }

  /// Returns the outline that references from rows make, given by page; nil if they are not a table of contents, or few of its titles are found as headings.
  static func items(from pages: [[Reference]]) -> [OutlineItem]? {
    let rows = Array(pages.flatMap(rows).prefix(mostRows))
    let found = pages.joined().count { $0.kind == .section }
    let ascending = zip(rows, rows.dropFirst()).count { $0.place.page <= $1.place.page }
    guard rows.count >= leastRows, found * 2 >= rows.count,
      ascending * 10 >= (rows.count - 1) * 9
    else { return nil }
    let edges = edges(of: rows)
    func edge(_ row: Row) -> Int { edges.lastIndex { $0 <= row.inset } ?? 0 }
    // Rows without a number have the level of numbered ones with their left edge.
    let levels = rows.reduce(into: [Int: Int]()) { levels, row in
      if let level = row.level, levels[edge(row)] == nil { levels[edge(row)] = level }
    }
    var tree = HeadingTree()
    for row in rows {
      tree.add(row.title, level: row.level ?? levels[edge(row)] ?? edge(row) + 1, row.place)
    }
    return tree.items()
  }

  /// Returns the distinct left edges of rows, from the left.
  private static func edges(of rows: [Row]) -> [Double] {
    rows.map(\.inset).sorted().reduce(into: []) { edges, inset in
      if edges.last.map({ inset - $0 >= tolerance }) ?? true { edges.append(inset) }
    }
  }

  private static func rows(of page: [Reference]) -> [Row] {
    let left = page.map(\.box.x0).min() ?? 0
    return page.compactMap { reference in
      guard case .destination(let place) = reference.target else { return nil }
      let text = reference.text.unicodeScalars.map(\.value)
      // Lists of figures and tables are no parts of the text.
      if let (word, _, _) = ReferenceScanner.beginning(text), word.kind != .section { return nil }
      let number = SectionTitle.number(text).0
      return Row(
        title: String(reference.text.prefix(longestTitle)), place: place,
        inset: Double(reference.box.x0 - left),
        level: number.map { number in 1 + number.scalars.count { $0 == 0x2E } })
    }
  }
}
