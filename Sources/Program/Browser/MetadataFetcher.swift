import Dispatch
import DocumentModel
import Glibc
import Interface
import Library
import Wire
import Workers

/// Reads titles, authors and page counts of documents that are in sight and not known yet, one after the other, newest wish first.
// Unchecked: all that changes is touched on the queue only.
final class MetadataFetcher: @unchecked Sendable {
  private let pool: WorkerPool
  private let library: ReadingLibrary
  private let queue = DispatchQueue(label: "recto.metadata", qos: .utility)
  private var waiting: [Wish] = []
  private var isBusy = false
  /// What cost a worker, as it was then.
  private var lost: Set<FileSighting> = []

  private struct Wish {
    var sighting: FileSighting
    var done: @Sendable () -> Void
  }

  /// Rows that have long been scrolled away are not waited for.
  private static let mostWaiting = 200

  init(pool: WorkerPool, library: ReadingLibrary) {
    self.pool = pool
    self.library = library
  }

  /// Wants documents read, the first of them first; `done` is called for each that has become known.
  func fetch(_ paths: [String], done: @escaping @Sendable (String) -> Void) {
    queue.async { [self] in
      let sightings = paths.compactMap { FileSighting(seeing: $0) }
      guard !sightings.isEmpty else { return }
      library.metadata(for: sightings) { [self] known in
        queue.async { [self] in
          let missing = zip(sightings, known).filter { $0.1 == nil && !lost.contains($0.0) }.map(
            \.0)
          let wishes = missing.map { sighting in
            Wish(sighting: sighting, done: { done(sighting.path) })
          }
          waiting = Array((wishes + waiting).prefix(Self.mostWaiting))
          next()
        }
      }
    }
  }

  private func next() {
    guard !isBusy, !waiting.isEmpty else { return }
    isBusy = true
    let wish = waiting.removeFirst()
    guard case .success(let descriptor) = DocumentFile.open(wish.sighting.path, takesPipes: false)
    else { return finish(wish, nil) }
    pool.open(
      descriptor: descriptor, password: [], name: DocumentFile.name(wish.sighting.path),
      lanes: .equal(1)
    ) { [self] result in
      switch result {
      case .failure(let error): queue.async { [self] in failed(wish, error) }
      case .success(let (document, summary)): read(document, summary, wish)
      }
    }
  }

  /// Only what the engine says is true of the file for good; over the others a worker was lost, or there is none now.
  private func failed(_ wish: Wish, _ error: WorkerError) {
    switch error {
    case .engine: finish(wish, CachedMetadata(error: Sentences.text(error, file: "")))
    case .crashed, .timedOut, .nonsense:
      // Not again and again with every look at the list.
      lost.insert(wish.sighting)
      finish(wish, nil)
    case .cannotStart, .cancelled: finish(wish, nil)
    }
  }

  private func read(_ document: WorkerDocument, _ summary: DocumentSummary, _ wish: Wish) {
    let found = CachedMetadata(
      title: summary.title, author: summary.author,
      pageCount: summary.isPaged ? summary.pageCount : 0)
    guard summary.hasOutline else {
      document.close()
      let known = found
      queue.async { [self] in finish(wish, known) }
      return
    }
    document.send(.outline, priority: .background) { [self] result in
      document.close()
      var known = found
      switch result {
      case .success(.outline(let items)): known.outline = OutlineTop.titles(items)
      case .success, .failure(.engine): break
      case .failure(let error):
        queue.async { [self] in failed(wish, error) }
        return
      }
      let complete = known
      queue.async { [self] in finish(wish, complete) }
    }
  }

  private func finish(_ wish: Wish, _ metadata: CachedMetadata?) {
    isBusy = false
    if let metadata {
      library.store([(sighting: wish.sighting, metadata: metadata)])
      wish.done()
    }
    next()
  }
}
