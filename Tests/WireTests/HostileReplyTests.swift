import DocumentModel
import Testing
import Wire

/// Replies no honest worker sends: each is refused, none traps.
@Suite struct HostileReplyTests {
  /// Blocks that overlap, or reach beyond the text, would be read twice or not be there.
  @Test(arguments: [[0..<2, 1..<3], [2..<3, 0..<1], [0..<4], [9..<9]])
  func blocksStayWithinTheirText(_ ranges: [Range<Int>]) {
    let text = PageText(
      scalars: [65, 66, 67], boxes: [.zero, .zero, .zero], runs: [StyleRun(start: 0, style: 0)],
      styles: [TextStyle()], blocks: ranges.map { AuthoredBlock(.paragraph, $0) })
    #expect(throws: WireError.self) {
      try Reply(decoding: Reply.text(text).encoded(), pageCount: 1)
    }
  }

  private static func bytes(_ kind: UInt8, _ fill: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(kind)
    fill(&writer)
    return writer.bytes
  }

  private static func refuses(_ bytes: [UInt8], pageCount: Int = 12) -> Bool {
    (try? Reply(decoding: bytes, pageCount: pageCount)) == nil
  }

  /// Kinds that begin with a count of the following items.
  @Test(arguments: [UInt8(3), 5, 7, 9, 10], [UInt32(1) << 31, .max, 2_001, 1])
  func countsBeyondTheDataAreRefused(_ kind: UInt8, _ count: UInt32) {
    #expect(Self.refuses(Self.bytes(kind) { $0.write(count) }))
  }

  @Test func countsOf64BitsAreRefused() {
    #expect(Self.refuses(Self.bytes(3) { $0.write(UInt64(1) << 63) }))
  }

  @Test func aDocumentHasAtLeastOnePage() {
    for count in [0, Limit.pageCount + 1] {
      let reply = Reply.opened(DocumentSummary(pageCount: count))
      #expect(Self.refuses(reply.encoded()))
    }
  }

  @Test(arguments: [DocumentCapabilities(rawValue: 128), [], .flowingText])
  func capabilitiesAreKnownAndFitTheText(_ capabilities: DocumentCapabilities) {
    let summary = DocumentSummary(pageCount: 1, capabilities: capabilities)
    #expect(Self.refuses(Reply.opened(summary).encoded()))
  }

  @Test func identifiersAreHexadecimal() {
    for text in ["../../etc", "ABCD", String(repeating: "a", count: 65)] {
      #expect(
        Self.refuses(Reply.opened(DocumentSummary(pageCount: 1, permanentID: text)).encoded()))
      #expect(Self.refuses(Reply.fingerprint(text).encoded()))
    }
  }

  @Test(arguments: [Int64.min, .max, 253_402_300_800, -62_135_596_801])
  func datesOutsideTheCalendarAreDropped(_ seconds: Int64) throws {
    var metadata = Metadata()
    metadata.created = seconds
    metadata.modified = 1
    let reply = try Reply(decoding: Reply.metadata(metadata).encoded(), pageCount: 1)
    guard case .metadata(let read) = reply else { throw WireError.unknownKind(0) }
    #expect(read.created == nil)
    #expect(read.modified == 1)
  }

  @Test(arguments: [Int.max, -1, Limit.pageCount]) func impossiblePagesOfOtherFilesAreDropped(
    _ page: Int
  ) throws {
    let link = Link(box: .zero, target: .file("b.pdf", page: page, name: nil))
    let reply = try Reply(decoding: Reply.links([link]).encoded(), pageCount: 1)
    #expect(reply == .links([Link(box: .zero, target: .file("b.pdf", page: nil, name: nil))]))
  }

  @Test(arguments: [Double.nan, .infinity, -1, 1e300, 1_000_001]) func placesOffAnyPageAreRefused(
    _ y: Double
  ) {
    #expect(Self.refuses(Reply.destination(Destination(page: 0, y: y)).encoded()))
  }

  @Test(arguments: [Float.nan, .infinity, -3e38, 3e38]) func boxesOffAnyPageAreRefused(_ x: Float) {
    let box = Box(x0: min(x, 0), y0: 0, x1: max(x, 0), y1: 1)
    #expect(Self.refuses(Reply.links([Link(box: box, target: .uri("a:"))]).encoded()))
    let text = PageText(
      scalars: [65], boxes: [box], runs: [StyleRun(start: 0, style: 0)], styles: [TextStyle()])
    #expect(Self.refuses(Reply.text(text).encoded()))
  }

  @Test(arguments: [UInt32(0x1B), 0x9B, 0xD800, 0x061C, 0x202E, 0x2066, 0x110000, .max])
  func terminalControlCharactersAreRefused(_ scalar: UInt32) {
    let text = PageText(
      scalars: [scalar], boxes: [.zero], runs: [StyleRun(start: 0, style: 0)],
      styles: [TextStyle()])
    #expect(Self.refuses(Reply.text(text).encoded()))
  }

  @Test(arguments: ["a\u{1b}[2J", "a\u{9b}2J", "a\u{202e}b", "\u{0}"])
  func plainTextWithTerminalControlsIsRefused(_ text: String) {
    #expect(Self.refuses(Reply.plainText(Array(text.utf8)).encoded()))
    #expect(Self.refuses(Reply.plainText([0x41, 0xFF]).encoded()))
  }

  /// An archive is extracted by the reader: no name may lead elsewhere.
  @Test(arguments: [
    [], [""], ["."], [".."], ["a", "..", "b"], ["a/b"], ["/"], ["a\u{0}"], ["a\u{1B}[2J"],
    ["a\u{202E}b"], [String(repeating: "a", count: 256)],
    [String](repeating: "a", count: ArchivePortion.mostNames + 1),
  ]) func namesInArchivesContainNoPath(_ names: [String]) {
    for piece in [ArchivePortion.Piece.folder(names), .file(names, modified: nil)] {
      let reply = Reply.archive(ArchivePortion([piece], isEnd: true))
      if let read = try? Reply(decoding: reply.encoded(), pageCount: 0),
        case .archive(let portion) = read
      {
        // Made harmless, or refused.
        for case .folder(let names) in portion.pieces { #expect(ArchivePortion.areNames(names)) }
        for case .file(let names, _) in portion.pieces { #expect(ArchivePortion.areNames(names)) }
        #expect(!names.contains("..") && !names.isEmpty && names.count <= ArchivePortion.mostNames)
      }
    }
  }

  @Test(arguments: [Float.nan, -1, 1e30]) func impossibleFontSizesAreRefused(_ size: Float) {
    let text = PageText(
      scalars: [65], boxes: [.zero], runs: [StyleRun(start: 0, style: 0)],
      styles: [TextStyle(size: size)])
    #expect(Self.refuses(Reply.text(text).encoded()))
  }

  /// They would overflow the calendar.
  @Test(arguments: [Int64.min, -62_135_596_801, 253_402_300_800, .max])
  func overflowingDatesAreDropped(_ date: Int64) throws {
    var wild = Annotation(id: AnnotationID("a"), page: 0, kind: .note, box: .zero)
    (wild.created, wild.modified) = (date, date)
    let reported = Reply.annotations(AnnotationPortion(annotations: [wild], next: 1))
    guard case .annotations(let read) = try Reply(decoding: reported.encoded(), pageCount: 1),
      let one = read.annotations.first
    else { throw WireError.invalid("annotations") }
    #expect(one.created == nil && one.modified == nil)
    var portion = IndexedPortion()
    portion.card = DocumentCard()
    portion.card?.created = date
    guard
      case .indexed(let part) = try Reply(decoding: Reply.indexed(portion).encoded(), pageCount: 1)
    else { throw WireError.invalid("portion") }
    #expect(part.card != nil && part.card?.created == nil)
  }

  /// Chunks for the index must continue the last one, and not anticipate later ones.
  @Test func indexedChunksMustFollowOneAnother() {
    var portion = IndexedPortion()
    #expect(!portion.follows(0))
    (portion.next, portion.complete) = (3, 2)
    #expect(portion.follows(2) && !portion.follows(3))
    portion.complete = 4
    #expect(!portion.follows(2))
    portion.complete = 3
    portion.pages = [IndexedPage(number: 3, label: "", passages: [], grams: [])]
    #expect(!portion.follows(2))
    portion.pages = []
    portion.isEnd = true
    #expect(portion.follows(3) && !portion.follows(4))
  }

  @Test func theDepthOfOutlinesIsLimited() {
    var item = OutlineItem(title: "")
    for _ in 0..<Limit.outlineDepth { item = OutlineItem(title: "", children: [item]) }
    #expect(Self.refuses(Reply.outline([item]).encoded()))
    #expect(!Self.refuses(Reply.outline(item.children).encoded()))
  }

  @Test func picturesOfImpossibleSizeAreRefused() {
    let most = Limit.pictureSide
    for (width, height) in [
      (0, 1), (1, 0), (most + 1, 1), (1, Int(UInt32.max)), (most, most), (Int(UInt32.max), 1),
    ] {
      let facts = PictureFacts(width: width, height: height)
      #expect(Self.refuses(Reply.drawn(facts).encoded()))
    }
  }

  @Test(arguments: [
    PageDrawing(page: 0, width: 0, height: 10), PageDrawing(page: 0, width: 10, height: -1),
    PageDrawing(page: -1, width: 10, height: 10),
    PageDrawing(page: 0, width: Limit.pictureSide + 1, height: 1),
    PageDrawing(page: 0, width: Limit.pictureSide, height: Limit.pictureSide),
    PageDrawing(page: 0, width: .max, height: .max),
    PageDrawing(page: 0, width: 10, height: 10, part: PixelRect(x: 5, y: 0, width: 6, height: 1)),
    PageDrawing(page: 0, width: 10, height: 10, part: PixelRect(x: 0, y: -1, width: 1, height: 1)),
    PageDrawing(page: 0, width: 10, height: 10, part: PixelRect(x: 0, y: 0, width: 0, height: 1)),
    PageDrawing(
      page: 0, width: 10, height: 10, part: PixelRect(x: .max, y: 0, width: .max, height: 1)),
    PageDrawing(
      page: 0, width: Limit.zoomedSide + 1, height: 10,
      part: PixelRect(x: 0, y: 0, width: 1, height: 1)),
  ]) func impossibleDrawingsAreRefused(_ drawing: PageDrawing) {
    #expect(!drawing.isWithin())
  }

  @Test func drawingsMayBeLimitedFurther() {
    let drawing = PageDrawing(page: 0, width: 100, height: 100)
    #expect(drawing.isWithin())
    #expect(drawing.isWithin(pixels: 10_000))
    #expect(!drawing.isWithin(pixels: 9_999))
  }

  /// Pixels and sizes of a thumbnail fit each other, or it is none.
  @Test func thumbnailPixelsMustMatchTheirSize() throws {
    let facts = PictureFacts(width: 2, height: 1)
    func decoded(_ facts: PictureFacts, _ pixels: Int) throws -> Reply {
      let thumbnail = Thumbnail(facts, [UInt8](repeating: 1, count: pixels))
      return try Reply(decoding: Reply.thumbnailMade(thumbnail).encoded(), pageCount: 1)
    }
    #expect(throws: Never.self) { try decoded(facts, 8) }
    for pixels in [0, 7, 9, 4_000] {
      #expect(throws: WireError.self) { try decoded(facts, pixels) }
    }
    let side = ThumbnailRequest.mostPixels + 1
    #expect(throws: WireError.invalid("thumbnail")) {
      try decoded(PictureFacts(width: side, height: 1), side * 4)
    }
    #expect(throws: WireError.invalid("picture")) {
      try decoded(PictureFacts(width: 0, height: 1), 0)
    }
  }

  @Test func unknownKindsAreRefused() {
    for kind in [UInt8(0), 200, 255] {
      #expect(throws: WireError.unknownKind(kind)) {
        _ = try Reply(decoding: [kind], pageCount: 1)
      }
    }
  }

  @Test func tooLargeHeadersAreRefused() {
    let header = ReplyHeader(id: 1, count: Limit.shared + 1, isShared: true)
    #expect(throws: WireError.tooLarge) { _ = try ReplyHeader(decoding: header.encoded()) }
  }
}
