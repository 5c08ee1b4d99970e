import DocumentModel
import Foundation
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct OperationTests {
  private func run(
    _ job: FileJob, _ bench: borrowing FilesBench, disk: Disk = Disk(),
    _ decision: ClashAnswer.Decision = .skip
  ) -> Outcome {
    FileOperation.run(job, bench.around(disk: disk, decision))
  }

  /// A folder `tree` with a bit of everything.
  private func plant(_ bench: borrowing FilesBench) {
    bench.makeFolder("tree")
    bench.makeFolder("tree/deep")
    bench.make("tree/one", "1")
    bench.make("tree/deep/two", "22")
    bench.link("tree/link", to: "nowhere/at all")
    chmod(bench.at("tree/one"), 0o640)
    chmod(bench.at("tree/deep"), 0o750)
    for name in hostileNames { bench.make("tree/deep/" + name, name) }
    _ = bench.setAttribute("user.x", [1, 2], of: "tree/one")
    var times = [timespec(tv_sec: 1_000, tv_nsec: 7), timespec(tv_sec: 2_000, tv_nsec: 9)]
    utimensat(AT_FDCWD, bench.at("tree/one"), &times, 0)
    utimensat(AT_FDCWD, bench.at("tree"), &times, 0)
  }

  private func checkTree(_ path: String, isOld: Bool = true) throws {
    #expect(FilesBench.names(path) == ["one", "deep", "link"])
    #expect(FilesBench.text(path + "/one") == "1")
    #expect(FilesBench.text(path + "/deep/two") == "22")
    #expect(FilesBench.count(path + "/deep") == hostileNames.count + 1)
    let one = try #require(FileStatus(path + "/one"))
    #expect(one.permissions == 0o640)
    #expect(one.stamp.seconds == 2_000)
    #expect(one.stamp.nanoseconds == 9)
    #expect(FileStatus(path + "/deep")?.permissions == 0o750)
    if isOld { #expect(FileStatus(path)?.stamp.seconds == 2_000) }
    #expect(FileStatus(path + "/link")?.kind == .link)
  }

  @Test func aFolderIsCopiedWithItsContents() throws {
    let bench = try FilesBench()
    plant(bench)
    bench.makeFolder("to")
    let outcome = run(.copy([bench.at("tree")], into: bench.at("to")), bench)
    #expect(outcome.failures == [])
    #expect(outcome.done == [.init(from: bench.at("tree"), to: bench.at("to/tree"))])
    try checkTree(bench.at("to/tree"))
    try checkTree(bench.at("tree"))
    #expect(bench.names("to") == ["tree"])
    #expect(
      bench.attribute("user.x", of: "to/tree/one") == bench.attribute("user.x", of: "tree/one"))
  }

  /// Only moves change the path stored elsewhere.
  @Test func onlyMovesAreReportedAsMoves() throws {
    let bench = try FilesBench()
    for name in ["a", "b"] { bench.make(name, name) }
    bench.makeFolder("to")
    func moves(_ outcome: Outcome) -> [Bool] { outcome.done.map(\.isMove) }
    let copied = run(.copy([bench.at("a")], into: bench.at("to")), bench)
    #expect(moves(copied) == [false])
    #expect(moves(run(.duplicate([bench.at("a")]), bench)) == [false])
    #expect(moves(run(.newFolder(bench.at("f")), bench)) == [false])
    let moved = run(.move([bench.at("b")], into: bench.at("to")), bench)
    #expect(moves(moved) == [true])
    #expect(moves(FileOperation.run(try #require(moved.undo), bench.around())) == [true])
    #expect(moves(run(.rename(bench.at("a"), to: "c"), bench)) == [true])
    let pairs = [RenamePair(from: "b", to: "c"), RenamePair(from: "c", to: "b")]
    #expect(moves(run(.renameMany(folder: bench.path, pairs), bench)) == [true, true])
    bench.makeFolder("Trash")
    bench.makeFolder("Trash/files")
    bench.make("Trash/files/x")
    #expect(!TrashCan.holds(bench.at("Trash/files/x")))
    bench.makeFolder("Trash/info")
    #expect(TrashCan.holds(bench.at("Trash/files/x")))
  }

  @Test func moveAndRenameCanBeUndone() throws {
    let bench = try FilesBench()
    plant(bench)
    bench.makeFolder("to")
    let moved = run(.move([bench.at("tree")], into: bench.at("to")), bench)
    #expect(moved.failures == [])
    try checkTree(bench.at("to/tree"))
    #expect(bench.names() == ["to"])
    let back = FileOperation.run(try #require(moved.undo), bench.around())
    #expect(back.failures == [])
    try checkTree(bench.at("tree"))
    let again = FileOperation.run(try #require(back.undo), bench.around())
    #expect(again.failures == [])
    try checkTree(bench.at("to/tree"))
    let renamed = run(.rename(bench.at("to/tree"), to: "wood\n"), bench)
    #expect(renamed.failures == [])
    try checkTree(bench.at("to/wood\n"))
    _ = FileOperation.run(try #require(renamed.undo), bench.around())
    try checkTree(bench.at("to/tree"))
  }

  /// With another file system where there is one, and with one that is made up everywhere.
  @Test(arguments: [false, true]) func movesAcrossFileSystemsCopyThenRemove(_ isReal: Bool)
    throws
  {
    let bench = try FilesBench()
    plant(bench)
    bench.makeFolder("to")
    let other = isReal ? FilesBench.onOtherFileSystem(than: bench) : bench.at("to")
    guard let other else { return withKnownIssue("no second file system") { Issue.record() } }
    defer { if isReal { try? FileManager.default.removeItem(atPath: other) } }
    let disk = isReal ? Disk() : .failing(.rename, with: EXDEV, at: 1)
    let moved = run(.move([bench.at("tree")], into: other), bench, disk: disk)
    #expect(moved.failures == [])
    try checkTree(other + "/tree")
    #expect(bench.names() == ["to"])
    #expect(FilesBench.names(other) == ["tree"])
    let back = FileOperation.run(try #require(moved.undo), bench.around())
    #expect(back.failures == [])
    try checkTree(bench.at("tree"))
    #expect(FilesBench.names(other) == [])
  }

  /// Another program writes into the folder once it is copied: in front of the last call, which makes the copy last.
  @Test(arguments: ["new", "one", "deep/two", "deep/new"])
  func filesAddedAfterTheCopyAreNotRemoved(_ name: String) throws {
    let bench = try FilesBench()
    plant(bench)
    bench.makeFolder("to")
    let late = bench.at("tree/" + name)
    let folder = bench.at("to")
    let border = Disk.failing(.rename, with: EXDEV, at: 1)
    let disk = Disk { call, path in
      if call == .sync, path == folder {
        let file = fopen(late, "w")
        fputs("work of an hour", file)
        if let file { fclose(file) }
      }
      return border.injected(call, path)
    }
    let outcome = run(.move([bench.at("tree")], into: folder), bench, disk: disk)
    #expect(outcome.failures == [FilesError(.sourceRemains, bench.at("tree"))])
    #expect(bench.text("tree/" + name) == "work of an hour")
    #expect(bench.names("tree").isSuperset(of: ["one", "deep", "link"]))
    try checkTree(bench.at("to/tree"))
  }

  @Test func leftoversOfKilledCopiesDoNotBlockMoves() throws {
    let bench = try FilesBench()
    plant(bench)
    bench.make("tree/deep/.recto-0123456789abcdef", "half")
    bench.makeFolder("to")
    let disk = Disk.failing(.rename, with: EXDEV, at: 1)
    let outcome = run(.move([bench.at("tree")], into: bench.at("to")), bench, disk: disk)
    #expect(outcome.failures == [])
    #expect(bench.names() == ["to"])
    try checkTree(bench.at("to/tree"))
  }

  /// Whatever call fails: the source is whole, or the target is.
  @Test(arguments: Disk.Call.allCases) func nothingIsLostByAFailure(_ call: Disk.Call) throws {
    for number in [ENOSPC, EIO, EACCES] {
      for place in [1, 2, 3, 7, 19, 23] {
        let bench = try FilesBench(inMemory: true)
        plant(bench)
        bench.makeFolder("to")
        let failing = Disk.failing(call, with: number, at: place)
        let border = Disk.failing(.rename, with: EXDEV, at: 1)
        let disk = Disk { border.injected($0, $1) ?? failing.injected($0, $1) }
        let outcome = run(.move([bench.at("tree")], into: bench.at("to")), bench, disk: disk)
        let words = "\(call) \(number) \(place)"
        if outcome.failures.isEmpty
          || outcome.failures.contains(where: { $0.reason == .sourceRemains })
        {
          try checkTree(bench.at("to/tree"))
        } else {
          try checkTree(bench.at("tree"))
          #expect(Set(bench.names("to")).subtracting(["tree"]).allSatisfy(UnfinishedName.isOne))
        }
        if outcome.failures.isEmpty { #expect(!bench.names().contains("tree"), "\(words)") }
      }
    }
  }

  /// On the way through a folder only what is beyond doubt a killed process's goes.
  @Test func abandonedPartsAreRemoved() throws {
    let bench = try FilesBench()
    let names = (0..<5).map { ".recto-000000000000000\($0)" }
    let (dead, living, users, young) = (names[0], names[1], names[2], names[3])
    for folder in [dead, users] { bench.makeFolder(folder) }
    bench.make(dead + "/part", "half")
    for file in [living, young, ".recto-notes"] { bench.make(file, "half") }
    for (name, mode) in [(dead, 0o700), (living, 0o600), (users, 0o755), (young, 0o600)] {
      #expect(chmod(bench.at(name), mode_t(mode)) == 0)
    }
    var old = [timeval(), timeval()]
    for name in [dead, living, users] { #expect(utimes(bench.at(name), &old) == 0) }
    let lock = try Disk().open(bench.at(living), O_RDWR)
    #expect(flock(lock.number, LOCK_EX | LOCK_NB) == 0)
    let lockless = Disk.failing(.lock, with: ENOLCK, at: 1)
    func sweep(_ disk: Disk) -> Int {
      UnfinishedName.sweep(abandoned: names, in: bench.path, now: Int64(time(nil)), disk)
    }
    // Where there are no locks nobody knows who writes.
    #expect(sweep(lockless) == 0)
    #expect(sweep(Disk()) == 1)
    #expect(bench.names() == [living, users, young, ".recto-notes"])
    #expect(sweep(Disk()) == 0)
  }

  @Test func clashesAreAskedAbout() throws {
    let bench = try FilesBench()
    bench.make("a.pdf", "new")
    bench.makeFolder("to")
    bench.make("to/a.pdf", "old")
    let items = [bench.at("a.pdf")]
    let skipped = run(.copy(items, into: bench.at("to")), bench, .skip)
    #expect(skipped.skipped == items)
    #expect(skipped.undo == nil)
    let stopped = run(.move(items + [bench.at("b")], into: bench.at("to")), bench, .stop)
    #expect(stopped.wasCancelled)
    #expect(stopped.failures == [])
    #expect(bench.text("to/a.pdf") == "old")
    let both = run(.copy(items, into: bench.at("to")), bench, .keepBoth)
    #expect(both.done.first?.to == bench.at("to/a 2.pdf"))
    #expect(bench.text("to/a.pdf") == "old")
    #expect(bench.text("to/a 2.pdf") == "new")
    let third = run(.move(items, into: bench.at("to")), bench, .keepBoth)
    #expect(third.done.first?.to == bench.at("to/a 3.pdf"))
    #expect(bench.names("to") == ["a.pdf", "a 2.pdf", "a 3.pdf"])
  }

  @Test func anAnswerCanApplyToAllClashes() throws {
    let bench = try FilesBench()
    bench.makeFolder("to")
    for name in ["a", "b", "c"] {
      bench.make(name, "new")
      bench.make("to/" + name, "old")
    }
    let asked = Counter()
    let around = FileOperation.Surroundings(trash: bench.trash) { _ in
      _ = asked.next()
      return ClashAnswer(.keepBoth, forAll: true)
    }
    let items = ["a", "b", "c"].map { bench.at($0) }
    #expect(FileOperation.run(.copy(items, into: bench.at("to")), around).done.count == 3)
    #expect(asked.next() == 2)
  }

  /// "Replace all" applies to files; the folder is asked about, and its answer applies to it alone.
  @Test func foldersAreReplacedOnlyAfterAsking() throws {
    let bench = try FilesBench()
    bench.makeFolder("to")
    for name in ["a", "b", "c"] { bench.make(name, "new") }
    bench.make("to/a", "old")
    for name in ["b", "c"] {
      bench.makeFolder("to/" + name)
      bench.make("to/" + name + "/work", "of years")
    }
    let asked = Gathered<String>()
    var around = bench.around()
    around.decide = { clash in
      asked.add([PathParts.name(of: clash.target)])
      return ClashAnswer(
        clash.targetStatus.isFolder ? .skip : .replace, forAll: !clash.targetStatus.isFolder)
    }
    // Nothing goes into the user's own trash: that the file would be replaced is enough.
    around.disk = .failing(.trash, with: EIO)
    let items = ["a", "b", "c"].map { bench.at($0) }
    let outcome = FileOperation.run(.move(items, into: bench.at("to")), around)
    #expect(asked.all == ["a", "b", "c"])
    #expect(outcome.skipped == Array(items[1...]))
    #expect(bench.text("to/b/work") == "of years")
  }

  @Test func aFolderCannotMoveIntoItself() throws {
    let bench = try FilesBench()
    bench.makeFolder("f")
    bench.makeFolder("f/inner")
    bench.link("shortcut", to: "f/inner")
    for target in ["f", "f/inner", "shortcut"] {
      for job in [
        FileJob.copy([bench.at("f")], into: bench.at(target)),
        .move([bench.at("f")], into: bench.at(target)),
      ] {
        #expect(run(job, bench).failures == [FilesError(.intoItself, bench.at("f"))])
      }
    }
    #expect(bench.names("f") == ["inner"])
    // And the replaced folder may not contain its replacement.
    bench.makeFolder("f/inner/f")
    let outcome = run(.move([bench.at("f/inner/f")], into: bench.path), bench, .replace)
    #expect(outcome.failures == [FilesError(.intoItself, bench.at("f/inner/f"))])
    #expect(bench.names("f/inner") == ["f"])
  }

  @Test func inItsOwnFolderAFileIsDuplicatedAndNotMoved() throws {
    let bench = try FilesBench()
    bench.make("a.tar.gz", "x")
    let items = [bench.at("a.tar.gz")]
    #expect(run(.move(items, into: bench.path), bench, .replace).skipped == items)
    let copied = run(.copy(items, into: bench.path), bench, .replace)
    #expect(copied.done.first?.to == bench.at("a copy.tar.gz"))
    #expect(bench.names() == ["a.tar.gz", "a copy.tar.gz"])
    link(bench.at("a.tar.gz"), bench.at("same"))
    bench.makeFolder("to")
    link(bench.at("a.tar.gz"), bench.at("to/same"))
    let same = run(.move([bench.at("same")], into: bench.at("to")), bench, .replace)
    #expect(same.failures == [FilesError(.sameFile, bench.at("same"))])
  }

  @Test func duplicatesGetNewNames() throws {
    let bench = try FilesBench()
    let long = String(repeating: "é", count: 125) + ".pdf"
    for name in ["name.pdf", ".profile", long] { bench.make(name, name) }
    bench.makeFolder("v1.0")
    let items = ["name.pdf", "name.pdf", ".profile", "v1.0", long].map { bench.at($0) }
    let outcome = run(.duplicate(items), bench)
    #expect(outcome.failures == [])
    let made = bench.names()
    #expect(
      made.isSuperset(of: ["name copy.pdf", "name copy 2.pdf", ".profile copy", "v1.0 copy"]))
    #expect(made.contains(String(repeating: "é", count: 123) + " copy.pdf"))
    #expect(
      run(.duplicate([bench.at("name copy.pdf")]), bench).done.first?.to
        == bench.at("name copy 3.pdf"))
    #expect(bench.text("name copy 3.pdf") == "name.pdf")
  }

  @Test func newFilesAndFoldersReplaceNothing() throws {
    let bench = try FilesBench()
    bench.make("a", "old")
    #expect(run(.newFolder(bench.at("a")), bench).failures.map(\.reason) == [.exists])
    #expect(run(.newFile(bench.at("a"), contents: []), bench).failures.map(\.reason) == [.exists])
    for name in ["..", String(repeating: "x", count: 256)] {
      #expect(run(.newFolder(bench.at(name)), bench).failures.map(\.reason) == [.badName])
      #expect(run(.rename(bench.at("a"), to: name), bench).failures.map(\.reason) == [.badName])
    }
    #expect(run(.rename(bench.at("a"), to: "x/y"), bench).failures.map(\.reason) == [.badName])
    let made = run(.newFolder(bench.at("f")), bench)
    bench.make("f/inside")
    let undo = try #require(made.undo)
    #expect(undo.obstacles().map(\.reason) == [.notEmpty])
    #expect(FileOperation.run(undo, bench.around()).failures.map(\.reason) == [.notEmpty])
    unlink(bench.at("f/inside"))
    let undone = FileOperation.run(undo, bench.around())
    #expect(bench.names() == ["a"])
    _ = FileOperation.run(try #require(undone.undo), bench.around())
    #expect(bench.names() == ["a", "f"])
  }

  @Test func undoIsRefusedAfterOtherChanges() throws {
    let bench = try FilesBench()
    bench.make("a", "1")
    let renamed = run(.rename(bench.at("a"), to: "b"), bench)
    let undo = try #require(renamed.undo)
    bench.make("a", "another")
    #expect(undo.obstacles() == [FilesError(.exists, bench.at("a"))])
    unlink(bench.at("a"))
    bench.make("b", "changed")
    #expect(undo.obstacles() == [FilesError(.changedMeanwhile, bench.at("b"))])
    #expect(FileOperation.run(undo, bench.around()).done == [])
    unlink(bench.at("b"))
    #expect(undo.obstacles() == [FilesError(.notFound, bench.at("b"))])
    bench.makeFolder("from")
    bench.make("from/x", "1")
    bench.makeFolder("to")
    let copied = run(.copy([bench.at("from")], into: bench.at("to")), bench)
    #expect(copied.undo?.obstacles() == [])
    bench.make("to/from/x", "work of an hour")
    #expect(copied.undo?.obstacles() == [FilesError(.changedMeanwhile, bench.at("to/from"))])
  }

  @Test func failedFilesDoNotStopTheOthers() throws {
    let bench = try FilesBench()
    bench.make("a", "a")
    bench.make("c", "c")
    mkfifo(bench.at("pipe"), 0o600)
    bench.makeFolder("to")
    let items = ["a", "missing", "pipe", "c"].map { bench.at($0) }
    let outcome = run(.copy(items, into: bench.at("to")), bench)
    #expect(outcome.failures == [FilesError(.notFound, items[1]), FilesError(.notAFile, items[2])])
    #expect(bench.names("to") == ["a", "c"])
  }

  @Test func unreadableFilesStayWhenTheirFolderIsMoved() throws {
    let bench = try FilesBench()
    plant(bench)
    mkfifo(bench.at("tree/pipe"), 0o600)
    bench.makeFolder("to")
    let disk = Disk.failing(.rename, with: EXDEV, at: 1)
    let outcome = run(.move([bench.at("tree")], into: bench.at("to")), bench, disk: disk)
    #expect(outcome.failures == [FilesError(.notAFile, bench.at("tree/pipe"))])
    #expect(bench.names("tree").contains("pipe"))
    #expect(bench.names("to") == [])
    let copied = run(.copy([bench.at("tree")], into: bench.at("to")), bench)
    #expect(copied.failures == [FilesError(.notAFile, bench.at("tree/pipe"))])
    try checkTree(bench.at("to/tree"), isOld: false)
  }

  @Test func aCancelledCopyLeavesNoPart() throws {
    let bench = try FilesBench()
    plant(bench)
    bench.makeFolder("to")
    for place in 1...12 {
      let cancellation = Cancellation()
      let count = Counter()
      var around = bench.around()
      around.disk = Disk { _, _ in
        if count.next() == place * 5 { cancellation.cancel() }
        return nil
      }
      let outcome = FileOperation.run(
        .copy([bench.at("tree")], into: bench.at("to")), around, cancellation: cancellation)
      #expect(outcome.wasCancelled)
      #expect(outcome.failures == [])
      #expect(bench.names("to") == [])
    }
  }

  /// Two moves across file systems are undone; cancelled in the second, the first is where it was before.
  @Test func aCancelledUndoIsRolledBack() throws {
    let bench = try FilesBench()
    for name in ["a", "b"] { bench.make(name, name) }
    bench.makeFolder("to")
    let moved = run(
      .move([bench.at("a"), bench.at("b")], into: bench.at("to")), bench,
      disk: .failing(.rename, with: EXDEV, at: 1))
    #expect(moved.failures == [])
    let cancellation = Cancellation()
    let second = bench.at("a")
    // Each is on another file system: its first renaming, from name to name, fails.
    let isFirst = Gathered<String>()
    var around = bench.around()
    around.disk = Disk { call, path in
      guard call == .rename, !isFirst.all.contains(path) else { return nil }
      isFirst.add([path])
      if path == second { cancellation.cancel() }
      return EXDEV
    }
    let undo = try #require(moved.undo)
    let outcome = FileOperation.run(undo, around, cancellation: cancellation)
    #expect(outcome.wasCancelled)
    #expect(outcome.failures == [])
    #expect(outcome.done == [])
    #expect(bench.names() == ["to"])
    #expect(bench.names("to") == ["a", "b"])
  }

  @Test func sparseFilesStaySparse() throws {
    let bench = try FilesBench()
    bench.makeFolder("to")
    let file = open(bench.at("sparse"), O_CREAT | O_RDWR, 0o600)
    pwrite(file, "begin", 5, 1 << 20)
    pwrite(file, "end", 3, 64 << 20)
    ftruncate(file, 128 << 20)
    close(file)
    for disk in [Disk(), .failing(.copyRange, with: EXDEV), .failing(.clone, with: EOPNOTSUPP)] {
      #expect(
        run(.copy([bench.at("sparse")], into: bench.at("to")), bench, disk: disk).failures == [])
      var status = stat()
      stat(bench.at("to/sparse"), &status)
      #expect(status.st_size == 128 << 20)
      #expect(status.st_blocks * 512 < 4 << 20)
      let copy = open(bench.at("to/sparse"), O_RDONLY)
      var bytes = [UInt8](repeating: 0, count: 5)
      pread(copy, &bytes, 5, 1 << 20)
      #expect(bytes == Array("begin".utf8))
      pread(copy, &bytes, 5, 64 << 20)
      #expect(bytes == Array("end\0\0".utf8))
      close(copy)
      unlink(bench.at("to/sparse"))
    }
  }

  @Test func deletionDoesNotFollowLinks() throws {
    let bench = try FilesBench()
    plant(bench)
    bench.makeFolder("safe")
    bench.make("safe/treasure", "t")
    bench.link("tree/out", to: bench.at("safe"))
    let reported = Gathered<TaskProgress>()
    var around = bench.around()
    around.progress = { reported.add([$0]) }
    let outcome = FileOperation.run(.delete([bench.at("tree")]), around)
    #expect(outcome.failures == [])
    #expect(outcome.undo == nil)
    #expect(bench.names() == ["safe"])
    #expect(bench.text("safe/treasure") == "t")
    #expect(reported.all.last?.filesDone == reported.all.last?.filesTotal)
    #expect(reported.all.last?.bytesTotal == 0)
  }

  @Test func theSumOfSizesDoesNotOverflow() throws {
    let bench = try FilesBench(inMemory: true)
    bench.makeFolder("to")
    for name in ["a", "b"] {
      bench.make(name)
      // As large as this file system lets it be.
      for bits in stride(from: 62, through: 30, by: -1)
      where truncate(bench.at(name), (1 << bits) - 1 + (1 << bits)) == 0 { break }
    }
    let reported = Gathered<TaskProgress>()
    var around = bench.around()
    around.progress = { reported.add([$0]) }
    let items = ["a", "b"].map { bench.at($0) }
    #expect(FileOperation.run(.copy(items, into: bench.at("to")), around).failures == [])
    #expect(try bench.status("to/b").stamp.size == bench.status("b").stamp.size)
    #expect(reported.all.last?.bytesDone == reported.all.last?.bytesTotal)
    var meter = ProgressMeter { _ in }
    for _ in 0..<2 {
      meter.expect(files: 1, bytes: .max)
      meter.add(bytes: .max)
    }
    #expect(meter.progress.bytesTotal == .max)
    #expect(meter.progress.bytesDone == .max)
  }

  @Test func progressReachesItsTotal() throws {
    let bench = try FilesBench()
    plant(bench)
    bench.makeFolder("to")
    let reported = Gathered<TaskProgress>()
    var around = bench.around()
    around.progress = { reported.add([$0]) }
    _ = FileOperation.run(.copy([bench.at("tree")], into: bench.at("to")), around)
    let last = try #require(reported.all.last)
    #expect(last.filesDone == last.filesTotal)
    #expect(last.bytesDone == last.bytesTotal)
    #expect(last.bytesTotal > 100)
  }

  @Test(.enabled(if: SmallVolume.isPossible, "mounting needs root"))
  func aFullTargetKeepsTheSource() throws {
    let bench = try FilesBench()
    let volume = try SmallVolume(bytes: 256 << 10)
    bench.make("big", String(repeating: "x", count: 1 << 20))
    bench.make("small", "s")
    let items = ["big", "small"].map { bench.at($0) }
    let outcome = run(.move(items, into: volume.path), bench)
    #expect(outcome.failures == [FilesError(.noSpace, bench.at("big"))])
    #expect(bench.names() == ["big"])
    #expect(FilesBench.names(volume.path) == ["small"])
    #expect(FilesBench.text(bench.at("big"))?.utf8.count == 1 << 20)
  }

  /// The unfinished name a copy has while it is made is nobody's.
  @Test(arguments: [Disk.Call.create, .write, .size, .mode, .times])
  func failuresNameTheFileAndNotItsPart(_ call: Disk.Call) throws {
    let bench = try FilesBench()
    bench.make("e\u{301}.txt", "text")
    bench.makeFolder("to")
    // Blocks that are shared or copied by the kernel are not written.
    let disk = Disk { called, _ in
      called == call ? ENOSPC : called == .clone || called == .copyRange ? ENOTSUP : nil
    }
    let outcome = FileOperation.run(
      .copy([bench.at("e\u{301}.txt")], into: bench.at("to")), bench.around(disk: disk))
    #expect(outcome.failures == [FilesError(.noSpace, bench.at("e\u{301}.txt"))])
    #expect(bench.names("to").isEmpty)
  }

  @Test func aFullDiskNamesTheFileInsideTheFolder() throws {
    let bench = try FilesBench()
    bench.makeFolder("tree")
    bench.makeFolder("tree/deep")
    bench.make("tree/deep/file", "text")
    bench.makeFolder("to")
    let disk = Disk { called, path in
      called == .create && path.hasSuffix("/file") ? ENOSPC : nil
    }
    let outcome = FileOperation.run(
      .copy([bench.at("tree")], into: bench.at("to")), bench.around(disk: disk))
    #expect(outcome.failures == [FilesError(.noSpace, bench.at("tree/deep/file"))])
    #expect(bench.names("to").isEmpty)
  }

  /// A move across file systems, killed in front of each call in turn: in one place or in both, and whole.
  @Test func aKilledMoveLosesNothing() throws {
    var place = 1
    while place < 300 {
      let bench = try FilesBench(inMemory: true)
      bench.makeFolder("tree")
      bench.make("tree/one", "1")
      bench.make("tree/two", "2")
      bench.makeFolder("to")
      let arguments = ["move", bench.at("to"), bench.at("tree")]
      let killed = try ProbeRun(
        "file-probe", arguments, ["PROBE_KILL": "\(place)", "PROBE_EXDEV": "1"])
      for (name, text) in [("one", "1"), ("two", "2")] {
        let found = [bench.text("tree/" + name), bench.text("to/tree/" + name)].compactMap { $0 }
        #expect(found.contains(text), "\(name) at \(place)")
        #expect(found.allSatisfy { $0 == text })
      }
      if killed.signal == 0 { return }
      // The next one cleans up what this one left.
      _ = try ProbeRun("file-probe", arguments, ["PROBE_CLASH": "keepBoth"])
      #expect(!bench.names("to").contains(where: UnfinishedName.isOne), "litter of \(place)")
      place += place < 10 ? 1 : 3
    }
    Issue.record("the move never came to its end")
  }
}
