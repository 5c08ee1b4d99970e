import DocumentModel
import Foundation
import Glibc
import TestSupport
import Testing
import Wire
import Workers

/// Thumbnails made by workers that go from file to file.
@Suite struct ThumbnailDeskTests {
  private func pool(
    _ change: (inout WorkerPool.Options) -> Void = { _ in }
  ) -> WorkerPool {
    var options = WorkerPool.Options(executable: Programs.path("recto-worker"))
    change(&options)
    return WorkerPool(options)
  }

  private let page = SmallDocument.bytes(pages: 2)

  @Test func oneWorkerMakesThemAll() async throws {
    let pool = pool()
    defer { pool.shutdown() }
    let desk = pool.thumbnailDesk()
    for _ in 0..<20 {
      let thumbnail = try await desk.make(page).get()
      #expect((thumbnail.facts.width, thumbnail.facts.height, thumbnail.pageCount) == (99, 128, 2))
      #expect(!thumbnail.facts.isBlank)
    }
    // And the spare one, which is nobody's.
    #expect(Self.children.count <= 2 + Self.before)
  }

  /// Processes of other tests that run beside this one cannot be told apart: only that not each file had one of its own is looked at.
  private static let before = 16
  private static var children: [String] {
    let path = "/proc/self/task/\(getpid())/children"
    return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: " ").map(
      String.init)
  }

  @Test func brokenFilesCostNoOthers() async throws {
    let pool = pool()
    defer { pool.shutdown() }
    let desk = pool.thumbnailDesk(workers: 2)
    async let first = desk.make(page)
    async let broken = desk.make(Data("%PDF-1.7\nbroken".utf8))
    async let empty = desk.make(Data())
    async let last = desk.make(page)
    #expect(await broken.engineFailure != nil)
    #expect(await empty.engineFailure == .empty)
    #expect(try await first.get() == (try await last.get()))
  }

  @Test func textsInOtherEncodingsHaveADeskOfTheirOwn() async throws {
    let pool = pool()
    defer { pool.shutdown() }
    let russian = Data([
      0xF7, 0xD3, 0xC5, 0x20, 0xD3, 0xDE, 0xC1, 0xD3, 0xD4, 0xCC, 0xC9, 0xD7, 0xD9, 0xC5, 0x0A,
    ])
    let plain = await pool.thumbnailDesk().make(russian, name: "a.txt")
    #expect(plain.engineFailure == .converterNeeded)
    let desk = pool.thumbnailDesk(kit: .converters(""))
    let thumbnail = try await desk.make(russian, name: "a.txt").get()
    #expect(!thumbnail.facts.isBlank && thumbnail.pageCount == 0)
  }

  @Test func closedDesksMakeNothing() async throws {
    let pool = pool()
    let desk = pool.thumbnailDesk()
    desk.close()
    #expect(await desk.make(page).failure == .cancelled)
    pool.shutdown()
    #expect(await desk.make(page).failure == .cancelled)
  }

  /// A file that hangs its worker is given up; the next has another.
  @Test func filesThatHangAreGivenUp() async throws {
    let bench = try HostileBench(.hangs)
    let desk = bench.pool.thumbnailDesk()
    #expect(await desk.make(page, deadline: .milliseconds(50)).failure == .timedOut)
    let hostile = try #require(bench.hostile)
    #expect(bench.hasEnded(hostile))
    // Honest is what gives a wrong answer here: the hostile worker knows no thumbnails.
    #expect(await desk.make(page).failure == .nonsense)
  }

  /// One that crashes its worker is tried by another, and no more.
  @Test func filesThatCrashTwiceAreGivenUp() async throws {
    let bench = try HostileBench(.aborts, every: true) { $0.lossLimit = 1 }
    let desk = bench.pool.thumbnailDesk()
    for _ in 0..<3 {
      #expect(await desk.make(page).failure == .crashed(signal: SIGABRT))
    }
  }
}

extension ThumbnailDesk {
  fileprivate func make(
    _ file: Data, name: String = "a.pdf", deadline: Duration? = nil
  ) async -> Result<Thumbnail, WorkerError> {
    var path = Array("/tmp/recto-desk-XXXXXX\0".utf8CString)
    let descriptor = mkstemp(&path)
    unlink(path)
    file.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
    let wish = ThumbnailWish(name: name, largest: 128)
    return await withCheckedContinuation { continuation in
      make(wish, of: descriptor, deadline: deadline) { continuation.resume(returning: $0) }
    }
  }
}

extension Result where Success == Thumbnail, Failure == WorkerError {
  fileprivate var failure: WorkerError? {
    guard case .failure(let error) = self else { return nil }
    return error
  }

  fileprivate var engineFailure: EngineFailure? {
    guard case .engine(let failure) = failure else { return nil }
    return failure
  }
}
