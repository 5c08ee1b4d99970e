import Dispatch
import Foundation
import Platform
import TestSupport
import Testing

@testable import Files

@Suite struct FolderReaderTests {
  @Test func stampsClampAnyDate() {
    var status = stat()
    for (seconds, kept) in [
      (Int.max, FileStamp.mostSeconds), (Int.min, -FileStamp.mostSeconds), (-7, -7),
    ] {
      status.st_mtim.tv_sec = seconds
      #expect(FileStamp(status).seconds == kept)
    }
  }

  private let reader = FolderReader(queue: DispatchQueue(label: "test"))

  private func read(_ path: String) async throws -> [DirectoryEntry] {
    let found = Gathered<DirectoryEntry>()
    let result = await withCheckedContinuation { continuation in
      _ = reader.read(path, portion: { found.add($0) }, end: { continuation.resume(returning: $0) })
    }
    _ = try result.get()
    return found.all
  }

  @Test func entriesHaveNamesAndKinds() async throws {
    let bench = try FilesBench()
    bench.make("file")
    bench.makeFolder("folder")
    bench.link("link", to: "nowhere")
    mkfifo(bench.at("pipe"), 0o600)
    let kinds = try await read(bench.path).map { "\($0.name) \($0.kind)" }
    #expect(Set(kinds) == ["file file", "folder folder", "link link", "pipe pipe"])
  }

  @Test func hostileNamesAreReadUnchanged() async throws {
    let bench = try FilesBench()
    for name in hostileNames { bench.make(name) }
    let names = try await read(bench.path).map { SystemPath.bytes($0.name) }
    #expect(Set(names) == Set(hostileNames.map { SystemPath.bytes($0) }))
  }

  @Test func fiveThousandNamesAreReadCompletely() async throws {
    let bench = try FilesBench()
    for number in 0..<5_000 { bench.make("file \(number)") }
    let names = try await read(bench.path).map(\.name)
    #expect(names.count == 5_000)
    #expect(Set(names).count == 5_000)
  }

  @Test func unreadableFoldersGiveTheirReason() async throws {
    let bench = try FilesBench()
    bench.make("file")
    bench.link("loop", to: "loop")
    let cases: [(String, FilesError.Reason)] = [
      ("file", .notAFolder), ("missing", .notFound), ("loop", .linkLoop),
    ]
    for (name, reason) in cases {
      await #expect(throws: FilesError(reason, bench.at(name))) { try await read(bench.at(name)) }
    }
    bench.makeFolder("closed")
    chmod(bench.at("closed"), 0)
    if geteuid() != 0 {
      await #expect(throws: FilesError(.unreadableFolder, bench.at("closed"))) {
        try await read(bench.at("closed"))
      }
    }
  }

  @Test func statusesCoverLinksAndMissingFiles() async throws {
    let bench = try FilesBench()
    bench.make("file", "12345")
    bench.makeFolder("folder")
    for (name, target) in [
      ("good", "file"), ("to folder", "folder"), ("bad", "no"), ("loop", "loop"),
    ] {
      bench.link(name, to: target)
    }
    let names = ["file", "good", "to folder", "bad", "loop", "vanished"]
    let found = await withCheckedContinuation { continuation in
      _ = reader.statuses(of: names, in: bench.path) { continuation.resume(returning: $0) }
    }
    #expect(found.map { $0?.kind } == [.file, .link, .link, .link, .link, nil])
    #expect(found[0]?.stamp.size == 5)
    #expect(
      found.map { $0?.target } == [
        nil, .kind(.file), .kind(.folder), .nothing, .loop, nil,
      ])
    #expect(found.map { $0?.isFolder } == [false, false, true, false, false, nil])
  }

  /// A link to where nobody answers keeps nothing else of its folder from being known.
  @Test func aLinkToADeadMountHasAStatusWithoutItsTarget() async throws {
    let bench = try FilesBench()
    let dead = try DeadMount(in: bench.path)
    bench.make("file", "12345")
    bench.link("good", to: "file")
    bench.link("dead", to: "mount/file")
    let reader = FolderReader(queue: DispatchQueue(label: "answers"), lanes: dead.lanes)
    try await dead.hang()
    let answers = AsyncStream<[FileStatus?]>.makeStream()
    _ = reader.statuses(of: ["file", "good", "dead"], in: bench.path) {
      answers.continuation.yield($0)
    }
    var iterator = answers.stream.makeAsyncIterator()
    let first = await iterator.next()
    #expect(first?.map { $0?.kind } == [.file, .link, .link])
    #expect(first?.map { $0?.target } == [nil, .kind(.file), nil])
    #expect(first?[1]?.targetStamp?.size == 5)
    // It answers again.
    dead.wake()
    let second = await iterator.next()
    #expect(second?.map { $0?.target } == [nil, .kind(.file), .nothing])
  }

  @Test func aCancelledReadGivesNoAnswer() async throws {
    let bench = try FilesBench()
    let queue = DispatchQueue(label: "held")
    let reader = FolderReader(queue: queue)
    let answers = Counter()
    queue.suspend()
    let request = reader.read(bench.path, portion: { _ in _ = answers.next() }) { _ in
      _ = answers.next()
    }
    request.cancel()
    queue.resume()
    await withCheckedContinuation { continuation in
      _ = reader.read(bench.path, portion: { _ in }) { _ in continuation.resume() }
    }
    #expect(answers.next() == 1)
  }
}
