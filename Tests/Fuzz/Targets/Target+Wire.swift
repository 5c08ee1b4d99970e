import DocumentModel
import Wire

/// Messages between reader and worker: decoded ones can be encoded and decoded again, and contain no terminal controls.
extension Target {
  static let wire = [
    Target(name: "requests", seeds: { requests.map { RequestFrame(id: 7, request: $0).encoded() } })
    {
      guard let frame = try? RequestFrame(decoding: $0) else { return nil }
      let again = try? RequestFrame(decoding: frame.encoded())
      return again?.request == frame.request ? nil : "a request does not come back"
    },
    Target(name: "replies", seeds: { replies.map { $0.encoded() } }) { bytes in
      guard let reply = try? Reply(decoding: bytes, pageCount: 12) else { return nil }
      let again = reply.encoded()
      if again.count <= Limit.shared, (try? Reply(decoding: again, pageCount: 12)) != reply {
        return "a reply does not come back"
      }
      return nil
    },
    Target(
      name: "reply-headers", seeds: { [ReplyHeader(id: 1, count: 9, isShared: true).encoded()] }
    ) {
      guard let header = try? ReplyHeader(decoding: $0) else { return nil }
      return (0...Limit.shared).contains(header.count) ? nil : "a length that is none"
    },
    Target(
      name: "annotation-edits",
      seeds: { [AnnotationPatches.encoded(SectionEdits(annotations: annotationEdits))] }
    ) {
      guard let edits = try? AnnotationPatches.decoded($0) else { return nil }
      let again = try? AnnotationPatches.decoded(AnnotationPatches.encoded(edits))
      return again == edits ? nil : "edits do not come back"
    },
    Target(name: "document-edits", seeds: { [DocumentEdits.encoded(documentEdits)] }) {
      guard let edits = try? DocumentEdits.decoded($0) else { return nil }
      let again = try? DocumentEdits.decoded(DocumentEdits.encoded(edits))
      return again?.count == edits.count ? nil : "edits do not come back"
    },
  ]

  private static let requests: [Request] = [
    .open(password: Array("pässword".utf8), name: "notes.md", encoding: "KOI8-R"), .pages(3..<9),
    .metadata, .text(page: 7), .destination(name: "chapter.3"), .fonts(0..<50),
    .attachment(index: 2, offset: 1_000), .annotations(0..<9), .indexOn,
    .draw(
      PageDrawing(
        page: 9, width: 100_000, height: 140_000, turn: .left,
        part: PixelRect(x: 70_000, y: 3, width: 800, height: 600), profile: .dark)),
    .makeThumbnail(ThumbnailRequest(name: "a.pdf", largest: 256, scale: 2, encoding: "KOI8-R")),
    .index(IndexingRequest(password: [1], name: "a.pdf", first: 3, singlePages: 4)),
    .annotationBase(password: [1], count: 9),
    .section(AnnotationWork(sectionCount: 8, editsCount: 7)),
    .readBase(AnnotationWork(editsCount: 7, looksTwice: false)),
    .edit(
      EditWork(
        files: [EditWork.File(count: 5, password: [2])], editsCount: 9, roomOffset: 1 << 20,
        room: 1 << 20, isCopy: true, moment: -7)),
  ]

  static let annotation: Annotation = {
    var made = Annotation(
      id: AnnotationID("mark"), page: 3, kind: .highlight, box: Box(x0: 1, y0: 2, x1: 3, y1: 4),
      quads: [Quad(Box(x0: 1, y0: 2, x1: 3, y1: 4))], color: 0xFFD400, contents: "A note\nof two",
      author: "Ada")
    made.strokes = [[Point(x: 1, y: 2), Point(x: 3, y: 4)]]
    made.created = 1_700_000_000
    made.replyTo = AnnotationID("other")
    return made
  }()

  static let annotationEdits = [
    AnnotationPatch(id: annotation.id, oldPage: 2, after: annotation),
    AnnotationPatch(id: AnnotationID("gone"), oldPage: 0, after: nil),
  ]

