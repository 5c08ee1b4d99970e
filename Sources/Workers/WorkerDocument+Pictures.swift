package import DocumentModel
import Wire

package typealias PictureHandler = @Sendable (Result<PagePicture, WorkerError>) -> Void

/// Identifies a request about a document, so that it can be withdrawn.
package struct RequestHandle: Sendable, Hashable {
  let id: UInt64
}

extension WorkerDocument {
  /// Requests a drawing of a page; the handler is called once, on the pool's thread.
  ///
  /// Visible pages are drawn before prefetched ones, and by a second worker while the first is busy. `deadline` is the time the
  /// drawing itself may take; by default the pool's, or a shorter one for prefetching. `timedOut` then means that the page is too
  /// slow: a longer deadline may succeed.
  @discardableResult
  package func draw(
    _ drawing: PageDrawing, priority: Priority = .visible, deadline: Duration? = nil,
    completion: @escaping PictureHandler
  ) -> RequestHandle {
    submit(.draw(drawing), priority, deadline, refusal: refusal(of: drawing)) { answer in
      completion(Self.picture(answer))
    }
  }

  /// Requests a drawing of a page, as the memory that it lies in, to which nothing can write any more.
  @discardableResult
  func drawMemory(
    _ drawing: PageDrawing, priority: Priority,
    completion: @escaping @Sendable (Result<(PictureMemory, PictureFacts), WorkerError>) -> Void
  ) -> RequestHandle {
    submit(.draw(drawing), priority, pool.options.deadline, refusal: refusal(of: drawing)) {
      completion(
        $0.flatMap { answer in
          guard let memory = answer.memory, memory.isSealed, let facts = answer.picture?.facts
          else { return .failure(.nonsense) }
          return .success((memory, facts))
        })
    }
  }

  private func refusal(of drawing: PageDrawing) -> WorkerError? {
    drawing.isWithin(pixels: pool.options.picturePixels) ? nil : .engine(.pictureSize)
  }

  private static func picture(
    _ answer: Result<Answered, WorkerError>
  ) -> Result<PagePicture, WorkerError> {
    answer.flatMap { $0.picture.map { .success($0) } ?? .failure(.nonsense) }
  }

  private func submit(
    _ request: Request, _ priority: Priority, _ deadline: Duration?, refusal: WorkerError?,
    _ completion: @escaping AnswerHandler
  ) -> RequestHandle {
    let options = pool.options
    let usual = priority == .prefetch ? options.prefetchDeadline : options.deadline
    let job = Job(
      id: pool.newID(), request: request, priority: priority, deadline: deadline ?? usual,
      handler: completion)
    let number = number
    let isTaken = pool.perform { loop in
      if let refusal { completion(.failure(refusal)) } else { loop.add(job, to: number) }
    }
    if !isTaken { completion(.failure(.cancelled)) }
    return RequestHandle(id: job.id)
  }

  /// Withdraws a request: its handler gets `cancelled` at once, unless it was answered already. A drawing in progress may finish
  /// within `withdrawnPatience`; after that its worker ends, for poppler cannot be interrupted.
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
