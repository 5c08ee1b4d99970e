/// Groups the segments of leaves into lines.
struct Lines {
  /// Indices of fragments in logical order, line after line.
  private(set) var order: [Int32] = []
  private(set) var list: [Line] = []
  private let fragments: [Fragment]
  private let scalars: [UInt32]

  init(fragments: [Fragment], scalars: [UInt32]) {
    self.fragments = fragments
    self.scalars = scalars
    order.reserveCapacity(fragments.count)
  }

  /// Records the place of a line in a listing.
  mutating func setListing(_ place: ListingLine, at index: Int) { list[index].listing = place }

  /// Appends the lines of a leaf from top to bottom; returns their range in `list`.
  mutating func add(_ leaf: Leaf, number: Int, _ segments: [Segment]) -> Range<Int> {
    let start = list.count
    let sorted = leaf.segments.map { segments[Int($0)] }.sorted {
      ($0.middle, $0.x0) < ($1.middle, $1.x0)
    }
    let isTurned = letters(sorted[...].flatMap { $0.first..<$0.end }).isTurned
    var index = 0
    while index < sorted.count {
      var anchor = sorted[index]
      var end = index + 1
      while end < sorted.count, shares(sorted[end], lineOf: anchor) {
        if sorted[end].cells > anchor.cells { anchor = sorted[end] }
        end += 1
      }
      append(
        sorted[index..<end], anchor: anchor, leaf: number, isTurned: isTurned,
        isRow: leaf.isTable)
      index = end
    }
    return start..<list.count
  }

  private func shares(_ segment: Segment, lineOf anchor: Segment) -> Bool {
    let overlap = min(segment.y1, anchor.y1) - max(segment.y0, anchor.y0)
    return overlap
      > Thresholds.sameLine * max(min(segment.y1 - segment.y0, anchor.y1 - anchor.y0), 0.1)
  }

  /// Counts of letters by writing direction.
  private struct Letters {
    var right = 0
    var left = 0
    /// Whether most letters are right-to-left.
    var isTurned: Bool { right > left }
  }

  private func letters(_ indices: some Sequence<Int32>) -> Letters {
    var letters = Letters()
    for index in indices {
      let fragment = fragments[Int(index)]
      if fragment.traits.contains(.rightToLeft) {
        letters.right += fragment.count
      } else if fragment.traits.contains(.leftToRight) {
        letters.left += fragment.count
      }
    }
    return letters
  }

  /// Whether left-to-right words are at both ends of a line, which is then a left-to-right line in any leaf.
  private func isEnclosed(_ indices: ArraySlice<Int32>) -> Bool {
    let written = indices.lazy.map { fragments[Int($0)] }.filter {
      $0.traits.contains(.rightToLeft) || $0.traits.contains(.leftToRight)
    }
    let ends = [written.min { $0.x0 < $1.x0 }, written.max { $0.x1 < $1.x1 }]
    return ends.allSatisfy { $0?.traits.contains(.leftToRight) == true }
  }

  /// `isTurned`: the leaf is read from right to left; `isRow`: cells of a table are in one order, whatever is written in them.
  private mutating func append(
    _ parts: ArraySlice<Segment>, anchor: Segment, leaf: Int, isTurned: Bool, isRow: Bool
  ) {
    let first = order.count
    for part in parts { for index in part.first..<part.end { order.append(index) } }
    let letters = letters(order[first...])
    // Long left-to-right words do not change the direction of a line in a right-to-left paragraph.
    let isRightToLeft =
      isRow
      ? isTurned
      : letters.isTurned || isTurned && letters.right > 0 && !isEnclosed(order[first...])
    sort(from: first, isRightToLeft: isRightToLeft)
    dropDoubles(from: first)
    var line = Line(
      first: first, end: order.count, x0: anchor.x0, x1: anchor.x1, y0: anchor.y0, y1: anchor.y1,
      size: anchor.size, sizes: (anchor.size, anchor.size), leaf: leaf)
    line.isRightToLeft = isRightToLeft
    if parts.count >= 3 {
      let sorted = parts.sorted { $0.x0 < $1.x0 }
      line.parts += zip(sorted, sorted.dropFirst()).count {
        $1.x0 - $0.x1 > Thresholds.cellGap * anchor.size
      }
    }
    describe(&line)
    list.append(line)
  }

