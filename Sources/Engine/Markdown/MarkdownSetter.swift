import DocumentModel
import Text
import Wire

/// Sets the nodes of a Markdown text, one after the other, into blocks and those into portions.
struct MarkdownSetter {
  private(set) var portions: [MarkdownPortion] = []
  private(set) var headings = HeadingTree()
  private(set) var places: [MarkdownPlace] = []
  private(set) var firstHeading = ""
  /// Cells of the longest line of code.
  var widestCode = 0

  // Of the portion that is being set.
  var builder = PortionBuilder()
  var links: [MarkdownLink] = []
  private var firstLine = 0

  // Of the block that is being set.
  var block: AuthoredBlock?
  var looks: [MarkdownNode.Kind: Int] = [:]
  /// Starts and addresses of open links.
  var openLinks: [(start: Int, address: String)] = []
  private var title = ""

  // The number of enclosing quotations.
  private var quotes = 0
  private var lists: [OpenList] = []
  /// Markers of items that have no block yet.
  private var marker = ""
  private var footnotes = 0
  private var alignments: [AuthoredBlock.Alignment] = []
  private var isInHead = false
  /// An empty line precedes the next block.
  var isApart = false
  private var names = HeadingNames()
  /// Lines of the source before those that were parsed.
  private let linesBefore: Int

  /// A list that is open, and how far the text of its item is set in.
  private struct OpenList {
    var isOrdered: Bool
    var isParenthesized: Bool
    var isTight: Bool
    var number: Int
    var width = 0
  }

  /// A portion ends after the block that reaches this many characters, before a heading sooner; tables and code are
  /// not split.
  private static let enough = 6_000
  private static let most = 24_000
  /// Characters of a paragraph that are set as one block.
  private static let longestBlock = 16_000
  private static let bullets = ["• ", "◦ ", "▪ "]

  init(linesBefore: Int) {
    self.linesBefore = linesBefore
  }

  mutating func visit(_ node: MarkdownNode, isEntering: Bool) {
    guard let kind = node.kind else { return }
    if isEntering { enter(kind, node) } else { leave(kind) }
  }

  /// Ends open blocks; there is at least one portion.
  mutating func finish() {
    endPortion()
    if portions.isEmpty {
      portions = [MarkdownPortion(text: PageText(blocks: []), links: [], line: 1)]
    }
  }

  // MARK: containers

  private mutating func enter(_ kind: MarkdownNode.Kind, _ node: MarkdownNode) {
    switch kind {
    case .quote: quotes += 1
    case .list:
      lists.append(
        OpenList(
          isOrdered: node.isOrdered, isParenthesized: node.isParenthesized, isTight: node.isTight,
          number: node.firstNumber))
    case .item: beginItem("")
    case .tasklist: beginItem(node.isChecked ? "☑ " : "☐ ")
    case .footnote:
      footnotes += 1
      marker = "[\(footnotes)] "
      lists.append(
        OpenList(isOrdered: false, isParenthesized: false, isTight: false, number: 0, width: 4))
      places.append(MarkdownPlace(name: Self.footnote(footnotes), destination: here))
    case .paragraph: begin(paragraphKind, node)
    case .heading:
      begin(.heading, node, level: node.headingLevel)
      title = ""
    case .rule:
      begin(.rule, node)
      put("* * *")
      end()
    case .codeBlock: setCode(node)
    case .htmlBlock: setHTML(node)
    case .table:
      alignments = node.columns.map { [0x63: .center, 0x72: .right][$0] ?? .left }
    case .tableHead, .tableRow:
      begin(kind == .tableHead ? .tableHead : .tableRow, node)
      block?.alignments = Array(alignments.prefix(Limit.columns))
      isInHead = true
    case .tableCell:
      if !isInHead { builder.endCell() }
      isInHead = false
    default: enterInline(kind, node)
    }
  }

  private mutating func leave(_ kind: MarkdownNode.Kind) {
    switch kind {
    case .quote: quotes -= 1
    case .list: _ = lists.popLast()
    case .item, .tasklist:
      // An empty item is its marker.
      if !marker.isEmpty {
        begin(.listItem, nil)
        end()
      }
    case .footnote:
      _ = lists.popLast()
      marker = ""
    case .paragraph: end()
    case .heading: endHeading()
    case .tableHead, .tableRow:
      end()
      isApart = false
    case .table: isApart = true
    default: leaveInline(kind)
    }
    // Text after a list or quotation is separated from it, unless it is the next item of a tight list.
    if kind == .list || kind == .quote || kind == .footnote { isApart = !isInTightList }
  }

  var isInTightList: Bool { lists.last?.isTight == true }

