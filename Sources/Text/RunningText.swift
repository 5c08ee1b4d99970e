/// Removes the marks from blocks that refer from the running text to something else.
enum RunningText {
  static func of(_ blocks: [TextBlock]) -> [TextBlock] {
    var notes: Set<[UInt32]> = []
    for block in blocks where block.kind == .footnote {
      for span in block.spans where span.kind == .noteMark && span.range.lowerBound == 0 {
        notes.insert(Array(block.scalars[span.range]))
      }
    }
    let marked = blocks.map { block in
      block.spans.filter { isLeft($0, of: block, notes) }
    }
    for (index, spans) in marked.enumerated() {
      for span in spans where span.kind == .noteMark {
        notes.remove(Array(blocks[index].scalars[span.range]))
      }
    }
    let levels = levelMarks(of: notes, in: blocks)
    return blocks.indices.map { index in
      let left = (marked[index] + (levels[index] ?? [])).sorted {
        $0.range.lowerBound < $1.range.lowerBound
      }
      let block = blocks[index]
      return left.isEmpty ? block : block.without(left.map { range(of: $0, in: block) })
    }
  }

  /// Finds note numbers that a font raises by itself, so that only their position identifies them: after a word, once on the page.
  private static func levelMarks(of notes: Set<[UInt32]>, in blocks: [TextBlock])
    -> [Int: [BlockSpan]]
  {
    var found: [Int: [BlockSpan]] = [:]
    // A page has a dozen notes at most; each search scans the whole page.
    for note in notes.prefix(mostNotes) where note.allSatisfy(Script.isDigit) && !note.isEmpty {
      var places: [(block: Int, range: Range<Int>)] = []
      for (index, block) in blocks.enumerated() where isRunning(block.kind) {
        for range in glued(note, in: block.scalars) { places.append((index, range)) }
      }
      if places.count == 1, let place = places.first {
        found[place.block, default: []].append(BlockSpan(kind: .noteMark, range: place.range))
      }
    }
    return found
  }

  private static let mostNotes = 64

  private static func isRunning(_ kind: TextBlock.Kind) -> Bool {
    switch kind {
    case .paragraph, .listItem, .heading: true
    default: false
    }
  }

  private static func glued(_ note: [UInt32], in scalars: [UInt32]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var at = 2
    while at + note.count <= scalars.count {
      let end = at + note.count
      defer { at += 1 }
      guard scalars[at] == note[0], scalars[at..<end].elementsEqual(note),
        hangsOnSentence(scalars[at - 1], scalars[at - 2]),
        end == scalars.count || isBehindMark(scalars[end])
      else { continue }
      found.append(at..<end)
    }
    return found
  }

  private static func hangsOnSentence(_ last: UInt32, _ before: UInt32) -> Bool {
    if Script.isDigit(before) { return false }
    if Script.isLetter(last) { return Script.isLowerCase(last) && Script.isLetter(before) }
    return Script.isTerminal(last) || last == 0x2C || last == 0x3B || Script.isClosing(last)
      || Script.isIdeographic(last)
  }

  private static func isBehindMark(_ scalar: UInt32) -> Bool {
    Script.isBlank(scalar) || Script.isIdeographic(scalar)
      || [0x2C, 0x2E, 0x3A, 0x3B, 0x29].contains(scalar)
  }

  /// Returns the range of a mark with the blank after it, if that only separated it from the following text.
  private static func range(of span: BlockSpan, in block: TextBlock) -> Range<Int> {
    let (start, end) = (span.range.lowerBound, span.range.upperBound)
    guard span.kind == .noteMark, start > 0, end + 1 < block.scalars.count,
      Script.isBlank(block.scalars[end])
    else { return span.range }
    let (last, next) = (block.scalars[start - 1], block.scalars[end + 1])
    let isBound =
      [0x2C, 0x2E, 0x3A, 0x3B, 0x29].contains(next)
      || Script.isIdeographic(last) && Script.isIdeographic(next)
    return isBound ? start..<end + 1 : span.range
  }

  private static func isLeft(_ span: BlockSpan, of block: TextBlock, _ notes: Set<[UInt32]>)
    -> Bool
  {
    switch span.kind {
    case .bullet:
      // A dash may open direct speech.
      return block.scalars[span.range].first.map { $0 > 0x2020 && $0 != 0x2212 } ?? false
    case .noteMark:
      return span.range.lowerBound > 0 && block.kind != .footnote
        && notes.contains(Array(block.scalars[span.range]))
    case .number, .noteCall, .reading: return false
    }
  }
}

extension TextBlock {
  /// Returns the block without some of its scalars; the ranges ascend and do not overlap.
  func without(_ ranges: [Range<Int>]) -> TextBlock {
    var block = self
    block.scalars = []
    block.origins = []
    // For each index of the block, the number of removed scalars before it.
    var gone = 0
    var start = 0
    var shifts: [(from: Int, by: Int)] = [(0, 0)]
    for range in ranges + [scalars.count..<scalars.count] {
      block.scalars += scalars[start..<range.lowerBound]
      block.origins += origins[start..<range.lowerBound]
      start = range.upperBound
      gone += range.count
      shifts.append((range.upperBound, gone))
    }
    func moved(_ index: Int) -> Int {
      var (low, high) = (0, shifts.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if shifts[middle].from <= index { low = middle } else { high = middle }
      }
      return index - shifts[low].by
    }
    let starts = Set(ranges.map(\.lowerBound))
    block.hyphens = hyphens.map { hyphen in
      var hyphen = hyphen
      hyphen.index = Int32(moved(Int(hyphen.index)))
      return hyphen
    }
    block.spans = spans.filter { !starts.contains($0.range.lowerBound) }.map { span in
      BlockSpan(
        kind: span.kind, range: moved(span.range.lowerBound)..<moved(span.range.upperBound))
    }
    return block
  }
}
