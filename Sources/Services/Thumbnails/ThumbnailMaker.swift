import Dispatch
package import DocumentModel
import Files
import Glibc
package import Pictures
import Platform
import Synchronization
package import Thumbnails
package import Wire
package import Workers

/// Makes thumbnails: takes them from the cache shared by all programs, or has a worker draw them and stores them there.
///
/// Reads from the disk on the caller's thread; compresses and writes pixels on its own queue.
package final class ThumbnailMaker: Sendable {
  /// The reason why there is no thumbnail.
  package enum Failure: Error, Sendable, Hashable {
    /// The file cannot be opened or is not a regular file.
    case unreadable
    /// The file needs a password; it is tried again in the next run of the program.
    case encrypted
    /// The file's type is not supported; the failure is stored like `hopeless`.
    case unknownKind
    /// The file cannot be drawn, for the engine's reason if it gave one; the failure is stored until the file changes.
    case hopeless(EngineFailure? = nil)
    /// A stored failure, `hopeless`, `unknownKind` or a time-out; the file was not tried again.
    case knownHopeless
    /// No worker could be started, or the drawing was cancelled, timed out or ran out of memory.
    case givenUp(WorkerError)
  }

  /// A finished thumbnail.
  package struct Made: Sendable {
    var source: ThumbnailSource
    /// The pixels, nil if they were not requested and did not have to be drawn.
    package var bitmap: Bitmap?
    /// The path in the cache, nil if it is not stored.
    package var file: String?
    /// The error that prevented storing it, nil if none.
    package var unkept: ThumbnailError?
  }

  package typealias Answer = @Sendable (Result<Made, Failure>) -> Void

  let cache: ThumbnailCache
  private let pool: WorkerPool
  private let service: ThumbnailService
  /// Workers with more libraries, by those; started when first needed.
  private let others = Mutex<[WorkerKit: ThumbnailService]>([:])
  private let queue = DispatchQueue(label: "recto.thumbnail-files", attributes: .concurrent)

  private let deadline: Duration
  private let isInBackground: Bool
  private let origin = FileOrigin()

  /// A drawing that takes longer than `deadline` is treated as endless; with `isInBackground` the workers run at low priority.
  package init(
    cache: ThumbnailCache, pool: WorkerPool, workers: Int, deadline: Duration = .seconds(2),
    isInBackground: Bool = false
  ) {
    self.cache = cache
    self.pool = pool
    self.deadline = deadline
    self.isInBackground = isInBackground
    service = pool.thumbnailService(workers: workers, isInBackground: isInBackground)
  }

  /// Makes the thumbnail of a file; calls `answer` once, on any thread.
  ///
  /// With `needsPixels` a cached thumbnail is decoded. A stored failure is returned unless `triesAgain` is set.
  package func make(
    _ path: String, _ size: ThumbnailSize, needsPixels: Bool, triesAgain: Bool = false,
    answer: @escaping Answer
  ) {
    guard let source = ThumbnailSource(path) else { return answer(.failure(.unreadable)) }
    switch cache.find(source, size) {
    case .failed where !triesAgain: answer(.failure(.knownHopeless))
    case .kept(let kept) where kept.size == size && !needsPixels:
      answer(.success(Made(source: source, file: kept.path)))
    case .kept(let kept): take(kept, source, size, answer)
    case .failed, .nothing: draw(source, size, answer)
    }
  }

  /// Lets a worker decode a cached thumbnail, since another program may have written it; draws the file if that fails.
  private func take(
    _ kept: ThumbnailCache.Kept, _ source: ThumbnailSource, _ size: ThumbnailSize,
    _ answer: @escaping Answer
  ) {
    let descriptor = SystemPath.open(kept.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return draw(source, size, answer) }
    // The file is not foreign: it is in the user's own cache, where only the user can write.
    service.make(
      ThumbnailRequest(name: kept.path, largest: size.side, smallest: 1), of: descriptor,
      isForeign: false
    ) { [self] result in
      guard case .success(let thumbnail) = result else { return draw(source, size, answer) }
      queue.async { [self] in
        // Stores a thumbnail scaled down from a larger one in its own size too, so that the next lookup is fast.
        if kept.size != size { return keep(thumbnail, source, size, answer) }
        answer(
          .success(Made(source: source, bitmap: Bitmap(thumbnail), file: kept.path)))
      }
    }
  }

  private func draw(
    _ source: ThumbnailSource, _ size: ThumbnailSize, _ answer: @escaping Answer
  ) {
    let request = ThumbnailRequest(name: DocumentFile.name(source.path), largest: size.side)
    ask(service, request, source) { [self] result in
      if case .failure(.engine(let failure)) = result, let kit = WorkerKit(after: failure) {
        ask(other(kit), request, source) { [self] in drawn($0, source, size, answer) }
      } else {
        drawn(result, source, size, answer)
      }
    }
  }

  private func other(_ kit: WorkerKit) -> ThumbnailService {
    others.withLock { services in
      let service =
        services[kit] ?? pool.thumbnailService(kit: kit, isInBackground: isInBackground)
      services[kit] = service
      return service
    }
  }

  private func ask(
    _ service: ThumbnailService, _ request: ThumbnailRequest, _ source: ThumbnailSource,
    _ completion: @escaping ThumbnailHandler
  ) {
    guard case .success(let descriptor) = DocumentFile.open(source.path, takesPipes: false) else {
      return completion(.failure(.engine(.unreadable)))
    }
    service.make(
      request, of: descriptor, isForeign: origin.isForeign(descriptor), deadline: deadline,
      completion: completion)
  }

  private func drawn(
    _ result: Result<Thumbnail, WorkerError>, _ source: ThumbnailSource, _ size: ThumbnailSize,
    _ answer: @escaping Answer
  ) {
    queue.async { [self] in
      switch result {
      case .success(let thumbnail): keep(thumbnail, source, size, answer)
      case .failure(let error):
        let failure = Self.failure(error)
        switch failure {
        case .hopeless, .unknownKind: try? cache.keepFailure(of: source)
        case .givenUp(.timedOut):
          // Most such drawings never end, but the machine may have been busy: the failure expires after a day.
          try? cache.keepFailure(of: source, until: Int64(time(nil)) + ThumbnailCache.day)
        default: break
        }
        answer(.failure(failure))
      }
    }
  }

  private static func failure(_ error: WorkerError) -> Failure {
    switch error {
    case .engine(let failure) where failure.isEncryption: .encrypted
    case .engine(.unreadable): .unreadable
    case .engine(.notADocument): .unknownKind
    // There may be enough time or memory in a later run.
    case .cannotStart, .cancelled, .timedOut, .engine(.outOfMemory): .givenUp(error)
    case .engine(let failure): .hopeless(failure)
    case .crashed, .nonsense, .recognizerEnded, .modelsUnusable: .hopeless()
    }
  }

  /// Stores a drawn thumbnail and answers; the answer contains the image even if it cannot be stored.
  private func keep(
    _ thumbnail: Thumbnail, _ source: ThumbnailSource, _ size: ThumbnailSize, _ answer: Answer
  ) {
    var made = Made(source: source, bitmap: Bitmap(thumbnail))
    thumbnail.pixels.withUnsafeBytes { pixels in
      do throws(ThumbnailError) {
        made.file = try cache.keep(
          thumbnail.facts, pixels, of: source, size,
          mimeType: ContentTypes.of(PathParts.name(of: source.path)),
          pageCount: thumbnail.pageCount)
      } catch {
        made.unkept = error
      }
    }
    answer(.success(made))
  }
}

extension Bitmap {
  /// Copies a thumbnail's pixels.
  package init?(_ thumbnail: Thumbnail) {
    self.init(
      width: thumbnail.facts.width, height: thumbnail.facts.height,
      stride: thumbnail.facts.stride, layout: .xrgb32, bytes: thumbnail.pixels)
  }
}
