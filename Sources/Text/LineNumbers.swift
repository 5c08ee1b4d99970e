import DocumentModel

/// Finds the numbers of lines in the margin, as in copies for review and in listings.
struct LineNumbers {
  /// A number at the beginning or the end of a piece of text, or alone.
  private struct Number {
    var index: Int
    var value: Int
    var x0: Float
    var x1: Float
    var y: Float
    var size: Float
    var isAlone: Bool
    /// Whether it is alone or farther from the text beside it than words are from each other.
    var isApart: Bool
    /// Whether it is after a line, or before one of prose.
    var isAtProse = true
  }

  /// Numbers that follow each other from top to bottom.
  private struct Chain {
    var numbers: [Number]
    var step: Int

    /// Whether another chain goes on where this one ends, or ends where this one begins, in numbers of this size.
    func isContinued(by other: Chain) -> Bool {
      guard let (first, last) = ends, let (start, end) = other.ends,
        abs(start.size - first.size) < 0.1 * first.size
      else { return false }
      let gap = max(start.value - last.value, first.value - end.value)
      return gap == step
        || other.numbers.count > 1 && gap > 0 && gap <= LineNumbers.mostLeftOut * step
    }

    var ends: (first: Number, last: Number)? {
      guard let first = numbers.first, let last = numbers.last else { return nil }
      return (first, last)
    }
  }

  /// A piece of text without the numbers at its ends.
  private struct Line {
    var x0: Float
    var x1: Float
    var y0: Float
    var y1: Float
    var size: Float
    var cells: Int
    /// Whether it goes on in lower case and is no code.
    var isProse: Bool
  }

  private var numbers: [Number] = []
  private var lines: [Line] = []

  /// The fewest numbers of lines that are as large as the text.
  private static let leastChain = 8
  /// Each chain is compared with all columns.
  private static let mostChains = 32
  private static let mostDigits = 4
  /// The most numbers in a row that may be missing.
  private static let mostLeftOut = 20
  /// In units of the font size.
  private static let reach: Float = 6
  /// The size of a small number at the most, in that of the text.
  private static let smallNumber: Float = 0.88
  /// Each number is compared with each line; pages with more are not searched.
  private static let (mostNumbers, mostLines) = (1_000, 4_000)

  /// Returns the indices of the fragments that number lines.
  static func indices(
    _ fragments: [Fragment], _ segments: [Segment], _ scalars: [UInt32]
  ) -> Set<Int32> {
    // Most pages have none.
    let candidates = segments.lazy.filter { segment in
      [segment.first, segment.end - 1].contains { at in
        let fragment = fragments[Int(at)]
        return value(scalars[Int(fragment.start)..<Int(fragment.end)]) != nil
      }
    }
    guard candidates.prefix(3).count == 3 else { return [] }
    var finder = LineNumbers()
    for segment in segments {
      let (head, tail) = (Int(segment.first), Int(segment.end) - 1)
      var (first, end) = (head, tail + 1)
      let isAlone = head == tail
      for at in Set([head, tail]).sorted() {
        let fragment = fragments[at]
        guard let value = value(scalars[Int(fragment.start)..<Int(fragment.end)]) else { continue }
        let isApart =
          isAlone || isApart(at, from: at == head ? head + 1 : tail - 1, fragments)
        var number = Number(
          index: at, value: value, x0: fragment.x0, x1: fragment.x1, y: fragment.middle,
          size: fragment.size, isAlone: isAlone, isApart: isApart)
        guard isApart else {
          number.isAtProse =
            at == tail || isProse(segment, fragments[at + 1], fragments[tail], scalars)
          finder.numbers.append(number)
          continue
        }
        finder.numbers.append(number)
        if at == head { first += 1 } else { end -= 1 }
      }
      guard first < end else { continue }
      finder.lines.append(
        Line(
          x0: fragments[first].x0, x1: fragments[end - 1].x1, y0: segment.y0, y1: segment.y1,
          size: segment.size, cells: Int(segment.cells),
          isProse: isProse(segment, fragments[first], fragments[end - 1], scalars)))
    }
    return Set(finder.found().map(Int32.init))
  }

  /// Returns the indices of the pieces of rows that number lines.
  static func indices(_ pieces: [RowPiece], _ scalars: [UInt32]) -> Set<Int> {
    guard pieces.lazy.filter({ value(scalars[$0.range]) != nil }).prefix(3).count == 3 else {
      return []
    }
    var finder = LineNumbers()
    for (at, piece) in pieces.enumerated() where piece.direction == .across {
      let (box, text) = (piece.box, scalars[piece.range])
      if let value = value(text) {
        finder.numbers.append(
          Number(
            index: at, value: value, x0: box.x0, x1: box.x1, y: Float(box.middle.y),
            size: piece.size, isAlone: true, isApart: true))
      } else if let start = text.first {
        finder.lines.append(
          Line(
            x0: box.x0, x1: box.x1, y0: box.y0, y1: box.y1, size: piece.size, cells: piece.count,
            isProse: !piece.isMonospace && isProse(from: start, to: text[text.endIndex - 1])))
      }
    }
    return finder.found()
  }

