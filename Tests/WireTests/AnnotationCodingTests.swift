import DocumentModel
import Testing
import Wire

@Suite struct AnnotationCodingTests {
  private static let full: Annotation = {
    var full = Annotation(
      id: AnnotationID("a"), page: 3, kind: .ink, box: Box(x0: 1, y0: 2, x1: 3, y1: 4),
      quads: [Quad(Box(x0: 1, y0: 2, x1: 3, y1: 4))], color: 0x123456, contents: "a\nb\n",
      author: "B")
    full.strokes = [[Point(x: 1.5, y: -2), Point(x: 3, y: 4)], []]
    full.fill = 0
    full.opacity = 0.25
    full.icon = "Note"
    full.subject = "S"
    full.created = -5
    full.modified = 1 << 37
    full.replyTo = AnnotationID("z")
    full.flags = [.locked, .isState]
    return full
  }()

  @Test func annotationEditsRoundTrip() throws {
    let edits = [
      AnnotationPatch(id: AnnotationID("a"), oldPage: nil, after: Self.full),
      AnnotationPatch(id: AnnotationID("b"), oldPage: 7, after: nil),
    ]
    #expect(
      try AnnotationPatches.decoded(
        AnnotationPatches.encoded(SectionEdits(annotations: edits))
      ).annotations == edits)
  }

  @Test func annotationRequestsAndRepliesRoundTrip() throws {
    let work = AnnotationWork(sectionCount: 7, editsCount: 9, isCopy: true, looksTwice: false)
    for request in [
      Request.annotations(3..<9), .annotationVerdict, .section(work), .verifySection(work),
      .readBase(work),
      .repair, .annotationBase(password: [1, 2], count: 5_000_000),
    ] { #expect(try Request(decoding: request.encoded()) == request) }
    let verdict = AnnotationAccess(obstacle: .certified, cautions: [.signed, .hardLinks])
    let portion = AnnotationPortion(annotations: [Self.full], next: 5, leftOut: 2)
    for reply in [
      Reply.annotations(portion), .annotationVerdict(verdict), .section(Array("x%%EOF\n".utf8)),
      .baseHeld, .baseRead, .sectionVerified(isSeenTwice: true), .annotationRefused(.encryption),
    ] { #expect(try Reply(decoding: reply.encoded(), pageCount: 9) == reply) }
  }

  @Test func invalidAnnotationRepliesAreRefused() throws {
    #expect(throws: WireError.self) {
      _ = try Reply(decoding: Reply.section(Array("half a section".utf8)).encoded(), pageCount: 1)
    }
    // A page the document has not.
    let portion = AnnotationPortion(annotations: [Self.full], next: 5)
    #expect(throws: WireError.self) {
      _ = try Reply(decoding: Reply.annotations(portion).encoded(), pageCount: 3)
    }
    var far = Self.full
    far.strokes = [[Point(x: 1e300, y: 0)]]
    #expect(throws: WireError.self) {
      _ = try AnnotationPatches.decoded(
        AnnotationPatches.encoded(
          SectionEdits(annotations: [AnnotationPatch(id: far.id, oldPage: nil, after: far)])))
    }
    let bytes = Reply.annotations(portion).encoded()
    for count in 0..<bytes.count {
      #expect(throws: WireError.self) {
        _ = try Reply(decoding: Array(bytes.prefix(count)), pageCount: 9)
      }
    }
  }

  @Test func controlCharactersAreRemoved() throws {
    var harmful = Self.full
    harmful.contents = "a\u{1B}[31m\nb\u{202E}c"
    let edits = [AnnotationPatch(id: harmful.id, oldPage: nil, after: harmful)]
    let read = try AnnotationPatches.decoded(
      AnnotationPatches.encoded(SectionEdits(annotations: edits))
    ).annotations
    #expect(read.first?.after?.contents == "a [31m\nbc")
  }
}
