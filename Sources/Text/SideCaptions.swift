/// Parts captions of figures beside each other: a line or two have no gutter between them that makes columns.
struct SideCaptions {
  let segments: [Segment]
  let fragments: [Fragment]
  let scalars: [UInt32]

  /// In units of the font size.
  private static let lineGap: Float = 0.6
  private static let most = 20

  /// Returns the leaves with a leaf for each of such captions, between what is above and below them.
  func parted(_ leaves: [Leaf]) -> [Leaf] {
    leaves.flatMap { leaf in
      let row = leaf.isTable ? [] : firstRow(of: leaf)
      return row.isEmpty ? [leaf] : parts(of: leaf, at: row)
    }
  }

  /// Returns the first captions side by side, from left to right.
  private func firstRow(of leaf: Leaf) -> [Int32] {
    let starts = leaf.segments.filter { kind(at: $0) != nil }.sorted {
      segments[Int($0)].middle < segments[Int($1)].middle
    }
    guard starts.count > 1, starts.count <= Self.most else { return [] }
    for at in starts {
      let first = segments[Int(at)]
      let row = starts.filter {
        abs(segments[Int($0)].middle - first.middle) < 0.5 * first.size
          && kind(at: $0) == kind(at: at)
      }.sorted { segments[Int($0)].x0 < segments[Int($1)].x0 }
      if row.count > 1 { return row }
    }
    return []
  }

  /// Parts segments before further captions, which may be no further from the first than words are.
  static func divide(
    _ segments: inout [Segment], _ fragments: inout [Fragment], _ scalars: [UInt32]
  ) {
    func word(_ at: Int) -> ArraySlice<UInt32> {
      scalars[Int(fragments[at].start)..<Int(fragments[at].end)]
    }
    for at in segments.indices.reversed() {
      let segment = segments[at]
      guard Int(segment.end - segment.first) >= leastWords,
        CaptionWord.kind(of: word(Int(segment.first))) != nil
      else { continue }
      let words = (Int(segment.first)..<Int(segment.end)).map(word)
      guard words[1].last.map({ $0 == 0x3A || $0 == 0x2E }) == true else { continue }
      let others = words.indices.dropFirst(2).dropLast().filter { index in
        words[index] == words[0] && words[index + 1].last == words[1].last
          && words[index + 1].contains(where: Script.isDigit)
      }
      guard !others.isEmpty else { continue }
      for other in others { fragments[Int(segment.first) + other].traits.insert(.dividedBefore) }
      segments.replaceSubrange(at...at, with: Segments.parted(segment, fragments))
    }
  }

  /// Fewer words are no two captions.
  private static let leastWords = 6

  /// Returns what a caption that a segment begins is about; nil for other segments.
  private func kind(at index: Int32) -> CaptionWord? {
    let segment = segments[Int(index)]
    guard segment.first < segment.end else { return nil }
    let start = Int(fragments[Int(segment.first)].start)
    let end = Int(fragments[Int(segment.end) - 1].end)
    guard start < end, end <= scalars.count else { return nil }
    return CaptionWord.beginning(scalars[start..<min(end, start + 40)])?.kind
  }

  private func parts(of leaf: Leaf, at row: [Int32]) -> [Leaf] {
    var boxes = row.map { segments[Int($0)] }
    var captions = row.map { [$0] }
    var above: [Int32] = []
    var below: [Int32] = []
    let top = boxes[0].middle - 0.5 * boxes[0].size
    let rest = leaf.segments.filter { !row.contains($0) }.sorted {
      segments[Int($0)].middle < segments[Int($1)].middle
    }
    for at in rest {
      let segment = segments[Int(at)]
      guard segment.middle > top else {
        above.append(at)
        continue
      }
      let over = boxes.indices.filter { boxes[$0].x0 < segment.x1 && segment.x0 < boxes[$0].x1 }
      if below.isEmpty, let only = over.first, over.count == 1,
        segment.y0 - boxes[only].y1 < Self.lineGap * segment.size,
        abs(segment.size - boxes[only].size) < 0.1 * segment.size
      {
        captions[only].append(at)
        boxes[only].x0 = min(boxes[only].x0, segment.x0)
        boxes[only].x1 = max(boxes[only].x1, segment.x1)
        boxes[only].y1 = max(boxes[only].y1, segment.y1)
      } else {
        below.append(at)
      }
    }
    let own = zip(captions, boxes).map { Leaf(segments: $0, x0: $1.x0, x1: $1.x1) }
    let around = [above, below].map { Leaf(segments: $0, x0: leaf.x0, x1: leaf.x1) }
    let all = [around[0]] + own + parted([around[1]])
    return all.filter { !$0.segments.isEmpty }
  }
}
