/// The rows at the edges of a page, as the search for running heads sees them.
extension RunningHeads {
  /// Returns up to three rows at the top and three at the bottom of a page.
  static func rows(
    _ segments: [Segment], _ fragments: [Fragment], _ scalars: [UInt32], height: Float
  ) -> [Row] {
    let down = segments.indices.sorted { segments[$0].middle < segments[$1].middle }
    let top = down.prefix { segments[$0].middle < Thresholds.headZone * height }
    let foot = down.reversed().prefix { segments[$0].middle > (1 - Thresholds.headZone) * height }
    let edges = segments.reduce((x0: Float.infinity, x1: -Float.infinity)) {
      (min($0.x0, $1.x0), max($0.x1, $1.x1))
    }
    let lineGap = lineGap(down, segments)
    var rows: [Row] = []
    for (zone, isAtTop) in [(Array(top), true), (Array(foot), false)] {
      let clusters = cluster(zone, isAtTop, segments)
      let spread = clusters.prefix(2).map { isSpread($0.members, segments, edges) }
      let described = clusters.map { members, gap in
        describe(members, gap, isAtTop, segments, fragments, scalars)
      }
      for (index, row) in described.prefix(mostRows).enumerated() {
        var row = row
        row.isOutermost = index == 0
        row.lineGap = lineGap
        row.isSpread = index == 0 && isAtTop && spread == [true, false]
        // Lines of a list that differ in their numbers only; a head has none of its kind beside it.
        let isListed = [index - 1, index + 1].contains { beside in
          described.indices.contains(beside) && described[beside].letters == row.letters
        }
        if row.letters != 0, isListed { (row.letters, row.number) = (0, nil) }
        rows.append(row)
      }
    }
    return rows
  }

  /// Returns the median distance of a page's segments, from top to bottom, to the next one below.
  private static func lineGap(_ down: [Int], _ segments: [Segment]) -> Float {
    let gaps = zip(down, down.dropFirst()).compactMap { at, next -> Float? in
      let isBelow = segments[next].middle - segments[at].middle > 0.5 * segments[at].size
      return isBelow ? segments[next].y0 - segments[at].y1 : nil
    }
    return gaps.isEmpty ? 0 : gaps.sorted()[gaps.count / 2]
  }

  private static let mostRows = 3

  /// Whether parts of a row are at both edges of the text and far from each other.
  private static func isSpread(
    _ members: [Int], _ segments: [Segment], _ edges: (x0: Float, x1: Float)
  ) -> Bool {
    let parts = members.map { segments[$0] }.sorted { $0.x0 < $1.x0 }
    guard let first = parts.first, let last = parts.last else { return false }
    let white = zip(parts, parts.dropFirst()).map { $1.x0 - $0.x1 }.max() ?? 0
    return first.x0 < edges.x0 + 2 * first.size && last.x1 > edges.x1 - 2 * last.size
      && white > leastWhite * (edges.x1 - edges.x0)
  }

  /// In units of the text's width.
  private static let leastWhite: Float = 0.15

  /// Returns the letters of the first two rows below the zone of running heads.
  static func body(
    _ segments: [Segment], _ fragments: [Fragment], _ scalars: [UInt32], height: Float
  ) -> Body {
    let inner = segments.filter {
      $0.middle > Thresholds.headZone * height && $0.middle < (1 - Thresholds.headZone) * height
    }
    var hashes: [UInt64] = []
    var above = -Float.infinity
    for _ in 0..<2 {
      let next = inner.filter { $0.middle > above + 0.5 * $0.size }.min {
        ($0.middle, $0.x0) < ($1.middle, $1.x0)
      }
      guard let next else { break }
      var hash = WordSet.Hash()
      for fragment in fragments[Int(next.first)..<Int(next.end)].prefix(40) {
        for scalar in scalars[Int(fragment.start)..<Int(fragment.end)].prefix(60) {
          hash.add(scalar)
        }
      }
      hashes.append(hash.value)
      above = next.middle
    }
    return Body(first: hashes.first ?? 0, second: hashes.count > 1 ? hashes[1] : 0)
  }