  private mutating func sort(from first: Int, isRightToLeft: Bool) {
    if isRightToLeft {
      order[first...].sort { fragments[Int($0)].x1 > fragments[Int($1)].x1 }
      turnRuns(from: first)
      turnNumbers(from: first)
      return
    }
    var isSorted = true
    for at in order.indices[first...].dropFirst()
    where fragments[Int(order[at])].x0 < fragments[Int(order[at - 1])].x0 {
      isSorted = false
      break
    }
    if !isSorted { order[first...].sort { fragments[Int($0)].x0 < fragments[Int($1)].x0 } }
    var at = first
    // Right-to-left words quoted in a left-to-right line.
    while at < order.count {
      guard fragments[Int(order[at])].traits.contains(.rightToLeft) else {
        at += 1
        continue
      }
      var end = at + 1
      while end < order.count, fragments[Int(order[end])].traits.contains(.rightToLeft),
        !isParted(order[end - 1], order[end])
      { end += 1 }
      order[at..<end].reverse()
      at = end
    }
  }

  /// Reverses left-to-right runs in a right-to-left line.
  private mutating func turnRuns(from first: Int) {
    var at = first
    while at < order.count {
      guard fragments[Int(order[at])].traits.contains(.leftToRight) else {
        at += 1
        continue
      }
      var end = at + 1
      var last = end
      while end < order.count,
        !fragments[Int(order[end])].traits.contains(.rightToLeft) || isNumber(order[end]),
        !isParted(order[end], order[end - 1])
      {
        end += 1
        if fragments[Int(order[end - 1])].traits.contains(.leftToRight) { last = end }
      }
      let start = startOfNumbers(before: at, from: first)
      order[start..<last].reverse()
      at = max(last, at + 1)
    }
  }

  /// Returns the start of the numbers at the right of a left-to-right word, which are after it in an equation.
  private func startOfNumbers(before word: Int, from first: Int) -> Int {
    guard word - 2 >= first, isSign(order[word - 1]), isNumber(order[word - 2]) else { return word }
    var start = word - 2
    while start > first, isNumber(order[start - 1]),
      [start, start - 1].contains(where: {
        scalars[Int(fragments[Int(order[$0])].end) - 1] == 0x2C
      })
    {
      start -= 1
    }
    return start
  }

  private func isSign(_ index: Int32) -> Bool {
    let fragment = fragments[Int(index)]
    return fragment.count == 1
      && [0x3D, 0x3C, 0x3E, 0x2248, 0x2264, 0x2265].contains(scalars[Int(fragment.start)])
  }

  /// Whether the white between two fragments separates cells of a table, each of which is read by itself.
  private func isParted(_ left: Int32, _ right: Int32) -> Bool {
    let (left, right) = (fragments[Int(left)], fragments[Int(right)])
    return right.x0 - left.x1 > Thresholds.cellGap * min(left.size, right.size)
  }

  /// Reverses numbers whose groups of digits are set apart: `1 617` reads from left to right in any line.
  private mutating func turnNumbers(from first: Int) {
    var at = first
    while at < order.count {
      var end = at + 1
      while end < order.count, isNumber(order[end - 1]), isNumber(order[end]),
        isGrouped(fragments[Int(order[end - 1])], fragments[Int(order[end])])
      {
        end += 1
      }
      order[at..<end].reverse()
      at = end
    }
  }

  private func isNumber(_ index: Int32) -> Bool {
    let fragment = fragments[Int(index)]
    return scalars[Int(fragment.start)..<Int(fragment.end)].allSatisfy {
      Script.isDigit($0) || (0x660...0x669).contains($0) || (0x6F0...0x6F9).contains($0)
        || $0 == 0x2C || $0 == 0x2E || $0 == 0x66B || $0 == 0x66C
    }
  }

  private func isGrouped(_ right: Fragment, _ left: Fragment) -> Bool {
    let gap = right.x0 - left.x1
    return gap > -0.1 * left.size && gap < 0.45 * left.size
  }

  /// Drops duplicates of words printed twice on top of each other to look bold.
  private mutating func dropDoubles(from first: Int) {
    guard order.count > first + 1 else { return }
    var kept = first + 1
    for at in (first + 1)..<order.count {
      if !isDouble(fragments[Int(order[at])], of: fragments[Int(order[kept - 1])]) {
        order[kept] = order[at]
        kept += 1
      }
    }
    order.removeLast(order.count - kept)
  }