  static let documentEdits: [DocumentEdit] = [
    .insert(file: 2, pages: [3, 1], at: 7), .insert(file: 1, pages: nil, at: 0), .remove([1, 2]),
    .keep([9]), .move([4, 5], to: 0), .exchange(1, 2), .rotate([0], by: 270),
    .describe(.keywords, "a, b"), .addEntry(title: "Т", page: 3, .end),
    .renameEntry(.title("a"), to: "b"), .removeEntry(.number(5)),
    .moveEntry(.number(0), .under(.title("x"))), .moveEntry(.number(0), .after(.number(1))),
  ]

  static let pageText: PageText = {
    var text = PageText(
      scalars: [0x41, 0x0A, 0x65E5],
      boxes: [Box(x0: 1, y0: 2, x1: 3, y1: 4), .zero, Box(x0: 5, y0: 6, x1: 7, y1: 8)],
      runs: [StyleRun(start: 0, style: 0), StyleRun(start: 2, style: 1)],
      styles: [TextStyle(font: "A"), TextStyle(font: "B", isBold: true)])
    text.blocks = [
      AuthoredBlock(.listItem, 0..<1, level: 3, marker: 1, indent: 4, quotes: 2, line: -1),
      AuthoredBlock(.tableHead, 2..<3, isApart: true, line: 7, alignments: [.left, .right]),
    ]
    return text
  }()

  private static let replies: [Reply] = {
    var metadata = Metadata()
    metadata.title = "A title"
    metadata.created = 1_700_000_000
    var portion = IndexedPortion()
    portion.card = DocumentCard()
    portion.card?.created = 5
    portion.pages = [IndexedPage(number: 1, label: "iv", passages: [1, 2], grams: [3])]
    portion.sections = [DocumentSection(title: "One", page: 1, y: 5)]
    (portion.next, portion.complete, portion.unread) = (3, 2, [1])
    portion.isAnnotated = true
    let pixel = Thumbnail(
      PictureFacts(width: 1, height: 2, isGray: true), [1, 1, 1, 255, 2, 2, 2, 255], pageCount: 3)
    return [
      .ready(Greeting(missing: [.landlock], libraries: "poppler")),
      .opened(
        DocumentSummary(
          pageCount: 12, permanentID: "ab", title: "T",
          flow: FlowingText(kind: .markdown, encoding: "KOI8-R", isGuess: true))),
      .pages([PageInfo(label: "iv", size: PageSize(width: 600, height: 800), line: 9)]),
      .metadata(metadata), .text(pageText), .plainText(Array("a\nß".utf8)),
      .outline([
        OutlineItem(
          title: "One", target: .destination(Destination(page: 4, x: nil, y: 100)), isOpen: true,
          children: [OutlineItem(title: "Two")])
      ]),
      .links([
        Link(box: Box(x0: 0, y0: 0, x1: 9, y1: 9), target: .uri("https://example.org")),
        Link(box: .zero, target: .file("b.pdf", page: 3, name: "x")),
      ]),
      .destination(Destination(page: 0)), .rotation(270), .annotationCount(36),
      .unknownSigns([3, nil]),
      .fonts([FontInfo(name: "F", kind: "Type 1", isEmbedded: true, isSubset: false)]),
      .attachments([Attachment(name: "a.txt", size: 5)]), .attachment(bytes: [1, 2, 3], total: 3),
      .fingerprint(String(repeating: "0f", count: 32)),
      .drawn(PictureFacts(width: 1_000, height: 1_300)), .thumbnailMade(pixel), .indexed(portion),
      .archive(
        ArchivePortion(
          [.folder(["d"]), .file(["d", "a.txt"], modified: 9), .bytes([1, 2]), .leftOut],
          position: 512, isEnd: true)),
      .annotations(AnnotationPortion(annotations: [annotation], next: 4, leftOut: 2)),
      .annotationVerdict(AnnotationAccess(obstacle: .damaged)),
      .section(Array("…%%EOF\n".utf8)), .annotationRefused(.tooLarge),
      .sectionVerified(isSeenTwice: true),
      .edited(EditOutcome(byteCount: 5, pageCount: 3, cautions: [.metadataKept])),
      .editRefused(EditRefusal(.unreadable, file: 1)), .failed(.damaged),
    ]
  }()
}
