/// Joins drafts that go on over the end of a column.
struct Continuation {
  let lines: [Line]
  let markers: Markers
  let shapes: [ColumnShape]

  /// Drafts in reading order; what stands beside the flow comes after the paragraph it interrupted.
  func join(_ drafts: [Draft]) -> [Draft] {
    var joined: [Draft] = []
    joined.reserveCapacity(drafts.count)
    /// Where in `joined` the last draft of the flow is.
    var open: Int?
    for draft in drafts {
      guard draft.isInFlow else {
        joined.append(draft)
        continue
      }
      if let at = open, goesOn(joined[at], with: draft) {
        joined[at].lines += draft.lines
        joined[at].isOpenAtEnd = draft.isOpenAtEnd
      } else {
        open = joined.count
        joined.append(draft)
      }
    }
    return joined
  }

  private func goesOn(_ first: Draft, with second: Draft) -> Bool {
    guard let end = first.lines.last, let start = second.lines.first,
      lines[end].leaf != lines[start].leaf, first.isOpenAtEnd, !second.isMonospace,
      !first.isMonospace
    else { return false }
    let (last, line) = (lines[end], lines[start])
    guard max(last.size, line.size) <= min(last.size, line.size) * Thresholds.sizeStep,
      second.kind == .paragraph || isInnerNumber(line, after: last)
    else { return false }
    if case .heading = first.kind { return false }
    let lowerCase = startsLower(line)
    let isHanging =
      abs(line.x0 - shapes[line.leaf].left - first.hang) < 0.4 * line.size && first.hang > 0
    guard second.isOpenAtStart || isHanging || lowerCase || second.kind != .paragraph else {
      return false
    }
    if endsWithHyphen(last) && lowerCase { return true }
    if shapes[last.leaf].isShort(last, before: line) { return lowerCase && !endsSentence(last) }
    return true
  }

  /// `(2)` inside a sentence that stands at the start of a line by chance.
  private func isInnerNumber(_ line: Line, after last: Line) -> Bool {
    guard let marker = markers.marker(of: line), !marker.isBullet else { return false }
    let end = lastScalar(last)
    let sign = markers.scalars[Int(markers.fragments[Int(markers.order[line.first])].start)]
    return sign == 0x28 && !Script.isTerminal(end) && end != 0x3B
  }

  private func startsLower(_ line: Line) -> Bool {
    guard line.first < line.end else { return false }
    return Script.isLowerCase(
      markers.scalars[Int(markers.fragments[Int(markers.order[line.first])].start)])
  }

  private func lastScalar(_ line: Line) -> UInt32 {
    guard line.first < line.end else { return 0 }
    return markers.scalars[Int(markers.fragments[Int(markers.order[line.end - 1])].end) - 1]
  }

  private func endsWithHyphen(_ line: Line) -> Bool { Script.isHyphen(lastScalar(line)) }

  private func endsSentence(_ line: Line) -> Bool { Script.isTerminal(lastScalar(line)) }
}
