/// Classifies the blocks of a page: headings, captions, footnotes.
struct Kinds {
  let lines: Lines
  let fragments: [Fragment]
  let scalars: [UInt32]
  let markers: Markers
  let bodySize: Float
  let evidence: DocumentEvidence?

  func name(_ drafts: inout [Draft]) {
    for index in drafts.indices where isText(drafts[index]) {
      if isCaption(drafts[index]) {
        drafts[index].kind = .caption
      } else if let level = headingLevel(drafts[index]) ?? numberedLevel(drafts[index]) {
        drafts[index].kind = .heading(level: level)
        drafts[index].isOpenAtEnd = false
        drafts[index].isOpenAtStart = false
      }
    }
  }

  /// Marks blocks in small print at the end of a leaf as footnotes, from the first one with a note mark on.
  func nameFootnotes(_ drafts: inout [Draft]) {
    var start = drafts.count
    while start > 0, drafts[start - 1].size < bodySize * Thresholds.footnoteSize,
      drafts[start - 1].lines.allSatisfy({ lines.list[$0].listing == nil })
    {
      start -= 1
    }
    guard start < drafts.count, start > 0 || drafts.count <= 4 else { return }
    while start < drafts.count {
      let first = lines.list[drafts[start].lines[0]]
      if markers.startsNote(first) || startsNumberedNotes(start, of: drafts) { break }
      start += 1
    }
    for index in start..<drafts.count { drafts[index].kind = .footnote }
  }

  /// Whether the small print below the text is numbered `1.`: notes of a style without raised marks.
  private func startsNumberedNotes(_ start: Int, of drafts: [Draft]) -> Bool {
    guard start > 0, let above = drafts[start - 1].lines.last else { return false }
    let (last, first) = (lines.list[above], lines.list[drafts[start].lines[0]])
    guard isNumbered(first), last.size > first.size * Thresholds.sizeStep,
      first.middle - last.middle > 1.6 * last.size
    else { return false }
    let below = drafts[start...].reduce(0) { $0 + $1.lines.count }
    return below * 3 < drafts.reduce(0) { $0 + $1.lines.count }
  }

  private func isNumbered(_ line: Line) -> Bool {
    if markers.leadingFigures(line) > 0 { return true }
    guard let style = markers.style(of: line) else { return false }
    return style.isDigit && style.opening == 0 && style.closing == 0x2E
  }

  private func isText(_ draft: Draft) -> Bool {
    switch draft.kind {
    case .paragraph, .listItem: true
    default: false
    }
  }

  private func headingLevel(_ draft: Draft) -> Int? {
    guard let first = draft.lines.first.map({ lines.list[$0] }) else { return nil }
    let isLarge = draft.size > bodySize * Thresholds.headingSize
    let isBold = draft.lines.allSatisfy { lines.list[$0].isBold }
    guard isLarge || isBold && draft.size > bodySize * 0.95, draft.lines.count <= (isLarge ? 4 : 2)
    else { return nil }
    let text = text(of: draft)
    guard text.count <= 240,
      text.contains(where: { Script.isLetter($0) || Script.isIdeographic($0) })
    else { return nil }
    if !isLarge, let last = text.last, last == 0x2C || last == 0x3B { return nil }
    // List items and long sentences are no headings, however they are set.
    if let first = text.first, Script.isBullet(first) { return nil }
    // `[17] A. Doe. A title.` is a work, `[Re] A title` is none.
    if let label = EntryLabel.read(text), label.isBracketed,
      label.label.contains(where: Script.isDigit)
    {
      return nil
    }
    if text.count > Self.longestTitle, let last = text.last, Script.isTerminal(last) { return nil }
    return evidence?.headingLevel(size: first.size, isLarge: isLarge) ?? (isLarge ? 1 : 2)
  }

  /// Returns the level of a heading in the size of the text; nil for other text.
  private func numberedLevel(_ draft: Draft) -> Int? {
    guard draft.lines.count <= 3, let first = draft.lines.first.map({ lines.list[$0] }) else {
      return nil
    }
    let text = text(of: draft)
    guard text.count <= Self.longestTitle, let heading = NumberedHeading(text) else { return nil }
    let level = evidence?.headingLevel(size: first.size, isLarge: false) ?? 2
    switch heading {
    case .section: return level
    case .subsection: return draft.lines.allSatisfy { lines.list[$0].isItalic } ? level + 1 : nil
    }
  }

  private func text(of draft: Draft) -> [UInt32] {
    draft.lines.prefix(4).flatMap { line in
      lines.order[lines.list[line].first..<lines.list[line].end].prefix(40).flatMap {
        scalars[Int(fragments[Int($0)].start)..<Int(fragments[Int($0)].end)].prefix(60)
      }
    }
  }

  /// The maximum length in scalars of a title that ends with a full stop.
  private static let longestTitle = 100

  /// Whether the block starts with `Figure 3:`, `Tab. 2.`, `TABLE IV`, `図1` or the like.
  private func isCaption(_ draft: Draft) -> Bool {
    guard let line = draft.lines.first.map({ lines.list[$0] }), line.first < line.end else {
      return false
    }
    let word = scalars(line.first)
    if isCompactCaption(line, draft) { return true }
    guard line.first + 1 < line.end else { return false }
    if let sign = word.first, sign == 0x56F3 || sign == 0x8868 || sign == 0x56FE {
      return word.count >= 2 && word.count <= 6
        && word.dropFirst().prefix(1).allSatisfy(Script.isDigit)
        && draft.lines.count <= 3
    }
    guard CaptionWord.kind(of: word) != nil else { return false }
    let number = scalars(line.first + 1)
    guard let first = number.first, let end = number.last,
      Script.isDigit(first) || CaptionWord.number(in: number, from: number.startIndex) != nil
    else { return false }
    return end == 0x3A || end == 0x2E || line.isBold || isBoldLabel(line)
      || draft.size < bodySize * 0.98
  }

  /// Whether the first two words of a line are bold, and no sentence goes on after them.
  private func isBoldLabel(_ line: Line) -> Bool {
    let label = lines.order[line.first..<(line.first + 2)].map { fragments[Int($0)] }
    guard label.allSatisfy({ $0.traits.contains(.bold) }) else { return false }
    return line.first + 2 == line.end
      || scalars(line.first + 2).first.map { !Script.isLowerCase($0) } ?? true
  }

  /// Whether a short block starts with a word and its number without a blank between, or with one in a script that has none: `Fig.3.`, `図 1 画像`.
  private func isCompactCaption(_ line: Line, _ draft: Draft) -> Bool {
    var text: [UInt32] = []
    for at in line.first..<min(line.end, line.first + 4) {
      if fragments[Int(lines.order[at])].traits.contains(.blankBefore), !text.isEmpty {
        text.append(0x20)
      }
      text += scalars(at).prefix(12)
    }
    guard let first = text.first, let (_, end) = CaptionWord.beginning(text[...]) else {
      return false
    }
    if end < text.count, Self.captionStops.contains(text[end]) { return true }
    guard Script.isIdeographic(first), draft.lines.count <= 3 else { return false }
    return end == text.count || Script.isBlank(text[end])
  }

  /// Full stops and colons.
  private static let captionStops: Set<UInt32> = [0x2E, 0x3A, 0xFF0E, 0xFF1A]

  private func scalars(_ at: Int) -> ArraySlice<UInt32> {
    let fragment = fragments[Int(lines.order[at])]
    return scalars[Int(fragment.start)..<Int(fragment.end)]
  }
}
