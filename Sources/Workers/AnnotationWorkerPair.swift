package import DocumentModel
import Wire

/// Two workers that hold a document's bytes and append annotations: one builds an update, the other verifies it. Neither touches the disk.
///
/// A document that has compromised one of them has not compromised the other: an update is verified by a worker that has read only that file
/// and its updates. Both stay for the next edits of the same bytes, which they know already.
package final class AnnotationWorkerPair: Sendable {
  private let pool: WorkerPool
  private let makers: UInt64
  private let verifiers: UInt64

  /// For a piece of work, of the processor's time; big files and many edits take longer.
  package static let patience = Duration.seconds(30)

  init(_ pool: WorkerPool, makers: UInt64, verifiers: UInt64) {
    self.pool = pool
    self.makers = makers
    self.verifiers = verifiers
  }

  deinit { close() }

  /// Requests the bytes to append to the base: a complete incremental update that ends with `%%EOF`. The handler is called once, on the pool's
  /// thread.
  ///
  /// `isCopy`: they make another file, which no certification of this one covers.
  package func section(
    _ edits: SectionEdits, isCopy: Bool = false, deadline: Duration = patience,
    completion: @escaping @Sendable (Result<[UInt8], AnnotationTrouble>) -> Void
  ) {
    perform(
      [], edits, isCopy: isCopy, on: makers, deadline, Request.section, Self.bytes, completion)
  }

  /// Has the builder read the base around expected edits.
  package func prepareSection(_ edits: SectionEdits) {
    perform(
      [], edits, looksTwice: false, on: makers, Self.patience, Request.readBase, Self.isRead
    ) { _ in }
  }

  /// Has the verifier read the pages of the base that poppler will check for these edits.
  ///
  /// With some documents poppler never ends: the deadline, in processor time, detects that and costs one worker.
  package func readBase(
    for edits: SectionEdits, deadline: Duration,
    completion: @escaping @Sendable (Result<Void, AnnotationTrouble>) -> Void
  ) {
    perform([], edits, on: verifiers, deadline, Request.readBase, Self.isRead, completion)
  }

  private static func isRead(_ reply: Reply) -> Void? {
    if case .baseRead = reply { () } else { nil }
  }

  /// Verifies that base and update form a document with these edits, and otherwise equal the base.
  ///
  /// `looksTwice` asks poppler as well as libqpdf; the reply says whether poppler could read it.
  package func verify(
    _ section: [UInt8], _ edits: SectionEdits, looksTwice: Bool = true,
    deadline: Duration = patience,
    completion: @escaping @Sendable (Result<Bool, AnnotationTrouble>) -> Void
  ) {
    perform(
      section, edits, looksTwice: looksTwice, on: verifiers, deadline, Request.verifySection,
      { if case .sectionVerified(let isSeenTwice) = $0 { isSeenTwice } else { nil } }, completion)
  }

  /// Repairs a damaged base: returns the bytes of the whole new file.
  package func repair(
    deadline: Duration = patience,
    completion: @escaping @Sendable (Result<[UInt8], AnnotationTrouble>) -> Void
  ) {
    send(job(.repair, deadline, Self.bytes, completion), to: makers, completion)
  }

  /// Ends its workers; what waits is cancelled.
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

/// Why a section was not made, or not verified.
package enum AnnotationTrouble: Error, Sendable, Hashable {
  /// The document does not permit it, or the result was wrong.
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
    behind base: AnnotationBase, patience: Duration = AnnotationWorkerPair.patience
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
