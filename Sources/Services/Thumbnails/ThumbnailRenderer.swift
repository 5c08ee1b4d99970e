import Dispatch
import DocumentModel
import Files
import Pictures
import Thumbnails
import Workers

/// Makes thumbnails in the background, first those in view, then nearby ones; each request replaces the previous one.
///
/// Never blocks: cached thumbnails are delivered at once, others when they are drawn. Thumbnails stay in memory up to a budget;
/// a failed file is not tried again until it changes.
// Unchecked: all mutable state is accessed on the queue only.
final class ThumbnailRenderer: @unchecked Sendable {
  /// A file's thumbnail, or the reason why it has none.
  struct Portrait: Sendable {
    var path: String
    /// The file's stamp when it was examined; nil if it could not be examined.
    var stamp: Files.FileStamp?
    var content: Result<Bitmap, ThumbnailMaker.Failure>
  }

  /// The limits and the size of the thumbnails.
  struct Options: Sendable {
    var size = ThumbnailSize.large
    /// The most files in progress at a time.
    var mostUnderWay = 4
    /// The most bytes of bitmaps in memory.
    var memory = 64 << 20
    /// The most bytes of thumbnail files written by Recto; nil for no limit.
    var budget: Int64?
    /// The time after which a file that the disk has not yet returned frees its slot for others; its thumbnail may still arrive later.
    var patience = DispatchTimeInterval.seconds(1)
  }

  private let maker: ThumbnailMaker
  private let lanes: DiskLanes
  private let queue = DispatchQueue(label: "recto.thumbnails", qos: .utility)
  private let handler: @Sendable (Portrait) -> Void
  private let mostUnderWay: Int
  private let patience: DispatchTimeInterval
  private let budget: Int64?
  private var size: ThumbnailSize
  private var kept: BudgetedCache<FilePath, Portrait>
  /// Files of the newest request that have not been started, the most urgent first.
  private var waiting: [String] = []
  private var wanted: Set<FilePath> = []
  /// Files that have been started. Each holds a slot until it is drawn or the disk takes longer than `patience`.
  private var underWay: [FilePath: Task] = [:]
  private var lastNumber = 0
  private var written = 0

  private struct Task {
    var number: Int
    var size: ThumbnailSize
    var holdsSlot = true
    /// Whether the disk has answered.
    var isLookedAt = false
    /// Whether the file may have changed since; the result is discarded and the file is queued again.
    var isStale = false
  }

  /// The most nearby files, so that a folder of ten thousand files is not processed on each key press.
  private static let mostNear = 1_000
  /// Nearby thumbnails take at most half of the memory, so that they do not evict those in view.
  private var mostNear: Int {
    min(Self.mostNear, max(8, kept.budget / 2 / (size.side * size.side * 4)))
  }
  /// The number of written thumbnails after which the cache's size is checked.
  private static let round = 256

  /// `handler` is called on an internal queue, once for each file when its result is known and again when the file has changed.
  init(
    maker: ThumbnailMaker, lanes: DiskLanes, options: Options = Options(),
    handler: @escaping @Sendable (Portrait) -> Void
  ) {
    self.maker = maker
    self.lanes = lanes
    self.handler = handler
    mostUnderWay = max(1, options.mostUnderWay)
    patience = options.patience
    budget = options.budget
    size = options.size
    kept = BudgetedCache(budget: options.memory)
  }

  /// Requests the thumbnails of files, given by absolute paths in order of urgency, those in view first. Files of the
  /// previous request that have not been started are dropped.
  func want(visible: [String], near: [String] = []) {
    queue.async { [self] in
      var keys: Set<FilePath> = []
      let ordered = (visible + near.prefix(mostNear)).filter {
        keys.insert(FilePath($0)).inserted
      }
      let before = wanted
      wanted = keys
      waiting = ordered.filter { path in
        let key = FilePath(path)
        let (known, isNew) = (kept.value(key), !before.contains(key))
        // A file newly in view is shown from memory and then checked for changes.
        if isNew, let known { handler(known) }
        guard underWay[key] == nil else {
          // A file in progress is not started twice; one known before may have changed since it was started.
          if isNew, known != nil { underWay[key]?.isStale = true }
          return false
        }
        return known == nil || isNew
      }
      next()
    }
  }

