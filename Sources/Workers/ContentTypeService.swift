import DocumentModel
import Wire

/// One worker that detects types of files by their first bytes, one file after the other.
///
/// They share it, since a compromised one could only report wrong types.
package final class ContentTypeService: Sendable {
  private let pool: WorkerPool
  private let number: UInt64

  package typealias Handler = @Sendable (Result<String, WorkerError>) -> Void

  init(_ pool: WorkerPool, _ number: UInt64) {
    self.pool = pool
    self.number = number
  }

  deinit {
    let number = number
    _ = pool.perform { $0.close(number) }
  }

  /// Detects the MIME type of a file; takes over the descriptor. The handler is called once, on the pool's thread.
  package func type(
    of descriptor: Int32, name: String, deadline: Duration? = nil, completion: @escaping Handler
  ) {
    var job = Job(
      id: pool.newID(), request: .contentType(name: name), priority: .normal,
      deadline: deadline ?? pool.options.deadline
    ) { result in
      completion(
        result.flatMap { answer in
          guard case .contentType(let type) = answer.reply else { return .failure(.nonsense) }
          return .success(type)
        })
    }
    job.file = BorrowedFile(descriptor)
    let (number, sent) = (number, job)
    if !pool.perform({ $0.add(sent, to: number) }) { completion(.failure(.cancelled)) }
  }
}

extension WorkerPool {
  /// Returns a service whose worker starts with the first request.
  package func contentTypeService() -> ContentTypeService {
    let id = newID()
    _ = perform {
      $0.openService(kit: .contentTypes, lanes: .equal(1), isInBackground: false, id: id)
    }
    return ContentTypeService(self, id)
  }
}
