import DocumentModel

/// Puts the lines of cells that are drawn with lines into the rows of their table.
struct TableCells {
  private struct Cell {
    var box: Box
    var column: Int
    /// Indices into `Lines.list`, from top to bottom.
    var lines: Range<Int>
  }

  private var cells: [Cell] = []
  private var lines: [Line] = []
  /// The lines that begin with words, and those without letters.
  private var words: Set<Int> = []
  private var numbers: Set<Int> = []
  /// Whether the columns are drawn, too.
  private var isDrawn = true

  /// Adds the lines of each cell of a table; nil if its cells or rows are not drawn.
  init?(
    _ boxes: [Box], of table: Leaf, number: Int, _ parts: PageParts, in lines: inout Lines
  ) {
    guard !boxes.isEmpty else { return nil }
    let segments = table.segments.flatMap { index in
      Segments.parted(parts.segments[Int(index)], parts.fragments)
    }
    var owners: [Int] = []
    for segment in segments {
      let middle = Point(x: Double(segment.x0 + segment.x1) / 2, y: Double(segment.middle))
      let around = boxes.indices.filter { boxes[$0].contains(middle) }
      guard let at = around.min(by: { boxes[$0].area < boxes[$1].area }) else { return nil }
      owners.append(at)
    }
    let starts = Set(owners.map { boxes[$0].x0 }).sorted()
    var keys = owners.map { at in
      Key(box: at, column: starts.partition { $0 < boxes[at].x0 })
    }
    add(keys, boxes, segments, number, parts, &lines)
    // Heads of several columns in one cell above them.
    let several = Set(
      cells.filter { cell in
        starts.contains { cell.box.x0 < $0 && $0 < cell.box.x1 }
          && cell.lines.contains { Self.isParted(lines.list[$0], lines, parts) }
      }.map(\.box))
    if !several.isEmpty {
      for (index, segment) in segments.enumerated() where several.contains(boxes[owners[index]]) {
        keys[index].column = starts.partition { $0 < (segment.x0 + segment.x1) / 2 } - 1
      }
      cells = []
      add(keys, boxes, segments, number, parts, &lines)
    }
    let parted = cells.flatMap(\.lines).count { Self.isParted(lines.list[$0], lines, parts) }
    if starts.count == 1 || parted * Self.leastShare >= segments.count {
      // The columns are known by their text only.
      guard Set(owners.map { boxes[$0].y0 }).count >= Self.leastRows else { return nil }
      let range = lines.add(table, number: number, parts.segments)
      let columns = TableColumns(
        lines.list[range], order: lines.order, fragments: parts.fragments)
      for (index, segment) in segments.enumerated() {
        keys[index].column = columns.column(of: parts.fragments[Int(segment.first)])
      }
      guard Set(keys.map(\.column)).count > 1 else { return nil }
      cells = []
      add(keys, boxes, segments, number, parts, &lines)
      for at in cells.indices {
        guard let ends = columns.ends(of: cells[at].column) else { continue }
        (cells[at].box.x0, cells[at].box.x1) = ends
      }
      isDrawn = false
    }
    self.lines = lines.list
    for index in cells.flatMap(\.lines) where Self.hasLetters(lines.list[index], lines, parts) {
      words.insert(index)
    }
    for index in cells.flatMap(\.lines) where Self.isNumber(lines.list[index], lines, parts) {
      numbers.insert(index)
    }
    guard isDrawn else { return }
    let letters = segments.flatMap { parts.fragments[Int($0.first)..<Int($0.end)] }
    let turned = letters.count { $0.traits.contains(.rightToLeft) }
    if turned > letters.count(where: { $0.traits.contains(.leftToRight) }) {
      for at in cells.indices { cells[at].column = starts.count - 1 - cells[at].column }
    }
  }

  private struct Key: Hashable {
    var box: Int
    var column: Int
  }

  /// Adds a cell for each key of segments.
  private mutating func add(
    _ keys: [Key], _ boxes: [Box], _ segments: [Segment], _ number: Int, _ parts: PageParts,
    _ lines: inout Lines
  ) {
    let members = Dictionary(grouping: segments.indices) { keys[$0] }
    for (key, inside) in members.sorted(by: {
      ($0.key.box, $0.key.column) < ($1.key.box, $1.key.column)
    }) {
      let box = boxes[key.box]
      let leaf = Leaf(segments: inside.map(Int32.init), x0: box.x0, x1: box.x1, isTable: true)
      cells.append(
        Cell(box: box, column: key.column, lines: lines.add(leaf, number: number, segments)))
    }
  }