  private static func isProse(
    _ segment: Segment, _ first: Fragment, _ last: Fragment, _ scalars: [UInt32]
  ) -> Bool {
    !segment.isMonospace
      && isProse(from: scalars[Int(first.start)], to: scalars[Int(last.end) - 1])
  }

  /// Whether a line goes on in lower case and ends in no sign of code.
  private static func isProse(from first: UInt32, to last: UInt32) -> Bool {
    Script.isLowerCase(first) && ![0x28, 0x29, 0x3B, 0x7B, 0x7D].contains(last)
  }

  /// Whether there is more white between a number and the text beside it than between words.
  private static func isApart(_ number: Int, from text: Int, _ fragments: [Fragment]) -> Bool {
    let (a, b) = number < text ? (number, text) : (text, number)
    return fragments[b].x0 - fragments[a].x1 > leastWhite * fragments[text].size
  }

  /// In units of the font size.
  private static let leastWhite: Float = 0.55

  private static func value(_ text: ArraySlice<UInt32>) -> Int? {
    guard (1...mostDigits).contains(text.count), text.allSatisfy(Script.isDigit) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 & 0xF) }
  }

  private func found() -> Set<Int> {
    guard (3...Self.mostNumbers).contains(numbers.count), lines.count <= Self.mostLines else {
      return []
    }
    var found: Set<Int> = []
    var chains: [Chain] = []
    let columns = columns()
    for (column, isRight) in columns {
      let apart = column.filter(\.isApart)
      let small = apart.filter(\.isAlone)
      if isRight, small.count >= 3, Self.grows(small.map(\.value)) {
        let right = small.map(\.x1).max() ?? 0
        let beside = small.filter { hasText(beside: $0, after: right) }
        if beside.count * 10 >= small.count * 9 { found.formUnion(small.map(\.index)) }
      }
      // Texts below each other may begin with 1 again.
      var rest = apart
      while rest.count >= Self.leastChain {
        let chain = Self.chain(rest)
        guard chain.numbers.count >= Self.leastChain,
          isBesideText(chain, isBefore: true) || isBesideText(chain, isBefore: false)
        else { break }
        found.formUnion(chain.numbers.map(\.index))
        chains.append(chain)
        // Numbers close to the text, mostly to that of the column before them.
        let close = column.filter { Self.fits($0, in: chain) }
        if close.count(where: \.isAtProse) * 2 >= close.count {
          found.formUnion(close.map(\.index))
        }
        rest.removeAll { found.contains($0.index) }
      }
    }
    // The few numbers of a short column go on with those of others.
    var next = 0
    while next < min(chains.count, Self.mostChains) {
      for (column, _) in columns {
        let rest = column.filter { $0.isApart && !found.contains($0.index) }
        guard !rest.isEmpty else { continue }
        let chain = Self.chain(rest)
        guard chains[next].isContinued(by: chain), isBesideProse(chain) else { continue }
        found.formUnion(chain.numbers.map(\.index))
        chains.append(chain)
      }
      next += 1
    }
    return found
  }

  /// Whether half of the numbers are beside lines that go on in lower case; those of a short listing stay with its lines.
  private func isBesideProse(_ chain: Chain) -> Bool {
    let prose = chain.numbers.count { number in
      [true, false].contains { line(beside: number, isBefore: $0)?.isProse == true }
    }
    return prose * 2 >= chain.numbers.count
  }

  /// Returns the numbers that align on the right, and those that align on the left, from top to bottom.
  private func columns() -> [(numbers: [Number], isRight: Bool)] {
    [\Number.x1, \Number.x0].flatMap { edge in
      let columns = Dictionary(grouping: numbers) { Int($0[keyPath: edge] / 3) }
      // Neighbouring columns too: numbers that align differ by a fraction.
      return columns.keys.sorted().map { key in
        let column = ((columns[key] ?? []) + (columns[key + 1] ?? [])).sorted { $0.y < $1.y }
        return (column, edge == \Number.x1)
      }
    }
  }

  /// Whether a number is between two that a chain has on the lines above and below it.
  private static func fits(_ number: Number, in chain: Chain) -> Bool {
    let next = chain.numbers.prefixCount { $0.y < number.y }
    guard !number.isApart, next > 0, next < chain.numbers.count else { return false }
    let (above, below) = (chain.numbers[next - 1], chain.numbers[next])
    return above.value < number.value && number.value < below.value
      && abs(above.size - number.size) < 0.1 * above.size
  }

  /// Whether numbers grow by one step, of which some may be missing.
  private static func grows(_ numbers: [Int]) -> Bool {
    let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }
    guard let step = steps.min(), step > 0, step <= 10 else { return false }
    return steps.allSatisfy { $0 % step == 0 }
      && steps.count(where: { $0 == step }) * 2 >= steps.count
  }

  /// Whether larger text begins on a number's line within a few letters.
  private func hasText(beside number: Number, after edge: Float) -> Bool {
    lines.contains { line in
      line.x0 > edge && line.x0 - number.x1 < 5 * line.size
        && number.size < Self.smallNumber * line.size
        && line.cells > 2 && line.y0 < number.y && number.y < line.y1
    }
  }

  /// Returns the most numbers that follow each other, from top to bottom, by the step that most of them have.
  private static func chain(_ column: [Number]) -> Chain {
    let differences = zip(column, column.dropFirst()).map { $1.value - $0.value }
    let steps = [1, 2, 5, 10].map { step in (step, differences.count { $0 == step }) }
    let step = steps.reversed().max { $0.1 < $1.1 }?.0 ?? 1
    var ends: [Int: (count: Int, at: Int)] = [:]
    var before = [Int](repeating: -1, count: column.count)
    var last = (count: 0, at: -1)
    for (at, number) in column.enumerated() {
      let previous = (1...mostLeftOut).compactMap { ends[number.value - $0 * step] }
        .max { $0.count < $1.count }
      let count = (previous?.count ?? 0) + 1
      guard count > ends[number.value]?.count ?? 0 else { continue }
      before[at] = previous?.at ?? -1
      ends[number.value] = (count, at)
      if count > last.count { last = (count, at) }
    }
    var numbers: [Number] = []
    var at = last.at
    while at >= 0 {
      numbers.append(column[at])
      at = before[at]
    }
    return Chain(numbers: numbers.reversed(), step: step)
  }

  /// Whether most numbers are beside lines of running text, before or after them, and those lines have numbers as the step says.
  ///
  /// Numbers smaller than the text also number text between displayed formulas.
  private func isBesideText(_ chain: Chain, isBefore: Bool) -> Bool {
    let (chain, step) = (chain.numbers, chain.step)
    let steps = zip(chain, chain.dropFirst()).count { $1.value - $0.value == step }
    guard steps * 10 >= (chain.count - 1) * 6 else { return false }
    var (beside, small): ([Line], Int) = ([], 0)
    for number in chain {
      guard let line = line(beside: number, isBefore: isBefore) else { continue }
      beside.append(line)
      if number.size < Self.smallNumber * line.size { small += 1 }
    }
    let isSmall = small * 10 >= beside.count * 9
    guard beside.count * 10 >= chain.count * (isSmall ? 6 : 8) else { return false }
    guard let size = beside.map(\.size).max(),
      let edge = ColumnShape.mode(beside.map(\.x0).sorted(), tolerance: 0.5 * size)
    else { return false }
    let aligned = beside.filter { $0.x0 >= edge && $0.x0 < edge + 0.5 * size }
    // Lines of a program are of any length.
    let end = aligned.map(\.x1).max() ?? edge
    let full = aligned.count { $0.x1 > edge + Self.fullLine * (end - edge) }
    let justified = aligned.count { $0.x1 > end - 0.5 * size }
    let prose = aligned.count(where: \.isProse)
    // Many paragraphs are short, but the other lines end where the column does.
    let isShort = prose * 3 >= aligned.count * 2 && justified * 3 >= aligned.count
    // Formulas are no prose, but the lines between them end there, too.
    let isProse =
      full * 10 >= aligned.count * (isShort ? 4 : 6)
      && aligned.reduce(0) { $0 + $1.cells } >= aligned.count * Self.leastCells
      && (prose * 3 >= aligned.count || isSmall && justified * 2 >= aligned.count)
    guard isProse, aligned.count * 10 >= beside.count * 6, let first = chain.first,
      let last = chain.last
    else { return false }
    let all = lines.count {
      $0.x0 >= edge && $0.x0 < edge + 0.5 * size && $0.y1 > first.y && $0.y0 < last.y
    }
    return aligned.count * step * 10 >= all * 7
  }

  /// The share of the width of its column that a line of text fills if it is not the last of a paragraph.
  private static let fullLine: Float = 0.8
  /// Letters of a line of text on average.
  private static let leastCells = 16

  private func line(beside number: Number, isBefore: Bool) -> Line? {
    let near = lines.filter {
      // Descenders reach about a fifth of the size below the baseline.
      let baseline = ($0.y0 + $0.y1) / 2 + 0.3 * $0.size
      return abs(number.y + 0.3 * number.size - baseline) < 0.2 * $0.size
    }
    let next = near.filter { $0.x0 >= number.x1 }.min { $0.x0 < $1.x0 }
    let isClose = next.map { $0.x0 < number.x1 + Self.reach * $0.size } ?? false
    if isBefore { return isClose ? next : nil }
    return isClose ? nil : near.filter { $0.x1 <= number.x0 }.max { $0.x1 < $1.x1 }
  }
}
