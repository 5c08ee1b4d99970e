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
    _ names: [String], _ ground: borrowing Ground, _ texts: MadeTexts, disk: Disk = Disk(),
    _ decision: ClashAnswer.Decision = .skip, _ cancellation: Cancellation = Cancellation()
  ) -> Outcome {
    var around = ground.around(disk: disk, decision)
    around.contents = texts
    let exports = names.map { Export(ground.at($0), asText: !$0.hasSuffix(".md")) }
    return FileOperation.run(
      .export(exports, into: ground.at("to")), around, cancellation: cancellation)
  }

  private func ground() throws -> Ground {
    let ground = try Ground()
    for name in ["a.pdf", "b.tar.gz", "c.md"] { ground.make(name, "of " + name) }
    ground.makeFolder("to")
    return ground
  }

  @Test func textsAreWrittenAndMarkdownIsCopied() throws {
    let ground = try ground()
    let texts = MadeTexts(portions: ["one\n", "", "two\n"])
    let outcome = export(["a.pdf", "b.tar.gz", "c.md"], ground, texts)
    #expect(outcome.failures == [])
    #expect(ground.names("to") == ["a.txt", "b.txt", "c.md"])
    #expect(ground.text("to/a.txt") == "one\ntwo\n")
    #expect(ground.text("to/c.md") == "of c.md")
    #expect(outcome.done.map(\.to) == ["a.txt", "b.txt", "c.md"].map { ground.at("to/" + $0) })
    #expect(outcome.undo?.kind == .export && outcome.undo?.count == 3)
    #expect(outcome.undo?.obstacles() == [])
    #expect(ground.text("a.pdf") == "of a.pdf")
    // Rights as of any new file, not as of a temporary one.
    #expect(
      FileStatus(ground.at("to/a.txt"))?.permissions == FileStatus(ground.at("a.pdf"))?.permissions)
  }

  @Test(arguments: [
    (ClashAnswer.Decision.skip, ["a.txt": "old"]),
    (.keepBoth, ["a.txt": "old", "a 2.txt": "new"]), (.stop, ["a.txt": "old"]),
  ]) func existingFilesAreNotOverwritten(
    _ decision: ClashAnswer.Decision, _ left: [String: String]
  ) throws {
    let ground = try ground()
    ground.make("to/a.txt", "old")
    let outcome = export(["a.pdf"], ground, MadeTexts(portions: ["new"]), decision)
    #expect(outcome.failures == [])
    #expect(ground.names("to") == Set(left.keys))
    for (name, text) in left { #expect(ground.text("to/" + name) == text) }
  }

  @Test(arguments: [FilesError.Reason.encrypted, .unreadable, .unreadablePage(3)])
  func anUnreadableDocumentIsReportedAndTheOthersAreWritten(_ reason: FilesError.Reason) throws {
    let ground = try ground()
    let texts = MadeTexts(portions: ["text"], failures: ["a.pdf": reason])
    let outcome = export(["a.pdf", "b.tar.gz"], ground, texts)
    #expect(outcome.failures == [FilesError(reason, ground.at("a.pdf"))])
    // Of the other there is not even a part.
    #expect(ground.names("to") == ["b.txt"])
  }

  @Test func aDocumentWithoutTextLeavesNoEmptyFile() throws {
    let ground = try ground()
    let outcome = export(["a.pdf"], ground, MadeTexts(portions: ["\n", "\u{0C}"]))
    #expect(outcome.failures == [FilesError(.noText, ground.at("a.pdf"))])
    #expect(ground.names("to").isEmpty)
  }

  @Test(arguments: [Disk.Call.create, .write, .mode, .sync])
  func aFullDiskNamesTheDocumentAndLeavesNothing(_ call: Disk.Call) throws {
    let ground = try ground()
    let outcome = export(
      ["a.pdf"], ground, MadeTexts(portions: ["text"]), disk: .failing(call, with: ENOSPC))
    #expect(outcome.failures == [FilesError(.noSpace, ground.at("a.pdf"))])
    #expect(ground.names("to").isEmpty)
  }

  @Test func aCancelledExportLeavesNothing() throws {
    let ground = try ground()
    let cancellation = Cancellation()
    let texts = MadeTexts(portions: ["one", "two"]) { cancellation.cancel() }
    let outcome = export(["a.pdf", "b.tar.gz"], ground, texts, .skip, cancellation)
    #expect(outcome.wasCancelled && outcome.failures == [] && outcome.done == [])
    #expect(ground.names("to").isEmpty)
  }

  @Test func progressFollowsTheReading() throws {
    let ground = try ground()
    let reported = Gathered<TaskProgress>()
    var around = ground.around()
    around.progress = { reported.add([$0]) }
    around.contents = MadeTexts(portions: ["much longer than the document", "is"])
    _ = FileOperation.run(
      .export([Export(ground.at("a.pdf"), asText: true)], into: ground.at("to")), around)
    let last = try #require(reported.all.last)
    #expect(last.bytesTotal == 8 && last.bytesDone == 8)
    #expect(last.filesDone == 1 && last.filesTotal == 1)
  }
}
