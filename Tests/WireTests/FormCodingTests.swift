import DocumentModel
import Testing
import Wire

@Suite struct FormCodingTests {
  private func field() -> FormField {
    var field = FormField(id: FieldID("a.b"), kind: .list)
    field.label = "Über"
    field.value = ["one", "two\nlines"]
    field.options = [FieldOption("one", words: "Eins")]
    field.flags = [.multiple, .required]
    field.maxLength = 7
    field.widgets = [
      FieldWidget(page: 3, box: Box(x0: 1, y0: 2, x1: 3, y1: 4), state: "Yes", isHidden: true)
    ]
    return field
  }

  @Test func fieldsRoundTrip() throws {
    let portion = FormPortion(fields: [field()], next: 4, leftOut: 2)
    #expect(try Reply(decoding: Reply.fields(portion).encoded(), pageCount: 5) == .fields(portion))
    #expect(throws: WireError.self) {
      try Reply(decoding: Reply.fields(portion).encoded(), pageCount: 3)
    }
    #expect(try Request(decoding: Request.fields(2..<9).encoded()) == .fields(2..<9))
    let edits = SectionEdits(fields: [FieldEdit(id: FieldID("a"), value: ["x", "y\nz"])])
    #expect(try AnnotationPatches.decoded(AnnotationPatches.encoded(edits)) == edits)
    let verdict = AnnotationAccess(
      obstacle: .certified, formObstacle: .forbidden, cautions: [.xfa, .signed])
    #expect(
      try Reply(decoding: Reply.annotationVerdict(verdict).encoded(), pageCount: 1)
        == .annotationVerdict(verdict))
  }

  /// Possible replies of a compromised worker.
  @Test func malformedFieldsAreRefusedOrCleaned() throws {
    var bytes = Reply.fields(FormPortion(fields: [field()], next: 4)).encoded()
    for count in 0..<bytes.count - 1 {
      #expect(throws: WireError.self) {
        try Reply(decoding: Array(bytes.prefix(count)), pageCount: 5)
      }
    }
    var evil = field()
    evil.value = ["a\u{1B}[31mb\u{202E}"]
    bytes = Reply.fields(FormPortion(fields: [evil], next: 4)).encoded()
    guard case .fields(let read) = try Reply(decoding: bytes, pageCount: 5) else { return }
    #expect(read.fields.first?.value == ["a [31mb"])
  }
}
