import DocumentModel
import Synchronization
import TestSupport
import Testing
import Wire
import Workers

/// Page drawing: priorities, timeouts and limits.
@Suite struct DrawingTests {
  private let drawing = PageDrawing(page: 0, width: 20, height: 30)

  /// Waits until a worker has got a request that it will never answer.
  private func hostileIsBusy(_ bench: HostileBench) async {
    while bench.hostile == nil { await Task.yield() }
  }

  @Test func aSlowPageTimesOutAndCanBeRetried() async throws {
    let bench = try HostileBench(.hangs)
    let (document, _) = try await bench.open()
    // Long enough for the first worker to take it up, which never answers.
    let first = await document.picture(drawing, deadline: .seconds(4))
    #expect(first.failure == .timedOut && bench.hostile != nil)
    let second = try await document.picture(drawing, deadline: .seconds(300)).get()
    #expect(second.facts.width == 20)
  }

  @Test func prefetchedPagesHaveAShorterDeadline() async throws {
    let bench = try HostileBench(.hangs) { $0.prefetchDeadline = .milliseconds(50) }
    let (document, _) = try await bench.open()
    #expect(await document.picture(drawing, .prefetch).failure == .timedOut)
  }

  /// Both pages of a spread are drawn at once: one that is slow does not keep the other waiting.
  @Test(arguments: [Priority.visible, .prefetch])
  func twoPagesAreDrawnConcurrently(_ first: Priority) async throws {
    let bench = try HostileBench(.hangs)
    let (document, _) = try await bench.open(lanes: .reading)
    let slow = document.draw(drawing, priority: first) { _ in }
    await hostileIsBusy(bench)
    let second = try await document.picture(drawing).get()
    #expect(second.facts.height == 30)
    document.withdraw(slow)
  }

  /// Text is read while a page in sight is drawn for long, if only the other worker is free.
  @Test func prefetchingDoesNotDelayText() async throws {
    let bench = try HostileBench(.hangs)
    let (document, _) = try await bench.open(lanes: .reading)
    document.draw(drawing, priority: .prefetch) { _ in }
    await hostileIsBusy(bench)
    let answer = await withCheckedContinuation { continuation in
      document.send(.pages(0..<3), priority: .visible) { continuation.resume(returning: $0) }
    }
    #expect(answer.pageCount == 3)
  }

  @Test func visiblePagesComeBeforePrefetchedOnes() async throws {
    // Between two steps of a test others may have had the processor for long.
    let bench = try HostileBench(.hangs, deadline: .seconds(600)) {
      $0.withdrawnPatience = .milliseconds(20)
    }
    let (document, _) = try await bench.open()
    let order = Mutex<[String]>([])
    let running = document.draw(drawing) { _ in }
    await hostileIsBusy(bench)
    await withCheckedContinuation { continuation in
      document.draw(drawing, priority: .prefetch) { _ in
        order.withLock { $0.append("ahead") }
        continuation.resume()
      }
      let later = document.draw(drawing, priority: .prefetch) { _ in
        order.withLock { $0.append("turned to") }
      }
      document.change(later, to: .visible)
      document.draw(drawing, priority: .visible) { _ in order.withLock { $0.append("seen") } }
      // All wait for it until here.
      document.withdraw(running)
    }
    #expect(order.withLock { $0 } == ["turned to", "seen", "ahead"])
  }

  @Test func waitingRequestsCanBeWithdrawn() async throws {
    // Between two steps of a test others may have had the processor for long.
    let bench = try HostileBench(.hangs, deadline: .seconds(600)) {
      $0.withdrawnPatience = .milliseconds(20)
      // Withdrawn requests are not the document's fault.
      $0.lossLimit = 1
    }
    let (document, _) = try await bench.open()
    let results = Mutex<[String: WorkerError]>([:])
    @Sendable func note(_ name: String) -> PictureHandler {
      { result in if let error = result.failure { results.withLock { $0[name] = error } } }
    }
    let running = document.draw(drawing, completion: note("running"))
    await hostileIsBusy(bench)
    let waiting = document.draw(drawing, completion: note("waiting"))
    document.withdraw(waiting)
    document.withdraw(running)
    // Comes once the worker that hangs has been ended, long before the deadline.
    let third = try await document.picture(drawing).get()
    #expect(third.facts.width == 20)
    #expect(results.withLock { $0 } == ["running": .cancelled, "waiting": .cancelled])
    let hostile = try #require(bench.hostile)
    #expect(bench.hasEnded(hostile))
    // Withdrawn too late: nothing happens.
    document.withdraw(running)
    #expect(await document.askPages().pageCount == 3)
  }

  @Test func outOfMemoryIsReported() async throws {
    let bench = try HostileBench(.exitsWithoutMemory, every: true)
    let (document, _) = try await bench.open()
    #expect(await document.picture(drawing).failure == .engine(.outOfMemory))
  }

  /// The picture outlives its worker, its document and its pool.
  @Test func picturesOutliveTheirWorkerAndPool() async throws {
    let bench = try HostileBench(.honest)
    let (document, _) = try await bench.open()
    let picture = try await document.picture(drawing).get()
    document.close()
    bench.pool.shutdown()
    #expect(picture.withBytes { $0.count } == 2_400)
    #expect(await document.picture(drawing).failure == .cancelled)
  }
}
