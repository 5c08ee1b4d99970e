package import DocumentModel

extension PageText {
  /// Reads a page's glyphs: rows in content order with raised, lowered and composed signs.
  package init(_ page: PageGlyphs, limit: Int) {
    var writer = GlyphWriter(page, limit: limit)
    writer.run()
    self = writer.text
  }
}

/// Writes rows of glyphs as a page's text.
struct GlyphWriter {
  private(set) var text: PageText
  private let page: PageGlyphs
  private let limit: Int
  private var reader: RowReader
  private let rows: [GlyphRow]
  private let underscores: DrawnUnderscores
  private let uprights: Uprights
  private var styles: [TextStyle: Int] = [:]
  private var lastStyle: (font: UInt16, size: Float, color: UInt32, index: Int)?
  private var direction = Direction.across
  private var isSlanted = false
  private var pieces: [RowPiece] = []

  init(_ page: PageGlyphs, limit: Int) {
    self.page = page
    self.limit = limit
    text = PageText(size: page.size)
    let grouped = PaintedRows(page.glyphs, page.paints)
    rows = grouped.rows
    reader = RowReader(page, grouped.placed)
    underscores = DrawnUnderscores(page.paints)
    uprights = Uprights(page.paints)
    text.scalars.reserveCapacity(page.glyphs.count + page.glyphs.count / 8)
    text.boxes.reserveCapacity(page.glyphs.count + page.glyphs.count / 8)
  }

  mutating func run() {
    var rules: [Direction: [RowRule]] = [:]
    let mayHaveOverlines = page.paints.contains(where: RowRule.mayBeOverline)
    for row in rows {
      guard text.scalars.count + row.ranges.reduce(0, { $0 + $1.count }) * 2 < limit else { break }
      reader.read(row)
      guard !reader.items.isEmpty else { continue }
      if mayHaveOverlines || !page.paints.isEmpty && mayHaveRules(row) {
        let all = rules[row.direction] ?? RowRule.all(page.paints, along: row.direction)
        rules[row.direction] = all
        reader.apply(near(row, all))
      }
      (direction, isSlanted) = (row.direction, row.isSlanted)
      if direction == .across { reader.insert(underscores) }
      let count = pieces.count
      write(reader.items)
      if row.isWatermark { pieces.removeSubrange(count...) }
    }
    let numbers = LineNumbers.indices(pieces, text.scalars)
    if !numbers.isEmpty {
      pieces = pieces.indices.filter { !numbers.contains($0) }.map { pieces[$0] }
    }
    if let first = pieces.first?.box, UnreadableText.isOn(page, text.scalars) {
      text.regions = [PageRegion(.figure, pieces.reduce(first) { $0.union($1.box) })]
    } else {
      text.regions = RegionFinder.regions(pieces, text.scalars, page.paints, size: page.size)
    }
    text.source = TextSource(of: page)
  }

  /// Whether the row has signs that a rule other than an overline can belong to.
  private func mayHaveRules(_ row: GlyphRow) -> Bool {
    reader.hasLevels || reader.items.contains { $0.scalar == 0x221A }
  }

  /// Returns the rules at a row, of which there are few.
  private func near(_ row: GlyphRow, _ rules: [RowRule]) -> [RowRule] {
    let first = rules.partition { $0.v < row.base - 1.6 * row.size }
    return rules[first...].prefix { $0.v < row.base + 0.6 * row.size }.filter {
      $0.u0 > row.u0 - row.size && $0.u1 < row.u1 + row.size
    }
  }

  private mutating func write(_ items: [RowItem]) {
    if !text.scalars.isEmpty { put(0x0A, text.boxes[text.boxes.count - 1].end) }
    let gaps = WordGaps(items)
    var start = 0
    var end = items[0].end
    var isWide = false
    while start < items.count {
      // One word.
      var stop = start + 1
      while stop < items.count,
        !gaps.isBlank(before: stop, of: items, end: end)
      {
        end = items[stop].level == .base ? items[stop].end : max(end, items[stop].end)
        stop += 1
      }
      let first = text.scalars.count
      word(items[start..<stop])
      add(items[start..<stop], from: first, isApart: start == 0 || isWide)
      if stop < items.count {
        var blank = items[stop]
        (blank.u, blank.end) = (min(end, blank.u), blank.u)
        let isDivided = direction == .across && uprights.divide(blank)
        put(isDivided ? PageText.divider : 0x20, box(of: blank))
        isWide = isDivided || blank.end - blank.u > Self.pieceGap * blank.size
        end = items[stop].end
      }
      start = stop
    }
  }

  /// A wider gap, in units of the font size, ends a piece of a row.
  private static let pieceGap: Float = 1.4

