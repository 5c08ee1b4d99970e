import DocumentModel

extension RegionFinder {
  mutating func findFormulas() {
    for at in pieces.indices where !isTaken[at] && isDisplayed(pieces[at]) {
      guard regions.count < Self.mostRegions else { return }
      var box = pieces[at].box
      var members: Set<Int> = [at]
      for _ in 0..<8 {
        let before = members.count
        for other in pieces.indices
        where !isTaken[other] && !members.contains(other) && !isCaption[other] {
          guard
            belongs(pieces[other], toFormula: box)
              || members.contains(where: { isPart(pieces[other], ofFraction: pieces[$0]) }),
            !isBesideColumn(pieces[other], of: pieces[at], in: box)
          else { continue }
          members.insert(other)
          box = box.union(pieces[other].box)
        }
        if members.count == before { break }
      }
      let signs = members.reduce((count: 0, math: 0)) {
        ($0.count + pieces[$1].count, $0.math + pieces[$1].math)
      }
      guard signs.math >= 2 || isEquation(pieces[at]), signs.count >= 4 else { continue }
      for rule in paints.rules
      where rule.y0 > box.y0 - 2 && rule.y1 < box.y1 + 2 && rule.x0 > box.x0 - 4
        && rule.x1 < box.x1 + 4
      {
        box = box.union(rule)
      }
      add(.formula, box.widened(by: Self.formulaMargin))
    }
    joinFormulas()
  }

  /// Points around a formula.
  private static let formulaMargin: Float = 2

  /// Joins the parts of a formula that are closely side by side, of which each is as long as a line or has a form of its own.
  private mutating func joinFormulas() {
    var at = 0
    while at < regions.count {
      if let other = regions.indices.first(where: { $0 > at && isBeside(regions[at], regions[$0]) })
      {
        regions[at].box = regions[at].box.union(regions[other].box)
        regions.remove(at: other)
      } else {
        at += 1
      }
    }
  }

  private func isBeside(_ a: PageRegion, _ b: PageRegion) -> Bool {
    a.kind == .formula && b.kind == .formula
      && min(a.box.y1, b.box.y1) - max(a.box.y0, b.box.y0) > 0.7 * max(a.box.height, b.box.height)
      && -overlap(a.box, b.box) < Self.columnGap * body - 2 * Self.formulaMargin
  }

  /// Whether a piece is a formula that is set apart from the column's edge.
  private func isDisplayed(_ piece: RowPiece) -> Bool {
    guard piece.direction == .across, piece.size > 0.7 * body, piece.count < 120,
      piece.isFormula && piece.math >= 2 || isEquation(piece) || opensCases(piece),
      !startsStep(piece)
    else { return false }
    let lines = pieces.filter {
      $0.isLong && $0.words >= 3 && overlap($0.box, piece.box) > 0.5 * piece.box.width
        && abs($0.box.y0 - piece.box.y0) < Self.columnReach
    }
    // Beside a line of text it is part of that line, and after the number of a step whatever its indentation.
    if pieces.contains(where: { line in
      line.box.x1 <= piece.box.x0 && isOneRow(line.box, piece.box)
        && (line.words >= 2 && piece.box.x0 - line.box.x1 < 3 * body || startsStep(line))
    }) {
      return false
    }
    guard let left = lines.map(\.box.x0).min() else { return piece.math >= 4 }
    return piece.box.x0 - left > 1.2 * body
  }

  /// Whether a piece ends with a brace as high as the rows of cases beside it.
  private func opensCases(_ piece: RowPiece) -> Bool {
    piece.words == 0 && piece.count > 1 && scalars[piece.range].last == 0x7B
      && piece.box.height > Self.highBrace * piece.size
  }

  /// In units of the font size.
  private static let highBrace: Float = 1.8

  /// Whether a piece begins with the number of a line of an algorithm.
  private func startsStep(_ piece: RowPiece) -> Bool {
    Markers.stepNumber(scalars[piece.range]) != nil
  }

  /// Whether a piece has a sign of relation and a number at the end of its row, as an equation in the fonts of the text.
  private func isEquation(_ piece: RowPiece) -> Bool {
    guard piece.formulaWords == 0, piece.count >= 3, piece.count < 80,
      scalars[piece.range].contains(where: Self.relations.contains)
    else { return false }
    let beside = pieces.filter {
      $0.box.x0 >= piece.box.x1 && isOneRow($0.box, piece.box) && $0.box.x0 - piece.box.x1 < 450
    }.sorted { $0.box.x0 < $1.box.x0 }
    // After the number is another column at most.
    guard let number = beside.firstIndex(where: isEquationNumber) else { return false }
    return beside[..<number].allSatisfy { $0.words <= 1 }
      && beside[number...].dropFirst().first.map { $0.box.x0 - beside[number].box.x1 > body }
        ?? true
  }

