import DocumentModel
import Foundation
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct NoteFileTests {
  /// Files written a moment ago count as complete, unless a test says otherwise.
  private func open(
    _ bench: borrowing FilesBench, _ name: String = "a", beginning: String? = nil,
    disk: Disk = Disk(),
    stillness: Int64 = 0
  ) throws -> NoteFile {
    try NoteFile(
      bench.at(name), orBeginning: beginning.map { Array($0.utf8) },
      recovery: RecoveryFolder(bench.at("r")), disk: disk, stillness: stillness)
  }

  private func text(_ file: NoteFile) -> String { String(decoding: file.text, as: UTF8.self) }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func leftovers(_ bench: borrowing FilesBench) -> [Recovery] {
    RecoveryFolder(bench.at("r")).leftovers()
  }

  private let written = NoteFile.Outcome.written(isMerged: false)
  private let merged = NoteFile.Outcome.written(isMerged: true)

  @Test func linesAreAppendedAndWritten() throws {
    let bench = try FilesBench()
    bench.make("a", "one\n")
    let file = try open(bench)
    try file.append(["two", "three"])
    #expect(bench.text("a") == "one\n")
    #expect(bench.names("r").count == 1)
    #expect(try file.write() == written)
    #expect(bench.text("a") == "one\ntwo\nthree\n")
    #expect(bench.names("r") == [])
    bench.make("dos", "one\r\ntwo")
    let other = try open(bench, "dos")
    try other.append(["three"])
    #expect(try other.write() == written)
    #expect(bench.text("dos") == "one\r\ntwo\r\nthree\r\n")
  }

  @Test func undoRemovesOurLineOnly() throws {
    let bench = try FilesBench()
    bench.make("a", "one\n")
    let file = try open(bench)
    let before = file.text
    try file.append(["ours"])
    let after = file.text
    _ = try file.write()
    bench.make("a", "one, changed\nours\ntheirs\n")
    try file.revert(after, to: before)
    #expect(try file.write() == written)
    #expect(bench.text("a") == "one, changed\ntheirs\n")
    try file.revert(before, to: after)
    #expect(text(file).contains("ours"))
  }

  @Test func aLineChangedElsewhereIsNotUndone() throws {
    let bench = try FilesBench()
    bench.make("a", "one\n")
    let file = try open(bench)
    try file.append(["ours"])
    _ = try file.write()
    bench.make("a", "one\nours, made better\n")
    #expect(throws: FilesError(.changedMeanwhile, bench.at("a"))) {
      try file.revert(bytes("one\nours\n"), to: bytes("one\n"))
    }
    #expect(text(file) == "one\nours, made better\n")
  }

  @Test func nonTextAndLargeFilesAreRefused() throws {
    let bench = try FilesBench()
    try Data([0x63, 0xE9]).write(to: URL(fileURLWithPath: bench.at("latin")))
    let latin = try open(bench, "latin")
    #expect(throws: FilesError(.notItsFormat, bench.at("latin"))) { try latin.append(["x"]) }
    bench.make("large")
    truncate(bench.at("large"), NoteFile.bound + 1)
    #expect(throws: FilesError(.tooLarge, bench.at("large"))) { try open(bench, "large") }
    #expect(throws: FilesError(.notFound, bench.at("none"))) { try open(bench, "none") }
    bench.makeFolder("folder")
    #expect(throws: FilesError(.isFolder, bench.at("folder"))) { try open(bench, "folder") }
    mkfifo(bench.at("pipe"), 0o600)
    #expect(throws: FilesError(.notAFile, bench.at("pipe"))) { try open(bench, "pipe") }
    let much = [UInt8](repeating: 0x61, count: NoteFile.bound + 1)
    #expect(throws: FilesError(.tooLarge, bench.at("latin"))) {
      try latin.take(much, madeFrom: latin.text)
    }
    #expect(latin.text == [0x63, 0xE9])
  }

  @Test func linksStayAndTheirTargetIsWritten() throws {
    let bench = try FilesBench()
    bench.makeFolder("far")
    bench.make("far/a", "old\n")
    bench.link("a", to: "far/a")
    bench.link("new", to: "far/new")
    let file = try open(bench)
    try file.append(["x"])
    _ = try file.write()
    #expect(try bench.status("a").kind == .link)
    #expect(bench.text("far/a") == "old\nx\n")
    #expect(try open(bench, "new", beginning: "begun\n").write() == written)
    #expect(bench.text("far/new") == "begun\n")
  }

  // MARK: other programs

  @Test func writingWaitsForAnotherWriter() throws {
    let bench = try FilesBench()
    bench.make("a", "old\n")
    let file = try open(bench, stillness: .max)
    try file.append(["ours"])
    bench.make("a", "ha")
    #expect(try file.write() == .busy)
    #expect(bench.text("a") == "ha")
    #expect(text(file) == "old\nours\n")
  }

  @Test func linesAddedOnBothSidesAreMerged() throws {
    let bench = try FilesBench()
    bench.make("a", "one\n")
    let file = try open(bench)
    try file.append(["ours"])
    // They also changed the line above ours, which is no matter.
    bench.make("a", "one, changed\ntheirs\n")
    #expect(try file.write() == merged)
    #expect(bench.text("a") == "one, changed\ntheirs\nours\n")
  }

  @Test func aFileCreatedByTwoHasTheLinesOfBoth() throws {
    let bench = try FilesBench()
    let (one, two) = (
      try open(bench, beginning: "# Title\n\n"), try open(bench, beginning: "# Title\n\n")
    )
    try one.append(["first"])
    try two.append(["second"])
    #expect(try one.write() == written)
    #expect(try two.write() == merged)
    #expect(bench.text("a") == "# Title\n\nfirst\nsecond\n")
  }

  private func conflict(_ bench: borrowing FilesBench) throws -> NoteFile {
    bench.make("note.md", "a\nb\n")
    let file = try open(bench, "note.md")
    try file.take(bytes("a\nours\n"), madeFrom: file.text)
    bench.make("note.md", "a\ntheirs, longer\n")
    #expect(try file.write() == .conflict)
    #expect(try file.write() == .conflict)
    #expect(bench.text("note.md") == "a\ntheirs, longer\n")
    #expect(bench.names("r").count == 1, "ours is kept while nobody has decided")
    return file
  }

  @Test func aConflictIsResolvedByKeepingBoth() throws {
    let bench = try FilesBench()
    let file = try conflict(bench)
    bench.make("note (my version).md", "taken")
    let beside = try file.settle(.keepBoth, suffix: "my version")
    #expect(beside == bench.at("note (my version) 2.md"))
    #expect(bench.text("note (my version) 2.md") == "a\nours\n")
    #expect(bench.text("note (my version).md") == "taken")
    #expect(text(file) == "a\ntheirs, longer\n" && !file.hasChanges)
    #expect(bench.names("r") == [])
  }

  @Test func aConflictIsResolvedByTheirsOrOurs() throws {
    let bench = try FilesBench()
    let file = try conflict(bench)
    #expect(try file.settle(.theirs, suffix: "mine") == nil)
    #expect(text(file) == "a\ntheirs, longer\n" && !file.hasChanges)
    let other = try conflict(bench)
    #expect(try other.settle(.ours, suffix: "mine") == nil)
    #expect(try other.write() == written)
    #expect(bench.text("note.md") == "a\nours\n")
    #expect(bench.names() == ["note.md", "r"])
  }

  @Test func aConflictEndsWhenTheFileIsRestored() throws {
    let bench = try FilesBench()
    let file = try conflict(bench)
    bench.make("note.md", "a\nb\n")
    #expect(try file.write() == written)
    #expect(bench.text("note.md") == "a\nours\n")
  }

  @Test func aDeletedFileIsRecreatedOnlyOnRequest() throws {
    let bench = try FilesBench()
    bench.make("a", "text\n")
    let file = try open(bench)
    unlink(bench.at("a"))
    try file.append(["more"])
    #expect(try file.write() == .gone)
    #expect(bench.names("r").count == 1, "nobody else has it now")
    #expect(FileStatus(bench.at("a")) == nil)
    #expect(try file.write(again: true) == written)
    #expect(bench.text("a") == "text\nmore\n" && !file.isGone)
    #expect(bench.names("r") == [])
  }

  @Test func aRestoredFileIsReadAsItIs() throws {
    let bench = try FilesBench()
    bench.make("a", "text\n")
    let file = try open(bench)
    unlink(bench.at("a"))
    file.look()
    #expect(file.isGone)
    bench.make("a", "another\n")
    file.look()
    #expect(text(file) == "another\n" && !file.isGone)
  }

  @Test func aMovedFileIsFollowed() throws {
    let bench = try FilesBench()
    bench.make("a", "text\n")
    let file = try open(bench)
    try file.append(["unsaved"])
    rename(bench.at("a"), bench.at("b"))
    file.follow(to: bench.at("b"))
    #expect(try file.write() == written)
    #expect(bench.text("b") == "text\nunsaved\n" && FileStatus(bench.at("a")) == nil)
  }

  @Test func aLockedFileIsRetried() throws {
    let bench = try FilesBench()
    bench.make("a", "text\n")
    let lock = Glibc.open(bench.at("a"), O_RDONLY | O_CLOEXEC)
    flock(lock, LOCK_EX)
    let file = try open(bench)
    try file.append(["more"])
    #expect(try file.write() == .busy)
    #expect(bench.names("r").count == 1)
    // A program that another test starts may have come by the descriptor.
    flock(lock, LOCK_UN)
    close(lock)
    #expect(try file.write() == written)
    #expect(bench.text("a") == "text\nmore\n")
  }

  // MARK: nothing is lost

  @Test(arguments: Disk.Call.allCases) func aFailureLosesNothing(_ call: Disk.Call) throws {
    let bench = try FilesBench(inMemory: true)
    for number in [ENOSPC, EIO] {
      for place in 1...4 {
        bench.make("a", "old\n")
        let disk = Disk.failing(call, with: number, at: place)
        guard let file = try? open(bench, disk: disk), (try? file.append(["new"])) != nil else {
          continue
        }
        let outcome = try? file.write()
        let onDisk = bench.text("a")
        #expect(onDisk == "old\n" || onDisk == "old\nnew\n")
        #expect(text(file) == "old\nnew\n")
        if outcome != written { #expect(bench.names("r").count >= 1, "\(call) \(place)") }
        // The next time it goes well.
        #expect(try file.write() == written, "\(call) \(place)")
        #expect(bench.text("a") == "old\nnew\n", "\(call) \(place)")
        #expect(FilesBench.count(bench.at("r")) == 0)
      }
    }
  }

  @Test(.enabled(if: SmallVolume.isPossible, "mounting needs root")) func aFullDiskLosesNothing()
    throws
  {
    let bench = try FilesBench()
    let volume = try SmallVolume(bytes: 64 << 10)
    let path = volume.path + "/a"
    _ = FileManager.default.createFile(atPath: path, contents: Data("old\n".utf8))
    let recovery = RecoveryFolder(bench.at("r"))
    let much = bytes(String(repeating: "much\n", count: 20_000))
    let file = try NoteFile(path, recovery: recovery)
    try file.take(much, madeFrom: file.text)
    #expect(throws: FilesError(.noSpace, path)) { try file.write() }
    #expect(FilesBench.text(path) == "old\n")
    file.close(forgettingChanges: false)
    // Even if the program ends the text is found again.
    let left = try #require(recovery.leftovers().first)
    #expect(left.contents == much && left.base == bytes("old\n"))
  }

  @Test(arguments: hostileNames) func namesOfAllKindsAreKept(_ name: String) throws {
    let bench = try FilesBench()
    bench.make(name, "x\n")
    let file = try open(bench, name)
    try file.append(["y"])
    #expect(leftovers(bench) == [], "a living owner's copy is not offered")
    file.close(forgettingChanges: false)
    let left = try #require(leftovers(bench).first)
    #expect(PathParts.same(left.path, bench.at(name)))
    let again = try open(bench, name)
    #expect(try again.take(left.contents, madeFrom: left.base) == .taken)
    #expect(try again.write() == written)
    #expect(bench.text(name) == "x\ny\n")
  }

  /// Unsaved text of a program and a later change by another one, merged.
  private func recovered(
    _ bench: borrowing FilesBench, unsaved: String, since: String
  ) throws -> (NoteFile, NoteFile.Taking) {
    bench.make("a", "text\n")
    do {
      let file = try open(bench)
      try file.take(bytes(unsaved), madeFrom: file.text)
      file.close(forgettingChanges: false)
    }
    bench.make("a", since)
    let file = try open(bench)
    let left = try #require(leftovers(bench).first)
    return (file, try file.take(left.contents, madeFrom: left.base))
  }

  @Test func recoveredLinesAreMergedWithLaterOnes() throws {
    let bench = try FilesBench()
    let (file, taking) = try recovered(bench, unsaved: "text\nunsaved\n", since: "text\nsince\n")
    #expect(taking == .merged && text(file) == "text\nsince\nunsaved\n")
  }

  @Test func recoveredLinesThatClashAreAConflict() throws {
    let bench = try FilesBench()
    let (file, taking) = try recovered(bench, unsaved: "ours\n", since: "theirs\n")
    #expect(taking == .conflict && text(file) == "ours\n")
    _ = try file.settle(.keepBoth, suffix: "mine")
    #expect(bench.text("a (mine)") == "ours\n" && bench.text("a") == "theirs\n")
  }

  @Test func damagedCopiesAreLeftAlone() throws {
    let bench = try FilesBench()
    bench.make("a", "text\n")
    bench.makeFolder("r")
    let name = RecoveryFolder.beginning(bench.at("a"))
    let path = bench.at("a").utf8.count
    let heads = [
      "", "nonsense", "recto-recovery 1 \n", "recto-recovery 1 \(path) -1 99999\n",
      "recto-recovery 1 \(path) 9223372036854775807 1\n", "recto-recovery 1 -5 0 0\nx",
    ]
    for (index, head) in heads.enumerated() { bench.make("r/\(name)\(index).recovery", head) }
    #expect(leftovers(bench) == [])
    #expect(bench.names("r").count == heads.count)
  }

  /// Killed before each call in turn: typed text is in the file or in the recovery folder once it was kept.
  @Test func aKilledWriterLosesNothing() throws {
    let bench = try FilesBench(inMemory: true)
    for place in 1...300 {
      bench.make("a", "old\n")
      let run = try ProbeRun(
        "file-probe", ["note", bench.at("a"), "new", bench.at("r")], ["PROBE_KILL": "\(place)"])
      let found = bench.text("a")
      #expect(found == "old\n" || found == "old\nnew\n", "killed at \(place)")
      let left = leftovers(bench)
      if run.lines.contains("kept"), found == "old\n" {
        try #require(left.count == 1, "killed at \(place)")
      }
      let file = try open(bench)
      for recovery in left {
        try file.take(recovery.contents, madeFrom: recovery.base)
        RecoveryFolder(bench.at("r")).remove(recovery)
      }
      if !left.isEmpty { #expect(text(file) == "old\nnew\n") }
      _ = try file.write()
      #expect(bench.names("r").allSatisfy(UnfinishedName.isOne))
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
