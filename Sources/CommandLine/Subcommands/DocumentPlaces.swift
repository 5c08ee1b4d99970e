import DocumentModel
import Interface
import Services
import Terminal
import Text
import Wire
import Workers

/// The places of a pattern in a document, in order, found while its pages are read.
struct DocumentPlaces {
  private let name: String
  private let matcher: any PatternMatcher
  private var stream: PageStream
  private var feed = PageFeed(joinsLines: true)
  /// The pages that may contain the matches not yet returned.
  private(set) var pages: [Int: PageText] = [:]
  private var found: [SearchHit] = []
  private var given = 0
  private var isDone = false
  /// Pages searched that have no text, and such as could not be read.
  private(set) var textless = 0
  private(set) var failures = 0
  /// Matches left out because they are in running heads and feet.
  private(set) var inHeads = 0

  private let keepsHeads: Bool
  private let wanted: Set<Int>
  /// For text: the number of each page's first line, and of the line after the last one read.
  private var firstLines: [Int: Int] = [:]
  private var nextLine = 1
  private let infos: [PageInfo]

  init(
    _ document: CommandDocument, _ matcher: any PatternMatcher, keepsHeads: Bool,
    on part: PageNeighbourhood
  ) throws(CommandDocument.Failure) {
    let kind = document.summary.flow?.kind
    infos = kind == .markdown ? try document.pages() : []
    self.keepsHeads = keepsHeads
    wanted = part.wanted
    name = document.name
    self.matcher = matcher
    stream = PageStream(Array(part.pages), of: document.document) {
      kind == .plainText ? .plainText(page: $0) : .text(page: $0)
    }
  }

  /// Whether the words of a match were recognised in a page's picture.
  func isScan(_ hit: SearchHit) -> Bool { pages[hit.page]?.isRecognized ?? false }

  /// The line of the source a place begins in, from 1; nil in a document of pages.
  func line(of hit: SearchHit) -> Int? {
    let (page, offset) = (hit.page, Int(hit.spans[0].start))
    guard let text = pages[page], let block = text.block(at: offset) else { return nil }
    return (firstLines[page] ?? infos[safe: page]?.line).map { max(1, $0 + block.line) }
  }

  /// The next place; nil after the last.
  mutating func next() throws(CommandDocument.Failure) -> SearchHit? {
    while given >= found.count {
      guard !isDone else { return nil }
      found = []
      given = 0
      guard let (page, reply) = stream.next() else {
        isDone = true
        try look(in: feed.finish())
        continue
      }
      try take(reply, page)
    }
    given += 1
    return found[given - 1]
  }

  /// Searches lines of plain text directly; their blocks are computed only for matches.
  private mutating func take(
    lines bytes: [UInt8], _ page: Int
  ) throws(CommandDocument.Failure) {
    var flat = FlatText()
    flat.add(lines: bytes, page: page)
    try look(in: flat)
    pages = found.isEmpty ? [:] : [page: PageText(lines: bytes)]
    firstLines = [page: nextLine]
    nextLine += bytes.count { $0 == 0x0A }
  }

  private mutating func take(
    _ reply: Result<Reply, WorkerError>, _ page: Int
  ) throws(CommandDocument.Failure) {
    var text = PageText()
    switch reply {
    case .success(.text(let read)):
      text = read
      if read.blocks == nil, wanted.contains(page), !read.scalars.contains(where: { $0 > 0x20 }) {
        textless += 1
      }
    case .success(.plainText(let bytes)):
      try take(lines: bytes, page)
      return
    case .failure(let error) where wanted.contains(page):
      failures += 1
      Output.complain(Sentences.text(error, page: page, file: name))
    // Neighbours are read only for sentences that go on.
    case .success, .failure: break
    }
    let open = feed.firstOpenPage ?? page
    pages = pages.filter { $0.key >= open }
    pages[page] = text
    try look(in: feed.add(text, page: page))
  }

  private mutating func look(in paragraphs: [Flow.Paragraph]) throws(CommandDocument.Failure) {
    var (flat, heads) = (FlatText(), FlatText())
    for paragraph in paragraphs {
      if keepsHeads || !paragraph.isRunningHead {
        flat.add(paragraph, pages: pages)
      } else {
        heads.add(paragraph, pages: pages)
      }
    }
    try look(in: flat)
    inHeads += try hits(in: heads).count
  }

  private mutating func look(in flat: FlatText) throws(CommandDocument.Failure) {
    found += try hits(in: flat)
  }

  private func hits(in flat: FlatText) throws(CommandDocument.Failure) -> [SearchHit] {
    var hits: [SearchHit] = []
    do throws(PatternError) {
      for passage in 0..<flat.count { hits += try flat.hits(in: passage, matcher) }
    } catch {
      throw CommandDocument.Failure(sentence: Sentences.text(error))
    }
    return hits.filter { wanted.contains($0.page) }
  }
}

/// A place as a line for a person or for a program.
struct MatchPrinter {
  private let path: String?
  private let document: CommandDocument
  private let asJSON: Bool
  private let isColored: Bool
  /// The outline, loaded with the first match written as JSON.
  private var outline: (entries: [OutlineEntry], sections: SectionIndex)?
  /// The first characters of the headings on the last match's page, by the number of their outline entry.
  private var headings: (page: Int, starts: [Int: Int])?