  static let relations: Set<UInt32> = [
    0x3D, 0x3C, 0x3E, 0x223C, 0x2248, 0x2264, 0x2265, 0x2261, 0x221D, 0x2192, 0x2208,
  ]

  private func isOneRow(_ a: Box, _ b: Box) -> Bool {
    min(a.y1, b.y1) - max(a.y0, b.y0) > 0.5 * min(a.height, b.height)
  }

  private func belongs(_ piece: RowPiece, toFormula box: Box) -> Bool {
    // Large signs have few letters, those of their limits.
    guard piece.direction == .across, !piece.isLong || hasBar(piece),
      piece.size < 1.3 * body || piece.count <= 12 && piece.math > 0
    else { return false }
    let across = max(piece.box.x0 - box.x1, box.x0 - piece.box.x1)
    let down = max(piece.box.y0 - box.y1, box.y0 - piece.box.y1)
    if isOneRow(piece.box, box), across < 3 * body { return piece.words <= 3 }
    if isOneRow(piece.box, box), across < 250, isEquationNumber(piece) { return true }
    guard across < 1.5 * body,
      down < 0.35 * body || down < 0.8 * body && isParted(piece.box, box)
    else { return false }
    if hasBar(piece) { return true }
    // Rows of a matrix, numbers above and below a bar.
    if piece.words == 0, piece.count <= 8, piece.box.x0 > box.x0 - 1, piece.box.x1 < box.x1 + 1 {
      return true
    }
    return piece.isFormula && (isDisplayed(piece) || piece.count <= 8)
      || piece.words == 0 && piece.count <= 8 && piece.size < 0.9 * body
      || piece.words <= 2 && piece.size < 0.8 * body && piece.box.x0 > box.x0 - 0.5 * body
        && piece.box.x1 < box.x1 + 1
  }

  /// Whether the bar of a fraction is between a piece and a formula above or below it.
  private func isParted(_ piece: Box, _ formula: Box) -> Bool {
    let (top, foot) = piece.y0 > formula.y0 ? (formula, piece) : (piece, formula)
    return paints.rules.contains { bar in
      bar.y0 > top.y1 - 0.5 * body && bar.y1 < foot.y0 + 0.5 * body
        && Double(bar.x0) < piece.middle.x && piece.middle.x < Double(bar.x1)
        && bar.x0 > formula.x0 - body && bar.x1 < formula.x1 + body
    }
  }

  /// Whether a piece is in another column of running text than a formula, most of whose lines are beside it; `box` is the formula's so far.
  private func isBesideColumn(_ piece: RowPiece, of formula: RowPiece, in box: Box) -> Bool {
    // A formula over both columns has no gap between them.
    guard max(piece.box.x0 - box.x1, box.x0 - piece.box.x1) > Self.columnGap * body else {
      return false
    }
    let near = pieces.filter { line in
      line.isLong && line.words >= 3 && abs(line.box.y0 - piece.box.y0) < Self.columnReach
        && line.box.x0 < piece.box.x0 + body && line.box.x1 > piece.box.x1 - body
    }
    // Signs part a line of one column into pieces, too; other lines go on over the formula.
    let beside = near.count { overlap($0.box, formula.box) < 0 }
    return beside >= Self.leastColumn && beside * 2 > near.count
  }

  /// In units of the size of most text.
  private static let columnGap: Float = 0.8
  /// Points above and below a piece where the lines of its column are.
  private static let columnReach: Float = 250
  /// The fewest lines of text that are a column.
  private static let leastColumn = 3

  /// Whether a piece ends with the bar of a fraction that is set as hyphens.
  private func hasBar(_ piece: RowPiece) -> Bool {
    piece.words <= 3 && barLength(piece) >= Self.leastBar
  }

  private static let leastBar = 8

  private func barLength(_ piece: RowPiece) -> Int {
    scalars[piece.range].reversed().prefix { $0 == 0x2D || $0 == 0x20 }.count { $0 == 0x2D }
  }

  /// Whether a piece is directly above or below the bar at the end of another one.
  private func isPart(_ piece: RowPiece, ofFraction whole: RowPiece) -> Bool {
    guard hasBar(whole), piece.words <= 6, piece.direction == .across,
      abs(piece.box.middle.y - whole.box.middle.y) < Double(body)
    else { return false }
    let width = whole.box.width * Float(barLength(whole)) / Float(max(whole.count, 1))
    return piece.box.x1 < whole.box.x1 + 0.5 * body
      && piece.box.x0 > whole.box.x1 - max(width, 0.5 * whole.box.width) - 0.5 * body
  }

  /// `(5)`, `(3.4a)`, `[2]`
  private func isEquationNumber(_ piece: RowPiece) -> Bool {
    let text = scalars[piece.range]
    guard piece.count >= 3, piece.count <= 9, let first = text.first, let last = text.last else {
      return false
    }
    return (first == 0x28 && last == 0x29 || first == 0x5B && last == 0x5D)
      && text.contains(where: Script.isDigit)
  }
}
