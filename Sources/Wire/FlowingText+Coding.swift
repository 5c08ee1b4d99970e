import DocumentModel

extension ByteWriter {
  mutating func write(_ flow: FlowingText) {
    write(flow.kind.rawValue)
    write(flow.encoding)
    write(flow.isGuess)
    write(count: flow.measure)
    write(flow.shortfall?.rawValue ?? 0)
    write(Int64(flow.byteCount))
    for end in counted(flow.portionEnds) { write(count: end) }
  }

  mutating func write(_ blocks: [AuthoredBlock]) {
    for block in counted(blocks) {
      write(block.kind.rawValue)
      write(count: block.range.lowerBound)
      write(count: block.range.upperBound)
      write(UInt8(clamping: block.level))
      write(UInt16(clamping: block.marker))
      write(UInt16(clamping: block.indent))
      write(UInt8(clamping: block.hang))
      write(block.continues)
      write(UInt8(clamping: block.quotes))
      write(block.isApart)
      write(Int32(clamping: block.line))
      write(raw: block.alignments.map(\.rawValue))
      write(block.rules.code)
    }
  }

  /// Writes what is known of characters within authored blocks.
  mutating func writeBreaks(of text: PageText) {
    for place in counted(text.softHyphens) { write(count: place) }
    for range in counted(text.combined) {
      write(count: range.lowerBound)
      write(count: range.upperBound)
    }
  }

  mutating func write(_ labels: PageLabels) {
    write(labels.first)
    write(count: min(labels.later.count, Limit.printedPages))
    for page in labels.later.prefix(Limit.printedPages) {
      write(page.label)
      write(count: page.start)
      write(page.place.x)
      write(page.place.y)
    }
  }

  mutating func write(_ asides: [TextAside]) {
    for aside in counted(asides) {
      write(aside.kind.rawValue)
      write(count: aside.range.lowerBound)
      write(count: aside.range.upperBound)
    }
  }
}

extension ByteReader {
  mutating func pageLabels() throws(WireError) -> PageLabels {
    var labels = PageLabels(try string())
    for _ in 0..<(try count(limit: Limit.printedPages, of: 24)) {
      labels.later.append(
        PrintedPage(
          try string(), start: try index(),
          at: Point(
            x: min(max(0, try double()), Limit.pageSide),
            y: min(max(0, try double()), Limit.pageSide))))
    }
    return labels
  }

  mutating func flow() throws(WireError) -> FlowingText {
    var flow = FlowingText(kind: try known(), encoding: try string(), isGuess: try bool())
    flow.measure = min(try index(), Limit.measure)
    let shortfall = try byte()
    flow.shortfall = FlowingText.Shortfall(rawValue: shortfall)
    guard shortfall == 0 || flow.shortfall != nil else { throw .invalid("shortfall") }
    let size = try integer(Int64.self)
    guard size >= 0 else { throw .invalid("size") }
    flow.byteCount = Int(size)
    for _ in 0..<(try count(limit: Limit.weighedPortions, of: 4)) {
      let end = try index()
      guard end >= flow.portionEnds.last ?? 0 else { throw .invalid("portion") }
      flow.portionEnds.append(end)
    }
    return flow
  }

  /// Blocks that ascend without overlaps within so many scalars.
  mutating func blocks(of scalars: Int) throws(WireError) -> [AuthoredBlock] {
    let count = try count(limit: Limit.characters, of: 26)
    var blocks: [AuthoredBlock] = []
    blocks.reserveCapacity(count)
    var end = 0
    for _ in 0..<count {
      let kind: AuthoredBlock.Kind = try known()
      let range = try range()
      guard range.lowerBound >= end, range.upperBound <= scalars else { throw .invalid("block") }
      end = range.upperBound
      var block = AuthoredBlock(kind, range, level: Int(try byte()))
      block.marker = min(Int(try integer(UInt16.self)), range.count)
      block.indent = min(Int(try integer(UInt16.self)), Limit.indent)
      block.hang = Int(try byte())
      block.continues = try bool()
      block.quotes = min(Int(try byte()), Limit.quotes)
      block.isApart = try bool()
      block.line = Int(try integer(Int32.self))
      for value in try raw(limit: Limit.columns) {
        guard let alignment = AuthoredBlock.Alignment(rawValue: value) else {
          throw .invalid("alignment")
        }
        block.alignments.append(alignment)
      }
      guard let rules = LineRules(code: try byte()) else { throw .invalid("line rules") }
      block.rules = rules
      blocks.append(block)
    }
    return blocks
  }

  mutating func readBreaks(of text: inout PageText) throws(WireError) {
    let count = text.scalars.count
    for _ in 0..<(try self.count(limit: Limit.characters, of: 4)) {
      let place = try index()
      guard place > text.softHyphens.last ?? -1, place <= count else {
        throw .invalid("soft hyphen")
      }
      text.softHyphens.append(place)
    }
    for _ in 0..<(try self.count(limit: Limit.characters, of: 8)) {
      let range = try range()
      guard range.lowerBound >= text.combined.last?.upperBound ?? 0, range.upperBound <= count
      else { throw .invalid("combined characters") }
      text.combined.append(range)
    }
  }

  /// Parts that ascend without overlaps within so many scalars.
  mutating func asides(of scalars: Int) throws(WireError) -> [TextAside] {
    var asides: [TextAside] = []
    for _ in 0..<(try count(limit: Limit.characters, of: 9)) {
      let kind: TextAside.Kind = try known()
      let range = try range()
      guard !range.isEmpty, range.lowerBound >= asides.last?.range.upperBound ?? 0,
        range.upperBound <= scalars
      else { throw .invalid("aside") }
      asides.append(TextAside(kind, range))
    }
    return asides
  }
}
