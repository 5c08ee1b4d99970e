package import Canvas
package import DocumentModel
package import Messages
package import Text

/// How a page's text is laid out in the window.
package enum ReadingMode: String, Sendable, Hashable {
  /// One column of paragraphs.
  case reflow
  /// Every character at its place.
  case layout
}

/// A page set into lines for one width and mode.
package struct PageLayout: Sendable, Hashable {
  package var lines: [TextLine]

  /// Lays out a page; `next` names the page after it in the rule between the two, figures are images if there is space for them.
  ///
  /// A page without words takes the `rows` of its image beside it, so that scrolling the text scrolls the image.
  package init(
    _ content: PageContent, mode: ReadingMode, width: Int, next: String? = nil, bidi: Bidi = .none,
    figures: FigureSpace? = nil, rows: Int = 0, divides: Preferences.WordDivision = .never
  ) {
    if let blocks = content.text.blocks {
      let setter = AuthoredSetter(
        content, width: width, isCut: mode == .layout, bidi: bidi, figures: figures,
        divides: divides)
      lines = setter.lines(blocks)
      // A portion without lines still has a place.
      if lines.isEmpty { lines = [TextLine(kind: .body)] }
      if mode == .layout { scrollTogether() }
      return
    }
    let divisions = LineBreaker.Divisions(
      divides.applies(to: width) ? content.hyphenation : nil)
    var lines: [TextLine] = []
    switch mode {
    case .layout: lines = content.grid.map { VisualOrder.inPlace($0, bidi) }
    case .reflow where content.blocks.allSatisfy(\.scalars.isEmpty):
      // A scan takes the column's width, however high it becomes.
      if let space = figures?.unlimited {
        lines = PageLayout.reflowed(content.blocks, width: width, bidi, space, divisions)
      }
    case .reflow:
      lines = PageLayout.reflowed(content.blocks, width: width, bidi, figures, divisions)
    }
    if lines.isEmpty {
      lines = [PageLayout.note(Self.emptyText(hasRows: rows > 0, width))]
      lines += [TextLine](repeating: TextLine(kind: .body), count: max(0, rows - 1))
    }
    if content.isBeingRecognized {
      let note = PageLayout.note("(recognising the words of this page…)")
      // Above the image of the page, in place of other words.
      if lines[0].kind == .placeholder { lines[0] = note } else { lines.insert(note, at: 0) }
    }
    if let next {
      let end = TextLine(kind: .body, start: content.text.scalars.count)
      lines += [end, PageLayout.rule(next, width: width, start: end.start), end]
    }
    self.lines = lines
    if mode == .layout { scrollTogether() }
  }

  /// Returns what a page without words says; with rows, its image is beside it.
  private static func emptyText(hasRows: Bool, _ width: Int) -> String {
    if hasRows { return "(no text on this page)" }
    let words = "(no text on this page; p shows its picture)"
    return words.count <= width ? words : "(no text; p shows the picture)"
  }

  /// Makes all lines scroll sideways as far as the widest.
  private mutating func scrollTogether() {
    let extent = lines.reduce(0) { max($0, ($1.glyphs.last?.column ?? 0) + 1) }
    for index in lines.indices { lines[index].extent = extent }
  }

  private static func reflowed(
    _ blocks: [TextBlock], width: Int, _ bidi: Bidi, _ figures: FigureSpace?,
    _ divisions: LineBreaker.Divisions
  ) -> [TextLine] {
    var lines: [TextLine] = []
    var previous: TextBlock?
    var rest = blocks.filter { !$0.scalars.isEmpty || $0.kind == .figure }.map(\.withRaisedMarks)[
      ...]
    while let block = rest.first {
      // A figure without words is at the place of the text before it.
      let origin = block.origins.first { $0 >= 0 }
      let start = origin.map { Int($0) } ?? lines.last?.start ?? 0
      if let before = previous, needsGap(after: before.kind, before: block.kind),
        !areEntries(before, block)
      {
        lines.append(TextLine(kind: .body, start: start))
      }
      let first = lines.count
      if block.kind == .tableRow {
        let rows = rest.prefix { $0.kind == .tableRow && $0.region == block.region }
        lines += TableSetter.lines(of: Array(rows), width: width)
        rest = rest.dropFirst(rows.count)
        previous = rows.last
      } else if block.kind == .figure || block.kind == .formula, let figures {
        lines += pictureLines(of: block, width: width, in: figures, start: start)
        rest = rest.dropFirst()
        previous = block
      } else {
        lines += inOrder(
          set(block, width: width, divisions), of: block, width: width, bidi)
        rest = rest.dropFirst()
        previous = block
      }
      for index in lines[first...].indices {
        lines[index].region = block.region?.region
        if block.kind == .figure { lines[index].start = start }
      }
    }
    return lines
  }

  /// Whether adjacent single lines belong together, as in a table of contents or an address.
  private static func areEntries(_ a: TextBlock, _ b: TextBlock) -> Bool {
    if case .paragraph = a.kind, case .paragraph = b.kind, LeaderSetter.isEntry(a),
      LeaderSetter.isEntry(b)
    {
      return true
    }
    let heights = [a.box.y1 - a.box.y0, b.box.y1 - b.box.y0]
    let gap = b.box.y0 - a.box.y1
    guard case .paragraph = a.kind, b.kind == .paragraph, let most = heights.max(), most < 20 else {
      return false
    }
    return gap > -most && gap < 0.65 * most && a.scalars.count < 100 && b.scalars.count < 100
  }

  private static func needsGap(after: TextBlock.Kind, before: TextBlock.Kind) -> Bool {
    switch (after, before) {
    case (.code, .code), (.tableRow, .tableRow), (.listItem, .listItem): false
    case (.header, .header), (.footer, .footer): false
    default: true
    }
  }

  /// Returns the lines of a block in visual order, if parts are right-to-left.
  static func inOrder(
    _ lines: [TextLine], of block: TextBlock, width: Int, _ bidi: Bidi
  ) -> [TextLine] {
    guard block.scalars.contains(where: Script.isRightToLeft) else { return lines }
    let isRightToLeft = BidiOrder.isRightToLeft(block.scalars)
    return lines.map {
      VisualOrder.line($0, isRightToLeft: isRightToLeft, width: width, bidi)
    }
  }

  private static func set(
    _ block: TextBlock, width: Int, _ divisions: LineBreaker.Divisions
  ) -> [TextLine] {
    switch block.kind {
    case .heading:
      LeaderSetter.lines(of: block, kind: .heading, width: width)
        ?? LineBreaker.lines(of: block, kind: .heading, width: width, first: 0, hanging: 0)
    case .listItem(let depth):
      LineBreaker.lines(
        of: block, kind: .body, width: width, first: min(depth * 2 + 1, width / 4),
        hanging: min(depth * 2 + 4, width / 3), divisions: divisions)
    case .code, .tableRow:
      LineBreaker.lines(
        of: block, kind: .code, width: width, first: 0,
        hanging: min(block.scalars.prefix { $0 == 0x20 }.count + 2, width / 2))
    case .header, .footer:
      LineBreaker.lines(of: block, kind: .furniture, width: width, first: 0, hanging: 0)
    case .paragraph:
      LeaderSetter.lines(of: block, kind: .body, width: width)
        ?? LineBreaker.lines(
          of: block, kind: .body, width: width, first: 0, hanging: 0,
          divisions: divisions)
    case .caption, .footnote:
      LineBreaker.lines(
        of: block, kind: .body, width: width, first: 0, hanging: 0,
        divisions: divisions)
    case .formula:
      LineBreaker.lines(
        of: block, kind: .body, width: width, first: min(4, width / 4), hanging: min(6, width / 3))
    case .figure:
      [note("[\(figureName(block))]")]
    }
  }

  /// Returns the name that a caption gives to its figure, such as `Figure 3`.
  private static func figureName(_ block: TextBlock) -> String {
    let caption = Array((block.region?.caption ?? "").unicodeScalars.map(\.value))
    guard let (_, end) = CaptionWord.beginning(caption[...]) else { return "Figure" }
    return String(String.UnicodeScalarView(caption[..<end].compactMap(Unicode.Scalar.init)))
  }

  private static func rule(_ name: String, width: Int, start: Int) -> TextLine {
    let label = " " + name + " "
    let side = max(0, min(width, 80) - label.unicodeScalars.count) / 2
    return note(
      String(repeating: "─", count: side) + label + String(repeating: "─", count: side),
      kind: .rule, start: start)
  }

  /// A line of our own words.
  package static func note(
    _ text: String, kind: TextLine.Kind = .placeholder, start: Int = 0
  ) -> TextLine {
    var line = TextLine(kind: kind, start: start)
    for (column, scalar) in text.unicodeScalars.enumerated() {
      line.glyphs.append(.init(scalar: scalar.value, origin: -1, column: Int32(column)))
    }
    return line
  }

  /// Returns the line that contains a character of the page; nil if it is not shown.
  package func line(of origin: Int) -> Int? {
    lines.firstIndex { line in line.glyphs.contains { Int($0.origin) == origin } }
  }

  /// The line that shows a character of the page, or the nearest before it.
  package func line(at offset: Int) -> Int {
    var best = 0
    for (index, line) in lines.enumerated() where line.kind != .rule {
      if line.start <= offset, line.start >= lines[best].start, !line.glyphs.isEmpty {
        if line.start > lines[best].start || lines[best].glyphs.isEmpty { best = index }
      }
    }
    return best
  }

  /// The line that begins with a character; else as above.
  package func line(from offset: Int) -> Int {
    lines.lastIndex { $0.start == offset && $0.kind != .rule } ?? line(at: offset)
  }

  /// The line nearest below a place on the page, in points from the top; x chooses among columns.
  package func line(atY y: Double, x: Double?, in text: PageText) -> Int {
    let offset = text.offset(atY: y, x: x)
    return line(of: offset) ?? line(at: offset)
  }
}

extension TextBlock {
  /// The figures that point to notes raised, as the page has them: `commands⁴` for `commands4`. They come from the same characters.
  fileprivate var withRaisedMarks: TextBlock {
    let marks = spans.filter { $0.kind == .noteMark }
    guard !marks.isEmpty else { return self }
    var block = self
    for index in marks.flatMap({ $0.range.clamped(to: scalars.indices) }) {
      guard (0x30...0x39).contains(scalars[index]) else { continue }
      block.scalars[index] = Self.raisedFigures[Int(scalars[index]) - 0x30]
    }
    return block
  }

  private static let raisedFigures = "⁰¹²³⁴⁵⁶⁷⁸⁹".unicodeScalars.map(\.value)
}
