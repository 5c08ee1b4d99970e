extension Columns {
  /// The segments on one side of a gutter.
  struct Side {
    var lines = 0
    var codeLines = 0
    /// Signs and numbers in fonts for prose, as those of the lines of a listing.
    var numbers = 0
    var baselines: [Float] = []
    var ends: [Float] = []
    var cells = 0
    var widths: Float = 0
    var x0 = Float.infinity
    var x1 = -Float.infinity
    var lastStart = -Float.infinity
    var size: Float = 0

    mutating func add(_ segment: Segment) {
      lines += 1
      if segment.isMonospace { codeLines += 1 } else if segment.cells <= 3 { numbers += 1 }
      // Descenders reach about a fifth of the size below the baseline.
      baselines.append(segment.y1 - 0.2 * segment.size)
      ends.append(segment.x1)
      cells += Int(segment.cells)
      widths += segment.x1 - segment.x0
      x0 = min(x0, segment.x0)
      x1 = max(x1, segment.x1)
      lastStart = max(lastStart, segment.x0)
      size = max(size, segment.size)
    }

    var width: Float { x1 - x0 }
    /// The share of its width that its lines fill.
    var fill: Float { widths / max(width * Float(lines), 1) }
    var isCode: Bool { codeLines * 10 >= (lines - numbers) * 9 && codeLines * 5 >= lines * 2 }
    var meanCells: Int { lines == 0 ? 0 : cells / lines }
    /// Whether its lines start at one edge.
    var isAligned: Bool { lastStart - x0 < size }
    /// Whether its lines end at one edge and start anywhere, as remarks on the lines of an algorithm.
    var isFlushRight: Bool {
      !isAligned && lastStart - x0 > 2 * size && ends.allSatisfy { x1 - $0 < 0.3 * size }
    }
    var isNarrow: Bool { lines == 0 || meanCells <= 4 && x1 - x0 < 4 * size }
    /// Whether it is too narrow for a column with each line on a line of the other side, as section numbers before their titles; keys of
    /// works are wider, and before several lines each.
    func isNumbering(_ titles: Side) -> Bool {
      (meanCells <= 8 && width < 4 * size
        || meanCells <= 9 && width < 5.5 * size && lines * 2 < titles.lines)
        && !titles.isShort && linesApart(from: titles) == 0
    }
    /// Whether it is a little wider and most lines of the other side have a label, as terms before their definitions.
    func isLabelling(_ texts: Side) -> Bool {
      meanCells <= 12 && x1 - x0 < 8 * size && !texts.isShort && lines * 2 >= texts.lines
        && linesApart(from: texts, exceptInWhite: true) == 0
    }
    /// Whether each of a few lines is beside one of the other side and far from it, and both sides are ragged, as values after their names.
    func isPaired(with others: Side) -> Bool {
      lines == others.lines && lines <= 12 && linesApart(from: others) == 0
        && others.x0 - x1 > 3 * size && fill <= 0.75 && others.fill <= 0.9
    }
    /// Whether each of its lines is beside the first one of a paragraph, as options are before what is said of them.
    func isIntroducing(_ texts: Side) -> Bool {
      guard meanCells <= 20, x1 - x0 < 10 * size, !texts.isShort, lines < texts.lines,
        linesApart(from: texts, exceptInWhite: true) == 0
      else { return false }
      let below = texts.baselines.sorted()
      let steps = zip(below, below.dropFirst()).map { $1 - $0 }.filter { $0 > 0.5 * texts.size }
      guard !steps.isEmpty else { return false }
      let leading = steps.sorted()[steps.count / 4]
      return baselines.allSatisfy { line in
        let at = below.partition { $0 <= line - 0.15 * texts.size }
        return at == 0 || at == below.count
          || below[at] - below[at - 1] > Thresholds.paragraphGap * leading
      }
    }
    /// Returns the tops of the groups of its lines if each begins beside a paragraph, as headings in the margin do; else nothing.
    func headingTops(over texts: Side) -> [Float] {
      let lines = baselines.sorted()
      let starts = lines.indices.filter { $0 == 0 || lines[$0] - lines[$0 - 1] > 1.5 * size }
      let most = zip(starts, starts.dropFirst() + [lines.count]).map { $1 - $0 }.max() ?? 0
      guard starts.count >= 3, most <= 4, lines.count < texts.lines, width < 0.5 * texts.width,
        texts.fill > 0.6
      else { return [] }
      let below = texts.baselines.sorted()
      let isAbove = starts.allSatisfy { start in
        let at = below.partition { $0 <= lines[start] - 0.25 * texts.size }
        return at < below.count && below[at] - lines[start] < 0.25 * texts.size
          && (at == 0 || below[at] - below[at - 1] > 1.5 * texts.size)
      }
      return isAbove ? starts.map { lines[$0] - size } : []
    }
    /// Returns how many of its lines are on no line of the other side nor, if `orHalfway`, between two of them.
    func linesApart(
      from other: Side, orHalfway: Bool = false, exceptInWhite: Bool = false
    ) -> Int {
      let others = other.baselines.sorted()
      let near = 0.15 * other.size
      return baselines.count { line in
        let at = others.partition { $0 < line }
        let beside = [at - 1, at].filter(others.indices.contains).map { others[$0] }
        let isHalfway =
          beside.count == 2 && beside[1] - beside[0] < 2 * other.size
          && abs((beside[0] + beside[1]) / 2 - line) <= near
        let isInWhite = beside.allSatisfy { abs($0 - line) > 0.8 * other.size }
        return beside.allSatisfy { abs($0 - line) > near } && !(orHalfway && isHalfway)
          && !(exceptInWhite && isInWhite)
      }
    }
    /// Whether it consists of cells rather than lines: short, and far from filling the column.
    var isShort: Bool {
      meanCells < 17 && widths < 0.72 * (x1 - x0) * Float(lines) || meanCells < 6
    }
  }
}