  /// Adds a word to the pieces of the row; `isApart` if it begins one.
  private mutating func add(_ items: ArraySlice<RowItem>, from first: Int, isApart: Bool) {
    guard let start = items.first else { return }
    if isApart || pieces.isEmpty {
      pieces.append(
        RowPiece(
          box: paintedBox(of: start), size: start.size, range: first..<first,
          direction: direction, isSlanted: isSlanted))
    }
    var piece = pieces[pieces.count - 1]
    var letters = 0
    let math = piece.math
    for item in items {
      let glyph = page.glyphs[Int(item.glyph)]
      piece.box = piece.box.union(paintedBox(of: item))
      piece.count += 1
      let font = Int(glyph.font)
      let isKnown = font < page.fonts.count
      // TeX takes the dots of a table of contents from a font for formulas, and the ticks in a table's cells.
      if item.level != .base
        || (isKnown && page.fonts[font].isMath || MathLetters.isMath(item.scalar))
          && item.scalar != 0x2E && !RowPiece.ticks.contains(item.scalar)
      {
        piece.math += 1
      } else if Script.isLetter(item.scalar) || Script.isIdeographic(item.scalar) {
        letters += 1
      }
      if isKnown && page.fonts[font].isMonospace { piece.monospace += 1 }
      if item.level == .base { piece.size = max(piece.size, item.size) }
    }
    if letters >= 4 {
      piece.words += 1
      if piece.math > math, items.contains(where: { $0.scalar == 0x28 || $0.scalar == 0x5B }) {
        piece.names = (piece.names.letters + letters, piece.names.count + 1)
      }
    } else if letters > 1, letters == items.count {
      if ShortFunction.isName(items) {
        piece.names.letters += letters
      } else {
        piece.joins += 1
      }
    }
    piece.isBold = (piece.range.isEmpty || piece.isBold) && isBold(start)
    if piece.isBold { piece.boldWords += 1 }
    piece.range = piece.range.lowerBound..<text.scalars.count
    pieces[pieces.count - 1] = piece
  }

  private func isBold(_ item: RowItem) -> Bool {
    let font = Int(page.glyphs[Int(item.glyph)].font)
    return font < page.fonts.count && page.fonts[font].isBold
  }

  /// The box of an item where the page paints it: of a slanted glyph its baseline, of a hanging one what is below its origin.
  private func paintedBox(of item: RowItem) -> Box {
    let glyph = page.glyphs[Int(item.glyph)]
    if isSlanted {
      return Box(
        x0: glyph.x, y0: min(glyph.y, glyph.y + glyph.dy), x1: glyph.x + glyph.dx,
        y1: max(glyph.y, glyph.y + glyph.dy))
    }
    var box = box(of: item)
    guard glyph.depth > 0, direction == .across else { return box }
    box.y0 = min(box.y0, glyph.y - 0.05 * glyph.size)
    box.y1 = max(box.y1, glyph.y + glyph.depth * glyph.size)
    return box
  }

  private mutating func word(_ items: ArraySlice<RowItem>) {
    if items.contains(where: { Script.isRightToLeft($0.scalar) }) {
      for item in TurnedWord.logical(items) { write(item, item.scalar) }
      return
    }
    guard reader.hasLevels else {
      for item in items { write(item, item.scalar) }
      return
    }
    var at = items.startIndex
    while at < items.endIndex {
      let level = items[at].level
      var stop = at + 1
      while stop < items.endIndex, items[stop].level == level,
        items[stop].isInFraction == items[at].isInFraction
      { stop += 1 }
      if level == .base || items[at..<stop].count > Self.longestScript {
        for item in items[at..<stop] { write(item, item.scalar) }
      } else {
        script(items[at..<stop])
      }
      at = stop
    }
  }

  /// More small signs in a row are another text beside the first, such as that of a large initial.
  static let longestScript = 24

  /// Writes raised or lowered signs as characters of their own where all have one, else within braces.
  private mutating func script(_ run: ArraySlice<RowItem>) {
    guard let first = run.first, let last = run.last else { return }
    var items = run
    // Parentheses of a fraction are around a raised sign, not raised themselves.
    items[items.startIndex].before = (0, 0)
    items[items.endIndex - 1].after = 0
    setStyle(of: first)
    for sign in [first.before.0, first.before.1] where sign != 0 {
      put(sign, edge(box(of: first), atEnd: false))
    }
    defer { if last.after != 0 { put(last.after, edge(box(of: last), atEnd: true)) } }
    let signs = items.map { Superscripts.sign($0.scalar, $0.level) }
    let isPlain = items.allSatisfy { $0.mark == 0 && !$0.hasSigns && $0.inner == 0 }
    if isPlain, !signs.contains(nil) {
      for (item, sign) in zip(items, signs) { write(item, sign ?? item.scalar) }
      return
    }
    let box = box(of: first)
    put(first.level == .raised ? 0x5E : 0x5F, edge(box, atEnd: false))
    put(0x7B, edge(box, atEnd: false))
    writeNested(items)
    put(0x7D, edge(self.box(of: last), atEnd: true))
  }

