import Canvas
import DocumentModel
import Messages
import Text

/// Lays out the blocks of authored text: quotations with bars, list items with markers, code on its background.
struct AuthoredSetter {
  private let content: PageContent
  private let width: Int
  /// The width of running text, limited for readability.
  private var prose: Int { min(width, Measure.comfortable) }
  /// Code, tables and lines of plain text continue beyond the window's edge.
  private let isCut: Bool
  private let bidi: Bidi
  /// Nil where images are shown by their words.
  private let figures: FigureSpace?
  private let divides: Preferences.WordDivision

  /// The width of lines that are not broken, in cells.
  static let endless = 1 << 24
  /// The bar of a quotation, and the cells it takes with what parts it from the text.
  static let bar: UInt32 = 0x2502
  private static let barWidth = 2
  /// The margin of code inside its background, in cells.
  static let codeMargin = 2

  init(
    _ content: PageContent, width: Int, isCut: Bool, bidi: Bidi, figures: FigureSpace? = nil,
    divides: Preferences.WordDivision = .never
  ) {
    self.divides = divides
    self.content = content
    self.width = width
    self.isCut = isCut
    self.bidi = bidi
    self.figures = figures
  }

  func lines(_ blocks: [AuthoredBlock]) -> [TextLine] {
    var lines: [TextLine] = []
    var index = 0
    var before: AuthoredBlock?
    while index < blocks.count, index < content.blocks.count {
      let block = blocks[index]
      guard !block.kind.isRunningHead else {
        index += 1
        continue
      }
      // Nothing is above the first block but perhaps a running head.
      let gap = lines.isEmpty && index > 0 ? 0 : gap(between: before, block)
      let quotes = min(before?.quotes ?? 0, block.quotes)
      lines += (0..<gap).map { _ in
        quoted(TextLine(kind: .body, start: block.range.lowerBound), quotes)
      }
      var end = index + 1
      if Self.isRow(block) {
        while end < min(blocks.count, content.blocks.count), Self.isRow(blocks[end]),
          !blocks[end].isApart
        { end += 1 }
        lines += table(blocks[index..<end], content.blocks[index..<end])
      } else if isCut, VerticalSetter.sets(block) {
        while end < min(blocks.count, content.blocks.count), VerticalSetter.sets(blocks[end]),
          blocks[end].rules.writing == block.rules.writing
        { end += 1 }
        let setter = VerticalSetter(width: width, combined: content.text.combined)
        lines += setter.lines(blocks[index..<end], content.blocks[index..<end])
      } else {
        lines += set(block, content.blocks[index])
      }
      before = blocks[end - 1]
      index = end
    }
    return lines
  }

  private static func isRow(_ block: AuthoredBlock) -> Bool {
    block.kind == .tableHead || block.kind == .tableRow
  }

  /// Empty lines above a block: one more where a great section begins.
  private func gap(between before: AuthoredBlock?, _ block: AuthoredBlock) -> Int {
    guard block.isApart else { return 0 }
    let isGreat = block.kind == .heading && block.level <= 2 && before?.kind != .heading
    return isGreat ? 2 : 1
  }

  private func left(_ block: AuthoredBlock) -> Int {
    min(block.indent + block.quotes * Self.barWidth, width / 2)
  }

  private func set(_ block: AuthoredBlock, _ text: TextBlock) -> [TextLine] {
    let left = left(block)
    let marker = text.scalars.prefix(block.marker).reduce(0) { $0 + CellWidth.of($1) }
    var lines: [TextLine]
    switch block.kind {
    case .line:
      let blanks = text.scalars.prefix { $0 == 0x20 }.count
      lines = broken(text, .code, isCut ? Self.endless : width, 0, min(blanks + 2, width / 2))
    case .code:
      let margin = left + Self.codeMargin
      let room = isCut ? Self.endless : max(8, width - Self.codeMargin)
      lines = broken(text, .listing, room, margin, min(margin + 2, width / 2))
    case .heading:
      lines = broken(text, .heading, prose, left, left + marker)
      if block.level == 1 { lines.append(underline(of: lines, start: block.range.lowerBound)) }
    case .rule:
      let used = text.scalars.reduce(0) { $0 + CellWidth.of($1) }
      lines = broken(text, .furniture, prose, max(left, (prose - used) / 2), left)
    case .figure:
      if let figures, text.region != nil {
        return figure(text, figures, start: block.range.lowerBound)
      }
      lines = broken(text, .furniture, prose, left, left)
      for index in lines.indices { lines[index].region = text.region?.region }
    case .paragraph, .listItem, .caption, .footnote, .header, .footer, .tableHead, .tableRow:
      let hanging = left + marker + block.hang
      lines = broken(text, .body, prose, left, min(hanging, prose * 2 / 3), block)
    }
    if let others = block.alignments.first, let ofLast = block.alignments.last, !Self.isRow(block) {
      let last = lines.lastIndex { $0.kind != .rule }
      lines = lines.enumerated().map {
        aligned($1, $0 == last ? ofLast : others, from: left)
      }
    }
    if lines.isEmpty {
      lines = [
        TextLine(kind: block.kind == .code ? .listing : .body, start: block.range.lowerBound)
      ]
    }
    lines = PageLayout.inOrder(
      lines, of: text, width: block.kind == .line ? width : prose, bidi)
    return lines.map { line in
      var line = line
      line.inset = left
      return quoted(line, block.quotes)
    }
  }

