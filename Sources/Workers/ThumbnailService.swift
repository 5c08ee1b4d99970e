package import DocumentModel
import Wire

package typealias ThumbnailHandler = @Sendable (Result<Thumbnail, WorkerError>) -> Void

/// Workers that make thumbnails of one file after the other, so that not each file costs the start of a process.
///
/// One that a file has taken over could lie about those that come after it, and see them: workers are shared as at an `IndexService`. One that has
/// failed over a file, or has grown, is replaced.
package final class ThumbnailService: Sendable {
  private let pool: WorkerPool
  private let number: UInt64

  init(_ pool: WorkerPool, _ number: UInt64) {
    self.pool = pool
    self.number = number
  }

  deinit { close() }

  /// Requests a thumbnail of a file; takes over the descriptor. The handler is called once, on the pool's thread.
  ///
  /// `deadline` is the time one worker may take. A file that crashes its worker is tried by one other.
  package func make(
    _ details: ThumbnailRequest, of descriptor: Int32, isForeign: Bool,
    priority: Priority = .normal,
    deadline: Duration? = nil, completion: @escaping ThumbnailHandler
  ) {
    pool.send(
      .makeThumbnail(details), to: number, file: BorrowedFile(descriptor), isForeign: isForeign,
      priority: priority, deadline: deadline, completion
    ) {
      if case .thumbnailMade(let thumbnail) = $0 { thumbnail } else { nil }
    }
  }

  /// Ends its workers; what waits is cancelled.
  package func close() { pool.close(number) }
}

extension WorkerPool {
  /// Returns a service with this many workers, which start on demand.
  ///
  /// In the background they run at low priority.
  package func thumbnailService(
    workers: Int = 1, kit: WorkerKit = .pages, isInBackground: Bool = false
  ) -> ThumbnailService {
    let id = newID()
    _ = perform {
      $0.openService(kit: kit, lanes: .equal(workers), isInBackground: isInBackground, id: id)
    }
    return ThumbnailService(self, id)
  }
}
