import DocumentModel
import Interface
import Messages
import Testing

@testable import CommandLine

/// Annotations as JSON says them.
@Suite struct AnnotationRecordTests {
  private let annotation = Annotation(
    id: AnnotationID("a"), page: 4, kind: .highlight, box: .zero, contents: "old")

  private func applied(_ text: String) throws -> Annotation {
    let record = try #require(try AnnotationRecord.all(Array(text.utf8)).first)
    return try record.applied(to: annotation, Preferences())
  }

  @Test func missingKeysKeepTheirValue() throws {
    let after = try applied(#"{"page": 1, "note": "new"}"#)
    #expect(after.page == 0 && after.contents == "new" && after.kind == .highlight)
    #expect(try applied("{}") == annotation)
  }

  /// A given box is used; a missing one follows the marked quads.
  @Test func aGivenBoxIsUsed() throws {
    let quads = #""quads": [[10, 10, 20, 10, 10, 20, 20, 20]]"#
    let said = try applied("{\"box\": [5, 6, 30, 40], \(quads)}")
    #expect(said.box == Box(x0: 5, y0: 6, x1: 30, y1: 40) && said.quads.count == 1)
    #expect(try applied("{\(quads)}").box == Box(x0: 10, y0: 10, x1: 20, y1: 20))
    #expect(try applied(#"{"modified": null, "created": 7}"#).created == 7)
  }

  /// A truncated or wrong text is reported with its line.
  @Test(arguments: [
    ("[{\"id\": \"a\",\n\"page\": 1", 2, "“}” is missing before the end"),
    ("{\n\"id\": \"a\"\n", 3, "“}” is missing before the end"),
    ("{\"id\": \"a\"}\n\n{\"id\": \"b", 3, "missing closing quote"),
    ("[{},\n{\"box\": [1, \"x\"]}]", 2, "“box” has the wrong form"),
    ("[1]", 1, "it has the wrong form"),
  ])
  func mistakesAreReportedWithTheirLine(_ text: String, _ line: Int, _ reason: String) {
    do throws(AnnotationRecord.Mistake) {
      _ = try AnnotationRecord.all(Array(text.utf8))
      Issue.record("\(text) was taken")
    } catch {
      #expect(error.line == line && error.reason == reason, "\(error)")
    }
  }

  @Test func objectsArraysAndJSONLinesAreRead() throws {
    for text in ["{\n\"id\": \"a\"\n}\n", "[{\"id\": \"a\"}]", "{\"id\": \"a\"}"] {
      #expect(try AnnotationRecord.all(Array(text.utf8)).map(\.id?.name) == ["a"])
    }
    let lines = try AnnotationRecord.all(Array("{\"id\": \"a\"}\n\n{\"id\": \"b\"}\n".utf8))
    #expect(lines.map(\.id?.name) == ["a", "b"])
  }

  @Test(arguments: ["0", "-1", "-9223372036854775808"]) func pageNumbersStartAtOne(_ page: String) {
    #expect(throws: AnnotationRecord.Mistake.self) { try applied("{\"page\": \(page)}") }
  }
}