  /// Returns the fingerprints of the lines that are not among the rows at the edges.
  static func inner(
    _ segments: [Segment], _ fragments: [Fragment], _ scalars: [UInt32], besides rows: [Row]
  ) -> [UInt64] {
    let edges = Set(rows.flatMap(\.segments))
    return segments.indices.lazy.filter { !edges.contains(Int32($0)) }
      .map { fingerprint([$0], segments, fragments, scalars) }
  }

  /// Returns the hash of the letters of the first and last words of segments, from left to right, and of how many words there are.
  private static func fingerprint(
    _ members: [Int], _ segments: [Segment], _ fragments: [Fragment], _ scalars: [UInt32]
  ) -> UInt64 {
    let (first, last) = (segments[members[0]], segments[members[members.count - 1]])
    var hash = WordSet.Hash()
    for index in (first.first..<first.end).prefix(fingerprintWords) + [last.end - 1] {
      let fragment = fragments[Int(index)]
      for scalar in scalars[Int(fragment.start)..<Int(fragment.end)].prefix(60)
      where Script.isLetter(scalar) || Script.isIdeographic(scalar) {
        hash.add(scalar)
      }
    }
    hash.add(UInt32(members.reduce(0) { $0 + segments[$1].end - segments[$1].first }))
    return hash.value
  }

  private static let fingerprintWords = 3

  private static func cluster(
    _ indices: [Int], _ isAtTop: Bool, _ segments: [Segment]
  ) -> [(members: [Int], gap: Float)] {
    var rows: [(members: [Int], gap: Float)] = []
    var at = 0
    // One more shows whether the text goes on alike.
    while at < indices.count, rows.count <= mostRows {
      let anchor = segments[indices[at]]
      var end = at + 1
      while end < indices.count,
        min(segments[indices[end]].y1, anchor.y1) - max(segments[indices[end]].y0, anchor.y0)
          > 0.4 * min(anchor.y1 - anchor.y0, segments[indices[end]].y1 - segments[indices[end]].y0)
      {
        end += 1
      }
      var gap = Float.infinity
      if end < indices.count {
        let next = segments[indices[end]]
        gap = isAtTop ? next.y0 - anchor.y1 : anchor.y0 - next.y1
      }
      rows.append((Array(indices[at..<end]), gap))
      at = end
    }
    return rows
  }

  private static func describe(
    _ members: [Int], _ gap: Float, _ isAtTop: Bool, _ segments: [Segment],
    _ fragments: [Fragment], _ scalars: [UInt32]
  ) -> Row {
    let sorted = members.sorted { segments[$0].x0 < segments[$1].x0 }
    var (hash, whole) = (WordSet.Hash(), WordSet.Hash())
    var (others, digits) = (0, 0)
    for member in sorted.prefix(12) {
      for index in segments[member].first..<min(segments[member].end, segments[member].first + 40) {
        let fragment = fragments[Int(index)]
        for scalar in scalars[Int(fragment.start)..<Int(fragment.end)].prefix(60) {
          if Script.isLetter(scalar) || Script.isIdeographic(scalar) {
            hash.add(scalar)
            whole.add(scalar)
          } else if Script.isDigit(scalar) {
            whole.add(scalar)
            digits += 1
          } else {
            others += 1
          }
        }
      }
    }
    let anchor = segments[sorted[0]]
    let ends = [Int(anchor.first), Int(segments[sorted[sorted.count - 1]].end) - 1]
    // Of the numbers of a section and of a page, such as `15.4.` and `127`, the latter is plain.
    let words = ends.map { scalars[Int(fragments[$0].start)..<Int(fragments[$0].end)] }
    // `5. While …` is a note, and notes may be in step with the pages.
    let isLabel = hash.length > 0 && words[0].last.map { $0 == 0x2E || $0 == 0x29 } == true
    let number =
      (words.filter { $0.allSatisfy(Script.isDigit) } + words.dropFirst(isLabel ? 1 : 0)).lazy
      .compactMap(Self.number).first
      ?? (hash.length == 0 ? numberAmongSigns(sorted, segments, fragments, scalars) : nil)
      ?? (members.count == 1 && anchor.end - anchor.first == 1 ? folio(words[0]) : nil)
    let isBare =
      number != nil && hash.length == 0 && others <= 4 && digits <= 8
      || isRoman(sorted, segments, fragments, scalars)
    let first = fragments[Int(anchor.first)]
    let isNote =
      first.size < 0.85 * anchor.size && first.count <= 3 && first.y1 < anchor.y1
      && scalars[Int(first.start)..<Int(first.end)].allSatisfy {
        Script.isDigit($0) || Superscripts.isRaisedDigit($0)
      }
    let start = scalars[Int(fragments[ends[0]].start)]
    return Row(
      segments: members.map(Int32.init), isAtTop: isAtTop, middle: anchor.middle, gap: gap,
      size: anchor.size, letters: hash.length >= 2 ? hash.value : 0, whole: whole.value,
      fingerprint: fingerprint(sorted, segments, fragments, scalars), number: number,
      isBare: isBare,
      isOutermost: false, isNote: isNote,
      isEntry: endsInDots(sorted, segments, fragments, scalars),
      startsLower: Script.isLowerCase(start))
  }

