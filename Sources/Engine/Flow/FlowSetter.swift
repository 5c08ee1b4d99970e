import DocumentModel
import Text
import Wire

/// Sets blocks of a flowing text, one after the other, into portions.
///
/// A format's own setter goes through its file and tells where blocks, items, quotations and links begin and end.
struct FlowSetter {
  private(set) var portions: [FlowPortion] = []
  private(set) var headings = HeadingTree()
  private(set) var places: [FlowPlace] = []
  private(set) var firstHeading = ""
  /// Cells of the longest line of code.
  var widestCode = 0

  // The state of the portion that is being set.
  var builder: PortionBuilder
  private var links: [FlowLink] = []
  private var images: [FlowImage] = []
  private var marks: [FlowMark] = []
  private var firstLine = 0
  /// Characters of the portions that are done.
  private var setCount = 0

  // The state of the block that is being set.
  private var block: AuthoredBlock?
  /// Its kind and where its characters begin: each word asks for them, and would copy the block.
  private var open: (kind: AuthoredBlock.Kind, start: Int)?
  var openLinks: [(start: Int, address: LinkAddress)] = []
  var openMarks: [(start: Int, kind: FlowMark.Kind)] = []
  /// Marks without words, which get the box of a character beside them at the end of their block.
  private var points: [(place: Int, kind: FlowMark.Kind)] = []
  private var title = ""

  /// The number of enclosing quotations.
  var quotes = 0
  /// Widths of the markers of enclosing items, in cells.
  var indents: [Int] = []
  /// The indentation of blocks beside that of items, in cells.
  var margin = 0
  /// The markers of items that have no block yet.
  var marker = ""
  /// Whether blocks follow each other without empty lines.
  var isTight = false
  /// Whether an empty line precedes the next block.
  var isApart = false
  /// Whether no text is above the first block.
  var isAtTop = true
  var window = FlowWindow()
  /// Whether the rest of the text is not needed.
  private(set) var isDone = false
  private let breaks: Breaks

  /// A portion ends after the block that reaches this many characters.
  private static let enough = 6_000
  private static let most = 24_000
  /// Characters of a paragraph that are set as one block.
  private static let longestBlock = 16_000

  init(_ breaks: Breaks = .bySize) {
    self.breaks = breaks
    builder = PortionBuilder(expected: breaks.charactersOfPortion)
  }

  /// Ends open blocks; there is at least one portion.
  mutating func finish() {
    if open != nil { end() }
    endPortion()
    var count = 1
    if case .into(let wanted, _) = breaks { count = wanted }
    while portions.count < count { portions.append(FlowPortion(line: 1)) }
  }

