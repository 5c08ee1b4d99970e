import Dispatch
import DocumentModel
import Files
import Glibc
import Library
import Text
import Wire
import Workers

/// Reads titles, authors and page counts of unknown documents one after the other: visible ones first, the newest request first;
/// then those needed for sorting.
// Unchecked: all that changes is touched on the queue only.
final class MetadataFetcher: @unchecked Sendable {
  private let pool: WorkerPool
  private let library: ReadingLibrary
  private let queue = DispatchQueue(label: "recto.metadata", qos: .utility)
  private var waiting: [Waiting] = []
  /// Documents that can wait, and whether the next of them are being looked up.
  private var later: [Later] = []
  private var isAskingLater = false
  private let lanes: DiskLanes
  /// The item under way; one whose file does not open in time makes room.
  private var busy: Int?
  private var lastNumber = 0
  /// Files that crashed a worker, in that version.
  private var lost: Set<FileSighting> = []

  private struct Waiting {
    var sighting: FileSighting
    var token: Cancellation
    var done: @Sendable () -> Void
  }

  private struct Later {
    var paths: ArraySlice<String>
    var token: Cancellation
    var done: @Sendable (String) -> Void
  }

  /// The number of waiting documents looked up at a time.
  private static let portion = 100

  /// Rows that have long been scrolled away are not waited for.
  private static let mostWaiting = 200

  init(pool: WorkerPool, library: ReadingLibrary, lanes: DiskLanes) {
    self.pool = pool
    self.lanes = lanes
    self.library = library
  }

  /// Requests documents in order; `done` is called for each. Those cancelled before their turn are not read.
  func fetch(
    _ paths: [String], canWait: Bool = false, _ token: Cancellation,
    done: @escaping @Sendable (String) -> Void
  ) {
    guard canWait else { return ask(paths, token, done) }
    queue.async { [self] in
      later.append(Later(paths: paths[...], token: token, done: done))
      next()
    }
  }

  private func ask(
    _ paths: [String], _ token: Cancellation, _ done: @escaping @Sendable (String) -> Void,
    asked: @escaping @Sendable () -> Void = {}
  ) {
    lanes.each(paths, on: queue) {
      token.isCancelled ? nil : FileSighting(seeing: paths[$0])
    } answer: { [self] seen in
      let sightings = seen.compactMap { $0 ?? nil }
      if sightings.isEmpty { asked() } else { know(sightings, token, done, asked) }
    }
  }

  /// Looks up the next documents that can wait.
  private func askLater() {
    later.removeAll { $0.token.isCancelled || $0.paths.isEmpty }
    guard !isAskingLater, let item = later.first else { return }
    let portion = Array(item.paths.prefix(Self.portion))
    later[0].paths = item.paths.dropFirst(portion.count)
    isAskingLater = true
    ask(portion, item.token, item.done) { [self] in
      // On the queue; repeated if a mount answers late, which does no harm.
      isAskingLater = false
      next()
    }
  }

  private func know(
    _ sightings: [FileSighting], _ token: Cancellation,
    _ done: @escaping @Sendable (String) -> Void, _ asked: @escaping @Sendable () -> Void
  ) {
    library.metadata(for: sightings) { [self] known in
      queue.async { [self] in
        let missing = zip(sightings, known).filter { $0.1 == nil && !lost.contains($0.0) }.map(
          \.0)
        let items = missing.map { sighting in
          Waiting(sighting: sighting, token: token, done: { done(sighting.path) })
        }
        // A repeated request replaces the earlier one.
        waiting.removeAll { item in missing.contains(item.sighting) }
        waiting = Array((items + waiting).prefix(Self.mostWaiting))
        for case (let sighting, let known?) in zip(sightings, known) where known.isMoved {
          done(sighting.path)
        }
        asked()
        next()
      }
    }
  }

  /// A file that has not opened by then is let go.
  private static let patience = DispatchTimeInterval.seconds(1)

