import Dispatch
import DocumentModel
import Files
import Glibc
import Pictures
import Platform
import Synchronization
import Thumbnails
import Wire
import Workers

/// Gets one thumbnail at a time: from the cache all programs share, else from a worker, and then it is kept there.
///
/// What it asks of the disk is asked on the caller's thread; pixels are packed and written on a queue of its own.
final class ThumbnailMaker: Sendable {
  /// Why there is no thumbnail.
  enum Failure: Error, Sendable, Hashable {
    /// The file cannot be opened, or is no ordinary one.
    case unreadable
    /// It wants a password: it is asked again when the next program runs.
    case encrypted
    /// It is of no kind that is drawn; this is remembered as the next is.
    case unknownKind
    /// It cannot be drawn as it is now; this is remembered until it changes.
    case hopeless
    /// The same, or one that took too long, as it is remembered: it was not tried again.
    case knownHopeless
    /// There is no worker, or the file was not waited for.
    case givenUp(WorkerError)
  }

  /// A thumbnail that was got.
  struct Made: Sendable {
    var source: ThumbnailSource
    /// Its pixels, where they were wanted or had to be drawn.
    var bitmap: Bitmap?
    /// Where it is kept; nil where it is not.
    var file: String?
    /// Why it is not kept, where it was tried.
    var unkept: ThumbnailError?
  }

  typealias Answer = @Sendable (Result<Made, Failure>) -> Void

  let cache: ThumbnailCache
  private let pool: WorkerPool
  private let desk: ThumbnailService
  /// For texts in encodings of their own: workers that have loaded what reads them.
  private let converters = Mutex<ThumbnailService?>(nil)
  private let queue = DispatchQueue(label: "recto.thumbnail-files", attributes: .concurrent)

  private let deadline: Duration
  private let isInBackground: Bool
  private let origin = FileOrigin()

  /// What is drawn for longer than the `deadline` is taken for a file that never ends; in the background workers yield to all others.
  init(
    cache: ThumbnailCache, pool: WorkerPool, workers: Int, deadline: Duration = .seconds(2),
    isInBackground: Bool = false
  ) {
    self.cache = cache
    self.pool = pool
    self.deadline = deadline
    self.isInBackground = isInBackground
    desk = pool.thumbnailDesk(workers: workers, isInBackground: isInBackground)
  }

  /// Gets the thumbnail of a file; the answer comes once, on any thread.
  ///
  /// With `needsPixels` it is decoded where it was kept; a failure that is remembered is the answer unless `triesAgain`.
  func make(
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

  /// Has a worker decode what is kept: another program may have written it. What cannot be decoded is drawn anew.
  private func take(
    _ kept: ThumbnailCache.Kept, _ source: ThumbnailSource, _ size: ThumbnailSize,
    _ answer: @escaping Answer
  ) {
    let descriptor = SystemPath.open(kept.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return draw(source, size, answer) }
    // Of the user's own cache, nobody else can write to it.
    desk.make(
      ThumbnailRequest(name: kept.path, largest: size.side, smallest: 1), of: descriptor,
      isForeign: false
    ) { [self] result in
      guard case .success(let thumbnail) = result else { return draw(source, size, answer) }
      queue.async { [self] in
        // A larger one, made smaller, is kept in its own size too: the next time it is quick.
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
    ask(desk, request, source) { [self] result in
      if case .failure(.engine(.converterNeeded)) = result {
        ask(converterDesk(), request, source) { [self] in drawn($0, source, size, answer) }
      } else {
        drawn(result, source, size, answer)
      }
    }
  }

  private func converterDesk() -> ThumbnailService {
    converters.withLock { desk in
      let made = desk ?? pool.thumbnailDesk(kit: .converters(""), isInBackground: isInBackground)
      desk = made
      return made
    }
  }

  private func ask(
    _ desk: ThumbnailService, _ request: ThumbnailRequest, _ source: ThumbnailSource,
    _ completion: @escaping ThumbnailHandler
  ) {
    guard case .success(let descriptor) = DocumentFile.open(source.path, takesPipes: false) else {
      return completion(.failure(.engine(.unreadable)))
    }
    desk.make(
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
          // Most never end, but a busy machine may have been the reason.
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
    // On another day there may be more time, and more memory.
    case .cannotStart, .cancelled, .timedOut, .engine(.outOfMemory): .givenUp(error)
    case .engine, .crashed, .nonsense: .hopeless
    }
  }

  /// Keeps what was drawn and answers; that it could not be kept takes nothing from the picture.
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
  /// A thumbnail's pixels.
  init?(_ thumbnail: Thumbnail) {
    self.init(
      width: thumbnail.facts.width, height: thumbnail.facts.height,
      stride: thumbnail.facts.stride, layout: .xrgb32, bytes: thumbnail.pixels)
  }
}
