import Dispatch
package import DocumentModel
package import Files
import Glibc
package import Library
import Synchronization
import Wire
package import Workers

/// Brings the index up to date with folders: finds new, changed, moved and deleted documents and has them read on all processors.
///
/// Each worker reads one document at a time, and one thread writes; everything written is kept if the run ends early.
package final class Indexer: Sendable {
  private let pool: WorkerPool
  private let types: DocumentTypes
  private let folder: String
  private let lanes: Int
  private let scans: ScanPolicy?
  private let state = Mutex(Running())
  private let onProgress: @Sendable (IndexProgress) -> Void

  private struct Running {
    var progress = IndexProgress()
    var isStopped = false
    var isPaused = false
    var began = ContinuousClock.now
    /// Recent times and page counts, for computing the speed.
    var steps: [(at: ContinuousClock.Instant, pages: Int)] = []
    var failure: LibraryIndex.Failure?
    /// Documents of this run that failed completely, and their pages.
    var failed = (documents: 0, pages: 0)
    /// Documents for which no worker was available.
    var untried = 0
    var bytesWaiting = 0
    var walked: [(path: String, version: FolderVersion?)] = []
  }

  /// The result of a run.
  package struct Outcome: Sendable {
    package var read = 0
    /// Documents that could not be read.
    package var failed = 0
    /// Documents for which no worker was available; the next run reads them.
    package var untried = 0
    /// Pages of the documents that were read.
    package var pages = 0
    package var moved = 0
    package var gone = 0
    /// All documents found.
    package var seen: [FileSighting] = []
    /// The reasons why something was skipped, as messages.
    package var troubles: [String] = []
    /// Folders that could not be read.
    package var unread: [FilesError] = []
    /// Whether the run was stopped early.
    package var isStopped = false
  }

  /// The most bytes that may be read but not yet written.
  private static let mostWaiting = 48 << 20

  /// `onProgress` is called on any thread, frequently; `scans` is nil if scanned pages are not recognised.
  package init(
    pool: WorkerPool, types: DocumentTypes, folder: String = LibraryIndex.defaultFolder(),
    lanes: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), scans: ScanPolicy? = nil,
    onProgress: @escaping @Sendable (IndexProgress) -> Void
  ) {
    self.pool = pool
    self.types = types
    self.folder = folder
    self.lanes = lanes
    self.scans = scans
    self.onProgress = onProgress
  }

  package func stop() { state.withLock { $0.isStopped = true } }

  func pause(_ isPaused: Bool) {
    state.withLock {
      $0.isPaused = isPaused
      let isDone = $0.progress.done == $0.progress.total
      $0.progress.phase = isPaused ? .paused : isDone ? .idle : .reading
    }
    tell()
  }

  /// The folders the last run has searched, with their versions from before.
  var walked: [(path: String, version: FolderVersion?)] { state.withLock(\.walked) }

  private var isStopped: Bool { state.withLock(\.isStopped) }

  /// Waits while paused; returns false once stopped.
  private func mayGoOn() -> Bool {
    while state.withLock({ $0.isPaused && !$0.isStopped }) { usleep(50_000) }
    return !isStopped
  }

  /// Searches folders and reads what is new or changed; with `retriesLost` also files that crashed their worker. Blocks until done.
  package func run(_ folders: [String], retriesLost: Bool = false) throws(LibraryIndex.Failure)
    -> Outcome
  {
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
    // A worker starts for it, which takes longer than a search if nothing changed.
    lazy var reader = Self.reader(pool)
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
    try read(FolderWork(plan.read, for: index), count: plan.read.count, reader, &outcome)
    try recognizeScans(of: found.files, index, reader, read: plan.read, &outcome)
    let done = outcome.read + outcome.failed
    if done > 64, done * 20 > counts.documents { try index.settle() }
    if let aside = index.setAside {
      outcome.troubles.append(
        "the index was damaged; it is now \(aside), and a new one is being built: recto index reads the rest"
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

  /// Returns the libraries that read documents, with their versions: a file that failed with one may be readable with another.
  static func reader(_ pool: WorkerPool) -> String {
    let answer = Answer<Result<Greeting, WorkerError>>()
    pool.greeting { answer.give($0) }
    return (try? answer.wait().get().libraries) ?? ""
  }

  /// Reads `count` files on all processors; one queue stores them.
  private func read(
    _ work: any ReadingWork, count: Int, _ reader: @autoclosure () -> String,
    _ outcome: inout Outcome
  ) throws(LibraryIndex.Failure) {
    guard count > 0 else { return }
    let reader = reader()
    state.withLock {
      $0.progress.total = count
      $0.progress.phase = .reading
    }
    let writing = DispatchQueue(label: "recto.index-writing", qos: .utility)
    let reading = DispatchGroup()
    let gathering = AnnotationGathering(pool)
    for _ in 0..<min(lanes, count) {
      DispatchQueue.global(qos: .utility).async(group: reading) { [self] in
        let service = DocumentIndexing(pool, types: types, reader: reader)
        while mayGoOn(), let lease = next(of: work) {
          var reported = 0
          guard
            var document = service.read(
              lease.file, while: { self.mayGoOn() },
              onPages: {
                reported += $0
                self.count(pages: $0)
              })
          else {
            state.withLock { $0.untried += 1 }
            work.giveUp(lease)
            continue
          }
          recordReader(of: &document, service)
          if !service.scans.isEmpty { document.reader += IndexPlan.scans }
          let size = document.pages.reduce(0) { $0 + $1.passages.count + $1.grams.count }
          // Reading must not get too far ahead of writing.
          while state.withLock({ $0.bytesWaiting > Self.mostWaiting && !$0.isStopped }) {
            usleep(5_000)
          }
          state.withLock { $0.bytesWaiting += size }
          if service.isAnnotated { gathering.gather(document) { !self.isStopped } }
          let read = document
          let pages = reported
          writing.async { [self] in store(read, of: lease, in: work, size, pages) }
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

  private func recordReader(of document: inout IndexedDocument, _ service: DocumentIndexing) {
    // No worker had been started when the run began.
    if document.reader.isEmpty { document.reader = Self.reader(pool) }
    if service.hasLostWorkers { document.reader = IndexPlan.losing(document.reader) }
  }

  /// Reads the documents that were found and have scanned pages again, and recognises these; those that were just read are counted already.
  private func recognizeScans(
    of found: [FileSighting], _ index: LibraryIndex, _ reader: @autoclosure () -> String,
    read: [FileSighting],
    _ outcome: inout Outcome
  ) throws(LibraryIndex.Failure) {
    guard let scans else { return }
    let there = Set(found.map(\.path))
    let files = try index.files().filter { $0.hasScans && there.contains($0.sighting.path) }
    guard !files.isEmpty else { return }
    let counted = Set(read.map(\.path))
    state.withLock { $0.progress.phase = .reading }
    let recognizer: ScanIndexing
    do throws(RecognitionSetup.Failure) {
      recognizer = try ScanIndexing(pool, scans)
    } catch {
      outcome.troubles.append("scanned pages were not recognised: \(error.sentence)")
      return
    }
    let service = DocumentIndexing(pool, types: types, reader: reader())
    for file in files {
      guard mayGoOn(), scans.mayRun else { break }
      state.withLock { $0.progress.current = PathParts.name(of: file.sighting.path) }
      tell()
      guard var document = service.read(file.sighting, while: { self.mayGoOn() }),
        recognizer.add(
          service.scans, to: &document, while: { self.mayGoOn() },
          onPage: { self.count(pages: 1) }),
        // A failure does not replace text that was indexed before.
        document.state == .whole || document.state == file.state, mayGoOn()
      else { continue }
      recordReader(of: &document, service)
      try index.put([document])
      guard !counted.contains(file.sighting.path) else { continue }
      outcome.read += 1
      outcome.pages += service.scans.count
    }
  }

  private func next(of work: any ReadingWork) -> ReadingLease? {
    do throws(LibraryIndex.Failure) {
      let lease = try work.next()
      if let lease {
        state.withLock { $0.progress.current = PathParts.name(of: lease.file.path) }
        tell()
      }
      return lease
    } catch {
      stop(after: error)
      return nil
    }
  }

  /// Ends the run: the disk is probably full, so nothing more can be written.
  private func stop(after failure: LibraryIndex.Failure) {
    state.withLock {
      $0.failure = failure
      $0.isStopped = true
    }
  }

  /// `pages` is the number of the document's pages counted while it was read.
  private func store(
    _ document: IndexedDocument, of lease: ReadingLease, in work: any ReadingWork, _ size: Int,
    _ pages: Int
  ) {
    var failure: LibraryIndex.Failure?
    // After a stop nothing more is written, since the document's folder may be about to be removed from the index.
    if state.withLock({ $0.failure == nil && !$0.isStopped }) {
      do throws(LibraryIndex.Failure) {
        try work.finish(lease, document)
      } catch {
        failure = error
      }
    } else {
      work.giveUp(lease)
    }
    if let failure { stop(after: failure) }
    state.withLock {
      $0.bytesWaiting -= size
      guard failure == nil else { return }
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
