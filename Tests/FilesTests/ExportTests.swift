import DocumentModel
import Foundation
import Platform
import Testing

@testable import Files

/// Texts in portions, by the name of the document.
private struct MadeTexts: ContentReading {
  var portions: [String]
  var failures: [String: FilesError.Reason] = [:]
  var onPortion: @Sendable () -> Void = {}

  func text(
    of path: String, cancellation: Cancellation,
    write: ([UInt8], _ share: Double) throws(FilesError) -> Void
  ) throws(FilesError) {
    for (index, portion) in portions.enumerated() {
      try write(Array(portion.utf8), Double(index + 1) / Double(portions.count))
      onPortion()
    }
    if let reason = failures[PathParts.name(of: path)] { throw FilesError(reason, path) }
  }

  func portions(
    of archive: String, namesOnly: Bool, cancellation: Cancellation,
    take: (ArchivePortion) throws(FilesError) -> Void
  ) throws(FilesError) {
    throw FilesError(.notAnArchive, archive)
  }
}

@Suite struct ExportTests {
  private func export(
    _ names: [String], _ bench: borrowing FilesBench, _ texts: MadeTexts, disk: Disk = Disk(),
    _ decision: ClashAnswer.Decision = .skip, _ cancellation: Cancellation = Cancellation()
  ) -> Outcome {
    var around = bench.around(disk: disk, decision)
    around.contents = texts
    let exports = names.map { Export(bench.at($0), asText: !$0.hasSuffix(".md")) }
    return FileOperation.run(
      .export(exports, into: bench.at("to")), around, cancellation: cancellation)
  }

  private func bench() throws -> FilesBench {
    let bench = try FilesBench()
    for name in ["a.pdf", "b.tar.gz", "c.md"] { bench.make(name, "of " + name) }
    bench.makeFolder("to")
    return bench
  }

  @Test func textsAreWrittenAndMarkdownIsCopied() throws {
    let bench = try bench()
    let texts = MadeTexts(portions: ["one\n", "", "two\n"])
    let outcome = export(["a.pdf", "b.tar.gz", "c.md"], bench, texts)
    #expect(outcome.failures == [])
    #expect(bench.names("to") == ["a.txt", "b.txt", "c.md"])
    #expect(bench.text("to/a.txt") == "one\ntwo\n")
    #expect(bench.text("to/c.md") == "of c.md")
    #expect(outcome.done.map(\.to) == ["a.txt", "b.txt", "c.md"].map { bench.at("to/" + $0) })
    #expect(outcome.undo?.kind == .export && outcome.undo?.count == 3)
    #expect(outcome.undo?.obstacles() == [])
    #expect(bench.text("a.pdf") == "of a.pdf")
    // Rights as of any new file, not as of a temporary one.
    #expect(
      FileStatus(bench.at("to/a.txt"))?.permissions == FileStatus(bench.at("a.pdf"))?.permissions)
  }

  @Test(arguments: [
    (ClashAnswer.Decision.skip, ["a.txt": "old"]),
    (.keepBoth, ["a.txt": "old", "a 2.txt": "new"]), (.stop, ["a.txt": "old"]),
  ]) func existingFilesAreNotOverwritten(
    _ decision: ClashAnswer.Decision, _ left: [String: String]
  ) throws {
    let bench = try bench()
    bench.make("to/a.txt", "old")
    let outcome = export(["a.pdf"], bench, MadeTexts(portions: ["new"]), decision)
    #expect(outcome.failures == [])
    #expect(bench.names("to") == Set(left.keys))
    for (name, text) in left { #expect(bench.text("to/" + name) == text) }
  }

  @Test(arguments: [FilesError.Reason.encrypted, .unreadable, .unreadablePage(3)])
  func anUnreadableDocumentIsReportedAndTheOthersAreWritten(_ reason: FilesError.Reason) throws {
    let bench = try bench()
    let texts = MadeTexts(portions: ["text"], failures: ["a.pdf": reason])
    let outcome = export(["a.pdf", "b.tar.gz"], bench, texts)
    #expect(outcome.failures == [FilesError(reason, bench.at("a.pdf"))])
    // Of the other there is not even a part.
    #expect(bench.names("to") == ["b.txt"])
  }

  @Test func aDocumentWithoutTextLeavesNoEmptyFile() throws {
    let bench = try bench()
    let outcome = export(["a.pdf"], bench, MadeTexts(portions: ["\n", "\u{0C}"]))
    #expect(outcome.failures == [FilesError(.noText, bench.at("a.pdf"))])
    #expect(bench.names("to").isEmpty)
  }

  @Test(arguments: [Disk.Call.create, .write, .mode, .sync])
  func aFullDiskNamesTheDocumentAndLeavesNothing(_ call: Disk.Call) throws {
    let bench = try bench()
    let outcome = export(
      ["a.pdf"], bench, MadeTexts(portions: ["text"]), disk: .failing(call, with: ENOSPC))
    #expect(outcome.failures == [FilesError(.noSpace, bench.at("a.pdf"))])
    #expect(bench.names("to").isEmpty)
  }

  @Test func aCancelledExportLeavesNothing() throws {
    let bench = try bench()
    let cancellation = Cancellation()
    let texts = MadeTexts(portions: ["one", "two"]) { cancellation.cancel() }
    let outcome = export(["a.pdf", "b.tar.gz"], bench, texts, .skip, cancellation)
    #expect(outcome.wasCancelled && outcome.failures == [] && outcome.done == [])
    #expect(bench.names("to").isEmpty)
  }

  @Test func progressFollowsTheReading() throws {
    let bench = try bench()
    let reported = Gathered<TaskProgress>()
    var around = bench.around()
    around.progress = { reported.add([$0]) }
    around.contents = MadeTexts(portions: ["much longer than the document", "is"])
    _ = FileOperation.run(
      .export([Export(bench.at("a.pdf"), asText: true)], into: bench.at("to")), around)
    let last = try #require(reported.all.last)
    #expect(last.bytesTotal == 8 && last.bytesDone == 8)
    #expect(last.filesDone == 1 && last.filesTotal == 1)
  }
}
