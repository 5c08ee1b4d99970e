import DocumentModel
import Interface
import Testing

@testable import Program

/// Annotations as JSON says them.
@Suite struct AnnotationRecordTests {
  private let annotation = Annotation(
    id: AnnotationID("a"), page: 4, kind: .highlight, box: .zero, contents: "old")

  private func applied(_ text: String) throws -> Annotation {
    let record = try #require(try AnnotationRecord.all(Array(text.utf8)).first)
    return try record.applied(to: annotation, Preferences())
  }

  @Test func whatIsNotSaidStays() throws {
    let after = try applied(#"{"page": 1, "note": "new"}"#)
    #expect(after.page == 0 && after.contents == "new" && after.kind == .highlight)
    #expect(try applied("{}") == annotation)
  }

  @Test(arguments: ["0", "-1", "-9223372036854775808"]) func pagesCountFromOne(_ page: String) {
    #expect(throws: AnnotationRecord.Mistake.self) { try applied("{\"page\": \(page)}") }
  }
}