  private func next() {
    waiting.removeAll { $0.token.isCancelled }
    guard busy == nil else { return }
    guard !waiting.isEmpty else { return askLater() }
    lastNumber += 1
    let (item, number) = (waiting.removeFirst(), lastNumber)
    busy = number
    lanes.add(at: item.sighting.path) { [self] _ in
      let file = DocumentFile.open(item.sighting.path, takesPipes: false)
      queue.async { [self] in
        guard busy == number else {
          if case .success(let descriptor) = file { close(descriptor) }
          return
        }
        // From here on the pool sees to it that it ends.
        lastNumber += 1
        busy = lastNumber
        opened(file, item)
      }
    }
    queue.asyncAfter(deadline: .now() + Self.patience) { [self] in
      guard busy == number else { return }
      busy = nil
      next()
    }
  }

  private func opened(_ file: Result<Int32, DocumentFile.SystemError>, _ item: Waiting) {
    guard case .success(let descriptor) = file else { return finish(item, nil) }
    pool.open(
      descriptor: descriptor, password: [], name: DocumentFile.name(item.sighting.path),
      lanes: .equal(1)
    ) { [self] result in
      switch result {
      case .failure(let error): queue.async { [self] in failed(item, error) }
      case .success(let (document, summary)): read(document, summary, item)
      }
    }
  }

  /// Only the engine's errors are permanent for the file; otherwise a worker was lost or none is available.
  private func failed(_ item: Waiting, _ error: WorkerError) {
    switch error {
    case .engine: finish(item, CachedMetadata(error: Sentences.text(error, file: "")))
    case .crashed, .timedOut, .nonsense, .recognizerEnded, .modelsUnusable:
      // The file is not read again each time the list is shown.
      lost.insert(item.sighting)
      finish(item, nil)
    case .cannotStart, .cancelled: finish(item, nil)
    }
  }

  private func read(_ document: WorkerDocument, _ summary: DocumentSummary, _ item: Waiting) {
    let found = CachedMetadata(
      title: DocumentTitle.telling(summary.title), author: summary.author,
      pageCount: summary.hasPages && summary.hasText ? summary.pageCount : 0)
    ask(document, .metadata, found, item) { [self] reply, known in
      if case .metadata(let metadata) = reply { known.created = metadata.created }
      let dated = known
      guard known.title.isEmpty, known.pageCount > 0 else {
        return readOutline(document, summary, dated, item)
      }
      ask(document, .text(page: 0), dated, item) { [self] reply, known in
        let untitled = known
        // Composing the page would hold up the pool's thread.
        queue.async { [self] in
          var known = untitled
          if case .text(let page) = reply { known.title = FirstPageTitle.title(on: page) }
          readOutline(document, summary, known, item)
        }
      }
    }
  }

  private func readOutline(
    _ document: WorkerDocument, _ summary: DocumentSummary, _ known: CachedMetadata,
    _ item: Waiting
  ) {
    guard summary.hasOutline else {
      document.close()
      queue.async { [self] in finish(item, known) }
      return
    }
    ask(document, .outline, known, item) { [self] reply, known in
      document.close()
      if case .outline(let items) = reply { known.outline = OutlineTop.titles(items) }
      let complete = known
      queue.async { [self] in finish(item, complete) }
    }
  }

  /// Asks a document for further data; what the engine cannot answer is left out, and a lost worker ends the item.
  private func ask(
    _ document: WorkerDocument, _ request: Request, _ known: CachedMetadata, _ item: Waiting,
    then: @escaping @Sendable (Reply?, inout CachedMetadata) -> Void
  ) {
    document.send(request, priority: .background) { [self] result in
      var known = known
      switch result {
      case .success(let reply): then(reply, &known)
      case .failure(.engine): then(nil, &known)
      case .failure(let error):
        document.close()
        queue.async { [self] in failed(item, error) }
      }
    }
  }

  private func finish(_ item: Waiting, _ metadata: CachedMetadata?) {
    busy = nil
    if let metadata {
      library.store([(sighting: item.sighting, metadata: metadata)])
      item.done()
    }
    next()
  }
}
