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
    let bench = try FilesBench()
    #expect(try write("one", to: bench.at("a")).warnings == [])
    #expect(bench.text("a") == "one")
    #expect(try write("two", to: bench.at("a")).stamp == bench.status("a").stamp)
    #expect(bench.text("a") == "two")
    #expect(bench.names() == ["a"])
  }

  @Test(arguments: hostileNames) func namesOfAllKindsAreWritten(_ name: String) throws {
    let bench = try FilesBench()
    _ = try write("x", to: bench.at(name), .new)
    #expect(bench.names() == [name])
  }

  @Test func aNewFileReplacesNothing() throws {
    let bench = try FilesBench()
    bench.make("a", "old")
    #expect(throws: FilesError(.exists, bench.at("a"))) {
      try write("x", to: bench.at("a"), .new)
    }
    let writing = try SafeWrite(bench.at("b"), .new)
    try writing.append([0x78])
    bench.make("b", "another's")
    #expect(throws: FilesError(.exists, bench.at("b"))) { try writing.finish() }
    #expect(bench.text("b") == "another's")
    #expect(bench.names() == ["a", "b"])
  }

  @Test func permissionsAndAttributesStay() throws {
    let bench = try FilesBench()
    bench.make("a", "old")
    chmod(bench.at("a"), 0o4751)
    let hasAttributes = bench.setAttribute("user.xdg.tags", Array("red".utf8), of: "a")
    // An access list: user::rwx user:daemon:r-- group::r-x mask::r-x other::--x (acl(5), posix_acl_xattr.h).
    let list: [UInt8] = [
      2, 0, 0, 0, 1, 0, 7, 0, 255, 255, 255, 255, 2, 0, 4, 0, 1, 0, 0, 0, 4, 0, 5, 0, 255, 255, 255,
      255, 16, 0, 5, 0, 255, 255, 255, 255, 32, 0, 1, 0, 255, 255, 255, 255,
    ]
    let hasList =
      bench.setAttribute("system.posix_acl_access", list, of: "a")
    #expect(try write("new", to: bench.at("a")).warnings == [])
    #expect(try bench.status("a").permissions == 0o4751)
    if hasAttributes {
      #expect(bench.attribute("user.xdg.tags", of: "a") == Array("red".utf8))
    }
    if hasList { #expect(bench.attribute("system.posix_acl_access", of: "a") == list) }
  }

  /// An unpacked archive is removed after a week, with all that was written into it.
  @Test func filesOfUnpackedArchivesAreReadOnlyForRootToo() throws {
    let bench = try FilesBench()
    bench.make("a", "old")
    chmod(bench.at("a"), ArchiveExtraction.readOnly)
    #expect(throws: FilesError(.denied, bench.at("a"))) { try write("new", to: bench.at("a")) }
    #expect(bench.text("a") == "old")
    #expect(!FileStatus.isWritable(bench.at("a")))
    chmod(bench.at("a"), 0o600)
    #expect(FileStatus.isWritable(bench.at("a")))
  }

  @Test func theOwnerIsKeptWherePermitted() throws {
    let bench = try FilesBench()
    bench.make("a", "old")
    try #require(geteuid() == 0, "only root gives files away")
    chown(bench.at("a"), 1, 1)
    _ = try write("new", to: bench.at("a"))
    #expect(try bench.status("a").owner == 1)
    let disk = Disk.failing(.owner, with: EPERM)
    chmod(bench.at("a"), 0o4755)
    #expect(try write("newer", to: bench.at("a"), disk: disk).warnings == [.ownerLost])
    // A process that ran as another user does not run as us.
    #expect(try bench.status("a").permissions == 0o755)
  }

  @Test func linksStayAndTheirTargetIsReplaced() throws {
    let bench = try FilesBench()
    bench.makeFolder("far")
    bench.make("far/a", "old")
    bench.link("one", to: "two")
    bench.link("two", to: "far/a")
    let written = try write("new", to: bench.at("one"))
    #expect(PathParts.name(of: written.path) == "a")
    #expect(bench.text("far/a") == "new")
    #expect(try bench.status("one").kind == .link)
    bench.link("dangling", to: "far/b")
    _ = try write("made", to: bench.at("dangling"))
    #expect(bench.text("far/b") == "made")
    #expect(bench.names("far") == ["a", "b"])
  }

  @Test func linkLoopsAndFoldersAreRefused() throws {
    let bench = try FilesBench()
    bench.link("a", to: "b")
    bench.link("b", to: "a")
    do throws(FilesError) {
      _ = try SafeWrite.write([], to: bench.at("a"), .replace(expecting: nil))
      Issue.record("a loop was written")
    } catch {
      #expect(error.reason == .linkLoop)
    }
    bench.makeFolder("f")
    #expect(throws: FilesError(.isFolder, bench.at("f"))) { try write("", to: bench.at("f")) }
    mkfifo(bench.at("p"), 0o600)
    #expect(throws: FilesError(.notAFile, bench.at("p"))) { try write("", to: bench.at("p")) }
  }

  @Test func splitHardLinksAreReported() throws {
    let bench = try FilesBench()
    bench.make("a", "old")
    link(bench.at("a"), bench.at("b"))
    #expect(try write("new", to: bench.at("a")).warnings == [.hardLinksParted(1)])
    #expect(bench.text("b") == "old")
  }

  @Test func aChangedFileIsNotReplaced() throws {
    let bench = try FilesBench()
    bench.make("a", "old")
    let stamp = try bench.status("a").stamp
    bench.make("a", "changed by another")
    let expected = FilesError(.changedMeanwhile, bench.at("a"))
    #expect(throws: expected) {
      try write("new", to: bench.at("a"), .replace(expecting: stamp))
    }
    let writing = try SafeWrite(
      bench.at("a"), .replace(expecting: try bench.status("a").stamp))
    try writing.append([0x78])
    bench.make("a", "changed at the last moment")
    #expect(throws: expected) { try writing.finish() }
    #expect(bench.text("a") == "changed at the last moment")
    #expect(bench.names() == ["a"])
  }

  @Test func aSecondWriterIsRefused() throws {
    let bench = try FilesBench()
    bench.make("a", "old")
    for name in ["a", "new"] {
      let first = try SafeWrite(bench.at(name), .replace(expecting: nil))
      #expect(throws: FilesError(.busy, bench.at(name))) { try write("2", to: bench.at(name)) }
      try first.append([0x31])
      _ = try first.finish()
      #expect(bench.text(name) == "1")
      _ = try write("2", to: bench.at(name))
    }
    let lock = open(bench.at("a"), O_RDONLY)
    flock(lock, LOCK_EX)
    #expect(throws: FilesError(.busy, bench.at("a"))) { try write("3", to: bench.at("a")) }
    close(lock)
    #expect(bench.names() == ["a", "new"])
  }

  /// As a child does that is started at this moment: it has a copy of each descriptor until it becomes its program.
  @Test func aLockEndsWithItsWriterDespiteInheritedDescriptors() throws {
    let bench = try FilesBench()
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    for text in ["one", "two", "three"] {
      let writing = try SafeWrite(bench.at("a"), .replace(expecting: nil))
      try writing.append(Array(text.utf8))
      for number in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/" + number)
        if target?.hasPrefix(bench.path) == true, let file = Int32(number) {
          copies.append(dup(file))
        }
      }
      _ = try writing.finish()
    }
    #expect(bench.text("a") == "three")
    #expect(copies.count >= 5)
  }

  @Test func anAbandonedWriteLeavesNothing() throws {
    let bench = try FilesBench()
    do {
      let writing = try SafeWrite(bench.at("a"), .new)
      try writing.append([1, 2, 3])
    }
    #expect(bench.names() == [])
  }

  /// Every call that writing makes, failing once: the old file or the new one, and nothing beside it.
  @Test(arguments: Disk.Call.allCases) func aFailureLeavesTheOldFile(_ call: Disk.Call) throws {
    let bench = try FilesBench(inMemory: true)
    bench.make("a", "old")
    _ = bench.setAttribute("user.x", [0x79], of: "a")
    for number in [ENOSPC, EIO, EDQUOT] {
      for place in 1...3 {
        let disk = Disk.failing(call, with: number, at: place)
        let result = try? write("new", to: bench.at("a"), disk: disk)
        #expect(bench.text("a") == (result == nil ? "old" : "new"), "\(call) \(place)")
        #expect(bench.names().subtracting(["a"]).allSatisfy(UnfinishedName.isOne))
        // A file that could not be removed is removed by the next write.
        _ = try write("old", to: bench.at("a"))
        #expect(bench.names() == ["a"])
      }
    }
  }

  @Test func aFullDiskIsReportedAsNoSpace() throws {
    let bench = try FilesBench()
    bench.make("a", "old")
    #expect(throws: FilesError(.noSpace, bench.at("a"))) {
      try write("new", to: bench.at("a"), disk: .failing(.write, with: ENOSPC))
    }
    #expect(bench.text("a") == "old")
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
    #expect(FilesBench.text(volume.path + "/a") == "old")
    #expect(FilesBench.names(volume.path) == ["a"])
  }

  /// Killed in front of each call in turn.
  @Test func aKilledWriterLeavesTheOldOrTheNewFile() throws {
    let bench = try FilesBench(inMemory: true)
    bench.make("a", "old")
    chmod(bench.at("a"), 0o640)
    for place in 1...200 {
      let run = try ProbeRun(
        "file-probe", ["save", bench.at("a"), "new"], ["PROBE_KILL": "\(place)"])
      let text = bench.text("a")
      #expect(text == "old" || text == "new", "killed at \(place)")
      #expect(try bench.status("a").permissions == 0o640)
      #expect(bench.names().subtracting(["a"]).allSatisfy(UnfinishedName.isOne))
      _ = try write("old", to: bench.at("a"))
      #expect(bench.names() == ["a"], "litter of \(place) stays")
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
