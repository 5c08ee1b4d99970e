package import DocumentModel
import Wire

/// One worker at a time that reads files for the index, one after the other, each in portions.
///
/// A compromised worker could lie about later files: a file that may be somebody else's gets its own worker, and the user's files share one for
/// `WorkerPool.Options.filesPerWorker` of them. A worker that failed over a file, or has grown, is replaced.
package final class IndexService: Sendable {
  private let pool: WorkerPool
  private let number: UInt64

  package typealias Handler = @Sendable (Result<IndexedPortion, WorkerError>) -> Void

  init(_ pool: WorkerPool, _ number: UInt64) {
    self.pool = pool
    self.number = number
  }

  deinit { close() }

  /// Starts a file and takes over the descriptor. The handler is called once, on the pool's thread, with the first portion.
  ///
  /// `deadline` is the time a worker may take. A file that crashes its worker is tried once more by another.
  package func read(
    _ details: IndexingRequest, of descriptor: Int32, isForeign: Bool, deadline: Duration? = nil,
    completion: @escaping Handler
  ) {
    send(.index(details), BorrowedFile(descriptor), isForeign, deadline, completion)
  }

  /// Reads on in the file that was begun last.
  package func readOn(deadline: Duration? = nil, completion: @escaping Handler) {
    send(.indexOn, nil, false, deadline, completion)
  }

  private func send(
    _ request: Request, _ file: BorrowedFile?, _ isForeign: Bool, _ deadline: Duration?,
    _ completion: @escaping Handler
  ) {
    pool.send(
      request, to: number, file: file, isForeign: isForeign, priority: .background,
      deadline: deadline, completion
    ) {
      if case .indexed(let portion) = $0 { portion } else { nil }
    }
  }

  /// Ends its worker; what waits is cancelled.
  package func close() { pool.close(number) }
}

extension WorkerPool {
  /// Returns a service whose worker starts with the first request and runs at low priority.
  package func indexService(kit: WorkerKit = .pages) -> IndexService {
    let id = newID()
    _ = perform { $0.openService(kit: kit, lanes: .equal(1), isInBackground: true, id: id) }
    return IndexService(self, id)
  }
}
