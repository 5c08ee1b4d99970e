import DocumentModel
import Foundation
import Platform
import Testing

@testable import Files

/// An archive as its portions.
private struct MadeArchive: ContentReading {
  var portions: [ArchivePortion]
  var failure: FilesError.Reason?
  var onPortion: @Sendable () -> Void = {}

  func text(
    of path: String, cancellation: Cancellation,
    write: ([UInt8], _ share: Double) throws(FilesError) -> Void
  ) throws(FilesError) {}

  func portions(
    of archive: String, namesOnly: Bool, cancellation: Cancellation,
    take: (ArchivePortion) throws(FilesError) -> Void
  ) throws(FilesError) {
    for portion in portions {
      try cancellation.check(archive)
      try take(portion)
      onPortion()
    }
    if let failure { throw FilesError(failure, archive) }
  }
}

@Suite struct ArchiveExtractionTests {
  private static func file(_ path: String, _ text: String) -> [ArchivePortion.Piece] {
    let names = path.split(separator: "/").map(String.init)
    return [.file(names, modified: 1_000_000_000), .bytes(Array(text.utf8))]
  }

  private func extract(
    _ pieces: [ArchivePortion.Piece], _ bench: borrowing FilesBench, isDamaged: Bool = false,
    failure: FilesError.Reason? = nil, disk: Disk = Disk()
  ) -> Outcome {
    bench.make("a.tar.gz", "archive")
    var around = bench.around(disk: disk)
    around.contents = MadeArchive(
      portions: [ArchivePortion(pieces, position: 7, isEnd: true, isDamaged: isDamaged)],
      failure: failure)
    return FileOperation.run(.extract([bench.at("a.tar.gz")], into: bench.path), around)
  }

  @Test func anArchiveIsExtractedIntoAFolderOfItsName() throws {
    let bench = try FilesBench()
    let outcome = extract(
      Self.file("one.txt", "1") + [.folder(["empty"])] + Self.file("d/e/two.txt", "2"), bench)
    #expect(outcome.failures.isEmpty)
    #expect(bench.text("a/one.txt") == "1")
    #expect(bench.text("a/d/e/two.txt") == "2")
    #expect(bench.names("a/empty").isEmpty)
    #expect(bench.names() == ["a", "a.tar.gz"])
    #expect(try bench.status("a/one.txt").stamp.seconds == 1_000_000_000)
    #expect(outcome.done.map(\.to) == [bench.at("a")])
    #expect(outcome.undo != nil)
  }

  @Test func anArchiveOfOneFolderIsExtractedAsThatFolder() throws {
    let bench = try FilesBench()
    bench.makeFolder("paper")
    _ = extract(Self.file("paper/x.txt", "x"), bench)
    #expect(bench.text("paper 2/x.txt") == "x")
    #expect(bench.names() == ["paper", "paper 2", "a.tar.gz"])
  }

  /// As in tar, a later entry was added later.
  @Test func theLaterOfTwoFilesWithOneNameWins() throws {
    let bench = try FilesBench()
    let outcome = extract(
      Self.file("x", "old, and longer") + Self.file("x", "new") + Self.file("x/below", "no")
        + [.folder(["x"]), .leftOut], bench)
    #expect(bench.text("a/x") == "new")
    #expect(outcome.failures.map(\.reason) == [.leftOut(3)])
  }

  @Test func filesBeforeDamageAreKept() throws {
    let bench = try FilesBench()
    let outcome = extract(Self.file("x", "whole"), bench, isDamaged: true)
    #expect(bench.text("a/x") == "whole")
    #expect(outcome.failures.map(\.reason) == [.damagedArchive])
  }

  @Test(arguments: [FilesError.Reason.notAnArchive, .encryptedArchive, .cancelled])
  func anUnreadableArchiveLeavesNothing(_ reason: FilesError.Reason) throws {
    let bench = try FilesBench()
    _ = extract(Self.file("x", "part"), bench, failure: reason)
    #expect(bench.names() == ["a.tar.gz"])
  }

  @Test(arguments: [Disk.Call.write, .create, .makeFolder, .rename])
  func aFullDiskLeavesNothing(_ call: Disk.Call) throws {
    let bench = try FilesBench()
    let outcome = extract(
      Self.file("d/x", "part"), bench, disk: .failing(call, with: ENOSPC, at: 1))
    #expect(outcome.failures.map(\.reason) == [.noSpace])
    #expect(bench.names() == ["a.tar.gz"])
  }

  @Test func extractionStopsAtTheSizeLimit() throws {
    let bench = try FilesBench()
    bench.makeFolder("to")
    let extraction = ArchiveExtraction(into: bench.at("to"), isReadOnly: true, mostBytes: 10)
    let contents = MadeArchive(portions: [ArchivePortion(Self.file("x", "eleven byte"))])
    #expect(throws: FilesError(.tooLarge, "a.zip")) {
      try extraction.extract("a.zip", by: contents, Cancellation())
    }
  }
}