  private mutating func beginItem(_ box: String) {
    guard let last = lists.indices.last else { return }
    let list = lists[last]
    let own =
      list.isOrdered
      ? "\(list.number)\(list.isParenthesized ? ")" : ".") "
      : box.isEmpty ? Self.bullets[min(last, Self.bullets.count - 1)] : ""
    lists[last].number += 1
    lists[last].width = (own + box).unicodeScalars.count
    marker += own + box
  }

  var paragraphKind: AuthoredBlock.Kind {
    if footnotes > 0, lists.count == 1, marker.hasPrefix("[") { return .footnote }
    return marker.isEmpty ? .paragraph : .listItem
  }

  // MARK: blocks

  private var here: Destination {
    Destination(page: portions.count, x: nil, y: PortionBuilder.y(ofRow: builder.row))
  }

  /// Begins a block, with the markers of the items it is the first of.
  mutating func begin(_ kind: AuthoredBlock.Kind, _ node: MarkdownNode?, level: Int = 0) {
    let takesMarker = ![.code, .tableHead, .tableRow, .rule].contains(kind)
    if !takesMarker, !marker.isEmpty {
      // A list item that starts with code: the marker is above it.
      begin(.listItem, node)
      end()
      isApart = false
    }
    let isFull = builder.count > Self.enough && isApart || builder.count > Self.most
    if isFull || kind == .heading && level <= 2 && builder.count > Self.enough / 3 { endPortion() }
    let line = max(1, node?.line ?? 1) + linesBefore
    if builder.count == 0, links.isEmpty { firstLine = max(line, portions.last?.line ?? 1) }
    let indent = lists.reduce(0) { $0 + $1.width }
    var begun = AuthoredBlock(
      kind, builder.count..<builder.count, level: level,
      indent: min(
        Limit.indent, max(0, indent - (marker.isEmpty ? 0 : marker.unicodeScalars.count))),
      quotes: min(Limit.quotes, quotes),
      isApart: isApart && !(portions.isEmpty && builder.count == 0),
      line: line - firstLine)
    if takesMarker, !marker.isEmpty {
      begun.marker = marker.unicodeScalars.count
      if kind == .listItem { begun.level = max(0, lists.count - 1) }
    }
    block = begun
    if takesMarker {
      put(marker)
      marker = ""
    }
  }

  /// Ends a block and its row.
  mutating func end() {
    guard var done = block else { return }
    block = nil
    done.range = done.range.lowerBound..<builder.count
    builder.add(done)
    builder.endRow()
    isApart = !isInTightList
  }

  /// Ends the row, and continues the block in the next.
  mutating func breakRow() {
    guard var next = block else { return }
    let isTight = isApart
    endLinks(areOpen: true)
    end()
    isApart = isTight
    next.indent += next.marker
    next.marker = 0
    if next.kind == .listItem { next.kind = .paragraph }
    next.isApart = false
    next.range = builder.count..<builder.count
    if builder.count > Self.most {
      endPortion()
      firstLine = max(next.line, portions.last?.line ?? 1)
      next.range = 0..<0
    }
    block = next
    for index in openLinks.indices { openLinks[index].start = builder.count }
  }

  private mutating func endPortion() {
    guard builder.count > 0 || builder.text.blocks?.isEmpty == false else { return }
    portions.append(MarkdownPortion(text: builder.text, links: links, line: firstLine))
    builder = PortionBuilder()
    links = []
  }

  private mutating func endHeading() {
    guard let level = block?.level else { return }
    let row = here
    end()
    let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if firstHeading.isEmpty { firstHeading = words }
    places.append(MarkdownPlace(name: names.name(of: words), destination: row))
    if headings.count < Limit.outlineItems, !words.isEmpty {
      headings.add(words, level: level, row)
    }
  }

  /// Names the position of the next characters.
  mutating func name(_ name: String) {
    guard places.count < Limit.outlineItems else { return }
    places.append(MarkdownPlace(name: name.lowercased(), destination: here))
  }

  static func footnote(_ number: Int) -> String { "fn-\(number)" }

  /// Puts characters down as they are to be seen at this place.
  mutating func put(_ text: String, _ more: CharacterStyle = []) {
    let current = currentLooks.union(more).union(block?.kind == .tableHead ? .bold : [])
    if block?.kind == .heading, title.utf8.count < 1_000 { title += text }
    for scalar in text.unicodeScalars {
      let isLong = block.map { builder.count - $0.range.lowerBound > Self.longestBlock } ?? false
      if isLong, scalar == " " || builder.count > Self.most {
        breakRow()
        if scalar == " " { continue }
      }
      builder.add(scalar.value == 0x0A ? 0x20 : scalar.value, current)
    }
  }
}
