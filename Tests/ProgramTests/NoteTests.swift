import DocumentModel
import Foundation
import Interface
import Messages
import Text
import TestSupport
import Testing

@testable import Services

@Suite struct NoteTests {
  @Test func aNoteLineHasDateTextAndPage() {
    let subject = NoteSubject(
      path: "/books/a b.pdf", title: "On *Stars*", author: "A. Author",
      page: .init(BlockAddress(page: 11, hasPages: true), name: "p. iv"))
    let lines = NoteLine.lines(["*well* put", "and \u{1B}[31mmore"], about: subject, in: "/books")
    #expect(lines.count == 2)
    #expect(lines[0].wholeMatch(of: /- \d{4}-\d\d-\d\d \d\d:\d\d: \*well\* put/) != nil)
    #expect(
      lines[1]
        == "  and  [31mmore ([A. Author: On \\*Stars\\*, p. iv](a%20b.pdf#page=12))")
  }

  @Test func fromAnotherFolderTheLinkIsThePath() {
    let subject = NoteSubject(path: "/books/a.pdf")
    let line = NoteLine.lines(["x"], about: subject, in: "/notes")[0]
    #expect(line.hasSuffix(": x ([a.pdf](/books/a.pdf))"))
  }

  private func make(_ path: String, _ text: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  private func types() -> DocumentTypes {
    var problems: [String] = []
    return DocumentTypeSettings.load(problems: &problems)
  }

  @Test func theNoteThatLinksToTheDocumentIsFound() throws {
    let folder = try TemporaryFolder()
    let subject = NoteSubject(path: folder.path + "/a b.pdf", title: "Title")
    let new = NotePlace.find(subject, types())
    #expect(new.path == folder.path + "/Title (note).md")
    #expect(new.beginning.contains("# Title") && new.beginning.contains("(a%20b.pdf)"))
    // One of that name about another document is not taken for it.
    try make(new.path, "[Title](other.pdf)\n[x](a%20b.pdf.md)\n")
    let other = NotePlace.find(subject, types())
    #expect(other.path == folder.path + "/Title (note) 2.md" && !other.beginning.isEmpty)
    try make(other.path, "My words ([p. 3](a%20b.pdf#page=3))\n")
    #expect(NotePlace.find(subject, types()).path == other.path)
    #expect(NotePlace.find(subject, types()).beginning.isEmpty)
  }

  @Test func aNoteMadeBeforeTheTitleWasKnownIsFound() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.pdf"
    let first = NotePlace.find(NoteSubject(path: path), types())
    #expect(first.path == folder.path + "/a (note).md")
    try make(first.path, first.beginning)
    #expect(NotePlace.find(NoteSubject(path: path, title: "Title"), types()).path == first.path)
  }
}
