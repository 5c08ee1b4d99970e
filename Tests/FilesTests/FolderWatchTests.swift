import Dispatch
import Foundation
import Platform
import TestSupport
import Testing

@testable import Files

@Suite(.timeLimit(.minutes(1))) struct FolderWatchTests {
  /// The changes of a folder, one after the other; the first comes when the watch has begun.
  private static func changes(
    in path: String, polling: Bool = false,
    _ body: (inout AsyncStream<FolderChange>.Iterator) async throws -> Void
  ) async throws {
    let watch = FolderWatch(
      queue: DispatchQueue(label: "watch"), delay: .milliseconds(20),
      interval: .milliseconds(20))
    let (stream, notices) = AsyncStream.makeStream(of: FolderChange.self)
    let token = watch.watch(path, polling: polling) { notices.yield($0) }
    var iterator = stream.makeAsyncIterator()
    try await body(&iterator)
    withExtendedLifetime(token) {}
  }

  /// Waits until a watch has started: a file is made and removed until it is reported.
  private static func begin(_ path: String, _ changes: inout AsyncStream<FolderChange>.Iterator)
    async
  {
    let prober = Task.detached {
      var number = 0
      while !Task.isCancelled {
        number += 1
        close(open(path + "/probe \(number)", O_CREAT | O_WRONLY, 0o600))
        try? await Task.sleep(for: .milliseconds(30))
      }
    }
    _ = await changes.next()
    prober.cancel()
    await prober.value
    // The last change of the prober is reported too, and then none.
    close(open(path + "/last", O_CREAT | O_WRONLY, 0o600))
    while let change = await changes.next() {
      if change.appeared.contains("last") { return }
    }
  }

  @Test(arguments: [false, true]) func addedChangedAndRemovedFilesAreReported(_ polling: Bool)
    async throws
  {
    let bench = try FilesBench()
    bench.make("old", "x")
    bench.make("doomed")
    let path = bench.path
    try await Self.changes(in: path, polling: polling) { changes in
      await Self.begin(path, &changes)
      bench.make("new")
      bench.make("old", "longer")
      unlink(bench.at("doomed"))
      var seen = FolderChange()
      while seen.appeared.isEmpty || seen.changed.isEmpty || seen.vanished.isEmpty,
        let change = await changes.next()
      {
        seen.appeared += change.appeared
        seen.changed += change.changed
        seen.vanished += change.vanished
      }
      #expect(seen.appeared == ["new"])
      #expect(Set(seen.changed) == ["old"])
      #expect(seen.vanished == ["doomed"])
    }
  }

  @Test func aRenameIsReported() async throws {
    let bench = try FilesBench()
    bench.make("a")
    let path = bench.path
    try await Self.changes(in: path) { changes in
      await Self.begin(path, &changes)
      rename(bench.at("a"), bench.at("b"))
      #expect(await changes.next()?.renamed == [.init(from: "a", to: "b")])
    }
  }

  @Test(arguments: [false, true]) func aRemovedFolderIsReported(_ polling: Bool) async throws {
    let bench = try FilesBench()
    bench.makeFolder("f")
    let path = bench.at("f")
    try await Self.changes(in: path, polling: polling) { changes in
      await Self.begin(path, &changes)
      try FileManager.default.removeItem(atPath: path)
      while let change = await changes.next() {
        if change.isGone { return }
      }
      Issue.record("the folder's removal was not reported")
    }
  }

  @Test(arguments: [false, true]) func aStartedWatchMissesNothing(_ polling: Bool)
    async throws
  {
    let bench = try FilesBench()
    let watch = FolderWatch(
      queue: DispatchQueue(label: "watch"), delay: .milliseconds(1), interval: .milliseconds(20))
    let (stream, notices) = AsyncStream.makeStream(of: FolderChange.self)
    let path = bench.at("a")
    let token = watch.watch(
      bench.path, polling: polling, began: { _ in close(open(path, O_CREAT | O_WRONLY, 0o600)) }
    ) { notices.yield($0) }
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next()?.appeared == ["a"])
    withExtendedLifetime(token) {}
  }

  /// A folder read before the watch started is read again only if it may have changed.
  @Test(arguments: [false, true]) func aWatchReportsWhetherTheFolderIsUnchanged(_ polling: Bool)
    async throws
  {
    let bench = try FilesBench()
    bench.make("a")
    var before = try #require(SystemPath.status(bench.path))
    let watch = FolderWatch(queue: DispatchQueue(label: "watch"))
    func isUnchanged(since version: FolderVersion?) async -> Bool {
      let (stream, answers) = AsyncStream.makeStream(of: Bool.self)
      let token = watch.watch(
        bench.path, polling: polling, since: version, began: { answers.yield($0) },
        notice: { _ in }
      )
      defer { withExtendedLifetime(token) {} }
      var iterator = stream.makeAsyncIterator()
      return await iterator.next() == true
    }
    let seconds = Int64(before.st_ctim.tv_sec)
    let later = seconds + 60
    #expect(await isUnchanged(since: FolderVersion(before, now: later)))
    #expect(await !isUnchanged(since: nil))
    // A name that comes within the clock's tick leaves no trace in the folder's date.
    #expect(await !isUnchanged(since: FolderVersion(before, now: seconds)))
    // A folder may be newer than its own clock says.
    #expect(await !isUnchanged(since: FolderVersion(before, now: seconds - 60)))
    bench.make("b")
    before.st_ctim.tv_sec -= 60
    #expect(await !isUnchanged(since: FolderVersion(before, now: later)))
  }

  @Test func aMissingFolderIsReported() async throws {
    try await Self.changes(in: "/nonexistent/folder") { changes in
      #expect(await changes.next()?.isGone == true)
    }
  }
}

@Suite struct ChangeGatheringTests {
  private func gathered(_ body: (inout ChangeGathering) -> Void) -> FolderChange {
    var gathering = ChangeGathering()
    body(&gathering)
    return gathering.take()
  }

  @Test func filesThatCameAndWentAreNotReported() {
    #expect(
      gathered {
        $0.appear("a"); $0.change("a"); $0.vanish("a")
      }.isEmpty)
    #expect(
      gathered {
        $0.vanish("a"); $0.appear("a")
      }.changed == ["a"])
    #expect(
      gathered {
        $0.appear("a"); $0.change("a")
      }.appeared == ["a"])
  }

  @Test func aFileSavedThroughATemporaryFileAppears() {
    let change = gathered {
      $0.appear(".tmp"); $0.leave(".tmp", 1); $0.arrive("a", 1)
    }
    #expect(change.appeared == ["a"])
    #expect(change.renamed.isEmpty)
  }

  @Test func unpairedRenamesAreAdditionsAndRemovals() {
    let change = gathered {
      $0.leave("a", 1); $0.arrive("b", 2)
    }
    #expect(change.vanished == ["a"])
    #expect(change.appeared == ["b"])
  }

  @Test func namesAreComparedByBytes() {
    let change = gathered {
      $0.appear("e\u{301}"); $0.vanish("\u{E9}")
    }
    #expect(change.appeared.count == 1)
    #expect(change.vanished.count == 1)
  }

  @Test func tooManyChangesRequireAFullRead() {
    let change = gathered { for number in 0...10_000 { $0.appear("\(number)") } }
    #expect(change.mustReadAgain)
    #expect(change.appeared.isEmpty)
  }
}
