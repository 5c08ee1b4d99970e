import DocumentModel
import Foundation
import Library
import Testing

@Suite struct FileTraceTests {
  /// A tagged document's trace as the library has it.
  private func trace(_ bench: Bench, _ name: String, _ text: String = "words") throws -> FileTrace {
    try bench.make(name, text)
    bench.change(name, add: ["kept"])
    return try #require(bench.tagged("kept").first { $0.path == bench.path(name) })
  }

  @Test func unmovedFilesAreFound() throws {
    let bench = try Bench()
    let mark = try trace(bench, "a.pdf")
    #expect(mark.fileIdentity?.size == 5)
    #expect(bench.resolve(mark) == .there(path: bench.path("a.pdf")))
    // Saved again under its name, it is still the bookmarked file.
    try FileManager.default.removeItem(atPath: bench.path("a.pdf"))
    try bench.make("a.pdf", "others")
    #expect(bench.resolve(mark) == .there(path: bench.path("a.pdf")))
  }

  @Test(arguments: ["renamed.pdf", "sub/a.pdf", "../beside/b.pdf", "../up.pdf"])
  func movedFilesAreFoundByTheirIdentity(_ place: String) throws {
    let bench = try Bench()
    let mark = try trace(bench, "a.pdf")
    try bench.move("a.pdf", place)
    let path = URL(fileURLWithPath: bench.path(place)).standardized.path
    #expect(bench.resolve(mark) == .moved(path: path))
    #expect(bench.tagged("kept").map(\.path) == [path])
    #expect(bench.resolve(FileTrace(DocumentIdentity(path: path))) == .there(path: path))
    // An old trace is still resolved by the library.
    #expect(bench.resolve(mark) == .moved(path: path))
  }

  @Test func filesInAMovedFolderAreFound() throws {
    let bench = try Bench()
    let mark = try trace(bench, "papers/a.pdf")
    try bench.move("papers", "articles")
    #expect(bench.resolve(mark) == .moved(path: bench.path("articles/a.pdf")))
  }

  @Test func filesMovedToKnownFoldersAreFound() throws {
    let bench = try Bench()
    _ = try trace(bench, "x/y/far/other.pdf")
    let mark = try trace(bench, "a.pdf")
    try bench.move("a.pdf", "x/y/far/b.pdf")
    #expect(bench.resolve(mark) == .moved(path: bench.path("x/y/far/b.pdf")))
  }

  @Test func deletedFilesAreGone() throws {
    let bench = try Bench()
    let mark = try trace(bench, "a.pdf")
    // Its inode is free for this one now, and its name is not its own.
    try FileManager.default.removeItem(atPath: bench.path("a.pdf"))
    try bench.make("b.pdf", "other")
    #expect(bench.resolve(mark) == .gone(lastPath: bench.path("a.pdf")))
  }

  @Test func copiedAndDeletedFilesAreFoundByName() throws {
    let bench = try Bench()
    let mark = try trace(bench, "a.pdf", "same bytes")
    try FileManager.default.removeItem(atPath: bench.path("a.pdf"))
    try bench.make("sub/a.pdf", "same bytes")
    #expect(bench.resolve(mark) == .moved(path: bench.path("sub/a.pdf")))
    // Of two namesakes nobody knows which it is.
    let other = try trace(bench, "b.pdf", "same bytes")
    try FileManager.default.removeItem(atPath: bench.path("b.pdf"))
    try bench.make("one/b.pdf", "same bytes")
    try bench.make("two/b.pdf", "same bytes")
    #expect(bench.resolve(other) == .gone(lastPath: bench.path("b.pdf")))
  }

  @Test func theSameDocumentElsewhereIsFoundByContent() throws {
    let bench = try Bench()
    try bench.make("a.pdf")
    try bench.make("far/away/in/b.pdf", "the same document")
    try bench.make("part.pdf", "a part with the same ID")
    let old = DocumentIdentity(
      permanentID: "aa", contentHash: "1", path: bench.path("a.pdf"))
    let new = DocumentIdentity(
      permanentID: "aa", contentHash: "1", path: bench.path("far/away/in/b.pdf"))
    let part = DocumentIdentity(
      permanentID: "aa", contentHash: "2", path: bench.path("part.pdf"))
    for identity in [old, part, new] {
      bench.library.opened(identity, mimeType: "application/pdf")
      bench.library.flush()
    }
    try FileManager.default.removeItem(atPath: old.path)
    #expect(bench.resolve(FileTrace(old)) == .moved(path: new.path))
  }

  @Test func listingAFolderUpdatesPaths() throws {
    let bench = try Bench()
    _ = try trace(bench, "a.pdf")
    _ = try trace(bench, "b.pdf")
    // They change places.
    try bench.move("a.pdf", "c.pdf")
    try bench.move("b.pdf", "a.pdf")
    try bench.move("c.pdf", "b.pdf")
    let before = bench.tagged("kept")
    bench.library.noticed(try ["a.pdf", "b.pdf"].map(bench.sighting))
    bench.library.flush()
    let after = bench.tagged("kept")
    #expect(after.map(\.path) == before.map(\.path))
    #expect(after.map(\.fileIdentity) == before.reversed().map(\.fileIdentity))
  }

  @Test func aSecondHardLinkIsNotAMove() throws {
    let bench = try Bench()
    _ = try trace(bench, "a.pdf")
    try FileManager.default.linkItem(atPath: bench.path("a.pdf"), toPath: bench.path("b.pdf"))
    bench.library.noticed([try bench.sighting("b.pdf")])
    bench.library.flush()
    // Both have it: a file's attribute goes with each of its names.
    #expect(bench.tagged("kept").map(\.path) == [bench.path("a.pdf"), bench.path("b.pdf")])
  }

  @Test func namesOfAnyBytesAreFollowed() throws {
    let bench = try Bench()
    // An accent at the beginning, a line end, an escape sequence, a direction.
    for (index, name) in ["\u{301}x.pdf", "a\nb.pdf", "\u{1B}[31m.pdf", "\u{202E}fdp.pdf"]
      .enumerated()
    {
      let mark = try trace(bench, name)
      try bench.move(name, "moved\(index)-" + name)
      #expect(bench.resolve(mark) == .moved(path: bench.path("moved\(index)-" + name)))
    }
  }
}