  /// Writes the signs within braces: those that are raised or lowered beside another one as such.
  private mutating func writeNested(_ items: ArraySlice<RowItem>) {
    var rest = items
    while let first = rest.first {
      let run = rest.prefix { $0.innerLevel == first.innerLevel }
      if first.innerLevel == .base {
        for item in run { write(item, item.scalar) }
      } else {
        script(
          run.map { item in
            var item = item
            (item.level, item.inner) = (item.innerLevel, item.inner >> 2)
            return item
          }[...])
      }
      rest = rest[run.endIndex...]
    }
  }

  private mutating func write(_ item: RowItem, _ scalar: UInt32) {
    let box = box(of: item)
    setStyle(of: item)
    if item.before.0 != 0 { put(item.before.0, edge(box, atEnd: false)) }
    if item.before.1 != 0 { put(item.before.1, edge(box, atEnd: false)) }
    if scalar == Self.unknown {
      // Shown instead of lost: ⟨?⟩
      put(0x27E8, edge(box, atEnd: false))
      put(0x3F, box)
      put(0x27E9, edge(box, atEnd: true))
    } else if !Script.isJoiner(scalar) {
      put(scalar, box)
    }
    if item.mark != 0 { put(item.mark, box) }
    if item.after != 0 { put(item.after, edge(box, atEnd: true)) }
  }

  private mutating func put(_ scalar: UInt32, _ box: Box) {
    text.scalars.append(scalar)
    text.boxes.append(box)
  }

  /// The start or end of a box as a box without width.
  private func edge(_ box: Box, atEnd: Bool) -> Box {
    switch direction {
    case .across, .unknown: atEnd ? box.end : Box(x0: box.x0, y0: box.y0, x1: box.x0, y1: box.y1)
    case .back: atEnd ? Box(x0: box.x0, y0: box.y0, x1: box.x0, y1: box.y1) : box.end
    case .down:
      atEnd
        ? Box(x0: box.x0, y0: box.y1, x1: box.x1, y1: box.y1)
        : Box(x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y0)
    case .up:
      atEnd
        ? Box(x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y0)
        : Box(x0: box.x0, y0: box.y1, x1: box.x1, y1: box.y1)
    }
  }

  private func box(of item: RowItem) -> Box {
    let glyph = page.glyphs[Int(item.glyph)]
    var ascent: Float = 0.95
    var descent: Float = -0.35
    if glyph.depth > 0 {
      (ascent, descent) = (0.85, -0.25)
    } else if glyph.traits.contains(.vertical) {
      (ascent, descent) = (0.5, -0.5)
    } else if Int(glyph.font) < page.fonts.count {
      (ascent, descent) = (page.fonts[Int(glyph.font)].ascent, page.fonts[Int(glyph.font)].descent)
    }
    let (v, size) = item.isStacked ? item.base : item.frame ?? (item.v, item.size)
    let (v0, v1) = (v - ascent * size, v - descent * size)
    switch direction {
    case .across, .unknown: return Box(x0: item.u, y0: v0, x1: item.end, y1: v1)
    case .down: return Box(x0: -v1, y0: item.u, x1: -v0, y1: item.end)
    case .back: return Box(x0: -item.end, y0: -v1, x1: -item.u, y1: -v0)
    case .up: return Box(x0: v0, y0: -item.end, x1: v1, y1: -item.u)
    }
  }

  private mutating func setStyle(of item: RowItem) {
    let glyph = page.glyphs[Int(item.glyph)]
    if let lastStyle, lastStyle.font == glyph.font, lastStyle.size == glyph.size,
      lastStyle.color == glyph.color
    {
      return
    }
    let font =
      Int(glyph.font) < page.fonts.count ? page.fonts[Int(glyph.font)] : GlyphFont(name: "")
    let style = TextStyle(
      font: font.name, size: glyph.size, isBold: font.isBold, isItalic: font.isItalic,
      isMonospace: font.isMonospace, isUncertain: font.isUncertain, color: glyph.color)
    var index = styles[style] ?? text.styles.count
    if index == text.styles.count {
      if index < Self.mostStyles {
        styles[style] = index
        text.styles.append(style)
      } else {
        index = 0
      }
    }
    lastStyle = (glyph.font, glyph.size, glyph.color, index)
    guard text.runs.last?.style != index else { return }
    text.runs.append(StyleRun(start: text.runs.isEmpty ? 0 : text.scalars.count, style: index))
  }

  /// U+FFFD: nothing says what a glyph means.
  static let unknown: UInt32 = 0xFFFD
  private static let mostStyles = 4_000
}

extension Box {
  /// The right edge as a box without width.
  fileprivate var end: Box { Box(x0: x1, y0: y0, x1: x1, y1: y1) }
}