  private func isDouble(_ b: Fragment, of a: Fragment) -> Bool {
    guard a.count == b.count, abs(a.x0 - b.x0) < 0.2 * a.size, abs(a.y0 - b.y0) < 0.2 * a.size,
      a.x1 - a.x0 > 0.05 * a.size
    else { return false }
    return scalars[Int(a.start)..<Int(a.end)] == scalars[Int(b.start)..<Int(b.end)]
  }

  private func describe(_ line: inout Line) {
    var (glyphs, bold) = (0, 0)
    var italic = 0
    var monospace = 0
    var ideographic = 0
    var others = 0
    for index in order[line.first..<line.end] {
      let fragment = fragments[Int(index)]
      line.x0 = min(line.x0, fragment.x0)
      line.x1 = max(line.x1, fragment.x1)
      glyphs += fragment.count
      if abs(fragment.size - line.size) > 0.05 { others += fragment.count }
      if fragment.traits.contains(.bold) { bold += fragment.count }
      if fragment.traits.contains(.italic) { italic += fragment.count }
      if fragment.traits.contains(.monospace) { monospace += fragment.count }
      if fragment.traits.contains(.ideographic) { ideographic += fragment.count }
    }
    line.isBold = bold * 10 >= glyphs * 9
    line.isItalic = italic * 10 >= glyphs * 9
    // Braces and quotes of a listing may come from another font, and the numbers of its lines.
    let digits = lineNumber(line)
    line.isMonospace = monospace * 20 >= (glyphs - digits) * 17 && monospace > 0
    line.isNumberedCode = line.isMonospace && digits > 0
    line.isIdeographic = ideographic * 2 > glyphs
    if others * 6 > glyphs { findSizes(&line, glyphs) }
    guard line.first < line.end else { return }
    line.firstWord = roomOfFirstWord(line)
    let last = fragments[Int(order[line.end - 1])]
    line.endsIdeographic = Script.isIdeographic(scalars[Int(last.end) - 1])
    let start = scalars[Int(fragments[Int(order[line.first])].start)]
    line.startsIdeographic = Script.isIdeographic(start)
    line.startsLower = Script.isLowerCase(start)
  }

  /// Returns how many digits a line starts with that are a word of their own in a font for prose.
  private func lineNumber(_ line: Line) -> Int {
    guard line.end - line.first > 1 else { return 0 }
    let fragment = fragments[Int(order[line.first])]
    let isNumber =
      !fragment.traits.contains(.monospace) && fragment.count <= 4
      && scalars[Int(fragment.start)..<Int(fragment.end)].allSatisfy(Script.isDigit)
    return isNumber ? fragment.count : 0
  }

  /// Finds the sizes used by at least a sixth of the line.
  private func findSizes(_ line: inout Line, _ glyphs: Int) {
    var counts: [(size: Float, count: Int)] = []
    for index in order[line.first..<line.end] {
      let fragment = fragments[Int(index)]
      if let at = counts.firstIndex(where: { abs($0.size - fragment.size) < 0.05 }) {
        counts[at].count += fragment.count
      } else if counts.count < 8 {
        counts.append((fragment.size, fragment.count))
      }
    }
    for (size, count) in counts where count * 6 >= glyphs {
      line.sizes.low = min(line.sizes.low, size)
      line.sizes.high = max(line.sizes.high, size)
    }
  }

  private func roomOfFirstWord(_ line: Line) -> Float {
    let word = fragments[Int(order[line.first])]
    guard word.traits.contains(.ideographic) else {
      var x0 = word.x0
      var x1 = word.x1
      for index in order[line.first..<line.end].dropFirst() {
        let next = fragments[Int(index)]
        if next.traits.contains(.blankBefore) { break }
        x0 = min(x0, next.x0)
        x1 = max(x1, next.x1)
      }
      return x1 - x0
    }
    // A Latin word joined to ideographs moves with at most the first of them.
    let latin = scalars[Int(word.start)..<Int(word.end)].prefix { !Script.isIdeographic($0) }.count
    if latin > 1 { return Float(latin) * 0.55 * word.size }
    var bound: Float = 1
    if word.count > 1, Script.isBoundToLineEnd(scalars[Int(word.start) + 1]) { bound = 2 }
    return bound * word.size
  }
}
