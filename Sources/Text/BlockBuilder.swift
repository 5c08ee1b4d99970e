import DocumentModel

/// Composes the text of a block from the lines of a draft.
struct BlockBuilder {
  let text: PageText
  let fragments: [Fragment]
  let lines: Lines
  let markers: Markers
  let habits: LineJoin.Habits

  private struct Writing {
    var scalars: [UInt32] = []
    var origins: [Int32] = []
    var hyphens: [LineHyphen] = []
    var spans: [BlockSpan] = []
    var box: Box?
    /// The current table column, for a table row.
    var column = 0

    mutating func put(_ scalar: UInt32, from origin: Int32 = -1) {
      scalars.append(scalar)
      origins.append(origin)
    }
  }

  /// `columns`: the columns of the table, if the draft is a table row whose lines hold several cells.
  func block(_ draft: Draft, left: Float, columns: TableColumns? = nil) -> TextBlock? {
    var writing = Writing()
    let glyphs = draft.lines.reduce(0) { $0 + (lines.list[$1].end - lines.list[$1].first) * 7 }
    writing.scalars.reserveCapacity(glyphs)
    writing.origins.reserveCapacity(glyphs)
    for (number, index) in draft.lines.enumerated() {
      let line = lines.list[index]
      guard line.first < line.end else { continue }
      let column = draft.columns.isEmpty ? writing.column : draft.columns[number]
      if number > 0, column == writing.column { join(&writing, to: line) }
      goTo(column, &writing)
      if draft.kind == .code { indent(&writing, line, left) }
      write(line, into: &writing, kind: draft.kind, isFirst: number == 0, columns)
    }
    guard let box = writing.box, !writing.scalars.isEmpty else { return nil }
    if draft.lines.contains(where: { lines.list[$0].isRightToLeft }) {
      MirroredBrackets.turn(&writing.scalars)
    }
    return TextBlock(
      kind: draft.kind, box: box, scalars: writing.scalars, origins: writing.origins,
      continues: draft.isOpenAtEnd && draft.isInFlow,
      isContinuation: draft.isOpenAtStart && draft.isInFlow, hyphens: writing.hyphens,
      spans: writing.spans)
  }

  /// Returns numbers of lines or a watermark as one block outside the text; nil if there are none.
  func footer(_ fragments: [Fragment]) -> TextBlock? {
    guard let first = fragments.first else { return nil }
    var block = TextBlock(
      kind: .footer, box: text.boxes[Int(first.start)], scalars: [], origins: [])
    for fragment in fragments {
      if !block.scalars.isEmpty, !fragment.traits.isDisjoint(with: [.blankBefore, .startsRow]) {
        block.scalars.append(0x20)
        block.origins.append(-1)
      }
      for index in Int(fragment.start)..<Int(fragment.end) {
        block.scalars.append(text.scalars[index])
        block.origins.append(Int32(index))
        block.box = block.box.union(text.boxes[index])
      }
    }
    return block
  }

  private func write(
    _ line: Line, into writing: inout Writing, kind: TextBlock.Kind, isFirst: Bool,
    _ columns: TableColumns?
  ) {
    var last: Fragment?
    var marker: Markers.Marker?
    if isFirst, case .listItem = kind { marker = markers.marker(of: line) }
    for at in line.first..<line.end {
      let fragment = fragments[Int(lines.order[at])]
      let isMark =
        line.listing == nil
        && markers.isNoteMark(fragment, size: line.size, middle: line.middle)
      if last == nil, let columns { goTo(columns.column(of: fragment), &writing) }
      if let listing = line.listing, last != nil, at == line.first + listing.numbers {
        blanks(1, &writing)
        indent(&writing, listing)
      } else if let last {
        if isFirst, at == line.first + 1, writing.spans.first?.kind == .noteMark {
          writing.put(0x20, from: origin(of: fragment))
        } else if !(isMark && fragment.x0 - last.x1 < Thresholds.markGap * line.size) {
          gap(between: last, and: fragment, line, &writing, kind, columns)
        }
        if let marker, marker.fragments == at - line.first {
          mark(marker, 0..<writing.scalars.count, &writing)
        }
      }
      let start = writing.scalars.count
      let figures =
        kind == .footnote && isFirst && last == nil ? markers.leadingFigures(line) : 0
      copy(fragment, into: &writing, partedAt: figures)
      if let marker, marker.fragments == 0, last == nil { mark(marker, 0..<1, &writing) }
      let isOwnMark =
        isFirst && last == nil && isMark && (kind == .footnote || startsNote(line))
      if figures > 0 {
        writing.spans.append(BlockSpan(kind: .noteMark, range: 0..<figures))
      } else if isOwnMark || isMark && at > line.first && hangsOnWord(start, in: writing.scalars) {
        writing.spans.append(BlockSpan(kind: .noteMark, range: start..<writing.scalars.count))
      }
      last = fragment
    }
  }