  init(path: String?, _ document: CommandDocument, asJSON: Bool) {
    self.path = path
    self.document = document
    self.asJSON = asJSON
    isColored = Emphasis.isWanted
  }

  /// Writes a match; false if output has been closed.
  mutating func tell(
    _ hit: SearchHit, _ places: DocumentPlaces
  ) throws(CommandDocument.Failure) -> Bool {
    if asJSON { return Output.write(try json(hit, places).text + "\n") }
    let place =
      (path.map { Output.name($0) + ":" } ?? "")
      + (places.line(of: hit).map(String.init)
        ?? document.pageName(hit.page, at: Int(hit.spans[0].start)))
      + (places.isScan(hit) ? " (scan): " : ": ")
    let line = place + Self.words(hit.before, hit.text, hit.after, isColored) + "\n"
    return isColored ? Output.write(styled: line) : Output.write(line)
  }

  /// Returns the title of the outline entry that contains a match.
  private mutating func section(
    of hit: SearchHit, _ text: PageText?
  ) throws(CommandDocument.Failure) -> String? {
    if outline == nil {
      var entries: [OutlineEntry] = []
      if document.summary.hasOutline, case .outline(let items) = try document.ask(.outline) {
        entries = OutlineEntry.flattened(items)
      }
      outline = (entries, SectionIndex(entries.map(\.destination)))
    }
    guard let (entries, sections) = outline, !entries.isEmpty else { return nil }
    if headings?.page != hit.page, let text {
      let rows = GlyphRows(text)
      var starts: [Int: Int] = [:]
      for number in sections.entries(on: hit.page) {
        starts[number] = entries[number].destination.flatMap {
          rows.heading(entries[number].item.title, at: $0, in: text)
        }
      }
      headings = (hit.page, starts)
    }
    let starts = headings?.page == hit.page ? headings?.starts : nil
    let number = sections.entry(
      page: hit.page, y: hit.y, character: hit.spans[0].start, starts: starts ?? [:])
    return number.map { entries[$0].item.title }
  }

  private mutating func json(
    _ hit: SearchHit, _ places: DocumentPlaces
  ) throws(CommandDocument.Failure) -> JSON {
    let section = try section(of: hit, places.pages[hit.page])
    return .object(
      [("path", .string(document.name))]
        + JSON.place(
          page:
            document.summary.hasPages ? hit.page : nil,
          label: document.pageLabel(hit.page, at: Int(hit.spans[0].start)))
        + [
          ("line", places.line(of: hit).map(JSON.count) ?? .null),
          ("section", section.map(JSON.string) ?? .null),
          ("text", .string(hit.text)), ("before", .string(hit.before)),
          ("after", .string(hit.after)), ("scan", .bool(places.isScan(hit))),
          ("quads", .array(hit.spans.compactMap { quad($0, places) })),
          (
            "address",
            hit.spans.first.map {
              Self.address(page: Int($0.page), Int($0.start), document.summary.hasPages)
            } ?? .null
          ),
        ])
  }

  /// The address of a match's first character.
  static func address(page: Int, _ start: Int, _ hasPages: Bool) -> JSON {
    .string(BlockAddress(page: page, character: start, hasPages: hasPages).written)
  }

  private func quad(_ span: SearchHit.Span, _ places: DocumentPlaces) -> JSON? {
    places.pages[Int(span.page)].flatMap {
      Self.quad(page: Int(span.page), Int(span.start), Int(span.end), $0)
    }
  }

  /// The corners of a line's part of a place: upper left, upper right, lower left, lower right, in points from the page's upper left.
  static func quad(page: Int, _ start: Int, _ end: Int, _ text: PageText) -> JSON? {
    guard start >= 0, start <= end, end <= text.boxes.count else { return nil }
    let boxes = text.boxes[start..<end].filter { !$0.isEmpty }
    guard let first = boxes.first else { return nil }
    let box = boxes.reduce(first) { $0.union($1) }
    let corners = [box.x0, box.y0, box.x1, box.y0, box.x0, box.y1, box.x1, box.y1]
    return .object([
      ("page", .count(page + 1)), ("points", .array(corners.map { .number(Double($0)) })),
    ])
  }

  /// Returns a match between the text around it, the match lit where colours are wanted.
  static func words(
    _ before: String, _ match: String, _ after: String, _ isColored: Bool
  ) -> String {
    let match = Output.line(match)
    return tail(Output.line(before)) + (isColored ? Emphasis.match(match) : match)
      + head(Output.line(after))
  }

  /// Returns the end of the text before a match, cut at a blank if it is long.
  private static func tail(_ text: String) -> String {
    guard text.count >= 60, let blank = text.firstIndex(of: " ") else { return text }
    return "…" + text[blank...]
  }

  private static func head(_ text: String) -> String {
    guard text.count >= 60, let blank = text.lastIndex(of: " ") else { return text }
    return text[...blank] + "…"
  }
}
