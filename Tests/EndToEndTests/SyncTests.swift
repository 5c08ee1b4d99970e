import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Two machines with a folder of both, and the built programs.
@Suite struct SyncTests {
  /// A machine whose synchronised folder is `shared`.
  private static func machine(_ shared: String) throws -> Workbench {
    let bench = try Workbench(pages: 12)
    _ = try bench.write(
      Data("{ syncFolder: \"\(shared)\" }".utf8), ".config/recto/settings.json5")
    return bench
  }

  @Test func readingContinuesOnAnotherMachine() throws {
    let shared = try TemporaryFolder()
    let one = try Self.machine(shared.path)
    let other = try Self.machine(shared.path)
    #expect(try one.run(["tag", one.document, "--add", "thesis"]).status == 0)
    let first = try one.read([one.document])
    try first.wait(for: "the first page") { $0.contains { $0.contains("stands on page 1.") } }
    first.type("7G")
    try first.wait(for: "page 7") { $0[0].contains("page 7") }
    first.type("maq")
    #expect(try first.waitForExit() == 0)

    let second = try other.read([other.document])
    try second.wait(for: "the page of the other machine") {
      $0[0].contains("page 7") && $0.contains { $0.contains("Continued at page 7, read on") }
    }
    second.type("3G")
    try second.wait(for: "page 3") { $0[0].contains("page 3") }
    second.type("q")
    #expect(try second.waitForExit() == 0)
    #expect(try other.run(["tag", other.document]).output == "thesis\n")

    let received = try one.run(["sync"])
    #expect(received.status == 0 && received.errors.isEmpty)
    #expect(received.output.hasPrefix("received  book.pdf: page 3 ("), "\(received.output)")
    let again = try one.run(["sync"])
    #expect(again.status == 1 && again.output.isEmpty && again.errors.isEmpty)
    let third = try one.read([])
    try third.wait(for: "the page read to elsewhere") { $0[0].contains("page 3") }
    third.type("q")
    #expect(try third.waitForExit() == 0)
  }

  @Test func aConflictCopyIsMergedOnce() throws {
    let bench = try Workbench(pages: 3)
    let copy = bench.folder + "/book.sync-conflict-20260101-120000-ABCDEFG.pdf"
    func note(_ text: String, on path: String) throws {
      #expect(
        try bench.run(["annotate", path, "--text-note", "50,50", "--page", "1", "--note", text])
          .status == 0)
    }
    try note("before", on: bench.document)
    try FileManager.default.copyItem(atPath: bench.document, toPath: copy)
    try note("here", on: bench.document)
    try note("there", on: copy)
    let merged = try bench.run(["sync", "--merge", copy])
    #expect(merged.status == 0 && merged.errors.isEmpty)
    #expect(merged.output == "\(bench.document): 1 annotation added\n")
    let all = try bench.run(["annotations", bench.document]).output
    #expect(["before", "here", "there"].allSatisfy { all.contains($0) })
    #expect(try bench.run(["sync", "--merge", copy]).status == 1)
    #expect(try bench.run(["annotate", bench.document, "--undo"]).status == 0)
    #expect(try bench.run(["annotations", bench.document]).output.contains("there") == false)

    // On the screen, from the copy.
    let session = try bench.read([copy])
    try session.wait(for: "the notice") {
      $0.contains { $0.contains("This is a conflict copy of book.pdf") }
    }
    session.type(":merge-conflict\r")
    try session.wait(for: "the question") {
      $0.contains { $0.contains("1 annotation added") } && $0.contains { $0.contains("trash") }
    }
    // A question that has just appeared takes no keys for a moment.
    var isAnswered = false
    while !isAnswered {
      session.type("n")
      isAnswered =
        (try? session.wait(1, for: "the answer") { !$0.contains { $0.contains("trash?") } }) != nil
    }
    session.type("q")
    #expect(try session.waitForExit() == 0)
    #expect(try bench.run(["annotations", bench.document]).output.contains("there"))
    #expect(FileManager.default.fileExists(atPath: copy))
  }

  @Test func syncErrorsAreReported() throws {
    let bench = try Workbench(pages: 1)
    let unset = try bench.run(["sync"])
    #expect(unset.status == 2 && unset.errors.contains("set syncFolder in"))
    let missing = try bench.run(["sync", "--folder", bench.folder + "/none"])
    #expect(missing.status == 2)
    #expect(missing.errors.contains("there is no folder \(bench.folder)/none"))
    let other = try bench.run(["sync", "--merge", bench.document])
    #expect(other.status == 2 && other.errors.contains("--into FILE names the original"))
    let text = try bench.write(Data("words".utf8), "book (conflicted copy 2026-01-01).pdf")
    let unrelated = try bench.run(["sync", "--merge", text])
    #expect(unrelated.status == 2 && unrelated.errors.contains("nothing was merged"))
  }
}