  /// The lines of an image, which belong to the page's figures.
  private func figure(_ text: TextBlock, _ space: FigureSpace, start: Int) -> [TextLine] {
    PageLayout.pictureLines(of: text, width: prose, in: space, start: start, margin: 0).map {
      line in
      var line = line
      line.region = text.region?.region
      return line
    }
  }

  /// A line moved to the middle or the right end of the column.
  private func aligned(
    _ line: TextLine, _ alignment: AuthoredBlock.Alignment, from left: Int
  ) -> TextLine {
    guard alignment != .left, let last = line.glyphs.last else { return line }
    let free = prose - Int(last.column) - CellWidth.of(last.scalar)
    let shift = Int32(max(0, alignment == .center ? (free - left) / 2 : free))
    var line = line
    for index in line.glyphs.indices { line.glyphs[index].column += shift }
    return line
  }

  /// A thin line as wide as a title.
  private func underline(of lines: [TextLine], start: Int) -> TextLine {
    let left = Int(lines.first?.glyphs.first?.column ?? 0)
    let right = lines.compactMap(\.glyphs.last).map { Int($0.column) + CellWidth.of($0.scalar) }
      .max()
    var line = TextLine(kind: .rule, start: start)
    line.glyphs = (left..<max(left, right ?? left)).map {
      .init(scalar: TableSetter.line, origin: -1, column: Int32($0))
    }
    return line
  }

  private func broken(
    _ text: TextBlock, _ kind: TextLine.Kind, _ width: Int, _ first: Int, _ hanging: Int,
    _ block: AuthoredBlock? = nil
  ) -> [TextLine] {
    LineBreaker.lines(
      of: text, kind: kind, width: width, first: first, hanging: hanging,
      divisions: block.map(divisions) ?? .init(), rules: block?.rules ?? LineRules())
  }

  /// Where a block's words are divided: as its style says, else as the user prefers.
  private func divisions(of block: AuthoredBlock) -> LineBreaker.Divisions {
    guard divides != .never, block.rules.hyphens != .none else { return .init() }
    let usesPatterns =
      switch block.rules.hyphens {
      case .asPreferred: block.rules.words != .keepAll && divides.applies(to: width)
      case .none, .manual: false
      case .auto: true
      }
    let places = content.text.softHyphens
    let soft = places[places.prefixCount { $0 <= block.range.lowerBound }...].prefix {
      $0 < block.range.upperBound
    }
    return .init(
      usesPatterns ? content.hyphenation : nil,
      softHyphens: soft.map { $0 - block.range.lowerBound })
  }

  /// Returns the line with the bars of its enclosing quotations.
  private func quoted(_ line: TextLine, _ quotes: Int) -> TextLine {
    guard quotes > 0 else { return line }
    var line = line
    let bars = (0..<min(quotes, width / 2 / Self.barWidth)).map {
      TextLine.Glyph(scalar: Self.bar, origin: -1, column: Int32($0 * Self.barWidth))
    }
    line.glyphs.insert(contentsOf: bars, at: 0)
    return line
  }

  private func table(
    _ blocks: ArraySlice<AuthoredBlock>, _ texts: ArraySlice<TextBlock>
  ) -> [TextLine] {
    guard let first = blocks.first else { return [] }
    let left = left(first)
    let table = TableSetter(
      Array(texts), gap: 3, free: isCut ? Self.endless : width - left, left: left,
      hasHead: first.kind == .tableHead, alignments: first.alignments,
      covered: blocks.map { block in
        Set(block.alignments.indices.filter { block.alignments[$0] == .covered })
      })
    return table.lines().map { quoted($0, first.quotes) }
  }
}
