import DocumentModel
import TestSupport
import Testing
import Wire

@Suite struct CodingTests {
  static let requests: [Request] = [
    .open(password: Array("pässword".utf8)), .pages(3..<9), .metadata, .outline, .text(page: 7),
    .links(page: 0), .destination(name: "chapter.3"), .fonts(0..<50), .attachments,
    .rotation(page: 3), .annotationCount(0..<100), .unknownSigns(2..<50),
    .recognize(
      RecognitionRequest(
        width: 2_480, height: 3_508, size: PageSize(width: 595, height: 842),
        languages: ["deu", "jpn_vert"], alternatives: ["ita"], isNamed: true)),
    .bookPlaces(page: 2, [0..<4, 9..<9]), .textPlace(.fragment("epubcfi(/6/4!/4/2)")),
    .textPlace(
      .text(file: "a.xhtml", TextSelector(.css("p"), 3..<9), end: TextSelector(.xpath("/a")))),
    .textPlace(.text(file: "b", TextSelector(.body), end: nil)),
    .open(password: [], name: "notes.md", encoding: "KOI8-R", asPlainText: true),
    .attachment(index: 2, offset: 1_000), .fingerprint,
    .draw(PageDrawing(page: 1, width: 640, height: 480)),
    .makeThumbnail(ThumbnailRequest(name: "a.pdf", largest: 256, scale: 2, encoding: "KOI8-R")),
    .draw(
      PageDrawing(
        page: 9, width: 100_000, height: 140_000, turn: .left,
        part: PixelRect(x: 70_000, y: 3, width: 800, height: 600), profile: .dark)),
    .draw(
      PageDrawing(
        page: 0, width: 1, height: 1, profile: .colors(PaperColors(paper: 0x1E1E1E, ink: 0xDDDDDD)))
    ),
  ]

  static let replies: [Reply] = {
    var metadata = Metadata()
    metadata.title = "A title"
    metadata.created = 1_700_000_000
    metadata.permissions = [.print, .copy]
    let text = PageText(
      scalars: [0x41, 0x0A, 0x65E5],
      boxes: [Box(x0: 1, y0: 2, x1: 3, y1: 4), .zero, Box(x0: 5, y0: 6, x1: 7, y1: 8)],
      runs: [StyleRun(start: 0, style: 0), StyleRun(start: 2, style: 1)],
      styles: [TextStyle(font: "A"), TextStyle(font: "B", isBold: true)])
    var blocks = text
    blocks.blocks = [
      AuthoredBlock(.listItem, 0..<1, level: 3, marker: 1, indent: 4, quotes: 2, line: -1),
      AuthoredBlock(.tableHead, 2..<3, isApart: true, line: 7, alignments: [.left, .covered]),
    ]
    blocks.blocks?[0].hang = 3
    blocks.blocks?[0].continues = true
    (blocks.styles[1].isMarked, blocks.styles[1].isSmallCaps) = (true, true)
    var table = PageRegion(.table, Box(x0: 1, y0: 2, x1: 3, y1: 4))
    table.cells = [Box(x0: 1, y0: 2, x1: 2, y1: 4), Box(x0: 2, y0: 2, x1: 3, y1: 4)]
    blocks.regions = [table, PageRegion(.figure, .zero)]
    let place = LinkTarget.destination(Destination(page: 4, x: nil, y: 100))
    var book = FlowingText(kind: .formatted, encoding: "")
    book.portionEnds = [10, 10, 5_000_000]
    return [
      .opened(DocumentSummary(pageCount: 3, flow: book)),
      .ready(Greeting(missing: [.landlock], libraries: "poppler")),
      .opened(DocumentSummary(pageCount: 12, permanentID: "ab")),
      .opened(
        DocumentSummary(
          pageCount: 1,
          flow: FlowingText(
            kind: .markdown, encoding: "KOI8-R", isGuess: true, measure: 132, shortfall: .tooDeep,
            byteCount: 5_000_000_000))),
      .pages([PageInfo(label: "", size: PageSize(width: 1, height: 1), line: 9_000_000_000)]),
      .text(blocks),
      .pages([PageInfo(label: "iv", size: PageSize(width: 600, height: 800))]),
      .metadata(metadata),
      .outline([
        OutlineItem(
          title: "One", target: place, isOpen: true, children: [OutlineItem(title: "Two")])
      ]),
      .text(text),
      .links([
        Link(box: Box(x0: 0, y0: 0, x1: 9, y1: 9), target: .uri("https://example.org")),
        Link(box: .zero, target: .file("b.pdf", page: 3, name: nil)),
        Link(box: .zero, target: .unsupported("JavaScript")),
      ]),
      .destination(nil), .destination(Destination(page: 0)),
      .rotation(270), .annotationCount(36), .unknownSigns([3, nil, 0]), .textPlace(nil),
      .textPlace(TextPlace(page: 0, characters: 3..<9)), .bookPlaces([]),
      .bookPlaces([BookPlace(file: "OPS/a.xhtml", fragment: "epubcfi(/6/4!/4/2)")]),
      .fonts([FontInfo(name: "F", kind: "Type 1", isEmbedded: true, isSubset: false)]),
      .attachments([Attachment(name: "a.txt", size: 5)]),
      .attachment(bytes: [1, 2, 3], total: 3), .fingerprint(String(repeating: "0f", count: 32)),
      .fingerprint(nil), .plainText(Array("a\nß".utf8)),
      .drawn(PictureFacts(width: 1_000, height: 1_300)),
      .drawn(PictureFacts(width: 1, height: 2, isBlank: true, isGray: true)),
      .thumbnailMade(
        Thumbnail(
          PictureFacts(width: 1, height: 2, isGray: true), [1, 1, 1, 255, 2, 2, 2, 255],
          pageCount: 3)),
      .failed(.passwordNeeded),
    ]
  }()

