/// Joins drafts that continue across the end of a column.
struct Continuation {
  let lines: [Line]
  let markers: Markers
  let shapes: [ColumnShape]

  /// Joins drafts in reading order; drafts outside the flow are placed after the paragraph they
  /// interrupted.
  func join(_ drafts: [Draft]) -> [Draft] {
    var joined: [Draft] = []
    joined.reserveCapacity(drafts.count)
    /// The index in `joined` of the last draft of the flow.
    var open: Int?
    /// An incomplete sentence at a column's end, and the number of drafts since.
    var pending: (at: Int, passed: Int)?
    for draft in drafts {
      guard draft.isInFlow else {
        joined.append(draft)
        continue
      }
      if let at = open, goesOn(joined[at], with: draft) {
        append(draft, to: &joined[at])
        continue
      }
      if let at = pending?.at, goesOnAfterFigure(joined[at], with: draft) {
        append(draft, to: &joined[at])
        (open, pending) = (at, nil)
        continue
      }
      if let at = open, pending == nil, isLeftOpen(joined[at]) { pending = (at, 0) }
      if let passed = pending?.passed {
        pending?.passed = passed + 1
        // Running text that is complete in itself is not part of a figure.
        if passed >= Self.mostPassed || draft.lines.count > 2 && isBodyText(draft) { pending = nil }
      }
      open = joined.count
      joined.append(draft)
    }
    return joined
  }

  /// The largest number of drafts (figure labels, code lines) between the halves of a paragraph.
  private static let mostPassed = 40

  private func append(_ draft: Draft, to open: inout Draft) {
    open.lines += draft.lines
    open.isOpenAtEnd = draft.isOpenAtEnd
  }

  /// Whether the paragraph is the last of its column's text and ends within a sentence.
  private func isLeftOpen(_ draft: Draft) -> Bool {
    guard draft.isOpenAtEnd, !draft.isMonospace, draft.lines.count > 1, let end = draft.lines.last
    else { return false }
    if case .heading = draft.kind { return false }
    return !endsSentence(lines[end]) && isBodyText(draft)
  }

  private func isBodyText(_ draft: Draft) -> Bool {
    guard let first = draft.lines.first else { return false }
    let line = lines[first]
    return !draft.isMonospace && line.x1 - line.x0 > 0.75 * columnWidth(line)
      && line.x1 - line.x0 > 15 * line.size
  }

  /// Whether the line is long enough for running text in a ragged column and ends within a
  /// sentence.
  private func isRaggedText(_ line: Line) -> Bool {
    !shapes[line.leaf].isJustified && !endsSentence(line)
      && line.x1 - line.x0 > max(0.6 * columnWidth(line), 15 * line.size)
  }

  private func columnWidth(_ line: Line) -> Float {
    shapes[line.leaf].right - shapes[line.leaf].left
  }

  /// Whether an incomplete paragraph continues further down, after a figure at the top of the next
  /// column.
  private func goesOnAfterFigure(_ first: Draft, with second: Draft) -> Bool {
    guard let end = first.lines.last, let start = second.lines.first else { return false }
    let (last, line) = (lines[end], lines[start])
    return last.leaf != line.leaf && last.isOneSize(with: line) && second.kind == .paragraph
      && !second.isMonospace
      && (startsLower(line) || line.startsIdeographic && second.isOpenAtStart)
      && abs(line.x0 - shapes[line.leaf].left) < line.size
      && (second.lines.count == 1 || isBodyText(second))
      && abs(columnWidth(last) - columnWidth(line)) < 0.1 * columnWidth(last)
  }

  private func goesOn(_ first: Draft, with second: Draft) -> Bool {
    guard let end = first.lines.last, let start = second.lines.first,
      lines[end].leaf != lines[start].leaf, !shapes[lines[end].leaf].isMargin,
      !shapes[lines[start].leaf].isMargin, !second.isMonospace,
      first.isOpenAtEnd || isRaggedText(lines[end]),
      !first.isMonospace, !markers.endsInDots(lines[end])
    else { return false }
    let (last, line) = (lines[end], lines[start])
    guard last.isOneSize(with: line),
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

  /// Whether a line starts with a number such as `(2)` that belongs to the sentence before.
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
