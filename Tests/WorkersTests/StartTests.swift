import DocumentModel
import Glibc
import Synchronization
import TestSupport
import Testing
import Wire
import Workers

/// Workers that will not start or will not live: neither is waited for nor replaced without end.
@Suite struct StartTests {
  @Test(arguments: [HostileAct.speaksBeforeReady, .opensWithoutPages, .readyTwice])
  func repliesToOpeningAreChecked(_ act: HostileAct) async throws {
    let bench = try HostileBench(act, every: true)
    await #expect(throws: WorkerError.nonsense) { _ = try await bench.open() }
  }

  @Test func workersThatAreNeverReadyAreAbandoned() async throws {
    let bench = try HostileBench(.neverReady, every: true) { $0.startDeadline = .milliseconds(100) }
    await #expect(throws: WorkerError.cannotStart(.notReady)) {
      _ = try await bench.open()
    }
  }

  @Test func workersThatEndAtOnceAreAbandoned() async throws {
    let bench = try HostileBench(.endsAtOnce, every: true)
    await #expect(throws: WorkerError.cannotStart(.endedAtOnce)) {
      _ = try await bench.open()
    }
  }

  @Test func aMissingWorkerProgramIsReported() async throws {
    let bench = try HostileBench(.honest) { $0.executable = "/nowhere/recto-worker" }
    await #expect(throws: WorkerError.cannotStart(.system(ENOENT))) {
      _ = try await bench.open()
    }
    #expect(await bench.greeting() == nil)
  }

  /// Querying the missing sandbox features gets an answer after at most three attempts.
  @Test(arguments: [HostileAct.endsAtOnce, .neverReady]) func crashingWorkersAreNotReplacedForever(
    _ act: HostileAct
  ) async throws {
    let bench = try HostileBench(act, every: true) { $0.startDeadline = .milliseconds(50) }
    #expect(await bench.greeting() == nil)
    bench.pool.shutdown()
    #expect(bench.workers.count <= 3)
  }

  @Test func crashingSpareWorkersAreNotReplacedForever() async throws {
    let bench = try HostileBench(.diesOnceReady, every: true)
    _ = await bench.greeting()
    // Each attempt takes a worker of its own; none is left ready.
    for _ in 0..<5 { _ = try? await bench.open() }
    bench.pool.shutdown()
    #expect(bench.workers.count <= 3 + 5 * 3)
  }

  /// With an incomplete sandbox a document is not even sent to a worker that reports it.
  @Test func aRequiredSandboxMustBeComplete() async throws {
    let reported = Mutex<[SandboxFeature]>([])
    let bench = try HostileBench(.lacksLandlock, every: true) {
      $0.requiresSandbox = true
      $0.onMissing = { parts in reported.withLock { $0 += parts } }
    }
    await #expect(throws: WorkerError.cannotStart(.sandboxed(without: [.landlock]))) {
      _ = try await bench.open()
    }
    #expect(await bench.greeting() == nil)
    bench.pool.shutdown()
    #expect(reported.withLock { $0 } == [.landlock])
  }

  @Test func missingSandboxFeaturesAreReportedOnce() async throws {
    let reported = Mutex<[SandboxFeature]>([])
    let bench = try HostileBench(.lacksLandlock, every: true) {
      $0.onMissing = { parts in reported.withLock { $0 += parts } }
    }
    let (document, _) = try await bench.open()
    #expect(await document.askPages().pageCount == 3)
    _ = try await bench.open()
    #expect(await bench.greeting()?.missing == [.landlock])
    #expect(reported.withLock { $0 } == [.landlock])
  }

  @Test func refusalsComeFromTheEngine() async throws {
    let bench = try HostileBench(.failsToOpen, every: true)
    await #expect(throws: WorkerError.engine(.damaged)) { _ = try await bench.open() }
  }
}

/// Documents that cost workers, and pools that end.
@Suite struct LossTests {
  /// A hundred pages, each of which kills its worker, cost eight workers and not a hundred.
  @Test func theNumberOfCrashesPerDocumentIsLimited() async throws {
    let bench = try HostileBench(.exits, every: true) {
      $0.lossLimit = 8
      $0.rest = .seconds(60)
    }
    let (document, _) = try await bench.open()
    for _ in 0..<100 {
      #expect(await document.askPages().error == .crashed(signal: 0))
    }
    bench.pool.shutdown()
    // One more is ready.
    #expect(bench.workers.count <= 9)
  }

