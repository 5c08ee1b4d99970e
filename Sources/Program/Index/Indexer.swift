import Dispatch
import DocumentModel
import Files
import Glibc
import Library
import Synchronization
import Wire
import Workers

/// Brings the index up to what lies in folders: finds what is new, changed, moved and gone, and has it read on all processors.
///
/// One document at a time is read by each worker, and one thread writes; what has been written stays, whenever this ends.
final class Indexer: Sendable {
  private let pool: WorkerPool
  private let types: DocumentTypes
  private let folder: String
  private let lanes: Int
  private let state = Mutex(Running())
  private let onProgress: @Sendable (IndexProgress) -> Void

  private struct Running {
    var progress = IndexProgress()
    var waiting: [FileSighting] = []
    var isStopped = false
    var isPaused = false
    var began = ContinuousClock.now
    /// When how many pages were read, lately.
    var steps: [(at: ContinuousClock.Instant, pages: Int)] = []
    var failure: LibraryIndex.Failure?
    /// Documents of this run of which nothing can be found, and the pages that were read of them.
    var failed = (documents: 0, pages: 0)
    /// Documents that no worker could be had for.
    var untried = 0
    var bytesWaiting = 0
    var walked: [(path: String, version: FolderVersion?)] = []
  }

  /// What a run came to.
  struct Outcome: Sendable {
    var read = 0
    /// Documents that could not be read.
    var failed = 0
    /// Documents that no worker could be had for; the next run reads them.
    var untried = 0
    /// Of those that were read.
    var pages = 0
    var moved = 0
    var gone = 0
    /// All documents that were seen.
    var seen: [FileSighting] = []
    /// Why something was not looked at, as sentences.
    var troubles: [String] = []
    /// Folders that could not be read.
    var unread: [FilesError] = []
    /// It was stopped before it was through.
    var isStopped = false
  }

  /// Bytes that were read and not written yet.
  private static let mostWaiting = 48 << 20

  /// `onProgress` is told on any thread, often.
  init(
    pool: WorkerPool, types: DocumentTypes, folder: String = LibraryIndex.defaultFolder(),
    lanes: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
    onProgress: @escaping @Sendable (IndexProgress) -> Void
  ) {
    self.pool = pool
    self.types = types
    self.folder = folder
    self.lanes = lanes
    self.onProgress = onProgress
  }

  func stop() { state.withLock { $0.isStopped = true } }

  func pause(_ isPaused: Bool) {
    state.withLock {
      $0.isPaused = isPaused
      $0.progress.phase = isPaused ? .paused : $0.waiting.isEmpty ? .idle : .reading
    }
    tell()
  }

  /// The folders the last run has looked through, as they were before it did.
  var walked: [(path: String, version: FolderVersion?)] { state.withLock(\.walked) }

  private var isStopped: Bool { state.withLock(\.isStopped) }

  /// Whether to go on; waits while it is paused.
  private func mayGoOn() -> Bool {
    while state.withLock({ $0.isPaused && !$0.isStopped }) { usleep(50_000) }
    return !isStopped
  }

  /// ThemeChoice through folders and reads what has to be read, with `retriesLost` also what has cost workers before; the caller waits.
  func run(_ folders: [String], retriesLost: Bool = false) throws(LibraryIndex.Failure) -> Outcome {
    let index = try LibraryIndex(folder: folder)
    let counts = try index.counts()
    state.withLock {
      $0.progress = IndexProgress()
      $0.progress.phase = .looking
      $0.progress.folders = folders
      $0.progress.documents = counts.searched
      $0.progress.allPages = counts.pages
      $0.progress.failures = counts.failures
      $0.failed = (0, 0)
      $0.untried = 0
      $0.began = .now
      $0.steps = []
    }
    tell()
    let found = IndexWalk(types: types).find(in: folders, while: mayGoOn)
    state.withLock { $0.walked = found.folders }
    let reader = Self.reader(pool)
    let plan = IndexPlan(
      seen: found.files, known: try index.files(), whole: found.whole, reader: reader,
      retriesLost: retriesLost)
    var outcome = Outcome()
    outcome.troubles = found.troubles
    outcome.unread = found.unread
    outcome.seen = found.files
    try index.move(plan.moved.map { ($0.id, $0.to) })
    try index.remove(plan.gone)
    outcome.moved = plan.moved.count
    outcome.gone = plan.gone.count
    try read(plan.read, into: index, reader, &outcome)
    let done = outcome.read + outcome.failed
    if done > 64, done * 20 > counts.documents { try index.settle() }
    if let aside = index.setAside {
      outcome.troubles.append(
        "the index was damaged; it is now \(aside), and a new one is being made: recto index reads the rest"
      )
    }
    outcome.isStopped = isStopped
    state.withLock {
      $0.progress.phase = .idle
      $0.progress.current = ""
    }
    tell()
    return outcome
  }