  /// A URL is shown and opened in the same form.
  @Test func unsafeCharactersInURLsAreEscaped() throws {
    let link = Link(box: .zero, target: .uri("https://a.example/\u{1B}[2J\n\u{202E}\u{9B}é b"))
    let reply = try Reply(decoding: Reply.links([link]).encoded(), pageCount: 1)
    guard case .links(let read) = reply else {
      Issue.record("these are no links")
      return
    }
    #expect(
      read.map(\.target) == [.uri("https://a.example/%1B[2J%0A%E2%80%AE%C2%9Bé b")])
  }

  @Test(arguments: requests) func requestsRoundTrip(_ request: Request) throws {
    #expect(try Request(decoding: request.encoded()) == request)
  }

  @Test(arguments: replies) func repliesRoundTrip(_ reply: Reply) throws {
    #expect(try Reply(decoding: reply.encoded(), pageCount: 12) == reply)
  }

  @Test(arguments: replies) func truncatedRepliesAreRefused(_ reply: Reply) {
    let bytes = reply.encoded()
    for count in 0..<bytes.count {
      #expect(throws: WireError.self) {
        _ = try Reply(decoding: Array(bytes[..<count]), pageCount: 12)
      }
    }
  }

  @Test func mutatedRepliesNeverTrap() {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<20_000 {
      guard var bytes = Self.replies.randomElement(using: &generator)?.encoded() else { continue }
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      _ = try? Reply(decoding: bytes, pageCount: 12)
      _ = try? Request(decoding: bytes)
    }
  }

  /// A damaged request that decodes can be encoded again; a drawing in it is checked before use.
  @Test func mutatedRequestsNeverTrap() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      guard var bytes = Self.requests.randomElement(using: &generator)?.encoded() else { continue }
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      guard let request = try? Request(decoding: bytes) else { continue }
      if case .draw(let drawing) = request, drawing.isWithin() {
        let count = try #require(request.pictureBytes)
        #expect((4...Limit.picturePixels * 4).contains(count))
      }
      if case .open = request { continue }
      #expect(try Request(decoding: request.encoded()) == request)
    }
  }

  @Test(arguments: [Int64.min, .max]) func datesBeyondTheCalendarAreDropped(_ seconds: Int64) throws
  {
    var metadata = Metadata()
    metadata.created = seconds
    let reply = try Reply(decoding: Reply.metadata(metadata).encoded(), pageCount: 1)
    #expect(reply == .metadata(Metadata()))
  }

  @Test func pagesPastTheEndAreRefused() {
    let reply = Reply.destination(Destination(page: 12))
    #expect(throws: WireError.invalid("page")) {
      _ = try Reply(decoding: reply.encoded(), pageCount: 12)
    }
  }

  @Test func nonFiniteNumbersAreRefused() {
    let reply = Reply.text(
      PageText(
        scalars: [65], boxes: [Box(x0: .nan, y0: 0, x1: 1, y1: 1)],
        runs: [StyleRun(start: 0, style: 0)], styles: [TextStyle()]))
    #expect(throws: WireError.invalid("box")) {
      _ = try Reply(decoding: reply.encoded(), pageCount: 1)
    }
  }

  @Test func controlsInStringsBecomeBlanks() throws {
    let reply = Reply.opened(DocumentSummary(pageCount: 1, title: "a\u{1b}[31mb\u{202e}c\n"))
    guard case .opened(let summary) = try Reply(decoding: reply.encoded(), pageCount: 1) else {
      Issue.record("not an opening")
      return
    }
    #expect(summary.title == "a [31mbc ")
  }
}
