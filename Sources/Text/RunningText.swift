/// Blocks without the marks that point from the running text to something else.
enum RunningText {
  static func of(_ blocks: [TextBlock]) -> [TextBlock] {
    var notes: Set<[UInt32]> = []
    for block in blocks where block.kind == .footnote {
      for span in block.spans where span.kind == .noteMark && span.range.lowerBound == 0 {
        notes.insert(Array(block.scalars[span.range]))
      }
    }
    return blocks.map { block in
      let left = block.spans.filter { isLeft($0, of: block, notes) }
      return left.isEmpty ? block : block.without(left.map { range(of: $0, in: block) })
    }
  }

  /// A mark's own scalars, and a blank behind it that only parted it from what follows.
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
    case .number: return false
    }
  }
}

extension TextBlock {
  /// The block without some of its scalars; the ranges ascend and do not overlap.
  func without(_ ranges: [Range<Int>]) -> TextBlock {
    var block = self
    block.scalars = []
    block.origins = []
    // For each index of the block how many scalars before it are gone.
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
      index - (shifts.last { $0.from <= index }?.by ?? 0)
    }
    block.hyphens = hyphens.map { hyphen in
      var hyphen = hyphen
      hyphen.index = Int32(moved(Int(hyphen.index)))
      return hyphen
    }
    block.spans = spans.filter { span in
      !ranges.contains { $0.lowerBound == span.range.lowerBound }
    }.map { span in
      BlockSpan(
        kind: span.kind, range: moved(span.range.lowerBound)..<moved(span.range.upperBound))
    }
    return block
  }
}
