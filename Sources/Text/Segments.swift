/// Neighbouring fragments of one row without a gap that could be a gutter.
struct Segment {
  /// The fragments `first..<end`.
  var first: Int32
  var end: Int32
  var x0: Float
  var y0: Float
  var x1: Float
  var y1: Float
  /// The size of most of it.
  var size: Float
  /// The number of cells of its glyphs; ideographs count as two.
  var cells: Int32
  var isMonospace: Bool

  var middle: Float { (y0 + y1) / 2 }
}

enum Segments {
  /// Parts a segment at the lines that are drawn between its fragments.
  static func parted(_ segment: Segment, _ fragments: [Fragment]) -> [Segment] {
    var parts: [Segment] = []
    for index in segment.first..<segment.end {
      let fragment = fragments[Int(index)]
      if parts.isEmpty || fragment.traits.contains(.dividedBefore) {
        var part = segment
        (part.first, part.x0, part.x1, part.cells) = (index, fragment.x0, fragment.x1, 0)
        parts.append(part)
      }
      let last = parts.count - 1
      parts[last].end = index + 1
      parts[last].x0 = min(parts[last].x0, fragment.x0)
      parts[last].x1 = max(parts[last].x1, fragment.x1)
      parts[last].cells += Int32(fragment.count) + 1
    }
    return parts
  }

  /// Groups fragments without changing their order.
  static func group(_ fragments: [Fragment]) -> [Segment] {
    var segments: [Segment] = []
    segments.reserveCapacity(fragments.count / 4 + 4)
    // The weight of the current majority size (Boyer–Moore majority vote, by width).
    var weight: Float = 0
    for (index, fragment) in fragments.enumerated() {
      let width = fragment.x1 - fragment.x0
      let cells = Int32(fragment.count * (fragment.traits.contains(.ideographic) ? 2 : 1))
      if let last = segments.last, belongs(fragment, to: last, after: fragments[index - 1]) {
        let at = segments.count - 1
        segments[at].end += 1
        segments[at].x0 = min(last.x0, fragment.x0)
        segments[at].x1 = max(last.x1, fragment.x1)
        segments[at].cells += cells + 1
        let isBegun = last.isMonospace || isNumber(last, fragments)
        segments[at].isMonospace = isBegun && fragment.traits.contains(.monospace)
        if abs(fragment.size - last.size) < 0.05 {
          weight += width
        } else if width > weight {
          segments[at].size = fragment.size
          weight = width - weight
        } else {
          weight -= width
        }
        // A raised digit, a tall bracket or sum does not change the row's extent.
        if isTall(fragments[Int(last.first)], beside: fragment), last.end - last.first == 1 {
          (segments[at].y0, segments[at].y1) = (fragment.y0, fragment.y1)
        } else if fragment.size >= last.size * 0.9, !isTall(fragment, beside: fragments[index - 1])
        {
          segments[at].y0 = min(last.y0, fragment.y0)
          segments[at].y1 = max(last.y1, fragment.y1)
        }
      } else {
        weight = width
        segments.append(
          Segment(
            first: Int32(index), end: Int32(index + 1), x0: fragment.x0, y0: fragment.y0,
            x1: fragment.x1, y1: fragment.y1, size: fragment.size, cells: cells,
            isMonospace: fragment.traits.contains(.monospace)))
      }
    }
    return joined(segments, fragments)
  }

  /// Whether a segment is a short sign without letters, such as the number of a line of code.
  private static func isNumber(_ segment: Segment, _ fragments: [Fragment]) -> Bool {
    let first = fragments[Int(segment.first)]
    return segment.end - segment.first == 1 && first.count <= 4
      && first.traits.isDisjoint(with: [.leftToRight, .rightToLeft, .ideographic])
  }

  /// Joins the words of justified lines that are so far apart that each is a segment.
  private static func joined(_ segments: [Segment], _ fragments: [Fragment]) -> [Segment] {
    var result: [Segment] = []
    result.reserveCapacity(segments.count)
    var at = 0
    while at < segments.count {
      let end = endOfStretchedLine(segments, from: at, fragments)
      result.append(segments[at])
      for segment in segments[(at + 1)..<end] {
        let last = result.count - 1
        result[last].end = segment.end
        result[last].x1 = segment.x1
        result[last].y0 = min(result[last].y0, segment.y0)
        result[last].y1 = max(result[last].y1, segment.y1)
        result[last].cells += segment.cells + 1
      }
      at = end
    }
    return result
  }

  private static let leastWords = 4
  /// In units of the font size.
  private static let unequalWhite: Float = 0.06
  private static let mostWhite: Float = 3

  /// Returns the end of a run of words of unequal width with equal white between them; without such a run, of one segment.
  private static func endOfStretchedLine(
    _ segments: [Segment], from start: Int, _ fragments: [Fragment]
  ) -> Int {
    var (end, white) = (start + 1, Float(0))
    var (narrow, wide) = (Float.infinity, Float(0))
    while end < segments.count {
      let (last, next) = (segments[end - 1], segments[end])
      let gap = next.x0 - last.x1
      if end == start + 1 { white = gap }
      guard gap > 0, gap < mostWhite * next.size, abs(gap - white) < unequalWhite * next.size,
        abs(next.size - last.size) < 0.05, abs(next.middle - last.middle) < 0.3 * next.size
      else { break }
      end += 1
    }
    guard end - start >= leastWords else { return start + 1 }
    for segment in segments[start..<end] {
      guard !segment.isMonospace,
        fragments[Int(segment.first)..<Int(segment.end)].contains(where: {
          !$0.traits.isDisjoint(with: .leftToRight)
        })
      else { return start + 1 }
      narrow = min(narrow, segment.x1 - segment.x0)
      wide = max(wide, segment.x1 - segment.x0)
    }
    return wide > 1.5 * narrow ? end : start + 1
  }

  /// Whether a fragment is a sign or an initial that is much larger than the text beside it.
  private static func isTall(_ sign: Fragment, beside text: Fragment) -> Bool {
    guard sign.size > 1.3 * text.size else { return false }
    return sign.count == 1
      || sign.traits.isDisjoint(with: [.leftToRight, .rightToLeft, .ideographic])
  }

  private static func belongs(
    _ fragment: Fragment, to segment: Segment, after last: Fragment
  ) -> Bool {
    if fragment.traits.contains(.startsRow) && !fragment.traits.contains(.rightToLeft)
      && fragment.x0 < last.x0
    {
      return false
    }
    let overlap = min(fragment.y1, last.y1) - max(fragment.y0, last.y0)
    guard overlap > Thresholds.sameLine * min(fragment.y1 - fragment.y0, last.y1 - last.y0) else {
      return false
    }
    let reach = Thresholds.segmentGap * max(min(fragment.size, last.size), 1)
    // Right-to-left words follow each other to the left.
    return (fragment.x0 - last.x1 < reach && fragment.x1 > last.x0)
      || (last.x0 - fragment.x1 < reach && fragment.x0 < last.x0
        && (fragment.traits.contains(.rightToLeft) || last.traits.contains(.rightToLeft)))
  }
}
