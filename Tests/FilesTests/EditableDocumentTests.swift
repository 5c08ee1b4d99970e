import DocumentModel
import Foundation
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct EditableDocumentTests {
  @Test func aDocumentIsOpenedChangedSavedAndClosed() throws {
    let ground = try Ground()
    ground.make("a.md", "one\n")
    let desk = try Desk(ground.at("a.md"))
    #expect(desk.text == "one\n")
    #expect(desk.state == .normal)
    try desk.add("two")
    #expect(desk.state == .hasChanges)
    #expect(ground.text("a.md") == "one\n")
    // After a rest it is saved of itself.
    desk.clock.strike()
    #expect(desk.state == .normal)
    #expect(ground.text("a.md") == "one\ntwo\n")
    try desk.add("three")
    try desk.on { try $0.close() }
    #expect(ground.text("a.md") == "one\ntwo\nthree\n")
    #expect(
      desk.told.all == [
        .state(.hasChanges), .state(.saving), .state(.normal), .state(.hasChanges),
        .state(.saving), .state(.normal), .state(.closed),
      ])
    #expect(throws: FilesError(.cancelled, ground.at("a.md"))) { try desk.add("four") }
    #expect(ground.names() == ["a.md"])
  }

  @Test func eachChangeBeginsTheRestAnew() throws {
    let ground = try Ground()
    ground.make("a", "")
    let desk = try Desk(ground.at("a"))
    try desk.write("1")
    try desk.on { document in
      try document.change("x") { $0 = [0x32] }
    }
    desk.clock.strike()
    #expect(ground.text("a") == "2")
  }

  @Test func changesAreTakenBackAndDoneAgainByName() throws {
    let ground = try Ground()
    ground.make("a", "")
    let desk = try Desk(ground.at("a"))
    try desk.write("1", "first")
    try desk.write("12", "second")
    #expect(desk.on { $0.undoName } == "second")
    try desk.on { try $0.undo() }
    #expect(desk.text == "1")
    #expect(desk.on { $0.redoName } == "second")
    try desk.on { try $0.undo() }
    #expect(desk.state == .normal, "it says again what the file says")
    try desk.on { try $0.redo() }
    try desk.write("x", "third")
    #expect(desk.on { $0.redoName } == nil)
    #expect(desk.text == "x")
    try desk.on { try $0.undo() }
    try desk.on { try $0.undo() }
    try desk.on { try $0.undo() }
    #expect(desk.text == "")
  }

  @Test func itGoesBackToTheFileAndToVersions() throws {
    let ground = try Ground()
    ground.make("a", "opened")
    let desk = try Desk(ground.at("a"))
    try desk.write("saved")
    try desk.save()
    try desk.write("unsaved")
    try desk.on { try $0.revertToFile("revert") }
    #expect(desk.text == "saved" && desk.state == .normal)
    try desk.on { try $0.undo() }
    #expect(desk.text == "unsaved")
    try desk.on { try $0.revert(to: 0, "revert") }
    #expect(desk.text == "opened" && desk.state == .hasChanges)
    try desk.on { try $0.undo() }
    #expect(desk.text == "unsaved")
  }

  @Test func whatIsNoTextOrTooLargeIsNotOpened() throws {
    let ground = try Ground()
    ground.make("latin", "")
    try Data([0x63, 0xE9]).write(to: URL(fileURLWithPath: ground.at("latin")))
    #expect(throws: FilesError(.notItsFormat, ground.at("latin"))) { try Desk(ground.at("latin")) }
    ground.make("large", "12345")
    #expect(throws: FilesError(.tooLarge, ground.at("large"))) {
      try Desk(ground.at("large"), bound: 4)
    }
    #expect(throws: FilesError(.notFound, ground.at("none"))) { try Desk(ground.at("none")) }
    ground.makeFolder("folder")
    #expect(throws: FilesError(.isFolder, ground.at("folder"))) { try Desk(ground.at("folder")) }
    mkfifo(ground.at("pipe"), 0o600)
    #expect(throws: FilesError(.notAFile, ground.at("pipe"))) { try Desk(ground.at("pipe")) }
    ground.make("small", "1")
    let desk = try Desk(ground.at("small"), bound: 4)
    #expect(throws: FilesError(.tooLarge, ground.at("small"))) { try desk.write("12345") }
    #expect(desk.text == "1" && desk.state == .normal)
  }

  @Test(arguments: hostileNames) func namesOfAllKindsAreKept(_ name: String) throws {
    let ground = try Ground()
    ground.make(name, "x\n")
    let desk = try Desk(ground.at(name), recovery: ground.at("r"))
    try desk.add("y")
    desk.on { $0.leave() }
    let again = try Desk(ground.at(name), recovery: ground.at("r"))
    let left = again.on { $0.recoveries }
    try #require(left.count == 1)
    try again.on { try $0.recover(left[0], "recovered") }
    try again.save()
    #expect(ground.text(name) == "x\ny\n")
    #expect(Ground.count(ground.at("r")) == 0)
  }

  @Test func linksStayAndTheFileBehindThemIsWritten() throws {
    let ground = try Ground()
    ground.makeFolder("far")
    ground.make("far/a", "old\n")
    ground.link("a", to: "far/a")
    ground.link("new", to: "far/new")
    let desk = try Desk(ground.at("a"))
    try desk.add("x")
    try desk.save()
    #expect(try ground.status("a").kind == .link)
    #expect(ground.text("far/a") == "old\nx\n")
    let other = try Desk(ground.at("new"), beginning: "begun\n")
    try other.save()
    #expect(ground.text("far/new") == "begun\n")
  }

  // MARK: other programs

  @Test func aChangeFromOutsideIsReloadedWhereWeHaveNone() throws {
    let ground = try Ground()
    ground.make("a", "old")
    let desk = try Desk(ground.at("a"))
    ground.make("a", "new from outside")
    desk.on { $0.look() }
    #expect(desk.text == "old", "it may still be written")
    desk.clock.strike()
    #expect(desk.text == "new from outside")
    #expect(desk.told.all.contains(.reloaded))
    #expect(desk.on { $0.versions.count } == 2)
  }

  @Test func aFileThatIsStillWrittenIsWaitedFor() throws {
    let ground = try Ground()
    ground.make("a", "old\n")
    let desk = try Desk(ground.at("a"))
    try desk.add("ours")
    ground.make("a", "ha")
    desk.on { $0.look() }
    ground.make("a", "half")
    desk.clock.strike()
    #expect(desk.text == "old\nours\n")
    #expect(try desk.save() == false, "nobody writes over what is being written")
    ground.make("a", "old and whole\n")
    desk.clock.strike(3)
    #expect(desk.state == .conflict || desk.text.contains("ours"))
    #expect(ground.text("a")?.contains("whole") == true)
  }

  @Test func whatBothAddIsMergedAndSaved() throws {
    let ground = try Ground()
    ground.make("a", "one\n")
    let desk = try Desk(ground.at("a"))
    try desk.add("ours")
    ground.make("a", "one, changed\ntheirs\n")
    // They also changed the line above ours, which is no matter.
    #expect(try desk.save() == false)
    desk.clock.strike(2)
    #expect(desk.state == .normal)
    #expect(ground.text("a") == "one, changed\ntheirs\nours\n")
    // And only our line is taken back.
    try desk.on { try $0.undo() }
    try desk.save()
    #expect(ground.text("a") == "one, changed\ntheirs\n")
  }

  @Test func twoOnOneFileHaveBothLinesAndTakeBackTheirOwn() async throws {
    let ground = try Ground()
    ground.make("a", "begun\n")
    let one = try Desk(ground.at("a"), watches: true)
    let two = try Desk(ground.at("a"), watches: true)
    try one.add("first")
    try one.save()
    try await two.wait(for: .reloaded)
    try two.add("second")
    try one.add("third")
    try one.save()
    if try !two.save() { try await two.wait(for: .merged) }
    for _ in 0..<400 where ground.text("a")?.contains("second") != true {
      two.clock.strike()
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(ground.text("a") == "begun\nfirst\nthird\nsecond\n")
    try two.on { try $0.undo() }
    try two.save()
    #expect(ground.text("a") == "begun\nfirst\nthird\n")
  }

  private func conflict(_ ground: borrowing Ground) throws -> Desk {
    ground.make("note.md", "a\nb\n")
    let desk = try Desk(ground.at("note.md"), recovery: ground.at("r"))
    try desk.write("a\nours\n")
    ground.make("note.md", "a\ntheirs, longer\n")
    desk.look()
    #expect(desk.state == .conflict)
    #expect(throws: FilesError(.changedMeanwhile, ground.at("note.md"))) { try desk.save() }
    desk.clock.strike(3)
    #expect(ground.text("note.md") == "a\ntheirs, longer\n")
    #expect(ground.names("r").count == 1, "ours is kept while nobody has decided")
    return desk
  }

  @Test func aConflictIsSettledByKeepingBoth() throws {
    let ground = try Ground()
    let desk = try conflict(ground)
    ground.make("note (my version).md", "taken")
    let beside = try desk.on { try $0.settle(.keepBoth, suffix: "my version") }
    #expect(beside == ground.at("note (my version) 2.md"))
    #expect(ground.text("note (my version) 2.md") == "a\nours\n")
    #expect(ground.text("note (my version).md") == "taken")
    #expect(desk.text == "a\ntheirs, longer\n" && desk.state == .normal)
    #expect(Ground.count(ground.at("r")) == 0)
  }

  @Test func aConflictIsSettledByTheirs() throws {
    let ground = try Ground()
    let desk = try conflict(ground)
    try desk.on { try $0.settle(.theirs, suffix: "mine") }
    #expect(desk.text == "a\ntheirs, longer\n" && desk.state == .normal)
    // And still ours can be had.
    try desk.on { try $0.revert(to: $0.versions.count - 1, "revert") }
    #expect(desk.text == "a\nours\n")
  }

  @Test func aConflictIsSettledByOurs() throws {
    let ground = try Ground()
    let desk = try conflict(ground)
    try desk.on { try $0.settle(.ours, suffix: "mine") }
    #expect(ground.text("note.md") == "a\nours\n" && desk.state == .normal)
    let last = desk.on { $0.versions.last?.contents }
    #expect(last == Array("a\ntheirs, longer\n".utf8))
    #expect(ground.names() == ["note.md", "r"])
  }

  @Test func aConflictThatTheOthersEndIsOver() throws {
    let ground = try Ground()
    let desk = try conflict(ground)
    ground.make("note.md", "a\nb\n")
    desk.look()
    #expect(desk.state != .conflict)
    try desk.save()
    #expect(ground.text("note.md") == "a\nours\n")
  }

  @Test func ourLineIsNotTakenBackWhereTheyHaveChangedIt() throws {
    let ground = try Ground()
    ground.make("a", "one\n")
    let desk = try Desk(ground.at("a"))
    try desk.add("ours")
    try desk.save()
    ground.make("a", "one\nours, made better\n")
    desk.look()
    #expect(throws: FilesError(.changedMeanwhile, ground.at("a"))) { try desk.on { try $0.undo() } }
    #expect(desk.text == "one\nours, made better\n")
  }

  @Test func aRenamedFileIsFollowed() async throws {
    let ground = try Ground()
    ground.make("a", "text\n")
    let desk = try Desk(ground.at("a"), watches: true)
    try desk.add("unsaved")
    for _ in 0..<200 {
      // The watch has begun when it tells of this.
      ground.make("sign", "x")
      try await Task.sleep(for: .milliseconds(1))
    }
    rename(ground.at("a"), ground.at("b"))
    try await desk.wait(for: .moved(to: ground.at("b")))
    try desk.save()
    #expect(ground.text("b") == "text\nunsaved\n")
    #expect(FileStatus(ground.at("a")) == nil)
  }

  @Test func aFileThatIsGoneIsMadeAgainOnlyWhenTold() throws {
    let ground = try Ground()
    ground.make("a", "text\n")
    let desk = try Desk(ground.at("a"), recovery: ground.at("r"))
    unlink(ground.at("a"))
    desk.look()
    #expect(desk.state == .gone)
    #expect(ground.names("r").count == 1, "nobody else has it now")
    try desk.add("more")
    desk.clock.strike(3)
    #expect(throws: FilesError(.notFound, ground.at("a"))) { try desk.save() }
    #expect(FileStatus(ground.at("a")) == nil)
    try desk.save(again: true)
    #expect(ground.text("a") == "text\nmore\n" && desk.state == .normal)
    #expect(Ground.count(ground.at("r")) == 0)
  }

  @Test func aFileThatComesBackIsTakenAsItIs() throws {
    let ground = try Ground()
    ground.make("a", "text\n")
    let desk = try Desk(ground.at("a"))
    rename(ground.at("a"), ground.at("away"))
    desk.look()
    #expect(desk.state == .gone)
    ground.make("a", "another\n")
    desk.look()
    #expect(desk.text == "another\n" && desk.state == .normal)
  }

  /// As editors do that keep the old file under another name.
  @Test func aFileThatIsReplacedIsNotFollowedToItsBackup() throws {
    let ground = try Ground()
    ground.make("a", "old")
    let desk = try Desk(ground.at("a"))
    rename(ground.at("a"), ground.at("a~"))
    desk.on { document in
      document.movedTo = document.path + "~"
      document.look()
    }
    ground.make("a", "edited")
    desk.clock.strike(3)
    #expect(desk.text == "edited")
    #expect(desk.on { $0.path } == ground.at("a"))
  }

  @Test func aFileMadeByTwoAtOnceHasBothBeginnings() throws {
    let ground = try Ground()
    let one = try Desk(ground.at("a"), beginning: "# Title\n\n")
    let two = try Desk(ground.at("a"), beginning: "# Title\n\n")
    try one.add("first")
    try two.add("second")
    try one.save()
    #expect(try two.save() == false)
    two.clock.strike(2)
    #expect(ground.text("a") == "# Title\n\nfirst\nsecond\n")
  }

  @Test func aLockedFileIsTriedAgain() throws {
    let ground = try Ground()
    ground.make("a", "text\n")
    let lock = open(ground.at("a"), O_RDONLY)
    flock(lock, LOCK_EX)
    let desk = try Desk(ground.at("a"), recovery: ground.at("r"))
    try desk.add("more")
    #expect(try desk.save() == false)
    #expect(desk.state == .saving)
    desk.clock.strike(20)
    #expect(desk.state == .failed(FilesError(.busy, ground.at("a"))))
    #expect(throws: FilesError(.busy, ground.at("a"))) { try desk.on { try $0.close() } }
    // A program that another test starts may have come by the descriptor.
    flock(lock, LOCK_UN)
    close(lock)
    desk.clock.strike()
    #expect(desk.state == .normal && ground.text("a") == "text\nmore\n")
    #expect(Ground.count(ground.at("r")) == 0)
  }

  // MARK: nothing is lost

  @Test(arguments: Disk.Call.allCases) func aFailureLosesNothing(_ call: Disk.Call) throws {
    let ground = try Ground(inMemory: true)
    for number in [ENOSPC, EIO] {
      for place in 1...4 {
        ground.make("a", "old\n")
        let desk = try? Desk(
          ground.at("a"), disk: .failing(call, with: number, at: place), recovery: ground.at("r"))
        guard let desk else { continue }
        try desk.add("new")
        _ = try? desk.save()
        let onDisk = ground.text("a")
        #expect(onDisk == "old\n" || onDisk == "old\nnew\n")
        #expect(desk.text == "old\nnew\n")
        if desk.state != .normal { #expect(ground.names("r").count >= 1, "\(call) \(place)") }
        // The next time it goes well.
        desk.clock.strike(3)
        #expect(ground.text("a") == "old\nnew\n", "\(call) \(place)")
        try desk.on { try $0.close() }
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
    let desk = try Desk(path, recovery: ground.at("r"))
    try desk.write(String(repeating: "much\n", count: 20_000))
    #expect(throws: FilesError(.noSpace, path)) { try desk.save() }
    #expect(desk.state == .failed(FilesError(.noSpace, path)))
    #expect(Ground.text(path) == "old\n")
    desk.on { $0.leave() }
    // Even the program ends, and the contents are found again.
    let again = try Desk(path, recovery: ground.at("r"))
    let left = try #require(again.on { $0.recoveries.first })
    try again.on { try $0.recover(left, "recovered") }
    #expect(again.text.utf8.count == 100_000)
    again.on { $0.leave(forgettingChanges: true) }
    #expect(Ground.count(ground.at("r")) == 0)
  }

  @Test func aLivingOwnersCopyIsNotOffered() throws {
    let ground = try Ground()
    ground.make("a", "text\n")
    let living = try Desk(ground.at("a"), recovery: ground.at("r"))
    try living.add("unsaved")
    try living.add("more")
    let other = try Desk(ground.at("a"), recovery: ground.at("r"))
    #expect(other.on { $0.recoveries } == [])
    #expect(RecoveryFolder(ground.at("r")).leftovers() == [])
    try other.add("theirs")
    #expect(ground.names("r").count == 2)
    #expect(living.state == .hasChanges)
  }

  /// A text whose program ended without saving and that another program changed since, with what was left taken in.
  private func recovered(
    _ ground: borrowing Ground, unsaved: String, since: String
  ) throws -> Desk {
    ground.make("a", "text\n")
    try { try Desk(ground.at("a"), recovery: ground.at("r")).write(unsaved) }()
    ground.make("a", since)
    let desk = try Desk(ground.at("a"), recovery: ground.at("r"))
    let left = try #require(desk.on { $0.recoveries.first })
    try desk.on { try $0.recover(left, "recovered") }
    return desk
  }

  @Test func whatWasLeftIsMergedWithWhatCameSince() throws {
    let ground = try Ground()
    let desk = try recovered(ground, unsaved: "text\nunsaved\n", since: "text\nsince\n")
    #expect(desk.text == "text\nsince\nunsaved\n")
    #expect(desk.on { $0.undoName } == "recovered")
    try desk.save()
    #expect(Ground.count(ground.at("r")) == 0)
  }

  @Test func whatWasLeftAndCannotBeMergedIsAsked() throws {
    let ground = try Ground()
    let desk = try recovered(ground, unsaved: "ours\n", since: "theirs\n")
    #expect(desk.state == .conflict && desk.text == "ours\n")
    try desk.on { try $0.settle(.keepBoth, suffix: "mine") }
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
    let desk = try Desk(ground.at("a"), recovery: ground.at("r"))
    #expect(desk.on { $0.recoveries } == [])
    #expect(ground.names("r").count == heads.count)
  }

  /// Killed in front of each call in turn: what was typed is in the file or in the recovery folder as soon as it was kept once.
  @Test func aKilledWriterLosesNothing() throws {
    let ground = try Ground(inMemory: true)
    for place in 1...300 {
      ground.make("a", "old\n")
      let run = try ProbeRun(
        "file-probe", ["note", ground.at("a"), "new", ground.at("r")], ["PROBE_KILL": "\(place)"])
      let text = ground.text("a")
      #expect(text == "old\n" || text == "old\nnew\n", "killed at \(place)")
      let desk = try Desk(ground.at("a"), recovery: ground.at("r"))
      let left = desk.on { $0.recoveries }
      if run.lines.contains("kept"), text == "old\n" {
        try #require(left.count == 1, "killed at \(place)")
      }
      for recovery in left { try desk.on { try $0.recover(recovery, "recovered") } }
      if !left.isEmpty { #expect(desk.text == "old\nnew\n") }
      try desk.on { try $0.close() }
      #expect(ground.names("r").allSatisfy(UnfinishedName.isOne))
      if run.signal == 0 {
        #expect(text == "old\nnew\n")
        #expect(place > 20)
        return
      }
      #expect(run.signal == SIGKILL)
    }
    Issue.record("the writer never came to its end")
  }
}
