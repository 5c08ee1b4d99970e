import DocumentModel

/// Finds lines of running text beside other pieces of a page, such as a table in the next column.
struct SideText {
  /// The indices of the pieces that are such lines.
  private(set) var lines: Set<Int> = []
  /// Where to part the page between columns of such lines: horizontal positions in points, from left to right.
  private(set) var gutters: [Float] = []
  private let pieces: [RowPiece]
  private let scalars: [UInt32]
  /// The size of most of the page's text, in points.
  private let body: Float

  /// Long lines below each other that begin at one edge.
  private struct Column {
    var box: Box
    var size: Float
    var members: [Int]
  }

  /// Lines that make a column of running text.
  private static let leastLines = 5
  private static let mostOpen = 40
  /// In units of the font size.
  private static let leastWidth: Float = 12
  private static let white: Float = 3.2
  private static let leading: Float = 1.6

  /// `rules`: the page's thin horizontal lines, which part rows of tables.
  init(
    _ pieces: [RowPiece], _ members: [Int], _ scalars: [UInt32], rules: [Box], body: Float
  ) {
    self.pieces = pieces
    self.scalars = scalars
    self.body = body
    let long = members.filter { pieces[$0].count >= 20 && pieces[$0].words >= 3 }
    // The labels of a table's rows may have as few words as the lines of a narrow column, but are ragged.
    let narrow = members.filter { pieces[$0].isTextLine }
    let texts = (aligned(long).filter(isText) + aligned(narrow).filter(isJustified)).filter {
      !isCell($0, rules) && !isLabelled($0, members)
    }.map(\.box)
    let others = members.map { pieces[$0].box }.filter { box in
      !texts.contains { $0.contains(box.middle) }
    }
    let columns = texts.filter { !isBetween($0, others) }
    gutters = Self.gutters(between: columns)
    func isInColumn(_ at: Int) -> Bool {
      columns.contains {
        $0.contains(pieces[at].box.middle) && pieces[at].box.x1 < $0.x1 + body
      }
    }
    let full = Set(long.filter { isFull($0, among: long) })
    let isColumned =
      hasGap(full) || columns.contains { left in columns.contains { $0.x0 > left.x1 } }
    lines = Set(members.filter(isInColumn))
    lines.formUnion(
      long.filter { at in
        !lines.contains(at)
          && (isColumned && full.contains(at) || !isOnBaseline(at, of: members))
          && long.contains { Self.isNextLine(pieces[$0], pieces[at], body) }
      })
    // The last lines of paragraphs are shorter.
    let last = members.filter { at in
      !lines.contains(at)
        && lines.contains { line in
          isLastLine(pieces[at], after: pieces[line])
            && (isColumned || isInColumn(line) || !isOnBaseline(at, of: members))
        }
    }
    lines.formUnion(last)
  }

  private static func gutters(between columns: [Box]) -> [Float] {
    var gutters: [Float] = []
    var end: Float?
    for column in columns.sorted(by: { $0.x0 < $1.x0 }) {
      if let end, column.x0 > end { gutters.append((end + column.x0) / 2) }
      end = max(end ?? column.x1, column.x1)
    }
    return gutters
  }

  private func aligned(_ long: [Int]) -> [Column] {
    var done: [Column] = []
    var open: [Column] = []
    for at in long.sorted(by: { pieces[$0].box.y0 < pieces[$1].box.y0 }) {
      let (box, size) = (pieces[at].box, pieces[at].size)
      if let own = open.firstIndex(where: {
        // A short line may be another text.
        let isFull = box.x1 > $0.box.x0 + 0.75 * $0.box.width
        return abs($0.box.x0 - box.x0) < 0.3 * size && abs($0.size - size) < 0.1 * size
          && box.y0 - $0.box.y1 < (isFull ? Self.white : Self.leading - 1) * size
      }) {
        open[own].box = open[own].box.union(box)
        open[own].members.append(at)
      } else {
        if open.count == Self.mostOpen { done.append(open.removeFirst()) }
        open.append(Column(box: box, size: size, members: [at]))
      }
    }
    return done + open
  }

  /// Whether lines are close, and justified, items of a list, or go on in lower case, as those of running text are.
  private func isText(_ column: Column) -> Bool {
    let box = column.box
    return isJustified(column)
      || isClose(column) && share(of: column) { $0.box.x1 > box.x0 + 0.75 * box.width } > 0.6
        && share(of: column) {
          let first = scalars[$0.range.lowerBound]
          return Script.isLowerCase(first) || Script.isBullet(first)
        } > 0.4
  }