  /// Whether a note mark precedes a capital, as in authors' addresses.
  private func startsNote(_ line: Line) -> Bool {
    guard line.first + 1 < line.end else { return false }
    let next = fragments[Int(lines.order[line.first + 1])]
    return next.size > 0.9 * line.size && Script.isUpperCase(text.scalars[Int(next.start)])
  }

  private func mark(_ marker: Markers.Marker, _ range: Range<Int>, _ writing: inout Writing) {
    writing.spans.append(BlockSpan(kind: marker.isBullet ? .bullet : .number, range: range))
  }

  /// Whether raised digits are a note mark: after a word or its punctuation they are, after a single letter they are an exponent.
  private func hangsOnWord(_ at: Int, in scalars: [UInt32]) -> Bool {
    guard at >= 2 else { return false }
    let (before, last) = (scalars[at - 2], scalars[at - 1])
    if Script.isLetter(last) { return Script.isLetter(before) }
    return Script.isTerminal(last) || last == 0x2C || last == 0x3B || Script.isClosing(last)
      || Script.isIdeographic(last)
  }

  /// Writes a fragment, with a blank after the first `figures` digits if a note number is joined to its text.
  private func copy(_ fragment: Fragment, into writing: inout Writing, partedAt figures: Int) {
    for index in Int(fragment.start)..<Int(fragment.end) {
      let scalar = text.scalars[index]
      if figures > 0, index == Int(fragment.start) + figures { writing.put(0x20) }
      // Soft hyphens are visible at line ends only, where line joining handles them.
      if scalar == 0xAD, index + 1 < Int(fragment.end) { continue }
      if let letters = Script.letters(ofLigature: scalar) {
        for letter in letters { writing.put(letter, from: Int32(index)) }
      } else {
        writing.put(scalar, from: Int32(index))
      }
    }
    let first = text.boxes[Int(fragment.start)]
    let box = first.union(text.boxes[Int(fragment.end) - 1])
    writing.box = writing.box?.union(box) ?? box
  }

  private func gap(
    between last: Fragment, and fragment: Fragment, _ line: Line, _ writing: inout Writing,
    _ kind: TextBlock.Kind, _ columns: TableColumns?
  ) {
    let ahead = fragment.x0 - last.x1
    // Left-to-right words follow each other to the right in any line.
    let width = line.isRightToLeft ? max(last.x0 - fragment.x1, ahead) : ahead
    let size = max(min(last.size, fragment.size), 0.1)
    if line.listing != nil, !line.isMonospace, width > 1.5 * size {
      blanks((width / (0.5 * size)).nearest(in: 0...Self.remarkGap), &writing)
      return
    }
    if kind == .code, line.listing == nil || line.isMonospace {
      let cell = max(last.x1 - last.x0, 0.1) / Float(max(last.count, 1))
      blanks((width / cell).nearest(in: 0...200), &writing)
      return
    }
    let (left, right) = line.isRightToLeft ? (fragment, last) : (last, fragment)
    if let columns, TableColumns.isBetweenCells(width, left, right) {
      goTo(max(columns.column(of: fragment), writing.column + 1), &writing)
      return
    }
    if Script.isIdeographic(text.scalars[Int(last.end) - 1]),
      Script.isIdeographic(text.scalars[Int(fragment.start)])
    {
      if width > Thresholds.ideographGap * size, fragment.traits.contains(.blankBefore) {
        writing.put(0x20, from: origin(of: fragment))
      }
      return
    }
    if isSign(text.scalars[Int(last.end) - 1]) || isSign(text.scalars[Int(fragment.start)]),
      width < 0.8 * size, kind != .tableRow
    {
      // Half of a full-width punctuation mark is white.
      return
    }
    if fragment.traits.contains(.rightToLeft) || last.traits.contains(.rightToLeft) {
      // Poppler places blanks one word too far in right-to-left text.
      let white = max(width, ahead)
      if white > Thresholds.turnedGap * size { writing.put(0x20, from: origin(of: fragment)) }
      return
    }
    let isNeighbour = fragment.start >= last.end && fragment.start <= last.end + 2
    let isBlank =
      isNeighbour && !fragment.traits.contains(.startsRow)
      ? fragment.traits.contains(.blankBefore) || width > 0.5 * size
      : width > Thresholds.wordGap * size
    guard isBlank else { return }
    if let binding = bindingBlank(between: last, and: fragment) {
      writing.put(text.scalars[binding], from: Int32(binding))
    } else {
      writing.put(0x20, from: origin(of: fragment))
    }
  }

