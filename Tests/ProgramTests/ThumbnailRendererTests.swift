import DocumentModel
import Files
import Foundation
import Pictures
import Synchronization
import TestSupport
import Testing
import Thumbnails
import Wire
import Workers

@testable import Services

/// The rendered thumbnails, in order.
private final class Reported: Sendable {
  private let portraits = Mutex<[ThumbnailRenderer.Portrait]>([])
  /// Those that were looked at.
  private let read = Atomic<Int>(0)
  private let isNew = DispatchSemaphore(value: 0)

  func take(_ portrait: ThumbnailRenderer.Portrait) {
    portraits.withLock { $0.append(portrait) }
    isNew.signal()
  }

  var names: [String] { portraits.withLock { $0.map { PathParts.name(of: $0.path) } } }

  struct Late: Error {}

  /// The next that comes.
  func next() throws -> ThumbnailRenderer.Portrait {
    guard isNew.wait(timeout: .now() + 60) == .success else { throw Late() }
    return portraits.withLock { portraits in
      let place = read.add(1, ordering: .relaxed).oldValue
      return portraits[place]
    }
  }

  func next(_ count: Int) throws { for _ in 0..<count { _ = try next() } }
}

/// A studio over a folder of files, with a real worker.
private struct StudioBench: ~Copyable {
  let folder: TemporaryFolder
  let pool: WorkerPool
  let studio: ThumbnailRenderer
  let reported: Reported

  init(
    lanes: DiskLanes = DiskLanes(), _ change: (inout ThumbnailRenderer.Options) -> Void = { _ in }
  ) throws {
    let made = try TemporaryFolder()
    pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    var options = ThumbnailRenderer.Options()
    options.mostUnderWay = 1
    change(&options)
    let maker = ThumbnailMaker(
      cache: ThumbnailCache(in: made.path + "/cache"), pool: pool, workers: 1)
    let reported = Reported()
    studio = ThumbnailRenderer(maker: maker, lanes: lanes, options: options) { reported.take($0) }
    self.reported = reported
    folder = made
  }

  deinit { pool.shutdown() }

  func path(_ name: String) -> String { folder.path + "/" + name }

  func file(_ name: String, _ data: Data = SmallDocument.bytes(pages: 1)) throws -> String {
    try data.write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Names of the files in the cache.
  var kept: [String] {
    let folder = path("cache/thumbnails/large")
    return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}

@Suite struct ThumbnailRendererTests {
  @Test func visibleThumbnailsComeFirst() throws {
    let bench = try StudioBench()
    let files = try (0..<5).map { try bench.file("\($0).pdf") }
    bench.studio.want(visible: [files[3], files[1]], near: [files[0], files[1], files[4]])
    try bench.reported.next(4)
    #expect(bench.reported.names == ["3.pdf", "1.pdf", "0.pdf", "4.pdf"])
  }

  @Test func picturesHaveTheFilesStamp() throws {
    let bench = try StudioBench()
    let path = try bench.file("a.pdf")
    bench.studio.want(visible: [path])
    let portrait = try bench.reported.next()
    let bitmap = try portrait.content.get()
    #expect((bitmap.size.width, bitmap.size.height) == (198, 256))
    #expect(portrait.stamp == Files.FileStamp(following: path))
    #expect(bench.kept.count == 1)
  }

  /// A new request replaces the last: its pending files are never rendered.
  @Test func scrollingDropsPendingRequests() throws {
    let bench = try StudioBench()
    let files = try (0..<30).map { try bench.file("\($0).pdf") }
    bench.studio.want(visible: files)
    bench.studio.want(visible: [files[29]])
    let last = try bench.reported.next()
    #expect(last.path == files[29])
    #expect(bench.reported.names == ["29.pdf"])
    // One that was under way, at the most, beside it.
    #expect(bench.kept.count <= 2)
  }

  /// A folder of ten thousand files, scrolled quickly: the visible ones at the end are rendered, and the rest is skipped.
  @Test func scrollingThroughTenThousandFilesIsFast() throws {
    let bench = try StudioBench()
    let path = try bench.file("last.pdf")
    let many = (0..<10_000).map { bench.path("\($0).pdf") }
    for start in stride(from: 0, to: 10_000, by: 200) {
      bench.studio.want(visible: Array(many[start..<start + 20]), near: many)
    }
    bench.studio.want(visible: [path], near: many)
    var next = try bench.reported.next()
    while next.path != path { next = try bench.reported.next() }
    #expect(bench.reported.names.count < 5_000)
    bench.studio.want(visible: [])
  }

  @Test func failedFilesAreRetriedOnlyAfterAChange() throws {
    let bench = try StudioBench()
    let path = try bench.file("a.pdf", Data("%PDF-1.7 nothing".utf8))
    for _ in 0..<2 {
      bench.studio.want(visible: [path])
      let portrait = try bench.reported.next()
      #expect(throws: ThumbnailMaker.Failure.hopeless(.damaged)) { try portrait.content.get() }
      bench.studio.want(visible: [])
    }
    _ = try bench.file("a.pdf")
    // As it is known, then as it has become; at once if the last check was late enough to see it.
    bench.studio.want(visible: [path])
    var portrait = try bench.reported.next()
    if case .failure = portrait.content { portrait = try bench.reported.next() }
    _ = try portrait.content.get()
  }

  @Test func reportedChangesAreRendered() throws {
    let bench = try StudioBench()
    let path = try bench.file("a.md", Data("# One\n".utf8))
    bench.studio.want(visible: [path])
    let first = try bench.reported.next()
    _ = try bench.file("a.md", Data("# One and two\n".utf8))
    bench.studio.look(at: [path, bench.path("other.pdf")])
    let second = try bench.reported.next()
    #expect(first.stamp != second.stamp)
    #expect(bench.reported.names == ["a.md", "a.md"])
  }

  @Test func missingFilesAreReported() throws {
    let bench = try StudioBench()
    bench.studio.want(visible: [bench.path("nothing.pdf")])
    let portrait = try bench.reported.next()
    #expect(portrait.stamp == nil)
    #expect(throws: ThumbnailMaker.Failure.unreadable) { try portrait.content.get() }
  }

  @Test func largerThumbnailsAreRenderedAgain() throws {
    let bench = try StudioBench()
    let path = try bench.file("a.pdf")
    bench.studio.want(visible: [path])
    _ = try bench.reported.next()
    bench.studio.use(.xLarge)
    bench.studio.want(visible: [path])
    let bitmap = try bench.reported.next().content.get()
    #expect(bitmap.size.height == 512)
  }

  /// Where memory holds one alone, the file on the disk is taken for the other.
  @Test func thumbnailsBeyondMemoryComeFromDisk() throws {
    let bench = try StudioBench { $0.memory = 198 * 256 * 4 + 1_000 }
    let files = try ["a.pdf", "b.pdf"].map { try bench.file($0) }
    bench.studio.want(visible: files)
    try bench.reported.next(2)
    bench.studio.want(visible: [])
    bench.studio.want(visible: [files[0]])
    #expect(try bench.reported.next().path == files[0])
    #expect(bench.kept.count == 2)
  }

  @Test func deadMountsDoNotBlockOtherThumbnails() async throws {
    let folder = try TemporaryFolder()
    let mount = try await DeadMount(in: folder.path)
    let bench = try StudioBench(lanes: mount.lanes) { $0.patience = .milliseconds(50) }
    let path = try bench.file("a.pdf")
    bench.studio.want(visible: [mount.path + "/dead.pdf", path])
    #expect(try bench.reported.next().path == path)
  }
}
