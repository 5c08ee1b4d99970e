import DocumentModel

/// Splits the lines of one leaf into paragraphs.
struct Paragraphs {
  let lines: [Line]
  let shape: ColumnShape
  let markers: Markers
  /// The size of the document's running text.
  let bodySize: Float
  /// Whether the running text itself is monospaced.
  let bodyIsMonospace: Bool
  let layout: LineLayout

  init(
    lines: [Line], range: Range<Int>, shape: ColumnShape, markers: Markers, bodySize: Float,
    bodyIsMonospace: Bool, figures: [Box] = []
  ) {
    self.lines = lines
    self.shape = shape
    self.markers = markers
    self.bodySize = bodySize
    self.bodyIsMonospace = bodyIsMonospace
    layout = LineLayout(lines, range, shape, markers, beside: figures)
  }

  func drafts(of range: Range<Int>) -> [Draft] {
    var drafts: [Draft] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, !isBreak(before: end, start: start, in: range) { end += 1 }
      drafts.append(draft(start..<end, in: range))
      start = end
    }
    return drafts
  }

  private func isCode(_ line: Line) -> Bool {
    line.isMonospace && (!bodyIsMonospace || line.isNumberedCode || layout.isUnfilled)
  }

  /// Whether a line is code, or only brackets and a line's number between two lines of code or after the last.
  private func isCode(_ at: Int, in range: Range<Int>) -> Bool {
    if isCode(lines[at]) { return !continuesAddress(at, in: range) && !isInline(at, in: range) }
    guard at > range.lowerBound, isCode(lines[at - 1]),
      at + 1 == range.upperBound || isCode(lines[at + 1])
        || shape.isGap(lines[at], lines[at + 1], isTolerant: false),
      !shape.isGap(lines[at - 1], lines[at], isTolerant: false)
    else { return false }
    let scalars = markers.order[lines[at].first..<lines[at].end].flatMap { index in
      let fragment = markers.fragments[Int(index)]
      return markers.scalars[Int(fragment.start)..<Int(fragment.end)]
    }
    return scalars.count <= 12 && !scalars.contains(where: Script.isLetter)
      && !scalars.allSatisfy(Script.isDigit)
  }

  /// Whether a monospaced line is the end of a sentence that reached the edge in the line before.
  private func isInline(_ at: Int, in range: Range<Int>) -> Bool {
    guard at > range.lowerBound, at + 1 == range.upperBound || !isCode(lines[at + 1]) else {
      return false
    }
    let (last, line) = (lines[at - 1], lines[at])
    return !isCode(last) && !shape.isShort(last, before: line)
      && !shape.isGap(last, line, isTolerant: false)
      && min(abs(shape.inset(line)), abs(line.x0 - last.x0)) < 0.3 * line.size
      && (holdsAddress(line) || !(lastScalar(last).map(Script.isTerminal) ?? true))
  }

  /// Whether a line has the two slashes of an address, which bibliographies set monospaced.
  private func holdsAddress(_ line: Line) -> Bool {
    var last: UInt32 = 0x3A
    var beforeLast: UInt32 = 0
    for index in markers.order[line.first..<line.end] {
      let fragment = markers.fragments[Int(index)]
      for scalar in markers.scalars[Int(fragment.start)..<Int(fragment.end)] {
        if scalar == 0x2F, last == 0x2F, beforeLast == 0x3A { return true }
        (beforeLast, last) = (last, scalar)
      }
    }
    return false
  }

  /// Whether a monospaced line is the rest of an address that begins in the sentence before it, which may take `most` lines more.
  private func continuesAddress(_ at: Int, in range: Range<Int>, most: Int = 2) -> Bool {
    guard most > 0, at > range.lowerBound, let first = firstScalar(lines[at]) else { return false }
    let last = lines[at - 1]
    guard last.first < last.end,
      !isCode(last) || continuesAddress(at - 1, in: range, most: most - 1)
    else {
      return false
    }
    let fragment = markers.fragments[Int(markers.order[last.end - 1])]
    return LineJoin.isInsideAddress(
      markers.scalars[Int(fragment.start)..<Int(fragment.end)], first)
  }

  private func isBreak(before at: Int, start: Int, in range: Range<Int>) -> Bool {
    let (last, line) = (lines[at - 1], lines[at])
    if last.listing != nil || line.listing != nil { return true }
    if isCode(line) || endsUnfinished(last), continuesAddress(at, in: range) { return false }
    if isCode(line), isInline(at, in: range) { return false }
    if isCode(at - 1, in: range) || isCode(at, in: range) { return true }
    if continuesEntry(at) { return false }
    if startsStep(at, in: range) || isRow(before: at) || endsStatement(before: at) { return true }
    if !last.isOneSize(with: line) { return true }
    if markers.isEntry(last), markers.isEntry(line) || markers.endsInDots(last) { return true }
    if isBrokenHeading(last, line, at: at, count: at - start, in: range) { return false }
    let isFull = !layout.isShort(at - 1, last, before: line, shape) || isAsWide(at, start: start)
    let isGoingOn = goesOn(from: last, to: line)
    let mayGoOn = isFull && (isGoingOn || isCutFormula(last, line))
    if shape.isGap(last, line, isTolerant: mayGoOn) { return true }
    if isGoingOn, continuesCaption(at, start: start) { return false }
    if hangsInItem(at, start: start) { return false }
    if last.isBold != line.isBold, !(isFull && isGoingOn) { return true }
    let step = inset(line) - inset(last)
    if isGoingOn, isFull || abs(step) < 0.3 * line.size, isCutWord(last) { return false }
    if continuesNames(at, start: start) || continuesHeading(at, start: start) { return false }
    if startsItem(line, after: last, start: lines[start], isFull: isFull) { return true }
    if startsHangingItem(at, in: range) { return true }
    let isSecond = at - 1 == start
    if step > Thresholds.indent * line.size {
      if isCentred(last), isCentred(line), line.size > bodySize * Thresholds.headingSize {
        return false
      }
      return !(isSecond && isContinuation(at, isFull: isFull, isGoingOn, in: range))
    }
    if step < -Thresholds.indent * line.size, !isSecond, !(isFull && isGoingOn) {
      return !isCentredHeading(last, line)
    }
    if isFull || isCentredHeading(last, line) || isBrokenByHand(at, in: range) || isUneven(at) {
      return false
    }
    let isRagged = !shape.isJustified || !shape.fits(line, after: last)
    let isNearlyFull = shape.right - last.x1 < 0.3 * max(shape.right - shape.left, 1)
    return !(isGoingOn && isRagged && isNearlyFull)
  }

  /// Whether an entry of a table of contents was too long for one line.
  private func continuesEntry(_ at: Int) -> Bool {
    let (last, line) = (lines[at - 1], lines[at])
    guard markers.continuesEntry(from: last, to: line),
      !shape.isGap(last, line, isTolerant: false)
    else { return false }
    return markers.isLeader(line) || line.end - line.first == 1
      || last.x1 - shape.left > Thresholds.brokenEntry * (shape.right - shape.left)
        && line.x0 > last.x0 - 0.5 * line.size
  }

  /// Whether a long sentence ends before the edge and the next one begins a full line without white between, in a column that sets paragraphs apart.
  private func isBrokenByHand(_ at: Int, in range: Range<Int>) -> Bool {
    let (last, line) = (lines[at - 1], lines[at])
    guard shape.hasGaps, abs(inset(line)) < 0.3 * line.size, abs(inset(last)) < 0.3 * line.size,
      last.x1 - last.x0 > 0.3 * (shape.right - shape.left), !last.isBold, !line.isBold,
      at + 1 < range.upperBound, let end = lastScalar(last), Script.isTerminal(end), end != 0x3A,
      markers.marker(of: last) == nil, markers.marker(of: line) == nil
    else { return false }
    return !layout.isShort(at, line, before: lines[at + 1], shape)
  }

  /// Whether a line ends a little before the edge and the next one begins at the left without white, in a column whose paragraphs begin with an indent.
  private func isUneven(_ at: Int) -> Bool {
    let (last, line) = (lines[at - 1], lines[at])
    return shape.hasIndents && abs(inset(line)) < 0.3 * line.size
      && abs(inset(last)) < 0.3 * last.size && !last.isBold && !line.isBold
      && markers.marker(of: line) == nil
      && shape.right - last.x1 < Thresholds.unevenEdge * (shape.right - shape.left)
  }

  /// Whether a line without a marker of its own starts below the text of the item it follows: the text after an item's title.
  private func hangsInItem(_ at: Int, start: Int) -> Bool {
    guard let marker = markers.marker(of: lines[start]), markers.marker(of: lines[at]) == nil else {
      return false
    }
    let line = lines[at]
    return abs(line.x0 - marker.textX0) < 0.2 * line.size
      && marker.textX0 - lines[start].x0 > 0.8 * line.size && lines[start].isBold
  }

  /// Whether the line ends where its neighbours in the paragraph end: a block narrower than its column.
  private func isAsWide(_ at: Int, start: Int) -> Bool {
    let (last, line) = (lines[at - 1], lines[at])
    guard last.x1 - last.x0 > 12 * last.size, abs(last.x0 - line.x0) < 0.3 * last.size else {
      return false
    }
    // The first line of a paragraph may be indented, its last one may end anywhere.
    let isLikeNext = abs(last.x1 - line.x1) < 0.2 * last.size
    let isLikeBefore = at - 2 >= start && abs(last.x1 - lines[at - 2].x1) < 0.2 * last.size
    return isLikeNext || isLikeBefore
  }

  /// Whether two lines belong to one title: larger than the text, alike and close.
  private func isBrokenHeading(
    _ last: Line, _ line: Line, at: Int, count: Int, in range: Range<Int>
  ) -> Bool {
    guard count <= 3, isOneTitle(last, line), markers.marker(of: line) == nil,
      !markers.isEntry(last),
      !(firstScalar(line).map(Script.isDigit) ?? true)
    else { return false }
    if min(last.size, line.size) > bodySize * Thresholds.titleSize { return true }
    // Several bold lines below each other, as on a slide, are no title.
    let end = at - count + 4
    return end >= range.upperBound || !isOneTitle(lines[end - 1], lines[end])
      || !isOneTitle(lines[end - 2], lines[end - 1])
  }

  private func isOneTitle(_ last: Line, _ line: Line) -> Bool {
    let least = last.isBold && line.isBold ? Thresholds.boldTitleSize : Thresholds.titleSize
    return min(last.size, line.size) > bodySize * least
      && abs(last.size - line.size) < 0.02 * line.size && last.isBold == line.isBold
      && line.middle - last.middle < Thresholds.titleLeading * line.size
  }

  private func isCentredHeading(_ last: Line, _ line: Line) -> Bool {
    line.size > bodySize * Thresholds.headingSize && isCentred(last) && isCentred(line)
  }

  /// Returns the distance of a line's start from the column's edge, at the side where reading starts.
  private func inset(_ line: Line) -> Float {
    shape.inset(line)
  }

  /// Whether the sentence continues: it has not ended, and the next line does not start one.
  private func goesOn(from last: Line, to line: Line) -> Bool {
    guard let end = lastScalar(last), let start = firstScalar(line) else { return false }
    if last.endsIdeographic && line.startsIdeographic { return !Script.isTerminal(end) }
    return !Script.isTerminal(end)
      && (Script.isLowerCase(start) || isInCapitals(from: last, to: line))
  }

  /// Whether the line has more than one word and ends with a hyphen after a letter.
  private func isCutWord(_ line: Line) -> Bool {
    guard line.first + 1 < line.end else { return false }
    let fragment = markers.fragments[Int(markers.order[line.end - 1])]
    guard fragment.count > 1, Script.isHyphen(markers.scalars[Int(fragment.end) - 1]) else {
      return false
    }
    return Script.isLetter(markers.scalars[Int(fragment.end) - 2])
  }

  private func isCentred(_ line: Line) -> Bool {
    let left = line.x0 - shape.left
    let right = shape.right - line.x1
    return left > line.size && abs(left - right) < max(line.size, 0.1 * (left + right))
  }

  /// Whether the line is the indented second line of a paragraph with a hanging indent or a marker.
  private func isContinuation(
    _ at: Int, isFull: Bool, _ isGoingOn: Bool, in range: Range<Int>
  ) -> Bool {
    let (last, line) = (lines[at - 1], lines[at])
    if layout.isHanging(at) { return true }
    if let marker = markers.marker(of: last) {
      // An italic heading before an indented paragraph.
      if !isFull, !isGoingOn, last.isItalic, !line.isItalic, at + 1 < range.upperBound,
        inset(line) - inset(lines[at + 1]) > Thresholds.indent * line.size
      {
        return false
      }
      return abs(marker.textX0 - line.x0) < 0.4 * line.size
        || isFull && (marker.isBullet || marker.textX0 - line.x0 < 1.2 * line.size)
        || isFull && inset(line) > inset(last)
    }
    guard isFull else { return false }
    if isGoingOn && lastScalar(last) != 0x3B || layout.isHangingColumn { return true }
    guard at + 1 < range.upperBound else { return false }
    let next = lines[at + 1]
    return abs(next.x0 - line.x0) < 0.2 * line.size && abs(next.size - line.size) < 0.1
      && next.middle - line.middle < shape.leading * Thresholds.paragraphGap
  }

  private func startsItem(_ line: Line, after last: Line, start: Line, isFull: Bool) -> Bool {
    if line.size < bodySize * Thresholds.footnoteSize, markers.startsNote(line) { return true }
    guard let marker = markers.marker(of: line) else { return false }
    // The names of a bibliography entry, `Madden, T. L.`, with the last initial on the next line.
    if markers.isInitial(line), markers.endsInInitial(last) { return false }
    if !isFull { return true }
    if marker.isBullet,
      markers.scalars[Int(markers.fragments[Int(markers.order[line.first])].start)]
        > 0x2020, firstScalar(line) != 0x30FB
    {
      return true
    }
    // `S. T. Pope` within a sentence.
    if markers.isInitial(line), let end = lastScalar(last), !Script.isTerminal(end) { return false }
    // Back at the column's edge after an indented first line, where any full line continues.
    let isBack =
      last.x0 == start.x0 && last.x0 > line.x0 && abs(shape.inset(line)) < 0.3 * line.size
    if abs(line.x0 - last.x0) > 0.3 * line.size, !isBack || marker.isBullet { return true }
    guard let first = markers.marker(of: start), abs(start.x0 - line.x0) < 0.5 * line.size else {
      return false
    }
    if first.isBullet || marker.isBullet || markers.style(of: start) == markers.style(of: line) {
      return true
    }
    return lastScalar(last).map { Script.isTerminal($0) || $0 == 0x3B || $0 == 0x2C } ?? true
  }

  /// Whether the line after one with a marker starts below the text that follows the marker.
  private func startsHangingItem(_ at: Int, in range: Range<Int>) -> Bool {
    guard at + 1 < range.upperBound, let marker = markers.marker(of: lines[at]),
      !markers.isInitial(lines[at])
    else { return false }
    let (line, next) = (lines[at], lines[at + 1])
    return marker.textX0 > line.x0 + 0.8 * line.size
      && abs(next.x0 - marker.textX0) < 0.15 * line.size
      && !shape.isGap(line, next, isTolerant: false)
  }

  func firstScalar(_ line: Line) -> UInt32? {
    guard line.first < line.end else { return nil }
    return markers.scalars[Int(markers.fragments[Int(markers.order[line.first])].start)]
  }

  func lastScalar(_ line: Line) -> UInt32? {
    guard line.first < line.end else { return nil }
    return markers.scalars[Int(markers.fragments[Int(markers.order[line.end - 1])].end) - 1]
  }

  private func draft(_ range: Range<Int>, in leaf: Range<Int>) -> Draft {
    let (first, last) = (lines[range.lowerBound], lines[range.upperBound - 1])
    let size = lines[range].reduce(0) { max($0, $1.size) }
    var draft = Draft(lines: Array(range), kind: .paragraph, size: size)
    let marker = markers.marker(of: first)
    if first.listing != nil || isCode(range.lowerBound, in: leaf) {
      (draft.kind, draft.isMonospace) = (.code, true)
    } else if marker != nil {
      draft.kind = .listItem(depth: 0)
    }
    draft.hang =
      range.count > 1
      ? inset(lines[range.lowerBound + 1]) : marker.map { $0.textX0 - shape.left } ?? 0
    let isIndented = inset(first) > Thresholds.indent * first.size
    draft.isOpenAtStart = marker == nil && !isIndented && !shape.isMargin
    // A line is full if no word, however short, would have fitted.
    let end = last.isRightToLeft ? last.x0 - shape.left : shape.right - last.x1
    let slack: Float = shape.isJustified ? Thresholds.shortLine : 4
    let isOver = lastScalar(last).map(Script.isTerminal) ?? true
    draft.isOpenAtEnd =
      !shape.isMargin && !markers.endsInDots(last) && !(isOver && shape.endsEarly(last))
      && (end < slack * max(last.size, 1) * (last.isIdeographic ? 2.5 : 1)
        || !isOver && !shape.isJustified && end < 0.35 * (shape.right - shape.left)
          && last.x1 - last.x0 > 15 * last.size)
    return draft
  }
}
