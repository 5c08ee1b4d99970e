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
    _ pieces: [ArchivePortion.Piece], _ ground: borrowing Ground, isDamaged: Bool = false,
    failure: FilesError.Reason? = nil, disk: Disk = Disk()
  ) -> Outcome {
    ground.make("a.tar.gz", "archive")
    var around = ground.around(disk: disk)
    around.contents = MadeArchive(
      portions: [ArchivePortion(pieces, position: 7, isEnd: true, isDamaged: isDamaged)],
      failure: failure)
    return FileOperation.run(.extract([ground.at("a.tar.gz")], into: ground.path), around)
  }

  @Test func anArchiveIsExtractedIntoAFolderOfItsName() throws {
    let ground = try Ground()
    let outcome = extract(
      Self.file("one.txt", "1") + [.folder(["empty"])] + Self.file("d/e/two.txt", "2"), ground)
    #expect(outcome.failures.isEmpty)
    #expect(ground.text("a/one.txt") == "1")
    #expect(ground.text("a/d/e/two.txt") == "2")
    #expect(ground.names("a/empty").isEmpty)
    #expect(ground.names() == ["a", "a.tar.gz"])
    #expect(try ground.status("a/one.txt").stamp.seconds == 1_000_000_000)
    #expect(outcome.done.map(\.to) == [ground.at("a")])
    #expect(outcome.undo != nil)
  }

  @Test func anArchiveOfOneFolderIsExtractedAsThatFolder() throws {
    let ground = try Ground()
    ground.makeFolder("paper")
    _ = extract(Self.file("paper/x.txt", "x"), ground)
    #expect(ground.text("paper 2/x.txt") == "x")
    #expect(ground.names() == ["paper", "paper 2", "a.tar.gz"])
  }

  /// As in tar, a later entry was added later.
  @Test func theLaterOfTwoFilesWithOneNameWins() throws {
    let ground = try Ground()
    let outcome = extract(
      Self.file("x", "old, and longer") + Self.file("x", "new") + Self.file("x/below", "no")
        + [.folder(["x"]), .leftOut], ground)
    #expect(ground.text("a/x") == "new")
    #expect(outcome.failures.map(\.reason) == [.leftOut(3)])
  }

  @Test func filesBeforeDamageAreKept() throws {
    let ground = try Ground()
    let outcome = extract(Self.file("x", "whole"), ground, isDamaged: true)
    #expect(ground.text("a/x") == "whole")
    #expect(outcome.failures.map(\.reason) == [.damagedArchive])
  }

  @Test(arguments: [FilesError.Reason.notAnArchive, .encryptedArchive, .cancelled])
  func anUnreadableArchiveLeavesNothing(_ reason: FilesError.Reason) throws {
    let ground = try Ground()
    _ = extract(Self.file("x", "part"), ground, failure: reason)
    #expect(ground.names() == ["a.tar.gz"])
  }

  @Test(arguments: [Disk.Call.write, .create, .makeFolder, .rename])
  func aFullDiskLeavesNothing(_ call: Disk.Call) throws {
    let ground = try Ground()
    let outcome = extract(
      Self.file("d/x", "part"), ground, disk: .failing(call, with: ENOSPC, at: 1))
    #expect(outcome.failures.map(\.reason) == [.noSpace])
    #expect(ground.names() == ["a.tar.gz"])
  }

  @Test func extractionStopsAtTheSizeLimit() throws {
    let ground = try Ground()
    ground.makeFolder("to")
    let extraction = ArchiveExtraction(into: ground.at("to"), isReadOnly: true, mostBytes: 10)
    let contents = MadeArchive(portions: [ArchivePortion(Self.file("x", "eleven byte"))])
    #expect(throws: FilesError(.tooLarge, "a.zip")) {
      try extraction.extract("a.zip", by: contents, Cancellation())
    }
  }
}
