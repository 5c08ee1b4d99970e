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

  deinit { pool.close(number) }

  /// Detects the MIME type of a file; takes over the descriptor. The handler is called once, on the pool's thread.
  package func type(
    of descriptor: Int32, name: String, deadline: Duration? = nil, completion: @escaping Handler
  ) {
    pool.send(
      .contentType(name: name), to: number, file: BorrowedFile(descriptor), deadline: deadline,
      completion
    ) {
      if case .contentType(let type) = $0 { type } else { nil }
    }
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
