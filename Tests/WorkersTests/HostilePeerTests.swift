import DocumentModel
import Glibc
import Synchronization
import TestSupport
import Testing
import Wire
import Workers

/// A worker compromised by a document: the reader gets an error, and continues with another.
@Suite struct HostilePeerTests {
  static let liars: [HostileAct] = [
    .wildLength, .lengthTooLong, .lengthTooShort, .cutHeader, .giantFrame, .wrongID, .oldID,
    .wrongKind, .unknownKind, .unknownFailure, .count31Bits, .count63Bits, .notANumber, .infinite,
    .morePagesThanAsked, .bytesLeftOver, .outlineWithoutEnd, .sharedTooLong, .sharedAndMore,
    .sharedUnwritten, .sharedShorterThanSaid, .shrinksMemory, .diesInTheMiddle,
  ]

  @Test(arguments: liars) func malformedRepliesCostOneAnswerAndOneWorker(_ act: HostileAct)
    async throws
  {
    try await expect(.nonsense, of: act)
  }

  /// A request is retried once by another worker, whose crash is reported.
  @Test(arguments: [(HostileAct.aborts, SIGABRT), (.exits, 0)])
  func crashesAreReportedWithTheirSignal(
    _ act: HostileAct, _ signal: Int32
  ) async throws {
    let bench = try HostileBench(act, every: true)
    let (document, _) = try await bench.open()
    #expect(await document.askPages().error == .crashed(signal: signal))
  }

  /// The second worker is honest. One that hangs up would live on if it were not killed.
  @Test(arguments: [HostileAct.exits, .aborts, .hangsUp, .emptyFrame])
  func aCrashCostsOnlyAWorker(_ act: HostileAct) async throws {
    let losses = Atomic(0)
    let bench = try HostileBench(act) { $0.onLoss = { losses.add(1, ordering: .relaxed) } }
    let (document, _) = try await bench.open()
    #expect(await document.askPages().pageCount == 3)
    let hostile = try #require(bench.hostile)
    #expect(bench.hasEnded(hostile))
    #expect(losses.load(ordering: .relaxed) == 1)
    bench.pool.shutdown()
    for worker in bench.workers { #expect(HostileBench.isReaped(worker)) }
  }

  @Test func picturesOfAWrongSizeAreRejected() async throws {
    let bench = try HostileBench(.wrongPicture)
    let (document, _) = try await bench.open()
    let answer = await document.picture(PageDrawing(page: 0, width: 3, height: 2))
    #expect(answer.failure == .nonsense)
  }

  /// Its size is sealed: bytes a worker never wrote are there, and 0.
  @Test(arguments: [HostileAct.cutsPicture, .drawsNothing])
  func theMemoryOfAPictureCannotShrink(_ act: HostileAct) async throws {
    let bench = try HostileBench(act)
    let (document, _) = try await bench.open()
    let picture = try await document.picture(PageDrawing(page: 0, width: 300, height: 200)).get()
    #expect(picture.withBytes { $0.count } == 240_000)
    #expect(picture.withBytes { $0.allSatisfy { $0 == 0 } })
  }

  /// Bytes written after the reply have no effect: the pixels stay as they were when they were taken.
  @Test func picturesDoNotChangeAfterTheReply() async throws {
    let bench = try HostileBench(.writesOnPicture)
    let (document, _) = try await bench.open()
    let picture = try await document.picture(PageDrawing(page: 0, width: 500, height: 500)).get()
    let first = picture.withBytes { Array($0) }
    for _ in 0..<50 { #expect(picture.withBytes { $0.elementsEqual(first) }) }
  }

  @Test func picturesOverThePixelLimitAreNotRequested() async throws {
    let bench = try HostileBench(.aborts, every: true) { $0.picturePixels = 100 }
    let (document, _) = try await bench.open()
    let answer = await document.picture(PageDrawing(page: 0, width: 11, height: 10))
    #expect(answer.failure == .engine(.pictureSize))
    #expect(bench.hostile == nil)
  }

  @Test func hangingWorkersTimeOut() async throws {
    try await expect(.timedOut, of: .hangs, deadline: .seconds(1))
  }

  private func expect(
    _ error: WorkerError, of act: HostileAct, deadline: Duration? = nil
  ) async throws {
    let bench = try HostileBench(act)
    let (document, _) = try await bench.open()
    #expect(await document.askPages(deadline: deadline).error == error)
    let hostile = try #require(bench.hostile)
    #expect(bench.hasEnded(hostile))
    #expect(await document.askPages().pageCount == 3)
    bench.pool.shutdown()
    for worker in bench.workers { #expect(HostileBench.isReaped(worker)) }
  }

  /// The first reply is accepted; unsolicited ones are not, and end the worker.
  @Test(arguments: [HostileAct.answersTwice, .answersEndlessly])
  func unsolicitedRepliesEndTheWorker(_ act: HostileAct) async throws {
    let bench = try HostileBench(act)
    let (document, _) = try await bench.open()
    #expect(await document.askPages().pageCount == 3)
    let hostile = try #require(bench.hostile)
    #expect(bench.hasEnded(hostile))
    #expect(await document.askPages().pageCount == 3)
  }

  @Test func noiseOnStandardErrorIsHarmless() async throws {
    let bench = try HostileBench(.floodsError)
    let (document, _) = try await bench.open()
    #expect(await document.askPages().pageCount == 3)
  }

  /// The worker answers a second time only when the reader has closed what came with the first answer.
  @Test func descriptorsSentWithRepliesAreClosed() async throws {
    let bench = try HostileBench(.sendsDescriptors)
    let (document, _) = try await bench.open()
    #expect(await document.askPages().pageCount == 3)
    #expect(await document.askPages().pageCount == 3)
  }

  /// The document itself comes later, by message: here it has the next free number.
  @Test func noDescriptorsOrVariablesAreInherited() async throws {
    setenv("RECTO_SECRET", "1", 1)
    let bench = try HostileBench(.tellsWhatItHas, every: true)
    let (_, summary) = try await bench.open()
    #expect(summary.title == "0 1 2 3 4 5 / HOSTILE_ACT HOSTILE_EVERY HOSTILE_LOG")
  }
}
