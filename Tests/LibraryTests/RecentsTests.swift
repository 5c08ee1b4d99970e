import DocumentModel
import Foundation
import Library
import Testing

@Suite struct RecentsTests {
  private func recents(_ bench: Bench) -> [Recent] {
    Bench.wait { done in
      bench.library.recents(opens: { path, _ in path.hasSuffix(".pdf") }, completion: done)
    } ?? []
  }

  private func open(_ bench: Bench, _ name: String) {
    bench.library.opened(DocumentIdentity(path: bench.path(name)), mimeType: "application/pdf")
    bench.library.flush()
  }

  @Test func openedDocumentsAreInBothLists() throws {
    let bench = try Bench()
    try bench.make("a.pdf")
    open(bench, "a.pdf")
    open(bench, "a.pdf")
    #expect(recents(bench).map(\.path) == [bench.path("a.pdf")])
    let text = try String(contentsOfFile: bench.library.recentsFile, encoding: .utf8)
    #expect(text.contains("name=\"Recto\"") && text.contains("/docs/a.pdf"))
    // Reloading a document is no new opening.
    #expect(text.contains("count=\"1\""))
    bench.library.removeRecent(bench.path("a.pdf"))
    #expect(recents(bench).isEmpty)
  }

  @Test func otherProgramsRecentsAreListedIfSupported() throws {
    let bench = try Bench()
    for name in ["a.pdf", "b.pdf", "c.png"] { try bench.make(name) }
    open(bench, "a.pdf")
    // Entries of another program.
    let other = bench.another()
    for name in ["b.pdf", "c.png"] {
      other.opened(DocumentIdentity(path: bench.path(name)), mimeType: "x/y")
    }
    other.flush()
    try FileManager.default.removeItem(atPath: bench.folder + "/library/library.db")
    let fresh = bench.another()
    let list = Bench.wait { done in
      fresh.recents(opens: { path, _ in path.hasSuffix(".pdf") }, completion: done)
    }
    #expect(Set((list ?? []).map(\.path)) == [bench.path("a.pdf"), bench.path("b.pdf")])
  }

  @Test func aDamagedListIsReportedAndKept() throws {
    let bench = try Bench()
    try bench.make("a.pdf")
    let damage = "<xbel><bookmark"
    try Data(damage.utf8).write(to: URL(fileURLWithPath: bench.library.recentsFile))
    open(bench, "a.pdf")
    #expect(recents(bench).map(\.path) == [bench.path("a.pdf")])
    #expect(try String(contentsOfFile: bench.library.recentsFile, encoding: .utf8) == damage)
    let causes = bench.troubles.all
    #expect(causes.count == 1)
    guard case .damagedRecents = causes.first?.cause else {
      Issue.record("\(causes)")
      return
    }
  }

  @Test func movedRecentsAreFollowed() throws {
    let bench = try Bench()
    try bench.make("a.pdf")
    open(bench, "a.pdf")
    try bench.move("a.pdf", "sub/b.pdf")
    let mark = try #require(recents(bench).first?.trace)
    #expect(bench.resolve(mark) == .moved(path: bench.path("sub/b.pdf")))
    // And the desktop's list knows it too.
    bench.library.flush()
    #expect(recents(bench).map(\.path) == [bench.path("sub/b.pdf")])
  }
}