  /// Reports that files may have changed; those requested are checked again.
  func look(at paths: [String]) {
    queue.async { [self] in
      for path in paths {
        let key = FilePath(path)
        guard wanted.contains(key) else { continue }
        if underWay[key] != nil {
          underWay[key]?.isStale = true
        } else if !waiting.contains(where: { FilePath($0) == key }) {
          waiting.insert(path, at: 0)
        }
      }
      next()
    }
  }

  /// Changes the size of the thumbnails; the caller must request them again.
  func use(_ size: ThumbnailSize) {
    queue.async { [self] in
      guard size != self.size else { return }
      self.size = size
      waiting = []
      wanted = []
      kept = BudgetedCache(budget: kept.budget)
    }
  }

  private func next() {
    while underWay.values.count(where: \.holdsSlot) < mostUnderWay, !waiting.isEmpty {
      begin(waiting.removeFirst())
    }
  }

  private func begin(_ path: String) {
    lastNumber += 1
    let (key, number, size) = (FilePath(path), lastNumber, size)
    let known = kept.value(key)?.stamp
    underWay[key] = Task(number: number, size: size)
    lanes.add(at: path) { [self] _ in
      let stamp = Files.FileStamp(following: path)
      if let stamp, stamp == known {
        queue.async { [self] in end(key, number, nil) }
        return
      }
      maker.make(path, size, needsPixels: true) { [self] result in
        let portrait = Portrait(path: path, stamp: stamp, content: Self.content(result))
        let isNew = (try? result.get())?.unkept == nil
        queue.async { [self] in
          if isNew { count() }
          end(key, number, portrait)
        }
      }
      queue.async { [self] in
        if underWay[key]?.number == number { underWay[key]?.isLookedAt = true }
      }
    }
    queue.asyncAfter(deadline: .now() + patience) { [self] in giveWay(key, number) }
  }

  private static func content(
    _ result: Result<ThumbnailMaker.Made, ThumbnailMaker.Failure>
  ) -> Result<Bitmap, ThumbnailMaker.Failure> {
    result.flatMap { made in made.bitmap.map { .success($0) } ?? .failure(.hopeless()) }
  }

  /// Frees the slot of a file whose disk does not answer, so that other files are not held up.
  private func giveWay(_ key: FilePath, _ number: Int) {
    guard let task = underWay[key], task.number == number, !task.isLookedAt else { return }
    underWay[key]?.holdsSlot = false
    next()
  }

  private func end(_ key: FilePath, _ number: Int, _ portrait: Portrait?) {
    defer { next() }
    // The file has been started again meanwhile.
    guard let task = underWay[key], task.number == number else { return }
    underWay[key] = nil
    guard task.size == size else {
      // The file was started in another size and is still requested.
      if wanted.contains(key) { waiting.insert(key.text, at: 0) }
      return
    }
    if task.isStale, wanted.contains(key) {
      waiting.insert(key.text, at: 0)
      return
    }
    guard let portrait else { return }
    if !portrait.isPassing { kept.keep(portrait, for: key, cost: portrait.byteCount) }
    if wanted.contains(key) { handler(portrait) }
  }

  /// Counts thumbnails that may have been written, and evicts from the cache every `round` of them.
  private func count() {
    written += 1
    guard let budget, written % Self.round == 1 else { return }
    let cache = maker.cache
    DispatchQueue.global(qos: .background).async { _ = cache.evict(to: budget) }
  }
}

extension ThumbnailRenderer.Portrait {
  /// Whether the result may differ next time although the file is the same.
  fileprivate var isPassing: Bool {
    // A time-out is kept: the file would take as long each time it came into view.
    if case .failure(.givenUp(let error)) = content { error != .timedOut } else { stamp == nil }
  }

  /// The memory it takes, in bytes.
  fileprivate var byteCount: Int {
    let pixels = (try? content.get()).map { $0.stride * $0.size.height } ?? 0
    return pixels + path.utf8.count + 256
  }
}
