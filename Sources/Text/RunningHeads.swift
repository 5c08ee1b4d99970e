/// Detects running headers, footers and page numbers by their repetition from page to page.
struct RunningHeads: Sendable {
  /// A row near the top or bottom of a page.
  struct Row {
    /// Indices into the page's segments.
    var segments: [Int32]
    var isAtTop: Bool
    var middle: Float
    /// The distance in points to the next row towards the text.
    var gap: Float
    var size: Float
    /// The hash of its letters, 0 if it has fewer than two.
    var letters: UInt64
    /// The hash of its letters and digits.
    var whole: UInt64
    /// The hash of the letters at its ends and of its length.
    var fingerprint: UInt64 = 0
    /// The number at one of its ends.
    var number: Int?
    /// Whether it consists of a number only.
    var isBare: Bool
    var isOutermost: Bool
    /// Whether it starts with a small raised digit, as notes do.
    var isNote = false
    /// Whether dot leaders precede a number at its end, as in a table of contents.
    var isEntry = false
    /// Whether it starts within a sentence.
    var startsLower = false
    /// Whether it has parts at both edges of the page, and the text next to it does not.
    var isSpread = false
    /// The usual distance in points between the lines of the page.
    var lineGap: Float = 0

    /// Whether the distance to the text is that of lines, which may be far from each other in typescripts and theses.
    var isNextToLine: Bool { abs(gap - lineGap) < 0.15 * gap }
  }

  /// The letters of the first two rows between the zones of running heads, 0 for each that is missing.
  struct Body {
    var first: UInt64 = 0
    var second: UInt64 = 0

    /// Whether a page goes on where another one ends, as slides do that appear step by step.
    func isStep(of other: Body) -> Bool {
      first != 0 && first == other.first
        && (second == other.second || second == 0 || other.second == 0)
    }
  }

  /// The occurrences of a text at a height.
  private struct Seen {
    var times: Int32 = 0
    /// The first and the last page, by their order in observation.
    var first = Int32.max
    var last: Int32 = 0
    /// The text of the last page.
    var body = Body()
  }

  private var texts: [UInt64: Seen] = [:]
  /// The occurrences of lines further in than heads are, by their fingerprint.
  private var innerTimes: [UInt64: Int32] = [:]
  /// Counts of the differences between a printed number and the page index.
  private var offsets: [Int32: Int32] = [:]
  /// Counts of numbers with such a difference by height.
  private var places: [UInt64: Int32] = [:]
  private var pages: Int32 = 0
  private static let mostEntries = 50_000

  /// `inner`: the fingerprints of the lines between the rows at the edges.
  mutating func observe(_ rows: [Row], page: Int, body: Body = Body(), inner: [UInt64] = []) {
    pages += 1
    for line in inner where innerTimes.count < Self.mostEntries || innerTimes[line] != nil {
      innerTimes[line, default: 0] += 1
    }
    guard texts.count < Self.mostEntries else { return }
    for row in rows {
      if row.letters != 0 {
        for hash in Set([row.letters, row.whole]) {
          var seen = texts[key(hash, row, 0)] ?? Seen()
          if !body.isStep(of: seen.body) { seen.times += 1 }
          (seen.first, seen.last, seen.body) = (min(seen.first, pages), pages, body)
          texts[key(hash, row, 0)] = seen
        }
      }
      if row.isSpread { places[key(Self.spread, row, 0), default: 0] += 1 }
      if row.isOutermost { places[key(Self.any, row, 0), default: 0] += 1 }
      if row.isOutermost, row.gap > 0.8 * row.size, row.gap.isFinite {
        places[key(Self.apart, row, 0), default: 0] += 1
        places[key(Self.sized(row.size), row, 0), default: 0] += 1
        if row.isNextToLine { places[key(Self.wide, row, 0), default: 0] += 1 }
      }
      if let number = row.number {
        let offset = Int32(truncatingIfNeeded: number - page)
        offsets[offset, default: 0] += 1
        places[key(UInt64(truncatingIfNeeded: Int(offset)), row, 0), default: 0] += 1
      }
    }
  }

