import DocumentModel
import Foundation
import Glibc
import Synchronization
import Testing
import Wire
import Workers

/// A pool whose workers misbehave, and what came of it.
private final class Ordeal: Sendable {
  let pool: WorkerPool
  let folder: String

  init(_ behaviour: String, deadline: Duration = .seconds(5)) throws {
    folder = FileManager.default.temporaryDirectory.path + "/recto-peer-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let own = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    var options = WorkerPool.Options(
      executable: URL(fileURLWithPath: own).deletingLastPathComponent().path + "/hostile-worker",
      environment: ["BEHAVIOUR=\(behaviour)", "PIDS=\(folder)", "SWIFT_BACKTRACE=enable=no"])
    options.deadline = deadline
    pool = WorkerPool(options)
  }

  deinit {
    pool.shutdown()
    try? FileManager.default.removeItem(atPath: folder)
  }

  func open() async -> Result<WorkerDocument, WorkerError> {
    let descriptor = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    return await withCheckedContinuation { continuation in
      pool.open(descriptor: descriptor, password: []) { result in
        continuation.resume(returning: result.map(\.0))
      }
    }
  }

  func ask(_ document: WorkerDocument, _ request: Request) async -> Result<Reply, WorkerError> {
    await withCheckedContinuation { continuation in
      document.send(request) { continuation.resume(returning: $0) }
    }
  }

  /// The workers that are still there, dead ones nobody buried among them.
  var living: [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { pid_t($0) }.filter { kill($0, 0) == 0 }
  }
}

@Suite struct HostilePeerTests {
  private static let nonsense = [
    "wild length", "wild shared length", "shared rubbish", "shared and not", "too short",
    "half a header", "another question's", "another kind", "unknown kind",
    "bytes left over", "2³¹ styles", "2³² characters", "NaN", "infinity", "a box beyond all pages",
    "an escape",
    "a C1 control", "a bidi override", "a surrogate", "endless", "a descriptor as a gift",
  ]

  @Test(arguments: nonsense) func nonsenseIsNotBelieved(_ behaviour: String) async throws {
    let ordeal = try Ordeal(behaviour)
    let document = try await ordeal.open().get()
    guard case .failure(.nonsense) = await ordeal.ask(document, .text(page: 0)) else {
      Issue.record("\(behaviour) was believed")
      return
    }
    // Another worker has the document now.
    guard case .success(.text) = await ordeal.ask(document, .text(page: 1)) else {
      Issue.record("nothing goes on after \(behaviour)")
      return
    }
  }

  @Test(arguments: ["death", "a crash", "nothing"])
  func aCrashIsTriedOnceMoreAndThenTold(_ behaviour: String) async throws {
    let ordeal = try Ordeal(behaviour)
    let document = try await ordeal.open().get()
    guard case .failure(.crashed) = await ordeal.ask(document, .text(page: 0)) else {
      Issue.record("\(behaviour) was not told")
      return
    }
    guard case .success(.text) = await ordeal.ask(document, .text(page: 1)) else {
      Issue.record("nothing goes on after \(behaviour)")
      return
    }
  }

  @Test(arguments: ["silence", "spinning"]) func deadlinesEndIt(_ behaviour: String) async throws {
    let ordeal = try Ordeal(behaviour, deadline: .milliseconds(300))
    let document = try await ordeal.open().get()
    guard case .failure(.timedOut) = await ordeal.ask(document, .text(page: 0)) else {
      Issue.record("\(behaviour) went on")
      return
    }
    guard case .success(.text) = await ordeal.ask(document, .text(page: 1)) else {
      Issue.record("nothing goes on after \(behaviour)")
      return
    }
  }

  @Test func aWorkerThatNeverBeginsIsGivenUp() async throws {
    let ordeal = try Ordeal("no beginning", deadline: .milliseconds(300))
    guard case .failure(.timedOut) = await ordeal.open() else {
      Issue.record("it was waited for")
      return
    }
  }

  @Test(arguments: ["an end at once", "rubbish first"])
  func aWorkerThatBeginsBadlyIsAnError(_ behaviour: String) async throws {
    let ordeal = try Ordeal(behaviour)
    guard case .failure = await ordeal.open() else {
      Issue.record("\(behaviour) was taken for a beginning")
      return
    }
  }

  @Test func aPictureOfAnotherSizeIsNonsense() async throws {
    let ordeal = try Ordeal("")
    let document = try await ordeal.open().get()
    let reply = await ordeal.ask(document, .render(page: 1, width: 20, height: 10))
    guard case .failure(.nonsense) = reply else {
      Issue.record("the picture was believed")
      return
    }
  }

  @Test func nobodyIsLeftBehind() async throws {
    let ordeal = try Ordeal("a crash")
    let document = try await ordeal.open().get()
    for _ in 0..<5 { _ = await ordeal.ask(document, .text(page: 0)) }
    _ = await ordeal.ask(document, .text(page: 1))
    #expect(!ordeal.living.isEmpty)
    ordeal.pool.shutdown()
    #expect(ordeal.living.isEmpty)
  }
}
