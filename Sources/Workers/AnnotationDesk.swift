package import DocumentModel
import Wire

/// Two workers that write annotations: one makes the bytes of a section, the other sees whether they are what was wanted. Neither touches
/// the disk.
///
/// A document that has taken one of them over has not taken the other: what was made of one file is verified by a worker that has read
/// only that file and its section. They are ended after each piece of work.
package final class AnnotationDesk: Sendable {
  private let pool: WorkerPool
  private let makers: UInt64
  private let verifiers: UInt64

  /// For a piece of work; big files and many edits take longer.
  package static let patience = Duration.seconds(30)

  init(_ pool: WorkerPool, makers: UInt64, verifiers: UInt64) {
    self.pool = pool
    self.makers = makers
    self.verifiers = verifiers
  }

  deinit { close() }

  /// The bytes to be put behind a base: a whole incremental update that ends with `%%EOF`. The handler is called once, on the pool's thread.
  package func section(
    behind base: AnnotationBase, _ edits: SectionEdits, deadline: Duration = patience,
    completion: @escaping @Sendable (Result<[UInt8], AnnotationTrouble>) -> Void
  ) {
    perform(base, [], edits, on: makers, deadline, Request.section, Self.bytes, completion)
  }

  /// Whether base and section are a document that has these edits, and is otherwise as the base is.
  package func verify(
    _ section: [UInt8], behind base: AnnotationBase, _ edits: SectionEdits,
    deadline: Duration = patience,
    completion: @escaping @Sendable (Result<Void, AnnotationTrouble>) -> Void
  ) {
    perform(
      base, section, edits, on: verifiers, deadline, Request.verifySection,
      { if case .sectionVerified = $0 { () } else { nil } }, completion)
  }

  /// A damaged document written anew: the bytes of the whole new file.
  package func repair(
    _ base: AnnotationBase, deadline: Duration = patience,
    completion: @escaping @Sendable (Result<[UInt8], AnnotationTrouble>) -> Void
  ) {
    perform(base, [], SectionEdits(), on: makers, deadline, Request.repair, Self.bytes, completion)
  }

  /// Ends its workers; what waits is cancelled.
  package func close() {
    let numbers = [makers, verifiers]
    _ = pool.perform { loop in for number in numbers { loop.close(number) } }
  }

  private static func bytes(_ reply: Reply) -> [UInt8]? {
    if case .section(let bytes) = reply { bytes } else { nil }
  }

  private func perform<Value>(
    _ base: AnnotationBase, _ section: [UInt8], _ edits: SectionEdits, on desk: UInt64,
    _ deadline: Duration, _ request: (AnnotationWork) -> Request,
    _ value: @escaping @Sendable (Reply) -> Value?,
    _ completion: @escaping @Sendable (Result<Value, AnnotationTrouble>) -> Void
  ) {
    let list = edits.isEmpty ? [] : AnnotationEdits.encoded(edits)
    guard base.count <= Limit.annotatedFile, section.count <= Limit.shared,
      list.count <= Limit.shared, edits.count <= Limit.edits
    else {
      completion(.failure(.refused(.tooLarge)))
      return
    }
    let work = AnnotationWork(
      password: base.password, baseCount: base.count, sectionCount: section.count,
      editsCount: list.count)
    let memory: LentFile
    do throws(WorkerError) {
      memory = try base.memory(with: section + list)
    } catch {
      completion(.failure(.worker(error)))
      return
    }
    var job = Job(
      id: pool.newID(), request: request(work), priority: .normal, deadline: deadline
    ) { result in
      completion(
        result.mapError { .worker($0) }.flatMap { answer in
          if case .annotationRefused(let obstacle) = answer.reply {
            return .failure(.refused(obstacle))
          }
          return value(answer.reply).map { .success($0) } ?? .failure(.worker(.nonsense))
        })
    }
    job.file = memory
    let sent = job
    if !pool.perform({ $0.add(sent, to: desk) }) { completion(.failure(.worker(.cancelled))) }
  }
}

/// Why a section was not made, or not verified.
package enum AnnotationTrouble: Error, Sendable, Hashable {
  /// The document does not take it, or what was made was not what was wanted.
  case refused(AnnotationObstacle)
  case worker(WorkerError)

  /// What a person is told of it.
  package var obstacle: AnnotationObstacle {
    switch self {
    case .refused(let obstacle): obstacle
    case .worker(.engine(.tooLarge)), .worker(.engine(.outOfMemory)): .tooLarge
    case .worker: .failed
    }
  }
}

extension WorkerPool {
  package func annotationDesk() -> AnnotationDesk {
    let (makers, verifiers) = (newID(), newID())
    _ = perform { loop in
      for id in [makers, verifiers] {
        loop.openDesk(kit: .pages, lanes: .equal(1), isInBackground: false, id: id)
      }
    }
    return AnnotationDesk(self, makers: makers, verifiers: verifiers)
  }
}
