import Dispatch
import DocumentModel
import Files
import Interface
import Pictures
import Thumbnails
import Workers

/// Makes the thumbnails of what is in sight, then of what is near, in the background; the newest request alone counts.
///
/// Nobody waits for it: what is known comes at once, what must be drawn when it is drawn. What was made stays in memory up to a budget,
/// what failed is not tried again until its file changes.
// Unchecked: all that changes is touched on the queue only.
final class ThumbnailRenderer: @unchecked Sendable {
  /// A file's thumbnail, or why it has none.
  struct Portrait: Sendable {
    var path: String
    /// The file as it was looked at; nil where it could not be.
    var stamp: Files.FileStamp?
    var content: Result<Bitmap, ThumbnailMaker.Failure>
  }

  /// What it may use.
  struct Options: Sendable {
    var size = ThumbnailSize.large
    /// Files that are worked on at a time.
    var mostUnderWay = 4
    /// Bytes of bitmaps in memory.
    var memory = 64 << 20
    /// Bytes of files that Recto has written; nil: nothing is ever removed.
    var budget: Int64?
    /// A file that has not been looked at by then makes room for others, and comes when it comes.
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
  /// Of the newest request, the most urgent first; those that were begun are not among them.
  private var waiting: [String] = []
  private var wanted: Set<FilePath> = []
  /// Those that were begun; a slot is taken until a file is drawn, or the disk takes too long.
  private var underWay: [FilePath: Task] = [:]
  private var lastNumber = 0
  private var written = 0

  private struct Task {
    var number: Int
    var size: ThumbnailSize
    var holdsSlot = true
    /// The disk has answered.
    var isLookedAt = false
    /// It is wanted anew: what comes of it is of an older file.
    var isStale = false
  }

  /// What is further away is not near, and a folder of ten thousand not gone through with each key.
  private static let mostNear = 1_000
  /// What is near takes no more than half of the memory: what is in sight would go for it.
  private var mostNear: Int {
    min(Self.mostNear, max(8, kept.budget / 2 / (size.side * size.side * 4)))
  }
  /// Thumbnails written after which it is looked whether there are too many.
  private static let round = 256

  /// `handler` is called on a queue of the studio's, once for each file that has become known, and again when its file has changed.
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

  /// Wants the thumbnails of files by their absolute paths, those in sight first, each in the order given. What was wanted before and
  /// not begun is dropped.
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
        // Newly in sight it is shown as it is known, and looked at again.
        if isNew, let known { handler(known) }
        guard underWay[key] == nil else {
          // What was begun goes on; it was begun before this request.
          if isNew, known != nil { underWay[key]?.isStale = true }
          return false
        }
        return known == nil || isNew
      }
      next()
    }
  }

  /// Learns that files may have changed; those that are wanted are looked at again.
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

  /// Makes them larger or smaller from here on; what is wanted is told anew.
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
    result.flatMap { made in made.bitmap.map { .success($0) } ?? .failure(.hopeless) }
  }

  /// A disk that does not answer keeps no other waiting.
  private func giveWay(_ key: FilePath, _ number: Int) {
    guard let task = underWay[key], task.number == number, !task.isLookedAt else { return }
    underWay[key]?.holdsSlot = false
    next()
  }

  private func end(_ key: FilePath, _ number: Int, _ portrait: Portrait?) {
    defer { next() }
    // Another of the same file was begun meanwhile.
    guard let task = underWay[key], task.number == number else { return }
    underWay[key] = nil
    guard task.size == size else {
      // It was begun before they became larger, and is wanted so.
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

  /// Counts what may have been written, and sees now and then that it is not too much.
  private func count() {
    written += 1
    guard let budget, written % Self.round == 1 else { return }
    let cache = maker.cache
    DispatchQueue.global(qos: .background).async { _ = cache.evict(to: budget) }
  }
}

extension ThumbnailRenderer.Portrait {
  /// It may be otherwise the next time, though the file is the same.
  fileprivate var isPassing: Bool {
    // What takes too long would take so long each time it comes into sight.
    if case .failure(.givenUp(let error)) = content { error != .timedOut } else { stamp == nil }
  }

  /// In bytes.
  fileprivate var byteCount: Int {
    let pixels = (try? content.get()).map { $0.stride * $0.size.height } ?? 0
    return pixels + path.utf8.count + 256
  }
}