  /// Fonts are loaded for drawing; if a text needs some, its next worker has them.
  @Test func workersAfterACrashHaveFonts() async throws {
    let bench = try HostileBench(.exits) { $0.drawsPages = false }
    let (document, _) = try await bench.open()
    #expect(await document.askPages().pageCount == 3)
    let hostile = try #require(bench.hostile)
    // A spare one, which has none, may have started after it.
    let others = bench.workers.filter { $0 != hostile }.map(Processes.arguments)
    #expect(others.contains { !$0.isEmpty && !$0.contains("--no-fonts") })
  }

  @Test func aDocumentIsRetriedAfterAPause() async throws {
    let bench = try HostileBench(.wrongID) {
      $0.lossLimit = 1
      $0.rest = .zero
    }
    let (document, _) = try await bench.open()
    #expect(await document.askPages().error == .nonsense)
    #expect(await document.askPages().pageCount == 3)
  }

  /// On a busy machine a page is not “too slow” for having waited: the time its worker has no processor is not its own.
  @Test func waitingForTheProcessorIsNotTimed() async throws {
    let bench = try HostileBench(.worksBesideOthers)
    let (document, _) = try await bench.open()
    // Of a second it gets some fourteen milliseconds, and it wants twenty.
    #expect(await document.askPages(deadline: .milliseconds(100)).pageCount == 3)
  }

  @Test(arguments: [HostileAct.grows, .growsShared])
  func workersThatGrowTooLargeAreReplaced(_ act: HostileAct) async throws {
    let bench = try HostileBench(act) { $0.recycleAbove = 48 << 20 }
    let (document, _) = try await bench.open()
    #expect(await document.askPages().pageCount == 3)
    let hostile = try #require(bench.hostile)
    #expect(bench.hasEnded(hostile))
    #expect(await document.askPages().pageCount == 3)
  }

  @Test func workersLargeForTheirDocumentStay() async throws {
    let bench = try HostileBench(.opensLarge, every: true) { $0.recycleAbove = 48 << 20 }
    let (document, _) = try await bench.open()
    for _ in 0..<3 { #expect(await document.askPages().pageCount == 3) }
    #expect(!bench.workers.isEmpty && bench.workers.allSatisfy { kill($0, 0) == 0 })
  }

  /// Other workers, such as that for an outline, would take processors from the page somebody waits for.
  @Test func noOtherWorkerStartsDuringTheFirstPage() async throws {
    let bench = try HostileBench(.honest) { $0.firstPagePatience = .seconds(300) }
    let (document, _) = try await bench.open(lanes: .reading)
    async let outline = document.ask(.pages(0..<3), priority: .background)
    async let other = bench.open()
    let count = await withCheckedContinuation { continuation in
      document.send(.pages(0..<3), priority: .visible) { _ in
        continuation.resume(returning: bench.workers.count)
      }
    }
    // On a busy machine a spare may have started before the document was open.
    #expect(count <= 2)
    #expect(await outline.pageCount == 3)
    _ = try await other
    #expect(bench.workers.count >= 3)
  }

  @Test func shuttingDownCancelsWaitingRequests() async throws {
    let bench = try HostileBench(.hangs, every: true)
    let (document, _) = try await bench.open()
    async let waiting = document.askPages()
    // The second waits for the first, which hangs.
    document.send(.metadata, priority: .background) { _ in bench.pool.greeting { _ in } }
    let isAsked = await bench.greeting()
    #expect(isAsked != nil)
    bench.pool.shutdown()
    #expect(await waiting.error == .cancelled)
    #expect(await document.askPages().error == .cancelled)
    await #expect(throws: WorkerError.cancelled) { _ = try await bench.open() }
  }
}

extension HostileBench {
  func greeting() async -> Greeting? {
    await withCheckedContinuation { continuation in
      pool.greeting { continuation.resume(returning: try? $0.get()) }
    }
  }
}