  /// Fewer rows between lines are the heads and the rest of a table.
  private static let leastRows = 3
  /// The share of a cell's width that a line before another one fills, and its width in units of the font size.
  private static let leastFull: Float = 0.5
  private static let leastWidth: Float = 2.5
  /// One line in so many may have white like that between columns.
  private static let leastShare = 12

  /// Whether a line has letters, and no number first.
  private static func hasLetters(_ line: Line, _ lines: Lines, _ parts: PageParts) -> Bool {
    let fragments = lines.order[line.first..<line.end].map { parts.fragments[Int($0)] }
    return fragments.first.map { $0.count < 2 || !$0.traits.isDisjoint(with: letters) } ?? false
      && fragments.contains { !$0.traits.isDisjoint(with: letters) }
  }

  private static func isNumber(_ line: Line, _ lines: Lines, _ parts: PageParts) -> Bool {
    lines.order[line.first..<line.end].allSatisfy {
      parts.fragments[Int($0)].traits.isDisjoint(with: letters)
    }
  }

  private static let letters: Fragment.Traits = [.leftToRight, .rightToLeft, .ideographic]

  private static func isParted(_ line: Line, _ lines: Lines, _ parts: PageParts) -> Bool {
    let fragments = lines.order[line.first..<line.end].map { parts.fragments[Int($0)] }
    return zip(fragments, fragments.dropFirst()).contains { last, next in
      TableColumns.isWide(max(next.x0 - last.x1, last.x0 - next.x1), last, next)
    }
  }

  /// Returns the rows from top to bottom; a cell over several rows is in the first of them.
  func rows() -> [Draft] {
    let bands = Dictionary(grouping: cells, by: \.box.y0).sorted { $0.key < $1.key }.map {
      $0.value.sorted { $0.column < $1.column }
    }
    let isWhole = bands.map(isRow)
    // Where the other rows are ruled, so are the heads.
    let others = isWhole.dropFirst().count { $0 }
    let isRuled = others >= 2 && others * 3 >= (bands.count - 1) * 2
    return zip(bands.indices, bands).flatMap { at, band in
      isWhole[at] || at == 0 && isRuled
        ? [draft(band.flatMap { cell in cell.lines.map { ($0, cell.column) } })] : parted(band)
    }
  }

  private func draft(_ members: [(line: Int, column: Int)]) -> Draft {
    Draft(
      lines: members.map(\.line), kind: .tableRow,
      size: members.first.map { lines[$0.line].size } ?? 0, columns: members.map(\.column))
  }

  /// Whether the cells between two lines across the table are one row: not more than one of those beside each other begins something new.
  private func isRow(_ band: [Cell]) -> Bool {
    isStaggered(band) && !hasValues(band)
      || !isList(band)
        && visualRows(band).enumerated().allSatisfy { number, row in
          let isOpen =
            isDrawn || number == 0
            || row.allSatisfy { $0.line > $0.cell.lines.lowerBound || isCentred($0.cell, in: band) }
          return isOpen
            && row.count { line, cell in
              line > cell.lines.lowerBound && !isWrapped(line, in: cell)
            } < 2 && !row.contains { line, cell in cell.lines.count > 1 && isAcross(line, cell) }
        }
  }

  /// Whether the lines of some cells are halfway between those of the highest one and centred on it, as no line of another row is.
  private func isStaggered(_ band: [Cell]) -> Bool {
    guard let highest = band.max(by: { $0.lines.count < $1.lines.count }),
      (2...Self.mostStaggered).contains(highest.lines.count), let whole = extent(highest)
    else { return false }
    let others = band.filter { $0.lines.count != highest.lines.count }
    return !others.isEmpty
      && others.allSatisfy { cell in
        guard let own = extent(cell) else { return false }
        return abs(own.middle - whole.middle) < 0.3 * own.size
          && !cell.lines.contains { line in
            highest.lines.contains {
              abs(lines[$0].middle - lines[line].middle) < 0.25 * own.size
            }
          }
      }
  }

  private static let mostStaggered = 8

  /// Whether the lines of some cells are values above each other, each of its own row, or a listing.
  private func hasValues(_ band: [Cell]) -> Bool {
    band.contains { cell in
      cell.lines.count > 1 && cell.lines.allSatisfy(numbers.contains)
        || cell.lines.count > 2 && cell.lines.allSatisfy { lines[$0].isMonospace }
    }
  }

  private func extent(_ cell: Cell) -> (middle: Float, size: Float)? {
    guard let first = cell.lines.first, let last = cell.lines.last else { return nil }
    return ((lines[first].y0 + lines[last].y1) / 2, lines[first].size)
  }