  /// The first place of each name.
  var placesByName: [String: FlowPlace] {
    Dictionary(places.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      .filter { $0.value.destination.page < portions.count }
  }

  // MARK: blocks

  /// The kind of the block that is being set; nil between two.
  var kind: AuthoredBlock.Kind? { open?.kind }
  /// Where the next character comes, with the portion's number.
  var nextPlace: TextPlace {
    TextPlace(page: portions.count, characters: builder.count..<builder.count)
  }
  var column: Int { builder.column }
  /// Whether no blank is needed before the next character.
  var isAtRowStart: Bool {
    builder.text.scalars.last.map { $0 == 0x0A || $0 == 0x20 } ?? true
  }

  private var here: Destination {
    Destination(page: portions.count, x: nil, y: PortionBuilder.y(ofRow: builder.row))
  }

  /// Begins a block, with the markers of the items it is the first of; `line` is a line of the source, from 1.
  mutating func begin(
    _ kind: AuthoredBlock.Kind, line: Int = 0, level: Int = 0, hang: Int = 0,
    alignments: [AuthoredBlock.Alignment] = [], rules: LineRules = LineRules()
  ) {
    let takesMarker = ![.code, .tableHead, .tableRow, .rule].contains(kind)
    if !takesMarker, !marker.isEmpty {
      // An item that starts with code: the marker is above it.
      begin(.listItem, line: line)
      end()
      isApart = false
    }
    if isFull(before: kind, level) {
      let count = builder.count
      endPortion()
      places.move(from: count, on: portions.count - 1, to: here)
    }
    if builder.count == 0, links.isEmpty { firstLine = max(line, portions.last?.line ?? 1) }
    let width = marker.unicodeScalars.count
    let left = min(Limit.indent, max(0, margin + indents.reduce(0, +) - width))
    let hang = min(hang, left)
    var begun = AuthoredBlock(
      kind, 0..<0, level: level, indent: left - hang,
      quotes: min(Limit.quotes, quotes),
      isApart: isApart && !(isAtTop && portions.isEmpty && builder.count == 0),
      line: line - firstLine,
      alignments: Array(alignments.prefix(Limit.columns)))
    (begun.rules, begun.hang) = (rules, hang)
    if takesMarker, width > 0 {
      begun.marker = width
      if kind == .listItem { begun.level = max(0, indents.count - 1) }
    }
    block = begun
    open = (kind, builder.count)
    if takesMarker {
      put(marker)
      marker = ""
    }
    title = ""
  }

  private func isFull(before kind: AuthoredBlock.Kind, _ level: Int) -> Bool {
    switch breaks {
    case .bySize:
      builder.count > Self.enough && isApart || builder.count > Self.most
        || kind == .heading && level <= 2 && builder.count > Self.enough / 3
    case .into(let count, let characters):
      portions.count < count - 1 && builder.count > 0
        && (setCount + builder.count) * count >= characters * (portions.count + 1)
    }
  }

  /// Ends a block and its row.
  mutating func end() {
    guard var done = block, let open else { return }
    (block, self.open) = (nil, nil)
    done.range = open.start..<builder.count
    placePoints(in: done.range)
    builder.add(done)
    builder.endRow()
    isApart = !isTight
  }

  /// Ends a heading: it has a name to link to, and a place in the outline.
  mutating func endHeading(named name: (String) -> String = { $0 }) {
    guard let level = block?.level else { return }
    let row = here
    end()
    let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if firstHeading.isEmpty { firstHeading = words }
    places.append(FlowPlace(name: name(words), destination: row))
    if headings.count < Limit.outlineItems, !words.isEmpty {
      headings.add(words, level: level, row)
    }
  }

  /// Ends the row, and continues the block in the next.
  mutating func breakRow() {
    guard var next = block else { return }
    let wasApart = isApart
    let isFull =
      if case .bySize = breaks {
        builder.count > Self.most
      } else {
        isLong && isFull(before: next.kind, next.level)
      }
    for open in openLinks { link(from: open.start, to: open.address) }
    for open in openMarks { mark(from: open.start, open.kind) }
    end()
    title += " "
    isApart = wasApart
    next.indent += next.marker + next.hang
    (next.marker, next.hang, next.continues) = (0, 0, true)
    if next.kind == .listItem { next.kind = .paragraph }
    next.isApart = false
    if isFull {
      endPortion()
      firstLine = max(next.line, portions.last?.line ?? 1)
    }
    block = next
    open = (next.kind, builder.count)
    for index in openLinks.indices { openLinks[index].start = builder.count }
    for index in openMarks.indices { openMarks[index].start = builder.count }
  }

  /// Puts an image down as a block of its own, with its words; sizes are in pixels.
  mutating func setImage(_ name: String, words: String, width: Int, height: Int) {
    begin(.figure)
    put(words.isEmpty ? TextBlock.unnamedPicture : words, .italic)
    let box = builder.addImage(width: width, height: height)
    end()
    guard let box else { return }
    images.append(FlowImage(name: name, box: box))
    builder.skipRows(under: box)
  }

  /// Ends a cell of a table's row; the next is beside it.
  mutating func endCell() { builder.endCell() }

  /// Marks a column as covered by the cell before it.
  mutating func coverColumn(_ column: Int) {
    guard let count = block?.alignments.count, column < Limit.columns else { return }
    for _ in count..<max(count, column + 1) { block?.alignments.append(.left) }
    block?.alignments[column] = .covered
  }

  /// Moves the block's line of the source down by so many lines.
  mutating func shiftLine(by count: Int) { block?.line += count }

  /// Removes the empty line before the block.
  mutating func joinToBlockBefore() { block?.isApart = false }

  private mutating func endPortion() {
    guard builder.count > 0 || builder.text.blocks?.isEmpty == false else { return }
    places.findStarts(on: portions.count, in: builder.text)
    let whole = FlowPortion(
      text: builder.text, links: links, images: images, marks: marks, line: firstLine)
    let isKept = window.keeps(portions.count, of: builder.text.byteCount)
    portions.append(isKept ? whole : FlowPortion(line: firstLine))
    isDone = window.isPassed(by: portions.count)
    setCount += builder.count
    builder = PortionBuilder(expected: breaks.charactersOfPortion)
    (links, images, marks) = ([], [], [])
    // Points that no block follows move to the beginning of the next portion.
    for index in points.indices { points[index].place = 0 }
  }

  // MARK: characters, links and names

  /// Whether characters are only added to the block, neither changed nor kept as a title.
  private var isPlain: Bool { kind != .heading && kind != .tableHead && !isLong }

  /// Whether the block is so long that it goes on as another.
  private var isLong: Bool {
    open.map { builder.count - $0.start > Self.longestBlock } ?? false
  }

  /// Puts down the blank between two words.
  mutating func putBlank(_ style: CharacterStyle) {
    guard isPlain else { return put(" ", style) }
    builder.add(ascii: Self.blank, style)
  }

  private static let blank: ArraySlice<UInt8> = [0x20]

  /// Adds a word in UTF-8; most are ASCII and are added without a look at each character.
  mutating func put(utf8 word: ArraySlice<UInt8>, _ style: CharacterStyle) {
    guard isPlain, word.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { return put(String(decoding: word, as: UTF8.self), style) }
    builder.add(ascii: word, style)
  }

  /// Adds characters, as they are written in the present block.
  mutating func put(_ text: String, _ style: CharacterStyle = []) {
    let style = style.union(kind == .tableHead ? .bold : [])
    if kind == .heading, title.utf8.count < 1_000 { title += text }
    for scalar in text.unicodeScalars {
      if isLong, scalar == " " || builder.count > Self.most {
        breakRow()
        if scalar == " " { continue }
      }
      builder.add(scalar.value == 0x0A ? 0x20 : scalar.value, style)
    }
  }

  /// Adds one character as it is.
  mutating func add(_ scalar: UInt32, _ style: CharacterStyle = []) { builder.add(scalar, style) }

  mutating func openLink(_ address: LinkAddress) {
    openLinks.append((builder.count, address))
  }

  /// Whether characters were put down since the innermost link began.
  var isLinkEmpty: Bool { openLinks.last.map { $0.start == builder.count } ?? false }
  var openLinkCount: Int { openLinks.count }

  /// Ends the innermost link; `isKept`: false where it is no link of its own.
  mutating func closeLink(isKept: Bool = true) {
    guard let open = openLinks.popLast(), isKept else { return }
    link(from: open.start, to: open.address)
  }

  private mutating func link(from start: Int, to address: LinkAddress) {
    guard links.count < Limit.links / 2, let box = box(from: start) else { return }
    links.append(FlowLink(box: box, address: address))
  }

  mutating func openMark(_ kind: FlowMark.Kind) { openMarks.append((builder.count, kind)) }

  mutating func closeMark() {
    guard let open = openMarks.popLast() else { return }
    if open.start < builder.count {
      mark(from: open.start, open.kind)
    } else if case .comment = open.kind, points.count < Limit.quads,
      !marks.contains(where: { $0.kind == open.kind })
    {
      points.append((open.start, open.kind))
    }
  }

  /// Marks points in a block at the character before them, at a cell's or a block's beginning at the one that follows.
  private mutating func placePoints(in block: Range<Int>) {
    guard !points.isEmpty, !block.isEmpty else { return }
    for point in points where marks.count < Limit.quads {
      let before = point.place - 1
      let isAfterWord = block.contains(before) && !Script.isBlank(builder.text.scalars[before])
      let place = isAfterWord ? before : min(point.place, block.upperBound - 1)
      marks.append(
        FlowMark(
          kind: point.kind, box: builder.text.boxes[max(block.lowerBound, place)], isPoint: true))
    }
    points = []
  }

  private mutating func mark(from start: Int, _ kind: FlowMark.Kind) {
    guard marks.count < Limit.quads, let box = box(from: start) else { return }
    marks.append(FlowMark(kind: kind, box: box))
  }

  /// The box around the characters from one on; nil if there are none.
  private func box(from start: Int) -> Box? {
    guard start < builder.count else { return nil }
    let boxes = builder.text.boxes[start..<builder.count]
    return boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
  }

  /// Names the position of the next characters.
  mutating func name(_ name: String) {
    guard places.count < Limit.outlineItems else { return }
    places.append(FlowPlace(name: name, destination: here, character: builder.count))
  }
}
