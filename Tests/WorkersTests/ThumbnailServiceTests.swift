import DocumentModel
import Foundation
import Glibc
import TestSupport
import Testing
import Wire
import Workers

/// Thumbnails made by workers that go from file to file.
@Suite struct ThumbnailServiceTests {
  private func pool(
    _ change: (inout WorkerPool.Options) -> Void = { _ in }
  ) -> WorkerPool {
    var options = WorkerPool.Options(executable: Programs.path("recto-worker"))
    change(&options)
    return WorkerPool(options)
  }

  private let page = SmallDocument.bytes(pages: 2)

  /// A file without a name.
  fileprivate static func descriptor(_ file: Data) -> Int32 {
    var path = Array("/tmp/recto-desk-XXXXXX\0".utf8CString)
    let descriptor = mkstemp(&path)
    unlink(path)
    file.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
    return descriptor
  }

  @Test func oneWorkerMakesAllThumbnails() async throws {
    let pool = pool()
    defer { pool.shutdown() }
    let desk = pool.thumbnailService()
    for _ in 0..<20 {
      let thumbnail = try await desk.make(page).get()
      #expect((thumbnail.facts.width, thumbnail.facts.height, thumbnail.pageCount) == (99, 128, 2))
      #expect(!thumbnail.facts.isBlank)
    }
  }

  /// Each honest worker writes down its number: there are the one at the desk and the spare one, and no more for more files.
  @Test func trustedFilesShareOneWorker() async throws {
    let bench = try HostileBench(.honest, every: true)
    let desk = bench.pool.thumbnailService()
    for _ in 0..<20 { _ = try await desk.make(page).get() }
    #expect(bench.workers.count <= 2)
  }

  /// Foreign files are read by a worker that reads no other file.
  @Test func foreignFilesShareNoWorker() async throws {
    let bench = try HostileBench(.honest, every: true)
    let desk = bench.pool.thumbnailService()
    _ = try await desk.make(page).get()
    let before = bench.workers
    for _ in 0..<5 { _ = try await desk.make(page, isForeign: true).get() }
    let foreign = bench.workers.dropFirst(before.count)
    #expect(foreign.count >= 4)
    _ = try await desk.make(page).get()
    bench.pool.shutdown()
    #expect(bench.workers.count >= before.count + 5)
  }

  /// One that a stranger's file has taken over lies about that file, and about no other.
  @Test func falseRepliesAffectOneFileOnly() async throws {
    let bench = try HostileBench(.thumbnailTooLarge)
    let desk = bench.pool.thumbnailService()
    #expect(await desk.make(page, isForeign: true).failure == .nonsense)
    #expect(bench.hasEnded(try #require(bench.hostile)))
    for _ in 0..<3 { #expect(try await desk.make(page).get().facts.width == 1) }
  }

  @Test func workersOfTrustedFilesAreReplacedRegularly() async throws {
    let bench = try HostileBench(.honest, every: true) { $0.filesPerWorker = 4 }
    let desk = bench.pool.thumbnailService()
    for _ in 0..<20 { _ = try await desk.make(page).get() }
    bench.pool.shutdown()
    #expect((5...6).contains(bench.workers.count), "\(bench.workers.count)")
  }

  @Test func brokenFilesDoNotAffectOthers() async throws {
    let pool = pool()
    defer { pool.shutdown() }
    let desk = pool.thumbnailService(workers: 2)
    async let first = desk.make(page)
    async let broken = desk.make(Data("%PDF-1.7\nbroken".utf8))
    async let empty = desk.make(Data())
    async let last = desk.make(page)
    #expect(await broken.engineFailure != nil)
    #expect(await empty.engineFailure == .empty)
    #expect(try await first.get() == (try await last.get()))
  }

  @Test func textsInOtherEncodingsHaveTheirOwnService() async throws {
    let pool = pool()
    defer { pool.shutdown() }
    let russian = Data([
      0xF7, 0xD3, 0xC5, 0x20, 0xD3, 0xDE, 0xC1, 0xD3, 0xD4, 0xCC, 0xC9, 0xD7, 0xD9, 0xC5, 0x0A,
    ])
    let plain = await pool.thumbnailService().make(russian, name: "a.txt")
    #expect(plain.engineFailure == .converterNeeded)
    let desk = pool.thumbnailService(kit: .converters(""))
    let thumbnail = try await desk.make(russian, name: "a.txt").get()
    #expect(!thumbnail.facts.isBlank && thumbnail.pageCount == 0)
  }

  /// The desktop's type rules are evaluated by a worker, in its sandbox.
  @Test func contentTypesAreDetectedByWorkers() async throws {
    let pool = pool()
    defer { pool.shutdown() }
    let desk = pool.contentTypeService()
    for (name, head, type) in [
      ("paper", "%PDF-1.7\n", "application/pdf"),
      ("paper", "AT&TFORM\0\0\0\0DJVU", "image/vnd.djvu"),
      ("x.pdf", "PK\u{3}\u{4}\u{14}\0\0\0", "application/pdf"), ("empty.md", "", "text/markdown"),
    ] {
      let reported = await withCheckedContinuation { continuation in
        desk.type(of: Self.descriptor(Data(head.utf8)), name: name) {
          continuation.resume(returning: $0)
        }
      }
      #expect(reported == .success(type), "\(name)")
    }
  }

  @Test func closedServicesMakeNothing() async throws {
    let pool = pool()
    let desk = pool.thumbnailService()
    desk.close()
    #expect(await desk.make(page).failure == .cancelled)
    pool.shutdown()
    #expect(await desk.make(page).failure == .cancelled)
  }

  /// A file that hangs its worker is given up.
  @Test func filesThatHangTheWorkerTimeOut() async throws {
    let bench = try HostileBench(.hangs, every: true)
    let desk = bench.pool.thumbnailService()
    for _ in 0..<2 {
      #expect(await desk.make(page, deadline: .milliseconds(50)).failure == .timedOut)
    }
  }

  /// One that crashes its worker is tried by another, and no more.
  @Test func filesThatCrashTwiceAreAbandoned() async throws {
    let bench = try HostileBench(.aborts, every: true) { $0.lossLimit = 1 }
    let desk = bench.pool.thumbnailService()
    for _ in 0..<3 {
      #expect(await desk.make(page).failure == .crashed(signal: SIGABRT))
    }
  }
}

extension ThumbnailService {
  fileprivate func make(
    _ file: Data, name: String = "a.pdf", isForeign: Bool = false, deadline: Duration? = nil
  ) async -> Result<Thumbnail, WorkerError> {
    let request = ThumbnailRequest(name: name, largest: 128)
    let descriptor = ThumbnailServiceTests.descriptor(file)
    return await withCheckedContinuation { continuation in
      make(request, of: descriptor, isForeign: isForeign, deadline: deadline) {
        continuation.resume(returning: $0)
      }
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
