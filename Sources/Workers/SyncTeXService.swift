package import DocumentModel
import Wire

/// A worker that reads the SyncTeX files of one document; it ends with the service.
package final class SyncTeXService: Sendable {
  private let pool: WorkerPool
  private let number: UInt64

  package typealias Handler = @Sendable (Result<SyncTeXAnswer, WorkerError>) -> Void

  init(_ pool: WorkerPool, _ number: UInt64) {
    self.pool = pool
    self.number = number
  }

  deinit { pool.close(number) }

  /// Asks about a file and takes over its descriptor. The handler is called once, on the pool's thread.
  package func ask(
    _ question: SyncTeXQuestion, _ descriptor: Int32, completion: @escaping Handler
  ) {
    pool.send(
      .syncTeX(question), to: number, file: BorrowedFile(descriptor), priority: .visible,
      completion
    ) {
      if case .syncTeX(let answer) = $0 { answer } else { nil }
    }
  }
}

extension WorkerPool {
  /// Returns a service whose worker starts with the first question.
  package func syncTeXService() -> SyncTeXService {
    let id = newID()
    _ = perform { $0.openService(kit: .pages, lanes: .equal(1), isInBackground: false, id: id) }
    return SyncTeXService(self, id)
  }
}
