import DocumentModel

extension ByteWriter {
  mutating func write(_ summary: DocumentSummary) {
    write(count: summary.pageCount)
    write(summary.permanentID)
    write(summary.hasOutline)
    write(summary.title)
    write(summary.author)
    write(summary.language)
    if let flow = present(summary.flow) { write(flow) }
    write(summary.capabilities.rawValue)
  }

  mutating func write(_ metadata: Metadata) {
    for text in [
      metadata.title, metadata.author, metadata.subject, metadata.keywords, metadata.creator,
      metadata.producer, metadata.language, metadata.format,
    ] { write(text) }
    write(optional: metadata.created)
    write(optional: metadata.modified)
    write(metadata.isAuthorRightToLeft)
    write(metadata.isEncrypted)
    write(metadata.isLinearized)
    write(metadata.permissions.rawValue)
    for name in counted(metadata.publication.creators) { write(name) }
    for field in BibliographicRecord.Field.allCases {
      write(metadata.publication.fields[field] ?? "")
    }
  }

  mutating func write(_ destination: Destination) {
    write(count: destination.page)
    write(optional: destination.x)
    write(optional: destination.y)
  }

  mutating func write(_ target: LinkTarget) {
    switch target {
    case .destination(let destination):
      write(UInt8(1))
      write(destination)
    case .named(let name):
      write(UInt8(2))
      write(name)
    case .uri(let address):
      write(UInt8(3))
      write(address)
    case .file(let path, let page, let name):
      write(UInt8(4))
      write(path)
      write(optional: page.map(Int64.init))
      if let name = present(name) { write(name) }
    case .unsupported(let kind):
      write(UInt8(5))
      write(kind)
    }
  }

  mutating func write(outline items: [OutlineItem]) {
    for item in counted(items) {
      write(item.title)
      write(item.isOpen)
      if let target = present(item.target) { write(target) }
      write(outline: item.children)
    }
  }

  mutating func write(_ text: PageText) {
    reserve(text.byteCount)
    write(text.size.width)
    write(text.size.height)
    for style in counted(text.styles) {
      write(style.font)
      write(style.size)
      write(style.isBold)
      write(style.isItalic)
      write(style.isMonospace)
      write(style.isUnderlined)
      write(style.isStruck)
      write(style.isMarked)
      write(style.isSmallCaps)
      write(style.isUncertain)
      write(style.color)
    }
    for run in counted(text.runs) {
      write(count: run.start)
      write(count: run.style)
    }
    write(count: text.scalars.count)
    write(plain: text.scalars)
    write(plain: text.boxes)
    write(text.source.rawValue)
    if let blocks = present(text.blocks) {
      write(blocks)
      writeBreaks(of: text)
    }
    for region in counted(text.regions) {
      write(region.kind.rawValue)
      write(plain: [region.box.x0, region.box.y0, region.box.x1, region.box.y1])
      write(count: region.cells.count)
      write(plain: region.cells)
    }
    write(text.asides)
  }
}

extension ByteReader {
  mutating func summary() throws(WireError) -> DocumentSummary {
    let pages = try index()
    guard pages > 0, pages <= Limit.pageCount else { throw .invalid("page count") }
    let summary = DocumentSummary(
      pageCount: pages, permanentID: try digits(), hasOutline: try bool(), title: try string(),
      author: try string(), language: LanguageTag.checked(try string()),
      flow: try bool() ? try flow() : nil, capabilities: try capabilities())
    guard summary.hasPages == (summary.flow == nil) else { throw .invalid("capabilities") }
    return summary
  }

  private mutating func capabilities() throws(WireError) -> DocumentCapabilities {
    let capabilities = DocumentCapabilities(rawValue: try byte())
    guard capabilities.isSubset(of: .known) else { throw .invalid("capabilities") }
    return capabilities
  }

