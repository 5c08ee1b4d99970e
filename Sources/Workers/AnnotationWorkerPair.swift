package import DocumentModel
import Wire

/// Appends annotations to a document's bytes with two workers: one builds an update, the other verifies it. Neither writes to the disk.
///
/// If a document compromises the builder, the verifier is still sound: it has read only the file and its updates. Both workers are kept
/// for the next edits of the same bytes, so that they need not read them again.
package final class AnnotationWorkerPair: Sendable {
  private let pool: WorkerPool
  private let makers: UInt64
  private let verifiers: UInt64

  /// The processor time allowed for a request; large files and many edits get more.
  package static let patience = Duration.seconds(30)

  init(_ pool: WorkerPool, makers: UInt64, verifiers: UInt64) {
    self.pool = pool
    self.makers = makers
    self.verifiers = verifiers
  }

  deinit { close() }

  /// Requests the bytes to append to the base: a complete incremental update that ends with `%%EOF`. The handler is called once, on the
  /// pool's thread.
  ///
  /// `isCopy` says that the update is for another file, which no certification of this file covers.
  package func section(
    _ edits: SectionEdits, isCopy: Bool = false, deadline: Duration = patience,
    completion: @escaping @Sendable (Result<[UInt8], AnnotationTrouble>) -> Void
  ) {
    perform(
      [], edits, isCopy: isCopy, on: makers, deadline, Request.section, Self.bytes, completion)
  }

  /// Has the builder read the parts of the base that the expected edits concern.
  package func prepareSection(_ edits: SectionEdits) {
    perform(
      [], edits, looksTwice: false, on: makers, Self.patience, Request.readBase, Self.isRead
    ) { _ in }
  }

  /// Has the verifier read the pages of the base that poppler will check for these edits.
  ///
  /// Poppler never finishes some documents: the deadline, in processor time, detects that and costs one worker.
  package func readBase(
    for edits: SectionEdits, deadline: Duration,
    completion: @escaping @Sendable (Result<Void, AnnotationTrouble>) -> Void
  ) {
    perform([], edits, on: verifiers, deadline, Request.readBase, Self.isRead, completion)
  }

  private static func isRead(_ reply: Reply) -> Void? {
    if case .baseRead = reply { () } else { nil }
  }

  /// Verifies that base and update together are a document that has these edits and otherwise equals the base.
  ///
  /// With `looksTwice`, poppler verifies as well as libqpdf; the result says whether poppler could read the document.
  package func verify(
    _ section: [UInt8], _ edits: SectionEdits, looksTwice: Bool = true,
    deadline: Duration = patience,
    completion: @escaping @Sendable (Result<Bool, AnnotationTrouble>) -> Void
  ) {
    perform(
      section, edits, looksTwice: looksTwice, on: verifiers, deadline, Request.verifySection,
      { if case .sectionVerified(let isSeenTwice) = $0 { isSeenTwice } else { nil } }, completion)
  }

  /// Repairs a damaged base; the result is the bytes of the whole new file.
  package func repair(
    deadline: Duration = patience,
    completion: @escaping @Sendable (Result<[UInt8], AnnotationTrouble>) -> Void
  ) {
    send(job(.repair, deadline, Self.bytes, completion), to: makers, completion)
  }

  /// Ends both workers and cancels their pending requests.
  package func close() {
    for number in [makers, verifiers] { pool.close(number) }
  }

  private static func bytes(_ reply: Reply) -> [UInt8]? {
    if case .section(let bytes) = reply { bytes } else { nil }
  }

  private func perform<Value>(
    _ section: [UInt8], _ edits: SectionEdits, isCopy: Bool = false, looksTwice: Bool = true,
    on pair: UInt64, _ deadline: Duration,
    _ request: (AnnotationWork) -> Request, _ value: @escaping @Sendable (Reply) -> Value?,
    _ completion: @escaping @Sendable (Result<Value, AnnotationTrouble>) -> Void
  ) {
    let list = AnnotationPatches.encoded(edits)
    guard section.count <= Limit.shared, list.count <= Limit.shared, edits.count <= Limit.edits
    else {
      completion(.failure(.refused(.tooLarge)))
      return
    }
    let work = AnnotationWork(
      sectionCount: section.count, editsCount: list.count, isCopy: isCopy, looksTwice: looksTwice)
    var job = job(request(work), deadline, value, completion)
    do throws(WorkerError) {
      job.file = try AnnotationBase(section).memory(with: list)
    } catch {
      completion(.failure(.worker(error)))
      return
    }
    send(job, to: pair, completion)
  }

  private func job<Value>(
    _ request: Request, _ deadline: Duration, _ value: @escaping @Sendable (Reply) -> Value?,
    _ completion: @escaping @Sendable (Result<Value, AnnotationTrouble>) -> Void
  ) -> Job {
    var job = Job(
      id: pool.newID(), request: request, priority: .normal, deadline: deadline
    ) { result in
      completion(
        result.mapError { .worker($0) }.flatMap { answer in
          if case .annotationRefused(let obstacle) = answer.reply {
            return .failure(.refused(obstacle))
          }
          return value(answer.reply).map { .success($0) } ?? .failure(.worker(.nonsense))
        })
    }
    job.isTimedByWork = true
    return job
  }

  private func send<Value>(
    _ job: Job, to pair: UInt64,
    _ completion: @escaping @Sendable (Result<Value, AnnotationTrouble>) -> Void
  ) {
    if !pool.perform({ $0.add(job, to: pair) }) { completion(.failure(.worker(.cancelled))) }
  }
}

/// Why an update was not built, or not verified.
package enum AnnotationTrouble: Error, Sendable, Hashable {
  /// The document does not permit the update, or the update failed verification.
  case refused(SaveBlocker)
  case worker(WorkerError)

  /// The reason shown to the user.
  package var obstacle: SaveBlocker {
    switch self {
    case .refused(let obstacle): obstacle
    case .worker(.engine(.tooLarge)), .worker(.engine(.outOfMemory)): .tooLarge
    case .worker: .failed
    }
  }
}

extension WorkerPool {
  /// Returns a worker pair for a base; both workers start and read the base at once, so that the first edit need not wait.
  package func annotationWorkerPair(
    after base: AnnotationBase, patience: Duration = AnnotationWorkerPair.patience
  ) throws(AnnotationTrouble) -> AnnotationWorkerPair {
    guard base.count <= Limit.annotatedFile else { throw .refused(.tooLarge) }
    guard base.count > 0 else { throw .refused(.damaged) }
    let memory: BorrowedFile
    do throws(WorkerError) { memory = try base.memory() } catch { throw .worker(error) }
    let (makers, verifiers) = (newID(), newID())
    let holding = Request.annotationBase(password: base.password, count: base.count)
    _ = perform { loop in
      for id in [makers, verifiers] { loop.openBase(memory, holding, patience, id: id) }
    }
    return AnnotationWorkerPair(self, makers: makers, verifiers: verifiers)
  }
}