  /// Whether a cell of one line is at the middle of a band, where the words of the others go on in lower case.
  private func isCentred(_ cell: Cell, in band: [Cell]) -> Bool {
    guard cell.lines.count == 1, let line = cell.lines.first.map({ lines[$0] }) else {
      return false
    }
    let top = band.compactMap { $0.lines.first }.reduce(line.y0) { min($0, lines[$1].y0) }
    let foot = band.compactMap { $0.lines.last }.reduce(line.y1) { max($0, lines[$1].y1) }
    return abs(line.middle - (top + foot) / 2) < 0.3 * line.size
      && band.allSatisfy { other in
        other.lines.count == 1 || other.lines.dropFirst().contains { lines[$0].startsLower }
      }
  }

  /// Whether cells beside each other have as many lines, all of one column beginning with a number: words are wrapped, a number in each line is not.
  private func isList(_ band: [Cell]) -> Bool {
    let count = band.first?.lines.count ?? 0
    return band.count > 1 && count >= (isDrawn ? Self.leastRows : 2)
      && band.allSatisfy { $0.lines.count == count }
      && band.contains { $0.lines.allSatisfy { !words.contains($0) } }
  }

  /// Returns where the lines of a band's cells are rows to: cells that reach further are over several rows, except those with many lines
  /// that do not go on from each other.
  private func end(of band: [Cell]) -> Float {
    let columns = band.filter { cell in
      let begun = cell.lines.dropFirst().count { !isWrapped($0, in: cell) }
      return cell.lines.count >= Self.leastColumn && begun * 3 >= cell.lines.count * 2
    }
    return max(band.map(\.box.y1).min() ?? 0, columns.map(\.box.y1).max() ?? 0)
  }

  private static let leastColumn = 4

  /// Returns the lines of cells that are no higher than the others, by their height on the page.
  private func visualRows(_ band: [Cell]) -> [[(line: Int, cell: Cell)]] {
    let end = end(of: band)
    let members = band.filter { $0.box.y1 <= end }.flatMap { cell in
      cell.lines.map { (line: $0, cell: cell) }
    }
    var rows: [[(line: Int, cell: Cell)]] = []
    for member in members.sorted(by: { lines[$0.line].middle < lines[$1.line].middle }) {
      if let last = rows.last?.first, isBeside(lines[last.line], lines[member.line]) {
        rows[rows.count - 1].append(member)
      } else {
        rows.append([member])
      }
    }
    return rows
  }

  /// Whether a line is a heading over several columns.
  private func isAcross(_ line: Int, _ cell: Cell) -> Bool {
    lines[line].x0 < cell.box.x0 - 1 || lines[line].x1 > cell.box.x1 + 1
  }

  private func isBeside(_ a: Line, _ b: Line) -> Bool {
    min(a.y1, b.y1) - max(a.y0, b.y0) > 0.6 * min(a.y1 - a.y0, b.y1 - b.y0)
  }

  /// Whether a line goes on from the one above it in its cell, where its first word had no room.
  private func isWrapped(_ at: Int, in cell: Cell) -> Bool {
    let (last, line) = (lines[at - 1], lines[at])
    if line.startsLower { return true }
    guard words.contains(at), words.contains(at - 1),
      last.x1 - last.x0 > max(Self.leastFull * cell.box.width, Self.leastWidth * last.size)
    else { return false }
    let pad = cell.lines.reduce(cell.box.width) {
      min($0, lines[$1].x0 - cell.box.x0, cell.box.x1 - lines[$1].x1)
    }
    return last.x1 - last.x0 + 0.25 * line.size + line.firstWord
      > cell.box.width - 2 * max(pad, 0) - 1
  }

  /// Returns a row for each height at which there are lines; those of higher cells are in the first one.
  private func parted(_ band: [Cell]) -> [Draft] {
    // A label over several rows is before the first of them.
    let labels = isStaggered(band) ? band.filter { $0.lines.count == 1 } : []
    let band = labels.isEmpty ? band : band.filter { $0.lines.count > 1 }
    var rows = visualRows(band).map { $0.map { (line: $0.line, column: $0.cell.column) } }
    if !rows.isEmpty {
      rows[0] += labels.flatMap { cell in cell.lines.map { ($0, cell.column) } }
    }
    let end = end(of: band)
    if !rows.isEmpty {
      rows[0] += band.filter { $0.box.y1 > end }.flatMap { cell in
        cell.lines.map { ($0, cell.column) }
      }
    }
    return rows.map { row in
      draft(row.sorted { ($0.column, $0.line) < ($1.column, $1.line) })
    }
  }
}
