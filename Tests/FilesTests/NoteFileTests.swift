import DocumentModel
import Foundation
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct NoteFileTests {
  /// Files written a moment ago count as complete, unless a test says otherwise.
  private func open(
    _ ground: borrowing Ground, _ name: String = "a", beginning: String? = nil, disk: Disk = Disk(),
    stillness: Int64 = 0
  ) throws -> NoteFile {
    try NoteFile(
      ground.at(name), orBeginning: beginning.map { Array($0.utf8) },
      recovery: RecoveryFolder(ground.at("r")), disk: disk, stillness: stillness)
  }

  private func text(_ file: NoteFile) -> String { String(decoding: file.text, as: UTF8.self) }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func leftovers(_ ground: borrowing Ground) -> [Recovery] {
    RecoveryFolder(ground.at("r")).leftovers()
  }

  private let written = NoteFile.Outcome.written(isMerged: false)
  private let merged = NoteFile.Outcome.written(isMerged: true)

  @Test func linesAreAppendedAndWritten() throws {
    let ground = try Ground()
    ground.make("a", "one\n")
    let file = try open(ground)
    try file.append(["two", "three"])
    #expect(ground.text("a") == "one\n")
    #expect(ground.names("r").count == 1)
    #expect(try file.write() == written)
    #expect(ground.text("a") == "one\ntwo\nthree\n")
    #expect(ground.names("r") == [])
    ground.make("dos", "one\r\ntwo")
    let other = try open(ground, "dos")
    try other.append(["three"])
    #expect(try other.write() == written)
    #expect(ground.text("dos") == "one\r\ntwo\r\nthree\r\n")
  }

  @Test func undoRemovesOurLineOnly() throws {
    let ground = try Ground()
    ground.make("a", "one\n")
    let file = try open(ground)
    let before = file.text
    try file.append(["ours"])
    let after = file.text
    _ = try file.write()
    ground.make("a", "one, changed\nours\ntheirs\n")
    try file.revert(after, to: before)
    #expect(try file.write() == written)
    #expect(ground.text("a") == "one, changed\ntheirs\n")
    try file.revert(before, to: after)
    #expect(text(file).contains("ours"))
  }

  @Test func aLineChangedElsewhereIsNotUndone() throws {
    let ground = try Ground()
    ground.make("a", "one\n")
    let file = try open(ground)
    try file.append(["ours"])
    _ = try file.write()
    ground.make("a", "one\nours, made better\n")
    #expect(throws: FilesError(.changedMeanwhile, ground.at("a"))) {
      try file.revert(bytes("one\nours\n"), to: bytes("one\n"))
    }
    #expect(text(file) == "one\nours, made better\n")
  }

  @Test func nonTextAndLargeFilesAreRefused() throws {
    let ground = try Ground()
    try Data([0x63, 0xE9]).write(to: URL(fileURLWithPath: ground.at("latin")))
    let latin = try open(ground, "latin")
    #expect(throws: FilesError(.notItsFormat, ground.at("latin"))) { try latin.append(["x"]) }
    ground.make("large")
    truncate(ground.at("large"), NoteFile.bound + 1)
    #expect(throws: FilesError(.tooLarge, ground.at("large"))) { try open(ground, "large") }
    #expect(throws: FilesError(.notFound, ground.at("none"))) { try open(ground, "none") }
    ground.makeFolder("folder")
    #expect(throws: FilesError(.isFolder, ground.at("folder"))) { try open(ground, "folder") }
    mkfifo(ground.at("pipe"), 0o600)
    #expect(throws: FilesError(.notAFile, ground.at("pipe"))) { try open(ground, "pipe") }
    let much = [UInt8](repeating: 0x61, count: NoteFile.bound + 1)
    #expect(throws: FilesError(.tooLarge, ground.at("latin"))) {
      try latin.take(much, madeFrom: latin.text)
    }
    #expect(latin.text == [0x63, 0xE9])
  }

  @Test func linksStayAndTheirTargetIsWritten() throws {
    let ground = try Ground()
    ground.makeFolder("far")
    ground.make("far/a", "old\n")
    ground.link("a", to: "far/a")
    ground.link("new", to: "far/new")
    let file = try open(ground)
    try file.append(["x"])
    _ = try file.write()
    #expect(try ground.status("a").kind == .link)
    #expect(ground.text("far/a") == "old\nx\n")
    #expect(try open(ground, "new", beginning: "begun\n").write() == written)
    #expect(ground.text("far/new") == "begun\n")
  }

  // MARK: other programs

  @Test func writingWaitsForAnotherWriter() throws {
    let ground = try Ground()
    ground.make("a", "old\n")
    let file = try open(ground, stillness: .max)
    try file.append(["ours"])
    ground.make("a", "ha")
    #expect(try file.write() == .busy)
    #expect(ground.text("a") == "ha")
    #expect(text(file) == "old\nours\n")
  }

  @Test func linesAddedOnBothSidesAreMerged() throws {
    let ground = try Ground()
    ground.make("a", "one\n")
    let file = try open(ground)
    try file.append(["ours"])
    // They also changed the line above ours, which is no matter.
    ground.make("a", "one, changed\ntheirs\n")
    #expect(try file.write() == merged)
    #expect(ground.text("a") == "one, changed\ntheirs\nours\n")
  }

  @Test func aFileCreatedByTwoHasTheLinesOfBoth() throws {
    let ground = try Ground()
    let (one, two) = (
      try open(ground, beginning: "# Title\n\n"), try open(ground, beginning: "# Title\n\n")
    )
    try one.append(["first"])
    try two.append(["second"])
    #expect(try one.write() == written)
    #expect(try two.write() == merged)
    #expect(ground.text("a") == "# Title\n\nfirst\nsecond\n")
  }

  private func conflict(_ ground: borrowing Ground) throws -> NoteFile {
    ground.make("note.md", "a\nb\n")
    let file = try open(ground, "note.md")
    try file.take(bytes("a\nours\n"), madeFrom: file.text)
    ground.make("note.md", "a\ntheirs, longer\n")
    #expect(try file.write() == .conflict)
    #expect(try file.write() == .conflict)
    #expect(ground.text("note.md") == "a\ntheirs, longer\n")
    #expect(ground.names("r").count == 1, "ours is kept while nobody has decided")
    return file
  }

  @Test func aConflictIsResolvedByKeepingBoth() throws {
    let ground = try Ground()
    let file = try conflict(ground)
    ground.make("note (my version).md", "taken")
    let beside = try file.settle(.keepBoth, suffix: "my version")
    #expect(beside == ground.at("note (my version) 2.md"))
    #expect(ground.text("note (my version) 2.md") == "a\nours\n")
    #expect(ground.text("note (my version).md") == "taken")
    #expect(text(file) == "a\ntheirs, longer\n" && !file.hasChanges)
    #expect(ground.names("r") == [])
  }

  @Test func aConflictIsResolvedByTheirsOrOurs() throws {
    let ground = try Ground()
    let file = try conflict(ground)
    #expect(try file.settle(.theirs, suffix: "mine") == nil)
    #expect(text(file) == "a\ntheirs, longer\n" && !file.hasChanges)
    let other = try conflict(ground)
    #expect(try other.settle(.ours, suffix: "mine") == nil)
    #expect(try other.write() == written)
    #expect(ground.text("note.md") == "a\nours\n")
    #expect(ground.names() == ["note.md", "r"])
  }

  @Test func aConflictEndsWhenTheFileIsRestored() throws {
    let ground = try Ground()
    let file = try conflict(ground)
    ground.make("note.md", "a\nb\n")
    #expect(try file.write() == written)
    #expect(ground.text("note.md") == "a\nours\n")
  }

  @Test func aDeletedFileIsRecreatedOnlyOnRequest() throws {
    let ground = try Ground()
    ground.make("a", "text\n")
    let file = try open(ground)
    unlink(ground.at("a"))
    try file.append(["more"])
    #expect(try file.write() == .gone)
    #expect(ground.names("r").count == 1, "nobody else has it now")
    #expect(FileStatus(ground.at("a")) == nil)
    #expect(try file.write(again: true) == written)
    #expect(ground.text("a") == "text\nmore\n" && !file.isGone)
    #expect(ground.names("r") == [])
  }

  @Test func aRestoredFileIsReadAsItIs() throws {
    let ground = try Ground()
    ground.make("a", "text\n")
    let file = try open(ground)
    unlink(ground.at("a"))
    file.look()
    #expect(file.isGone)
    ground.make("a", "another\n")
    file.look()
    #expect(text(file) == "another\n" && !file.isGone)
  }

  @Test func aMovedFileIsFollowed() throws {
    let ground = try Ground()
    ground.make("a", "text\n")
    let file = try open(ground)
    try file.append(["unsaved"])
    rename(ground.at("a"), ground.at("b"))
    file.follow(to: ground.at("b"))
    #expect(try file.write() == written)
    #expect(ground.text("b") == "text\nunsaved\n" && FileStatus(ground.at("a")) == nil)
  }

  @Test func aLockedFileIsRetried() throws {
    let ground = try Ground()
    ground.make("a", "text\n")
    let lock = Glibc.open(ground.at("a"), O_RDONLY | O_CLOEXEC)
    flock(lock, LOCK_EX)
    let file = try open(ground)
    try file.append(["more"])
    #expect(try file.write() == .busy)
    #expect(ground.names("r").count == 1)
    // A program that another test starts may have come by the descriptor.
    flock(lock, LOCK_UN)
    close(lock)
    #expect(try file.write() == written)
    #expect(ground.text("a") == "text\nmore\n")
  }

  // MARK: nothing is lost

  @Test(arguments: Disk.Call.allCases) func aFailureLosesNothing(_ call: Disk.Call) throws {
    let ground = try Ground(inMemory: true)
    for number in [ENOSPC, EIO] {
      for place in 1...4 {
        ground.make("a", "old\n")
        let disk = Disk.failing(call, with: number, at: place)
        guard let file = try? open(ground, disk: disk), (try? file.append(["new"])) != nil else {
          continue
        }
        let outcome = try? file.write()
        let onDisk = ground.text("a")
        #expect(onDisk == "old\n" || onDisk == "old\nnew\n")
        #expect(text(file) == "old\nnew\n")
        if outcome != written { #expect(ground.names("r").count >= 1, "\(call) \(place)") }
        // The next time it goes well.
        #expect(try file.write() == written, "\(call) \(place)")
        #expect(ground.text("a") == "old\nnew\n", "\(call) \(place)")
        #expect(Ground.count(ground.at("r")) == 0)
      }
    }
  }

  @Test(.enabled(if: SmallVolume.isPossible, "mounting needs root")) func aFullDiskLosesNothing()
    throws
  {
    let ground = try Ground()
    let volume = try SmallVolume(bytes: 64 << 10)
    let path = volume.path + "/a"
    _ = FileManager.default.createFile(atPath: path, contents: Data("old\n".utf8))
    let recovery = RecoveryFolder(ground.at("r"))
    let much = bytes(String(repeating: "much\n", count: 20_000))
    let file = try NoteFile(path, recovery: recovery)
    try file.take(much, madeFrom: file.text)
    #expect(throws: FilesError(.noSpace, path)) { try file.write() }
    #expect(Ground.text(path) == "old\n")
    file.close(forgettingChanges: false)
    // Even if the program ends the text is found again.
    let left = try #require(recovery.leftovers().first)
    #expect(left.contents == much && left.base == bytes("old\n"))
  }

  @Test(arguments: hostileNames) func namesOfAllKindsAreKept(_ name: String) throws {
    let ground = try Ground()
    ground.make(name, "x\n")
    let file = try open(ground, name)
    try file.append(["y"])
    #expect(leftovers(ground) == [], "a living owner's copy is not offered")
    file.close(forgettingChanges: false)
    let left = try #require(leftovers(ground).first)
    #expect(PathParts.same(left.path, ground.at(name)))
    let again = try open(ground, name)
    #expect(try again.take(left.contents, madeFrom: left.base) == .taken)
    #expect(try again.write() == written)
    #expect(ground.text(name) == "x\ny\n")
  }

  /// Unsaved text of a program and a later change by another one, merged.
  private func recovered(
    _ ground: borrowing Ground, unsaved: String, since: String
  ) throws -> (NoteFile, NoteFile.Taking) {
    ground.make("a", "text\n")
    do {
      let file = try open(ground)
      try file.take(bytes(unsaved), madeFrom: file.text)
      file.close(forgettingChanges: false)
    }
    ground.make("a", since)
    let file = try open(ground)
    let left = try #require(leftovers(ground).first)
    return (file, try file.take(left.contents, madeFrom: left.base))
  }

  @Test func recoveredLinesAreMergedWithLaterOnes() throws {
    let ground = try Ground()
    let (file, taking) = try recovered(ground, unsaved: "text\nunsaved\n", since: "text\nsince\n")
    #expect(taking == .merged && text(file) == "text\nsince\nunsaved\n")
  }

  @Test func recoveredLinesThatClashAreAConflict() throws {
    let ground = try Ground()
    let (file, taking) = try recovered(ground, unsaved: "ours\n", since: "theirs\n")
    #expect(taking == .conflict && text(file) == "ours\n")
    _ = try file.settle(.keepBoth, suffix: "mine")
    #expect(ground.text("a (mine)") == "ours\n" && ground.text("a") == "theirs\n")
  }

  @Test func damagedCopiesAreLeftAlone() throws {
    let ground = try Ground()
    ground.make("a", "text\n")
    ground.makeFolder("r")
    let name = RecoveryFolder.beginning(ground.at("a"))
    let path = ground.at("a").utf8.count
    let heads = [
      "", "nonsense", "recto-recovery 1 \n", "recto-recovery 1 \(path) -1 99999\n",
      "recto-recovery 1 \(path) 9223372036854775807 1\n", "recto-recovery 1 -5 0 0\nx",
    ]
    for (index, head) in heads.enumerated() { ground.make("r/\(name)\(index).recovery", head) }
    #expect(leftovers(ground) == [])
    #expect(ground.names("r").count == heads.count)
  }

  /// Killed before each call in turn: typed text is in the file or in the recovery folder once it was kept.
  @Test func aKilledWriterLosesNothing() throws {
    let ground = try Ground(inMemory: true)
    for place in 1...300 {
      ground.make("a", "old\n")
      let run = try ProbeRun(
        "file-probe", ["note", ground.at("a"), "new", ground.at("r")], ["PROBE_KILL": "\(place)"])
      let found = ground.text("a")
      #expect(found == "old\n" || found == "old\nnew\n", "killed at \(place)")
      let left = leftovers(ground)
      if run.lines.contains("kept"), found == "old\n" {
        try #require(left.count == 1, "killed at \(place)")
      }
      let file = try open(ground)
      for recovery in left {
        try file.take(recovery.contents, madeFrom: recovery.base)
        RecoveryFolder(ground.at("r")).remove(recovery)
      }
      if !left.isEmpty { #expect(text(file) == "old\nnew\n") }
      _ = try file.write()
      #expect(ground.names("r").allSatisfy(UnfinishedName.isOne))
      if run.signal == 0 {
        #expect(found == "old\nnew\n")
        #expect(place > 20)
        return
      }
      #expect(run.signal == SIGKILL)
    }
    Issue.record("the writer never came to its end")
  }
}
