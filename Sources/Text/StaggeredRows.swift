/// Joins the lines of a table's cells that are halfway between the lines of the cells beside them, as in heads of one line beside two, and
/// those that begin with the rest of a hyphenated word.
struct StaggeredRows {
  private let table: Leaf
  private let number: Int
  private let parts: PageParts
  private let scalars: [UInt32]
  /// The columns of the table by its lines as they are on the page.
  let columns: TableColumns
  /// The lines as they are on the page, in `Lines.list`.
  let lines: Range<Int>
  /// The segments of the table by their first fragments.
  private let segments: [Int32: Int32]
  private(set) var drafts: [Draft] = []

  /// In units of the font size: the distance of lines that are halfway between others.
  private static let step: Float = 0.85
  private static let mostLines = 7

  init(
    _ table: Leaf, number: Int, _ parts: PageParts, _ scalars: [UInt32], in lines: inout Lines
  ) {
    (self.table, self.number, self.parts, self.scalars) = (table, number, parts, scalars)
    segments = Dictionary(
      table.segments.map { (parts.segments[Int($0)].first, $0) },
      uniquingKeysWith: { first, _ in first })
    let range = lines.add(table, number: number, parts.segments)
    self.lines = range
    columns = TableColumns(
      lines.list[range], order: lines.order, fragments: parts.fragments)
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound,
        Self.isHalfway(lines.list[end - 1], lines.list[end]) || isRest(end, in: lines)
      {
        end += 1
      }
      if let row = row(start..<end, in: &lines) {
        drafts.append(row)
      } else {
        drafts += (start..<end).map {
          Draft(lines: [$0], kind: .tableRow, size: lines.list[$0].size)
        }
      }
      start = end
    }
  }

  private static func isHalfway(_ a: Line, _ b: Line) -> Bool {
    b.middle - a.middle < step * min(a.size, b.size)
  }

  private func segments(of line: Line, in lines: Lines) -> [Int32] {
    lines.order[line.first..<line.end].compactMap { segments[$0] }
  }

  /// Whether each cell of a line begins with the rest of the word that the cell above it ends with.
  private func isRest(_ line: Int, in lines: Lines) -> Bool {
    let (last, next) = (lines.list[line - 1], lines.list[line])
    guard next.y0 - last.y1 < min(last.size, next.size) else { return false }
    let own = segments(of: next, in: lines)
    let cut = Set(segments(of: last, in: lines).filter(isCut).map(column))
    return !own.isEmpty && own.allSatisfy { beginsSmall($0) && cut.contains(column(of: $0)) }
  }

  /// Whether a segment ends with a letter and a hyphen.
  private func isCut(_ segment: Int32) -> Bool {
    let end = Int(parts.fragments[Int(parts.segments[Int(segment)].end) - 1].end)
    return end > 1 && (scalars[end - 1] == 0xAD || Script.isHyphen(scalars[end - 1]))
      && Script.isLetter(scalars[end - 2])
  }

  private func beginsSmall(_ segment: Int32) -> Bool {
    Script.isLowerCase(
      scalars[Int(parts.fragments[Int(parts.segments[Int(segment)].first)].start)])
  }

  /// Returns the row of lines none of which has a cell in a column of the line above it, except the rest of a word.
  private func row(_ range: Range<Int>, in lines: inout Lines) -> Draft? {
    guard range.count > 1, range.count <= Self.mostLines else { return nil }
    let own = range.map { segments(of: lines.list[$0], in: lines) }
    let areParted = zip(own, own.dropFirst()).allSatisfy { above, below in
      let (all, whole) = (Set(above.map(column)), Set(above.filter { !isCut($0) }.map(column)))
      return below.allSatisfy {
        !whole.contains(column(of: $0)) && (beginsSmall($0) || !all.contains(column(of: $0)))
      }
    }
    guard areParted else { return nil }
    let size = lines.list[range].reduce(0) { max($0, $1.size) }
    var draft = Draft(lines: [], kind: .tableRow, size: size)
    let cells = Dictionary(grouping: own.joined(), by: column)
    // Numbers above each other are fractions.
    guard
      cells.values.allSatisfy({ cell in
        zip(cell, cell.dropFirst()).allSatisfy {
          isCut($0) && beginsSmall($1) || hasWord($0) && hasWord($1)
        }
      })
    else { return nil }
    for (column, members) in cells.sorted(by: { $0.key < $1.key }) {
      let cell = Leaf(segments: members, x0: table.x0, x1: table.x1, isTable: true)
      let added = lines.add(cell, number: number, parts.segments)
      draft.lines += added
      draft.columns += added.map { _ in column }
    }
    return draft
  }

  private func hasWord(_ segment: Int32) -> Bool {
    let segment = parts.segments[Int(segment)]
    return parts.fragments[Int(segment.first)..<Int(segment.end)].contains {
      $0.count >= 3
        && !$0.traits.isDisjoint(with: [.leftToRight, .rightToLeft, .ideographic])
    }
  }

  private func column(of segment: Int32) -> Int {
    columns.column(of: parts.fragments[Int(parts.segments[Int(segment)].first)])
  }
}
