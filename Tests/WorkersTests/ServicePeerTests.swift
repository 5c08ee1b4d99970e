import DocumentModel
import Foundation
import Glibc
import TestSupport
import Testing
import Wire
import Workers

/// Service workers compromised by a file: the caller gets an error, the worker ends, and the next one takes over.
@Suite struct ServicePeerTests {
  enum Service: String, Sendable, CaseIterable {
    case thumbnails, index, sections, verifying, repair, edits, verifyingEdits
  }

  /// Nonsense whatever was asked.
  static let anywhere: [HostileAct] = [
    .wildLength, .lengthTooLong, .cutHeader, .giantFrame, .wrongID, .oldID, .wrongKind,
    .unknownKind, .count31Bits, .notANumber, .bytesLeftOver, .sharedTooLong, .sharedUnwritten,
    .shrinksMemory, .diesInTheMiddle,
  ]

  @Test(arguments: Service.allCases, anywhere) func malformedRepliesCostOneWorker(
    _ service: Service, _ act: HostileAct
  ) async throws {
    try await expectNonsense(service, act)
  }

  @Test(arguments: [
    (Service.index, HostileAct.portionStands), (.index, .portionGoesBack),
    (.index, .portionRepeats),
    (.sections, .sectionWithoutEnd), (.repair, .sectionWithoutEnd), (.edits, .editLongerThanRoom),
    (.edits, .editWithoutBytes), (.thumbnails, .thumbnailTooLarge),
    (.thumbnails, .thumbnailCutShort), (.sections, .annotationsWithoutEnd),
  ]) func falseRepliesCostOneWorker(_ service: Service, _ act: HostileAct) async throws {
    try await expectNonsense(service, act)
  }

  @Test(arguments: [
    HostileAct.annotationsOffThePage, .annotationsWithoutEnd, .annotationsThatStand,
  ]) func invalidAnnotationsAreRejected(_ act: HostileAct) async throws {
    let bench = try HostileBench(act)
    let (document, _) = try await bench.open()
    #expect(await document.ask(.annotations(0..<3)).error == .nonsense)
    #expect(bench.hasEnded(try #require(bench.hostile)))
    #expect(await document.ask(.annotations(0..<3)).error == nil)
  }

  /// Also a file of several portions is read by one worker, and the next file by another.
  @Test func foreignIndexedFilesShareNoWorker() async throws {
    let bench = try HostileBench(.honest, every: true)
    let service = bench.pool.indexService()
    for _ in 0..<3 {
      let portion = await withCheckedContinuation { continuation in
        service.read(
          IndexingRequest(name: "a.pdf"), of: open("/dev/null", O_RDONLY | O_CLOEXEC),
          isForeign: true
        ) { continuation.resume(returning: $0) }
      }
      #expect(try portion.get().isEnd)
    }
    bench.pool.shutdown()
    #expect(bench.workers.count >= 3)
  }

  /// One that never gets on is asked once, not for ever.
  @Test func readingWithoutProgressIsAbandoned() async throws {
    let bench = try HostileBench(.portionStands, every: true)
    for _ in 0..<3 { #expect(await Self.work(.index, at: bench.pool) == .nonsense) }
  }

  @Test(arguments: Service.allCases) func silentWorkersTimeOut(_ service: Service) async throws {
    // Services timed by processor time have none here, and end by the clock.
    let bench = try HostileBench(.hangs) { $0.longestWork = .seconds(1) }
    let failure = await Self.work(service, at: bench.pool, deadline: .seconds(1))
    #expect(failure == .timedOut)
    #expect(bench.hasEnded(try #require(bench.hostile)))
  }

  private func expectNonsense(_ service: Service, _ act: HostileAct) async throws {
    let bench = try HostileBench(act)
    let failure = await Self.work(service, at: bench.pool)
    #expect(failure == .nonsense)
    #expect(bench.hasEnded(try #require(bench.hostile)))
    #expect(await Self.work(service, at: bench.pool) == nil)
    bench.pool.shutdown()
    for worker in bench.workers { #expect(HostileBench.isReaped(worker)) }
  }

  /// One request; returns its failure, or nil if it was answered.
  private static func work(
    _ service: Service, at pool: WorkerPool, deadline: Duration = .seconds(300)
  ) async -> WorkerError? {
    let base = AnnotationBase(Array("%PDF-1.7".utf8))
    let thumbnails = pool.thumbnailService()
    let index = pool.indexService()
    guard let annotations = try? pool.annotationWorkerPair(after: base) else { return .cancelled }
    let edits = pool.editWorkerPair()
    return await withCheckedContinuation { continuation in
      @Sendable func reported(_ error: WorkerError?) {
        // The desks live until one of them has answered.
        withExtendedLifetime((thumbnails, index, annotations, edits)) {
          continuation.resume(returning: error)
        }
      }
      @Sendable func annotated(_ trouble: AnnotationTrouble?) {
        if case .worker(let error) = trouble { reported(error) } else { reported(nil) }
      }
      @Sendable func edited(_ trouble: EditTrouble?) {
        if case .worker(let error) = trouble { reported(error) } else { reported(nil) }
      }
      let file = { open("/dev/null", O_RDONLY | O_CLOEXEC) }
      switch service {
      case .thumbnails:
        thumbnails.make(
          ThumbnailRequest(name: "a.pdf", largest: 128), of: file(), isForeign: false,
          deadline: deadline
        ) { reported($0.trouble) }
      case .index:
        index.read(
          IndexingRequest(name: "a.pdf"), of: file(), isForeign: false, deadline: deadline
        ) { reported($0.trouble) }
      case .sections:
        annotations.section(SectionEdits(), deadline: deadline) { annotated($0.trouble) }
      case .verifying:
        annotations.verify([1], SectionEdits(), deadline: deadline) { annotated($0.trouble) }
      case .repair: annotations.repair(deadline: deadline) { annotated($0.trouble) }
      case .edits:
        edits.edit([base], [.remove([0])], isCopy: true, moment: 0, deadline: deadline) {
          edited($0.trouble)
        }
      case .verifyingEdits:
        edits.verify([1], of: [base], [.remove([0])], deadline: deadline) { edited($0.trouble) }
      }
    }
  }
}

extension Result {
  fileprivate var trouble: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