  /// Returns the rows that are heads. Few pages do not tell them from text that repeats inside of rows that are none.
  func heads(among rows: [Row], page: Int?, body: Float) -> [Row] {
    var inside: Set<Bool> = []
    return rows.filter { row in
      let isHead = isHead(row, page: page, body: body)
      if !isHead { inside.insert(row.isAtTop) }
      return isHead && !(pages < Self.fewPages && inside.contains(row.isAtTop))
    }
  }

  private static let fewPages = 6
  /// Pages from a head in a second row to the next one, on average.
  private static let mostBetween: Int32 = 4

  /// `page`: the index from 0, nil if not known; `body`: the size of the document's running text.
  func isHead(_ row: Row, page: Int?, body: Float) -> Bool {
    if row.isNote || row.isEntry { return false }
    // Titles of chapters and slides have a fixed position too, but are larger.
    let isSmall = row.size <= body * Thresholds.headSize
    if row.letters != 0 {
      let seen = seen(row.letters, row)
      // Those of exercises differ in their numbers only.
      let isSame = isSmall || self.seen(row.whole, row).times * 2 > pages
      // Headings that recur in a long document, below its heads, are far from each other.
      let isDense =
        row.isOutermost || seen.times * Self.mostBetween > seen.last - seen.first
      // A clause of a contract that ends some pages stands within others.
      let isOfText = seen.times <= innerTimes[row.fingerprint] ?? 0
      if seen.times >= (pages < Self.fewPages ? 2 : 3), isSame, isDense, !isOfText { return true }
    }
    if let page, let number = row.number, isSmall || row.isBare {
      let offset = UInt64(truncatingIfNeeded: Int(Int32(truncatingIfNeeded: number - page)))
      let times = count(offset, row, in: places)
      if row.isBare ? times >= 2 : times >= max(3, pages / 8) { return true }
    }
    if row.isBare, row.isOutermost { return pages < 3 || row.gap > 0.5 * row.size }
    // In a short document, heads that change from page to page are known by their form.
    if row.isSpread, pages < Self.fewPages, isSmall, row.gap > 0.8 * row.size,
      page ?? 0 > 0 || count(Self.spread, row, in: places) >= 2
    {
      return true
    }
    // If most pages have a line above the text and apart from it, it is a head that changes from page to page. At the bottom, notes have such a line too.
    guard row.isOutermost, row.isAtTop, !row.startsLower, row.gap > 0.8 * row.size, isSmall else {
      return false
    }
    // If running text starts there on other pages, this is an isolated heading.
    let apart = count(Self.apart, row, in: places)
    guard apart * 10 >= count(Self.any, row, in: places) * 8,
      count(Self.wide, row, in: places) * 2 < apart,
      row.size <= body * 1.02 || count(Self.sized(row.size), row, in: places) * 4 >= apart
    else { return false }
    return apart >= max(4, pages * 6 / 10)
  }

  private static let apart: UInt64 = 0x5252_5252
  private static let any: UInt64 = 0x5353_5353
  private static let spread: UInt64 = 0x5555_5555
  private static let wide: UInt64 = 0x5656_5656

  /// Returns the key for any row of a size, to half a point.
  private static func sized(_ size: Float) -> UInt64 {
    0x5454_0000 + UInt64((size * 2).nearest(in: 0...0xFFFF))
  }

  private func key(_ value: UInt64, _ row: Row, _ shift: Int) -> UInt64 {
    let bucket = Int(max(min(row.middle, 20_000), -20_000) / 6) + shift
    var state = value &* 0x9E37_79B9_7F4A_7C15
    state ^= UInt64(truncatingIfNeeded: bucket * 2 + (row.isAtTop ? 1 : 0))
    return state &* 0xD6E8_FEB8_6659_FD93
  }

  private func seen(_ value: UInt64, _ row: Row) -> Seen {
    (-1...1).compactMap { texts[key(value, row, $0)] }.reduce(into: Seen()) {
      $0.times += $1.times
      ($0.first, $0.last) = (min($0.first, $1.first), max($0.last, $1.last))
    }
  }

  private func count(_ value: UInt64, _ row: Row, in table: [UInt64: Int32]) -> Int32 {
    (-1...1).reduce(0) { $0 + (table[key(value, row, $1)] ?? 0) }
  }
}
