/// Decides where the words of a row end.
struct WordGaps {
  /// In units of the font size.
  private var least = Thresholds.glyphGap
  /// The distance of the cells if the row is set on a grid, as listings are.
  private var pitch: Float?

  init(_ items: [RowItem]) {
    guard items.count > 4 else { return }
    var wide = 0
    for at in 1..<items.count where !items[at].isAfterSpace && !isLeader(items[at]) {
      if items[at].u - items[at - 1].end > least * items[at].size { wide += 1 }
    }
    // Words of two letters on average are letters set apart.
    guard wide * 5 >= items.count * 2 else { return }
    var steps: [Float] = []
    var gaps: [Float] = []
    for at in 1..<items.count
    where items[at].level == .base && items[at - 1].level == .base && !isLeader(items[at]) {
      steps.append(items[at].middle - items[at - 1].middle)
      gaps.append((items[at].u - items[at - 1].end) / items[at].size)
    }
    guard gaps.count > 4 else { return }
    steps.sort()
    gaps.sort()
    let cell = steps[steps.count / 4]
    if cell > 0.3 * items[0].size,
      steps.count(where: { step in
        let cells = step / cell
        return abs(cells - Float(cells.nearest(in: 0...200))) < 0.12
      }) * 10 >= steps.count * 8
    {
      pitch = cell
      return
    }
    let usual = gaps[gaps.count / 2]
    // Prose set wide has many letters for each blank; numbers side by side have not. Its letters do not touch, as those of the words in
    // a formula do.
    if gaps[gaps.count * 3 / 4] < 1.6 * usual + 0.05, usual < 0.6,
      gaps[gaps.count / 4] > 0.4 * usual
    {
      least = 1.8 * usual + 0.05
    }
  }

  /// Dots that lead to a page number are set apart in any text.
  private func isLeader(_ item: RowItem) -> Bool { item.scalar == 0x2E || item.scalar == 0xB7 }

  /// Whether a blank separates an item from the one before it, at whose end (and that of its signs) `end` is.
  func isBlank(before at: Int, of items: [RowItem], end: Float) -> Bool {
    let (item, last) = (items[at], items[at - 1])
    if let pitch, item.level == .base, last.level == .base {
      return item.middle - last.middle > 1.5 * pitch
    }
    let size = max(item.size, last.size)
    let gap = item.u - (item.level == .base ? end : last.end)
    if item.isAfterSpace, gap > 0.05 * size { return true }
    if item.level != .base {
      return gap > 0.5 * size || gap > Self.leadingGap * size && isLeading(at, of: items)
    }
    // Ideographs are spread to fill a line.
    if Script.isIdeographic(item.scalar), Script.isIdeographic(last.scalar) {
      return gap > Thresholds.ideographGap * size
    }
    return gap > least * size
  }

  /// In units of the font size.
  private static let leadingGap: Float = 0.2
  private static let touching: Float = 0.1
  /// Figures of an isotope's number, or letters in their place.
  private static let mostLeading = 4

  /// Whether a raised number or word belongs to the letter after it, as in `the ¹⁰B`.
  private func isLeading(_ at: Int, of items: [RowItem]) -> Bool {
    let signs = items[at...].prefix(Self.mostLeading).prefix { $0.level == .raised }
    guard items[at - 1].level == .base, let end = signs.last?.end, signs.endIndex < items.count,
      signs.allSatisfy({ Script.isDigit($0.scalar) || Script.isLetter($0.scalar) })
    else { return false }
    let next = items[signs.endIndex]
    return next.level == .base && Script.isLetter(next.scalar) && !next.isAfterSpace
      && next.u - end < Self.touching * next.size
  }
}