  /// The programs documents are read with and their versions: what they could not read others may.
  static func reader(_ pool: WorkerPool) -> String {
    let answer = Answer<Result<Greeting, WorkerError>>()
    pool.greeting { answer.give($0) }
    return (try? answer.wait().get().libraries) ?? ""
  }

  private func read(
    _ files: [FileSighting], into index: LibraryIndex, _ reader: String,
    _ outcome: inout Outcome
  ) throws(LibraryIndex.Failure) {
    guard !files.isEmpty else { return }
    state.withLock {
      $0.waiting = files.reversed()
      $0.progress.total = files.count
      $0.progress.phase = .reading
    }
    let writing = DispatchQueue(label: "recto.index-writing", qos: .utility)
    let reading = DispatchGroup()
    let writer = IndexWriter(index)
    let gathering = AnnotationGathering(pool)
    for _ in 0..<min(lanes, files.count) {
      DispatchQueue.global(qos: .utility).async(group: reading) { [self] in
        let desk = DocumentIndexing(pool, types: types, reader: reader)
        while mayGoOn(), let file = next() {
          var told = 0
          guard
            var document = desk.read(
              file, while: { self.mayGoOn() },
              onPages: {
                told += $0
                self.count(pages: $0)
              })
          else {
            state.withLock { $0.untried += 1 }
            continue
          }
          // Where no worker had started before.
          if document.reader.isEmpty { document.reader = Self.reader(pool) }
          if desk.hasLostWorkers { document.reader = IndexPlan.losing(document.reader) }
          let size = document.pages.reduce(0) { $0 + $1.passages.count + $1.grams.count }
          // Reading must not run away from writing.
          while state.withLock({ $0.bytesWaiting > Self.mostWaiting && !$0.isStopped }) {
            usleep(5_000)
          }
          state.withLock { $0.bytesWaiting += size }
          if desk.isAnnotated { gathering.gather(document) { !self.isStopped } }
          let read = document
          let pages = told
          writing.async { [self] in write(read, size, pages, writer) }
        }
      }
    }
    reading.wait()
    writing.sync {}
    gathering.flush()
    let (progress, failed, failure) = state.withLock { ($0.progress, $0.failed, $0.failure) }
    outcome.read = progress.done - failed.documents
    outcome.failed = failed.documents
    outcome.untried = state.withLock { $0.isStopped ? 0 : $0.untried }
    outcome.pages = progress.pages - failed.pages
    if let failure { throw failure }
  }

  private func next() -> FileSighting? {
    let file = state.withLock { running -> FileSighting? in
      let file = running.waiting.popLast()
      if let file { running.progress.current = PathParts.name(of: file.path) }
      return file
    }
    tell()
    return file
  }

  /// `pages`: so many of it were counted while it was read.
  private func write(
    _ document: IndexedDocument, _ size: Int, _ pages: Int, _ writer: IndexWriter
  ) {
    var failure: LibraryIndex.Failure?
    // What is stopped may be about to be forgotten.
    if state.withLock({ $0.failure == nil && !$0.isStopped }) {
      do throws(LibraryIndex.Failure) {
        try writer.index.put([document])
      } catch {
        failure = error
      }
    }
    state.withLock {
      $0.bytesWaiting -= size
      if let failure {
        // A full disk, most likely: nothing more can be kept.
        $0.failure = failure
        $0.isStopped = true
        return
      }
      $0.progress.done += 1
      $0.progress.documents += document.pages.isEmpty ? 0 : 1
      $0.progress.allPages += document.card.pageCount
      $0.progress.failures += document.state == .whole ? 0 : 1
      if document.state == .failed || document.state == .locked {
        $0.failed.documents += 1
        $0.failed.pages += pages
      }
    }
    tell()
  }

  private func count(pages: Int) {
    state.withLock { running in
      running.progress.pages += pages
      let now = ContinuousClock.now
      running.steps.append((now, running.progress.pages))
      while let first = running.steps.first, now - first.at > .seconds(10) {
        running.steps.removeFirst()
      }
      guard let first = running.steps.first, now > first.at else { return }
      running.progress.speed =
        Double(running.progress.pages - first.pages) / ((now - first.at) / .seconds(1))
      let elapsed = (now - running.began) / .seconds(1)
      if running.progress.done > 0, elapsed > 2 {
        let left = running.progress.total - running.progress.done
        running.progress.secondsLeft = Int(
          (elapsed * Double(left) / Double(running.progress.done)).rounded(.up))
      }
    }
    tell()
  }

  private func tell() { onProgress(state.withLock(\.progress)) }
}

/// The index on its way to the one queue that writes to it.
// Unchecked: touched on that queue only, while there is one.
private final class IndexWriter: @unchecked Sendable {
  let index: LibraryIndex

  init(_ index: LibraryIndex) {
    self.index = index
  }
}