  /// Reads lower-case hexadecimal digits, at most 64.
  mutating func digits() throws(WireError) -> String {
    let text = try string()
    guard text.utf8.count <= 64, text.utf8.allSatisfy(Self.isDigit) else {
      throw .invalid("hexadecimal digits")
    }
    return text
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x66: true
    default: false
    }
  }

  mutating func pageSize() throws(WireError) -> PageSize {
    PageSize(
      width: min(max(0, try double()), Limit.pageSide),
      height: min(max(0, try double()), Limit.pageSide))
  }

  mutating func pageInfo() throws(WireError) -> PageInfo {
    let labels = try pageLabels()
    let size = try pageSize()
    let line = try integer(Int64.self)
    guard line >= 0, line < Int.max / 2 else { throw .invalid("line") }
    var info = PageInfo(label: "", size: size, line: Int(line))
    info.labels = labels
    return info
  }

  mutating func metadata() throws(WireError) -> Metadata {
    var metadata = Metadata()
    metadata.title = try string()
    metadata.author = try string()
    metadata.subject = try string()
    metadata.keywords = try string()
    metadata.creator = try string()
    metadata.producer = try string()
    metadata.language = LanguageTag.checked(try string())
    metadata.format = try string()
    metadata.created = try date()
    metadata.modified = try date()
    metadata.isAuthorRightToLeft = try bool()
    metadata.isEncrypted = try bool()
    metadata.isLinearized = try bool()
    metadata.permissions = Permissions(rawValue: try integer(UInt32.self))
    for _ in 0..<(try count(limit: PublicationMetadata.mostCreators, of: 4)) {
      metadata.publication.creators.append(try string())
    }
    for field in BibliographicRecord.Field.allCases {
      let value = try string()
      if !value.isEmpty { metadata.publication.fields[field] = value }
    }
    return metadata
  }

  /// Seconds since 1970; years before 1 and beyond 9999 are damage, and would overflow the calendar.
  mutating func date() throws(WireError) -> Int64? {
    let years: Range<Int64> = -62_135_596_800..<253_402_300_800
    return try optionalInteger().flatMap { years.contains($0) ? $0 : nil }
  }

  mutating func destination(pageCount: Int) throws(WireError) -> Destination {
    let page = try index()
    guard page < pageCount else { throw .invalid("page") }
    return Destination(page: page, x: try place(), y: try place())
  }

  /// A distance from an edge of a page, in points.
  private mutating func place() throws(WireError) -> Double? {
    guard let value = try optionalDouble() else { return nil }
    guard (0...Limit.pageSide).contains(value) else { throw .invalid("place") }
    return value
  }

  mutating func target(pageCount: Int) throws(WireError) -> LinkTarget {
    let kind = try byte()
    switch kind {
    case 1: return .destination(try destination(pageCount: pageCount))
    case 2: return .named(try string())
    case 3: return .uri(try address())
    case 4:
      let path = try string()
      let page = try optionalInteger()
      let name = try bool() ? try string() : nil
      let pages = 0..<Int64(Limit.pageCount)
      return .file(path, page: page.flatMap { pages.contains($0) ? Int($0) : nil }, name: name)
    case 5: return .unsupported(try string())
    default: throw .unknownKind(kind)
    }
  }

  mutating func outline(
    depth: Int, budget: inout Int, pageCount: Int
  ) throws(WireError) -> [OutlineItem] {
    let count = try count(limit: budget, of: 10)
    guard count == 0 || depth < Limit.outlineDepth else { throw .tooLarge }
    budget -= count
    var items: [OutlineItem] = []
    for _ in 0..<count {
      let title = try string()
      let isOpen = try bool()
      let target = try bool() ? try target(pageCount: pageCount) : nil
      let children = try outline(depth: depth + 1, budget: &budget, pageCount: pageCount)
      items.append(OutlineItem(title: title, target: target, isOpen: isOpen, children: children))
    }
    return items
  }

  mutating func box() throws(WireError) -> Box {
    let values = try plain(4, zero: Float(0))
    guard values.allSatisfy(Self.isOnAPage) else { throw .invalid("box") }
    return Box(
      x0: min(values[0], values[2]), y0: min(values[1], values[3]),
      x1: max(values[0], values[2]), y1: max(values[1], values[3]))
  }

  /// Sums and roundings of such numbers overflow nothing.
  private static func isOnAPage(_ value: Float) -> Bool {
    abs(value) <= Float(Limit.pageSide)
  }

  mutating func font() throws(WireError) -> FontInfo {
    FontInfo(
      name: try string(), kind: try string(), isEmbedded: try bool(), isSubset: try bool(),
      substitute: try string())
  }

  mutating func pageText() throws(WireError) -> PageText {
    var text = PageText(size: try pageSize())
    for _ in 0..<(try count(limit: Limit.styles, of: 20)) {
      var style = TextStyle(
        font: try string(), size: try fontSize(), isBold: try bool(), isItalic: try bool(),
        isMonospace: try bool(), isUnderlined: try bool(), isStruck: try bool())
      (style.isMarked, style.isSmallCaps) = (try bool(), try bool())
      style.isUncertain = try bool()
      style.color = try integer(UInt32.self) & 0xFF_FFFF
      text.styles.append(style)
    }
    var last = -1
    for _ in 0..<(try count(limit: Limit.characters, of: 8)) {
      let run = StyleRun(start: try index(), style: try index())
      guard run.start > last, run.style < text.styles.count, last >= 0 || run.start == 0 else {
        throw .invalid("style run")
      }
      last = run.start
      text.runs.append(run)
    }
    let count = try count(limit: Limit.characters, of: 20)
    guard last < max(1, count) else { throw .invalid("style run") }
    text.scalars = try plain(count, zero: UInt32(0))
    text.boxes = try plain(count, zero: Box.zero)
    for index in 0..<count {
      let scalar = text.scalars[index]
      guard let valid = Unicode.Scalar(scalar), scalar == 0x0A || !CleanText.isHarmful(valid) else {
        throw .invalid("character")
      }
      let box = text.boxes[index]
      guard box.x0 <= box.x1, box.y0 <= box.y1, Self.isOnAPage(box.x0), Self.isOnAPage(box.y0),
        Self.isOnAPage(box.x1), Self.isOnAPage(box.y1)
      else { throw .invalid("box") }
    }
    text.source = try known()
    if try bool() {
      text.blocks = try blocks(of: count)
      try readBreaks(of: &text)
    }
    for _ in 0..<(try self.count(limit: Limit.regions, of: 18)) {
      var region = PageRegion(try known(), try box())
      for _ in 0..<(try self.count(limit: Limit.cells, of: 16)) { region.cells.append(try box()) }
      text.regions.append(region)
    }
    text.asides = try asides(of: count)
    return text
  }

  /// In points.
  private mutating func fontSize() throws(WireError) -> Float {
    let size = try float()
    guard (0...Limit.fontSize).contains(size) else { throw .invalid("font size") }
    return size
  }
}