  private func isJustified(_ column: Column) -> Bool {
    let edge = column.box.x1 - 0.3 * column.size
    return isClose(column) && share(of: column) { $0.box.x1 > edge } > 0.6
  }

  private func isClose(_ column: Column) -> Bool {
    let (box, size, count) = (column.box, column.size, column.members.count)
    return count >= Self.leastLines && box.width > Self.leastWidth * size
      && Float(count) * Self.leading * size > 0.6 * box.height
      && column.members.count(where: hasLeader) * 3 < count
  }

  private func share(of column: Column, _ holds: (RowPiece) -> Bool) -> Float {
    Float(column.members.count { holds(pieces[$0]) }) / Float(column.members.count)
  }

  /// Whether a line ends in dots that lead to a page number.
  private func hasLeader(_ at: Int) -> Bool {
    scalars[pieces[at].range].suffix(8).count { $0 == 0x2E } >= 3
  }

  /// Whether rules that are wider than a column cross it, or enclose it closely.
  private func isCell(_ column: Column, _ rules: [Box]) -> Bool {
    let (box, reach) = (column.box, Self.white * column.size)
    let across = rules.filter {
      $0.x0 < box.x0 + body && $0.x1 > box.x1 - body && $0.width > box.width + 3 * body
        && $0.y0 > box.y0 - reach && $0.y1 < box.y1 + reach
    }
    return across.contains { $0.y0 > box.y0 && $0.y1 < box.y1 }
      || across.contains { $0.y1 <= box.y0 } && across.contains { $0.y0 >= box.y1 }
  }

  /// Whether lines are side by side with a gap between them that few others cross.
  private func hasGap(_ lines: Set<Int>) -> Bool {
    let starts = lines.map { pieces[$0].box.x0 }.sorted()
    let ends = lines.map { pieces[$0].box.x1 }.sorted()
    return ends.contains { end in
      let left = ends.partition { $0 <= end }
      let right = starts.count - starts.partition { $0 < end }
      return min(left, right) >= Self.leastLines && lines.count - left - right < min(left, right)
    }
  }

  private func isFull(_ at: Int, among long: [Int]) -> Bool {
    let line = pieces[at]
    return line.isProse
      || long.contains {
        Self.isNextLine(pieces[$0], line, body)
          && abs(pieces[$0].box.x0 - line.box.x0) < 0.2 * line.size
          && abs(pieces[$0].box.x1 - line.box.x1) < 0.2 * line.size
      }
  }

  /// Whether most lines have a label of their own before them: `(b16)`.
  private func isLabelled(_ column: Column, _ members: [Int]) -> Bool {
    let labels = members.map { pieces[$0] }.filter {
      $0.count <= Self.longestLabel && $0.box.x1 <= column.box.x0
        && column.box.x0 - $0.box.x1 < Self.white * column.size
    }
    let labelled = column.members.count { at in
      labels.contains { abs($0.box.y1 - pieces[at].box.y1) < 0.1 * column.size }
    }
    return labelled * 2 > column.members.count
  }

  private static let longestLabel = 6

  /// Whether pieces that are no running text are on both sides of lines, as the other cells of rows are.
  private func isBetween(_ column: Box, _ others: [Box]) -> Bool {
    let beside = others.filter {
      Double(column.y0) < $0.middle.y && $0.middle.y < Double(column.y1)
    }
    return min(beside.count { $0.x1 < column.x0 }, beside.count { $0.x0 > column.x1 }) > 1
  }

  /// Whether other pieces are on the baseline of one.
  private func isOnBaseline(_ at: Int, of members: [Int]) -> Bool {
    let box = pieces[at].box
    return members.contains { $0 != at && abs(pieces[$0].box.y1 - box.y1) < 0.1 * pieces[at].size }
  }

  static func isNextLine(_ a: RowPiece, _ b: RowPiece, _ body: Float) -> Bool {
    let step = abs(a.box.y0 - b.box.y0)
    return step > 0.5 * a.size && step < 1.8 * a.size && abs(a.box.x0 - b.box.x0) < 2.5 * body
      && abs(a.size - b.size) < 0.1 * a.size
  }

  private func isLastLine(_ piece: RowPiece, after line: RowPiece) -> Bool {
    Self.isNextLine(line, piece, body) && piece.box.y0 > line.box.y0 && piece.box.x1 < line.box.x1
      && abs(line.box.x0 - piece.box.x0) < 0.3 * body
  }
}
