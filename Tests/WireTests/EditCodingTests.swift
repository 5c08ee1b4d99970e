import DocumentModel
import Testing
import Wire

@Suite struct EditCodingTests {
  private static let edits: [DocumentEdit] = [
    .insert(file: 2, pages: [3, 1], at: 7), .insert(file: 1, pages: nil, at: 0), .remove([1, 2]),
    .keep([9]), .move([4, 5], to: 0), .exchange(1, 2), .rotate([0], by: 270),
    .describe(.keywords, "a, b"), .addEntry(title: "Т", page: 3, .end),
    .renameEntry(.title("a"), to: "b"), .removeEntry(.number(5)),
    .moveEntry(.number(0), .under(.title("x"))), .moveEntry(.number(0), .before(.number(1))),
    .moveEntry(.number(0), .after(.number(1))),
  ]

  @Test func documentEditsRoundTrip() throws {
    #expect(try DocumentEdits.decoded(DocumentEdits.encoded(Self.edits)) == Self.edits)
    let turned = try DocumentEdits.decoded(DocumentEdits.encoded([.rotate([0], by: -90)]))
    #expect(turned == [.rotate([0], by: 270)])
  }

  @Test func editRequestsAndRepliesRoundTrip() throws {
    let work = EditWork(
      files: [EditWork.File(count: 1 << 30, password: [1]), EditWork.File(count: 5, password: [])],
      editsCount: 9, roomOffset: 1 << 31, room: 1 << 31, isCopy: true,
      breaksSignatures: true, moment: -7)
    for request in [Request.edit(work), .verifyEdit(work)] {
      #expect(try Request(decoding: request.encoded()) == request)
    }
    let outcome = EditOutcome(
      byteCount: 1 << 31, pageCount: 3, cautions: [.metadataKept, .structureMissing])
    for reply in [
      Reply.edited(outcome), .editVerified, .editRefused(EditRefusal(.severalEntries, file: 3)),
    ] { #expect(try Reply(decoding: reply.encoded(), pageCount: 0) == reply) }
  }

  /// Cut short at any byte, or with one changed: refused or another value, never a trap.
  @Test func damagedEditsAreRefused() {
    let bytes = DocumentEdits.encoded(Self.edits)
    for count in bytes.indices {
      #expect(throws: WireError.self) { try DocumentEdits.decoded(Array(bytes[..<count])) }
      for value in [UInt8(0), 7, 0x7F, 0xFF] {
        var other = bytes
        other[count] = value
        _ = try? DocumentEdits.decoded(other)
      }
    }
  }

  @Test func invalidEditRepliesAreRefused() {
    for tail: [UInt8] in [[0xFF, 0, 0, 0, 0], [0, 0xFF, 0xFF, 0xFF, 0xFF]] {
      #expect(throws: WireError.self) { try Reply(decoding: [27] + tail, pageCount: 0) }
    }
    let outcome = EditOutcome(byteCount: -1, pageCount: 3)
    #expect(throws: WireError.self) {
      try Reply(decoding: Reply.edited(outcome).encoded(), pageCount: 0)
    }
  }
}
