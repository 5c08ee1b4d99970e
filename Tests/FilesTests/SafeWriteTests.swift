import DocumentModel
import Foundation
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct SafeWriteTests {
  private func write(
    _ text: String, to path: String, _ mode: SafeWrite.Mode = .replace(expecting: nil),
    disk: Disk = Disk()
  ) throws -> SafeWrite.Written {
    try SafeWrite.write(Array(text.utf8), to: path, mode, disk: disk)
  }

  @Test func aFileIsMadeAndReplaced() throws {
    let ground = try Ground()
    #expect(try write("one", to: ground.at("a")).warnings == [])
    #expect(ground.text("a") == "one")
    #expect(try write("two", to: ground.at("a")).stamp == ground.status("a").stamp)
    #expect(ground.text("a") == "two")
    #expect(ground.names() == ["a"])
  }

  @Test(arguments: hostileNames) func namesOfAllKindsAreWritten(_ name: String) throws {
    let ground = try Ground()
    _ = try write("x", to: ground.at(name), .new)
    #expect(ground.names() == [name])
  }

  @Test func aNewFileReplacesNothing() throws {
    let ground = try Ground()
    ground.make("a", "old")
    #expect(throws: FilesError(.exists, ground.at("a"))) {
      try write("x", to: ground.at("a"), .new)
    }
    let writing = try SafeWrite(ground.at("b"), .new)
    try writing.append([0x78])
    ground.make("b", "another's")
    #expect(throws: FilesError(.exists, ground.at("b"))) { try writing.finish() }
    #expect(ground.text("b") == "another's")
    #expect(ground.names() == ["a", "b"])
  }

  @Test func permissionsAndAttributesStay() throws {
    let ground = try Ground()
    ground.make("a", "old")
    chmod(ground.at("a"), 0o4751)
    let hasAttributes = ground.setAttribute("user.xdg.tags", Array("red".utf8), of: "a")
    // An access list: user::rwx user:daemon:r-- group::r-x mask::r-x other::--x (acl(5), posix_acl_xattr.h).
    let list: [UInt8] = [
      2, 0, 0, 0, 1, 0, 7, 0, 255, 255, 255, 255, 2, 0, 4, 0, 1, 0, 0, 0, 4, 0, 5, 0, 255, 255, 255,
      255, 16, 0, 5, 0, 255, 255, 255, 255, 32, 0, 1, 0, 255, 255, 255, 255,
    ]
    let hasList =
      ground.setAttribute("system.posix_acl_access", list, of: "a")
    #expect(try write("new", to: ground.at("a")).warnings == [])
    #expect(try ground.status("a").permissions == 0o4751)
    if hasAttributes {
      #expect(ground.attribute("user.xdg.tags", of: "a") == Array("red".utf8))
    }
    if hasList { #expect(ground.attribute("system.posix_acl_access", of: "a") == list) }
  }

  /// An unpacked archive is removed after a week, with all that was written into it.
  @Test func filesOfUnpackedArchivesAreReadOnlyForRootToo() throws {
    let ground = try Ground()
    ground.make("a", "old")
    chmod(ground.at("a"), ArchiveExtraction.readOnly)
    #expect(throws: FilesError(.denied, ground.at("a"))) { try write("new", to: ground.at("a")) }
    #expect(ground.text("a") == "old")
    #expect(!FileStatus.isWritable(ground.at("a")))
    chmod(ground.at("a"), 0o600)
    #expect(FileStatus.isWritable(ground.at("a")))
  }

  @Test func theOwnerIsKeptWherePermitted() throws {
    let ground = try Ground()
    ground.make("a", "old")
    try #require(geteuid() == 0, "only root gives files away")
    chown(ground.at("a"), 1, 1)
    _ = try write("new", to: ground.at("a"))
    #expect(try ground.status("a").owner == 1)
    let disk = Disk.failing(.owner, with: EPERM)
    chmod(ground.at("a"), 0o4755)
    #expect(try write("newer", to: ground.at("a"), disk: disk).warnings == [.ownerLost])
    // A process that ran as another user does not run as us.
    #expect(try ground.status("a").permissions == 0o755)
  }

  @Test func linksStayAndTheirTargetIsReplaced() throws {
    let ground = try Ground()
    ground.makeFolder("far")
    ground.make("far/a", "old")
    ground.link("one", to: "two")
    ground.link("two", to: "far/a")
    let written = try write("new", to: ground.at("one"))
    #expect(PathParts.name(of: written.path) == "a")
    #expect(ground.text("far/a") == "new")
    #expect(try ground.status("one").kind == .link)
    ground.link("dangling", to: "far/b")
    _ = try write("made", to: ground.at("dangling"))
    #expect(ground.text("far/b") == "made")
    #expect(ground.names("far") == ["a", "b"])
  }

  @Test func linkLoopsAndFoldersAreRefused() throws {
    let ground = try Ground()
    ground.link("a", to: "b")
    ground.link("b", to: "a")
    do throws(FilesError) {
      _ = try SafeWrite.write([], to: ground.at("a"), .replace(expecting: nil))
      Issue.record("a loop was written")
    } catch {
      #expect(error.reason == .linkLoop)
    }
    ground.makeFolder("f")
    #expect(throws: FilesError(.isFolder, ground.at("f"))) { try write("", to: ground.at("f")) }
    mkfifo(ground.at("p"), 0o600)
    #expect(throws: FilesError(.notAFile, ground.at("p"))) { try write("", to: ground.at("p")) }
  }

  @Test func splitHardLinksAreReported() throws {
    let ground = try Ground()
    ground.make("a", "old")
    link(ground.at("a"), ground.at("b"))
    #expect(try write("new", to: ground.at("a")).warnings == [.hardLinksParted(1)])
    #expect(ground.text("b") == "old")
  }

  @Test func aChangedFileIsNotReplaced() throws {
    let ground = try Ground()
    ground.make("a", "old")
    let stamp = try ground.status("a").stamp
    ground.make("a", "changed by another")
    let expected = FilesError(.changedMeanwhile, ground.at("a"))
    #expect(throws: expected) {
      try write("new", to: ground.at("a"), .replace(expecting: stamp))
    }
    let writing = try SafeWrite(
      ground.at("a"), .replace(expecting: try ground.status("a").stamp))
    try writing.append([0x78])
    ground.make("a", "changed at the last moment")
    #expect(throws: expected) { try writing.finish() }
    #expect(ground.text("a") == "changed at the last moment")
    #expect(ground.names() == ["a"])
  }

  @Test func aSecondWriterIsRefused() throws {
    let ground = try Ground()
    ground.make("a", "old")
    for name in ["a", "new"] {
      let first = try SafeWrite(ground.at(name), .replace(expecting: nil))
      #expect(throws: FilesError(.busy, ground.at(name))) { try write("2", to: ground.at(name)) }
      try first.append([0x31])
      _ = try first.finish()
      #expect(ground.text(name) == "1")
      _ = try write("2", to: ground.at(name))
    }
    let lock = open(ground.at("a"), O_RDONLY)
    flock(lock, LOCK_EX)
    #expect(throws: FilesError(.busy, ground.at("a"))) { try write("3", to: ground.at("a")) }
    close(lock)
    #expect(ground.names() == ["a", "new"])
  }

  /// As a child does that is started at this moment: it has a copy of each descriptor until it becomes its program.
  @Test func aLockEndsWithItsWriterDespiteInheritedDescriptors() throws {
    let ground = try Ground()
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    for text in ["one", "two", "three"] {
      let writing = try SafeWrite(ground.at("a"), .replace(expecting: nil))
      try writing.append(Array(text.utf8))
      for number in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/" + number)
        if target?.hasPrefix(ground.path) == true, let file = Int32(number) {
          copies.append(dup(file))
        }
      }
      _ = try writing.finish()
    }
    #expect(ground.text("a") == "three")
    #expect(copies.count >= 5)
  }

  @Test func anAbandonedWriteLeavesNothing() throws {
    let ground = try Ground()
    do {
      let writing = try SafeWrite(ground.at("a"), .new)
      try writing.append([1, 2, 3])
    }
    #expect(ground.names() == [])
  }

  /// Every call that writing makes, failing once: the old file or the new one, and nothing beside it.
  @Test(arguments: Disk.Call.allCases) func aFailureLeavesTheOldFile(_ call: Disk.Call) throws {
    let ground = try Ground(inMemory: true)
    ground.make("a", "old")
    _ = ground.setAttribute("user.x", [0x79], of: "a")
    for number in [ENOSPC, EIO, EDQUOT] {
      for place in 1...3 {
        let disk = Disk.failing(call, with: number, at: place)
        let result = try? write("new", to: ground.at("a"), disk: disk)
        #expect(ground.text("a") == (result == nil ? "old" : "new"), "\(call) \(place)")
        #expect(ground.names().subtracting(["a"]).allSatisfy(UnfinishedName.isOne))
        // A file that could not be removed is removed by the next write.
        _ = try write("old", to: ground.at("a"))
        #expect(ground.names() == ["a"])
      }
    }
  }

  @Test func aFullDiskIsReportedAsNoSpace() throws {
    let ground = try Ground()
    ground.make("a", "old")
    #expect(throws: FilesError(.noSpace, ground.at("a"))) {
      try write("new", to: ground.at("a"), disk: .failing(.write, with: ENOSPC))
    }
    #expect(ground.text("a") == "old")
  }

  @Test(.enabled(if: SmallVolume.isPossible, "mounting needs root")) func aRealFullDiskIsReported()
    throws
  {
    let volume = try SmallVolume(bytes: 64 << 10)
    _ = try write("old", to: volume.path + "/a")
    let much = [UInt8](repeating: 1, count: 1 << 20)
    #expect(throws: FilesError(.noSpace, volume.path + "/a")) {
      try SafeWrite.write(much, to: volume.path + "/a", .replace(expecting: nil))
    }
    #expect(Ground.text(volume.path + "/a") == "old")
    #expect(Ground.names(volume.path) == ["a"])
  }

  /// Killed in front of each call in turn.
  @Test func aKilledWriterLeavesTheOldOrTheNewFile() throws {
    let ground = try Ground(inMemory: true)
    ground.make("a", "old")
    chmod(ground.at("a"), 0o640)
    for place in 1...200 {
      let run = try ProbeRun(
        "file-probe", ["save", ground.at("a"), "new"], ["PROBE_KILL": "\(place)"])
      let text = ground.text("a")
      #expect(text == "old" || text == "new", "killed at \(place)")
      #expect(try ground.status("a").permissions == 0o640)
      #expect(ground.names().subtracting(["a"]).allSatisfy(UnfinishedName.isOne))
      _ = try write("old", to: ground.at("a"))
      #expect(ground.names() == ["a"], "litter of \(place) stays")
      if run.signal == 0 {
        #expect(text == "new")
        #expect(place > 10)
        return
      }
      #expect(run.signal == SIGKILL)
    }
    Issue.record("the writer never came to its end")
  }
}