  /// Cells before a remark that is flush right.
  private static let remarkGap = 4

  /// Moves to a table column, writing a tab for each column on the way, including empty cells.
  private func goTo(_ column: Int, _ writing: inout Writing) {
    for _ in writing.column..<max(writing.column, column) { writing.put(0x09) }
    writing.column = max(writing.column, column)
  }

  /// Returns the index of a no-break blank between two words; nil if there is none, or an ordinary blank too.
  private func bindingBlank(between last: Fragment, and fragment: Fragment) -> Int? {
    let between = Int(last.end)..<max(Int(last.end), Int(fragment.start))
    guard (1...3).contains(between.count),
      between.allSatisfy({ Script.isBinding(text.scalars[$0]) })
    else { return nil }
    return between.lowerBound
  }

  private func isSign(_ scalar: UInt32) -> Bool {
    Script.isIdeographic(scalar) && !Script.isWritten(scalar) && scalar != 0x3005
      && !(0xFF10...0xFF5A).contains(scalar)
  }

  /// Returns the index of poppler's blank before a fragment, -1 if there is none.
  private func origin(of fragment: Fragment) -> Int32 {
    fragment.start > 0 && Script.isBlank(text.scalars[Int(fragment.start) - 1])
      ? fragment.start - 1 : -1
  }

  private func blanks(_ count: Int, _ writing: inout Writing) {
    for _ in 0..<count { writing.put(0x20) }
  }

  private func indent(_ writing: inout Writing, _ line: Line, _ left: Float) {
    if let listing = line.listing {
      let number = (0..<listing.numbers).reduce(0) {
        $0 + fragments[Int(lines.order[line.first + $1])].count
      }
      blanks(max(listing.gutter - number, 0), &writing)
      guard listing.numbers == 0 else { return }
      blanks(1, &writing)
      return indent(&writing, listing)
    }
    let first = fragments[Int(lines.order[line.first])]
    let cell = max((first.x1 - first.x0) / Float(max(first.count, 1)), 0.5)
    blanks(((line.x0 - left) / cell).nearest(in: 0...120), &writing)
  }

  /// Indents the code of a line, after its number if it has one.
  private func indent(_ writing: inout Writing, _ listing: ListingLine) {
    blanks(((listing.start - listing.left) / listing.cell).nearest(in: 0...120), &writing)
  }

  private func join(_ writing: inout Writing, to line: Line) {
    let head = head(of: line)
    switch LineJoin.decide(tail: writing.scalars[...], head: head[...], habits) {
    case .blank: writing.put(0x20)
    case .direct: break
    case .withHyphen(let isOpen):
      writing.hyphens.append(
        LineHyphen(
          index: Int32(writing.scalars.count - 1), origin: writing.origins.last ?? -1,
          isKept: true, isOpen: isOpen))
    case .withoutHyphen(let isOpen):
      writing.scalars.removeLast()
      let origin = writing.origins.removeLast()
      writing.hyphens.append(
        LineHyphen(
          index: Int32(writing.scalars.count), origin: origin, isKept: false, isOpen: isOpen))
    }
  }

  /// Returns the first word of a line, which may consist of several fragments.
  private func head(of line: Line) -> [UInt32] {
    var head: [UInt32] = []
    for at in line.first..<line.end {
      let fragment = fragments[Int(lines.order[at])]
      if at > line.first, fragment.traits.contains(.blankBefore) { break }
      head += text.scalars[Int(fragment.start)..<Int(fragment.end)].prefix(60)
      if head.count > 60 { break }
    }
    return head
  }
}
