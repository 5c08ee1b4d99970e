package import DocumentModel
import Wire

/// A worker that reads one archive, in portions; it ends with the service.
package final class ArchiveService: Sendable {
  private let pool: WorkerPool
  private let number: UInt64

  package typealias Handler = @Sendable (Result<ArchivePortion, WorkerError>) -> Void

  init(_ pool: WorkerPool, _ number: UInt64) {
    self.pool = pool
    self.number = number
  }

  deinit { pool.close(number) }

  /// Reads an archive's first portion and takes over the descriptor. The handler is called once, on the pool's thread.
  package func read(
    _ descriptor: Int32, name: String, namesOnly: Bool, completion: @escaping Handler
  ) {
    send(
      .readArchive(name: name, namesOnly: namesOnly), BorrowedFile(descriptor), completion)
  }

  /// Reads the next portion.
  package func readOn(completion: @escaping Handler) { send(.readArchiveOn, nil, completion) }

  private func send(
    _ request: Request, _ file: BorrowedFile?, _ completion: @escaping Handler
  ) {
    pool.send(request, to: number, file: file, isForeign: true, completion) {
      if case .archive(let portion) = $0 { portion } else { nil }
    }
  }
}

extension WorkerPool {
  /// Returns a service whose worker starts with the first request.
  package func archiveService() -> ArchiveService {
    let id = newID()
    _ = perform { $0.openService(kit: .pages, lanes: .equal(1), isInBackground: false, id: id) }
    return ArchiveService(self, id)
  }
}