  private static func number(in text: ArraySlice<UInt32>) -> Int? {
    // `12`, `- 12 -`, `[12]`, `12/40`
    guard text.count <= 12, !text.contains(where: Script.isLetter) else { return nil }
    let digits = text.drop { !Script.isAnyDigit($0) }.prefix(while: Script.isAnyDigit)
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0xF) % 10 }
  }

  /// Returns the number at the end of a word with the number of the article before it: `115402-5`, `18004-p5`.
  private static func folio(_ word: ArraySlice<UInt32>) -> Int? {
    let digits = word[(word.lastIndex { !Script.isDigit($0) } ?? word.startIndex)...].dropFirst()
    guard !digits.isEmpty, digits.count <= mostFolioDigits,
      word.dropLast(digits.count).contains(where: Script.isDigit)
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0xF) }
  }

  private static let mostFolioDigits = 4

  /// Returns the number of a row such as `– 12 –`, whose signs are words of their own.
  private static func numberAmongSigns(
    _ members: [Int], _ segments: [Segment], _ fragments: [Fragment], _ scalars: [UInt32]
  ) -> Int? {
    let words = members.prefix(3).flatMap { member in
      fragments[Int(segments[member].first)..<Int(segments[member].end)].prefix(4).map {
        scalars[Int($0.start)..<Int($0.end)]
      }
    }
    let numbers = words.filter { $0.contains(where: Script.isDigit) }
    guard words.count == 3, numbers.count == 1 else { return nil }
    return number(in: numbers[0])
  }

  private static func endsInDots(
    _ members: [Int], _ segments: [Segment], _ fragments: [Fragment], _ scalars: [UInt32]
  ) -> Bool {
    var dots = 0
    for member in members {
      for index in segments[member].first..<segments[member].end {
        let text = scalars[Int(fragments[Int(index)].start)..<Int(fragments[Int(index)].end)]
        // All in one, at the end of a word, or each a separate word; a word's own full stop is none.
        let run = text.reversed().prefix { $0 == 0x2E || $0 == 0x2026 }.count
        if run == text.count || run > 2 { dots += run }
        if dots > 3 { return true }
      }
    }
    return false
  }

  private static func isRoman(
    _ members: [Int], _ segments: [Segment], _ fragments: [Fragment], _ scalars: [UInt32]
  ) -> Bool {
    guard members.count == 1, segments[members[0]].end - segments[members[0]].first == 1 else {
      return false
    }
    let fragment = fragments[Int(segments[members[0]].first)]
    let roman: [UInt32] = [0x69, 0x76, 0x78, 0x6C]
    return fragment.count <= 7
      && scalars[Int(fragment.start)..<Int(fragment.end)].allSatisfy { roman.contains($0) }
  }
}
