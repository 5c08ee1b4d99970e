package import DocumentModel
import Wire

package typealias PictureHandler = @Sendable (Result<PagePicture, WorkerError>) -> Void

/// Something asked of a document, by which it can be taken back.
package struct RequestHandle: Sendable, Hashable {
  let id: UInt64
}

extension WorkerDocument {
  /// Has a page drawn; the handler is called once, on the pool's thread.
  ///
  /// Pages that are seen are drawn before those that may be, and by a second worker while the first is busy. `deadline` is the time
  /// the drawing itself may take; without one that of the pool, or a shorter one for what is only prefetched. `timedOut` then means
  /// that the page is too slow: asked again with a longer one it may come.
  @discardableResult
  package func draw(
    _ drawing: PageDrawing, priority: Priority = .visible, deadline: Duration? = nil,
    completion: @escaping PictureHandler
  ) -> RequestHandle {
    let isPossible = drawing.isWithin(pixels: pool.options.picturePixels)
    return submit(
      .draw(drawing), priority, deadline, refusal: isPossible ? nil : .engine(.pictureSize),
      completion)
  }

  /// Gets the small picture the document carries of a page; `engine(.notFound)` where there is none, as in most documents.
  @discardableResult
  package func thumbnail(
    page: Int, priority: Priority = .normal, completion: @escaping PictureHandler
  ) -> RequestHandle {
    submit(.thumbnail(page: page), priority, nil, refusal: nil, completion)
  }

  private func submit(
    _ request: Request, _ priority: Priority, _ deadline: Duration?, refusal: WorkerError?,
    _ completion: @escaping PictureHandler
  ) -> RequestHandle {
    let options = pool.options
    let usual = priority == .prefetch ? options.prefetchDeadline : options.deadline
    let job = Job(
      id: pool.newID(), request: request, priority: priority, deadline: deadline ?? usual
    ) { result in
      completion(
        result.flatMap { answer in
          answer.picture.map { .success($0) } ?? .failure(.nonsense)
        })
    }
    let number = number
    let isTaken = pool.perform { loop in
      if let refusal { completion(.failure(refusal)) } else { loop.add(job, to: number) }
    }
    if !isTaken { completion(.failure(.cancelled)) }
    return RequestHandle(id: job.id)
  }

  /// Takes a handle back: its handler is told `cancelled` at once, unless it was answered already. What is being drawn for it may be
  /// ended for a while (`withdrawnPatience`); then its worker goes, for poppler cannot be stopped.
  package func withdraw(_ handle: RequestHandle) {
    let number = number
    _ = pool.perform { $0.withdraw(handle.id, from: number) }
  }

  /// Makes a handle that still waits more or less urgent, as when a prefetched page is turned to.
  package func change(_ handle: RequestHandle, to priority: Priority) {
    let number = number
    _ = pool.perform { $0.change(handle.id, of: number, to: priority) }
  }
}
