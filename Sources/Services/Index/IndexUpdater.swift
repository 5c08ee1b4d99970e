package import Dispatch
package import DocumentModel
import Files
import Glibc
package import Library
import Platform
import Synchronization
import Wire
package import Workers

/// Keeps the index up to date while the program runs: reads new documents, watches the folders and reads changed documents again.
///
/// Locks the index for each run only; if another program holds the lock, tries again after `look`.
// Unchecked: everything but `running` and the atomics is accessed on the queue only.
package final class IndexUpdater: @unchecked Sendable {
  package enum Event: Sendable {
    case progress(IndexProgress)
    case trouble(String)
  }

  /// A document to read with the password that opened it.
  private struct Locked {
    var path: String
    var password: [UInt8]
  }

  private let pool: WorkerPool
  private let library: ReadingLibrary
  private let types: DocumentTypes
  /// Folders from the settings, which are always indexed.
  private let always: [String]
  private let scans: ScanPolicy?
  private let tell: @Sendable (Event) -> Void
  private let queue = DispatchQueue(label: "recto.index", qos: .utility)
  private let watching = DispatchQueue(label: "recto.index-watching", qos: .utility)
  private lazy var watch = FolderWatch(queue: watching, delay: .seconds(1), interval: .seconds(30))
  private var tokens: [String: FolderWatch.Token] = [:]
  /// The current run, which other threads stop and pause.
  private let running = Mutex<Indexer?>(nil)
  /// The index's write lock, held during a run.
  private var lock: IndexLock?
  private let isEnded = Atomic(false)
  private let isPaused = Atomic(false)
  /// The folders to search in the next run, and those no longer chosen.
  private var wanted: Set<String> = []
  private var forgotten: Set<String> = []
  private var unlocked: [Locked] = []
  private var isDue = false
  /// Unreadable folders that have been reported; each is reported once.
  private var unreadReported: Set<String> = []
  private var lastReported = ContinuousClock.now - .seconds(10)

  /// The delay during which changes are collected before a run.
  private static let rest = DispatchTimeInterval.seconds(2)
  /// The delay before the lock is tried again, and the interval at which all folders are searched, watched or not.
  private static let look = DispatchTimeInterval.seconds(3)
  private static let round = DispatchTimeInterval.seconds(900)
  private static let mostWatched = 4_096

  package init(
    pool: WorkerPool, library: ReadingLibrary, types: DocumentTypes, always: [String],
    scans: ScanPolicy?, tell: @escaping @Sendable (Event) -> Void
  ) {
    self.pool = pool
    self.library = library
    self.types = types
    self.always = always
    self.scans = scans
    self.tell = tell
  }

  /// Starts after a delay, so as not to slow down the start of the program.
  package func begin(after delay: DispatchTimeInterval) {
    queue.asyncAfter(deadline: .now() + delay) { [self] in lookAtAll() }
  }

  /// Searches all folders periodically, because not every change can be watched.
  private func lookAtAll() {
    guard mayGoOn() else { return }
    IndexFolders.load(from: library, and: always) { [self] folders in
      queue.async { [self] in
        wanted.formUnion(folders)
        next()
      }
    }
    queue.asyncAfter(deadline: .now() + Self.round) { [weak self] in self?.lookAtAll() }
  }

  /// Stops the current run without waiting for it; the index keeps everything written so far.
  package func end() {
    isEnded.store(true, ordering: .relaxed)
    running.withLock { $0?.stop() }
  }

  private func mayGoOn() -> Bool { !isEnded.load(ordering: .relaxed) }

  func pause(_ isPaused: Bool) {
    self.isPaused.store(isPaused, ordering: .relaxed)
    queue.async { [self] in running.withLock { $0?.pause(isPaused) } }
  }

  /// Reports the index's size, including other programs' work; during a run the run reports it.
  func tellCounts() {
    queue.async { [self] in
      guard running.withLock({ $0 == nil }) else { return }
      tellIdle(IndexLock.publishedProgress() == nil ? .idle : .elsewhere)
    }
  }

  func add(_ folder: String) {
    guard SystemPath.isThere(folder) else {
      tell(.trouble("\(Paths.shown(folder)) is not there: nothing was indexed"))
      return tellCounts()
    }
    change { IndexFolders.adding(folder, to: $0) }
    queue.async { [self] in
      forgotten.remove(folder)
      wanted.insert(folder)
      next()
    }
  }

  func remove(_ folder: String) {
    change { IndexFolders.removing(folder, from: $0) }
    queue.async { [self] in
      forgotten.insert(folder)
      tokens = tokens.filter { !PathParts.lies($0.key, in: folder) }
      running.withLock { $0?.stop() }
      next()
    }
  }

  /// Changes the stored folder list; loads it first because other programs may have changed it.
  private func change(_ change: @escaping @Sendable ([String]) -> [String]) {
    IndexFolders.load(from: library, and: []) { [library] folders in
      IndexFolders.save(change(folders), in: library)
    }
  }

  /// Reads a document that was opened with a password.
  func read(_ path: String, password: [UInt8]) {
    queue.async { [self] in
      unlocked.append(Locked(path: path, password: password))
      next()
    }
  }

  // MARK: runs

  /// Starts the next run, unless one is in progress: `next` is called again when it ends.
  private func next() {
    guard mayGoOn(), running.withLock({ $0 == nil }) else { return }
    guard !wanted.isEmpty || !forgotten.isEmpty || !unlocked.isEmpty else { return tellIdle() }
    switch IndexLock.take() {
    case .failure(.taken):
      tellIdle(.elsewhere)
      later(Self.look)
    case .failure(.system(let number)):
      (wanted, forgotten, unlocked) = ([], [], [])
      let folder = LibraryIndex.defaultFolder()
      tell(.trouble("\(folder): \(String(cString: strerror(number))); documents are not indexed"))
    case .success(let lock): run(lock)
    }
  }

  private func run(_ lock: IndexLock) {
    let work = (wanted: Array(wanted), forgotten: Array(forgotten), unlocked: unlocked)
    (wanted, forgotten, unlocked) = ([], [], [])
    let indexer = Indexer(pool: pool, types: types, scans: scans) { [weak self] progress in
      guard let self else { return }
      queue.async { self.passOn(progress) }
    }
    self.lock = lock
    if isPaused.load(ordering: .relaxed) { indexer.pause(true) }
    running.withLock { $0 = indexer }
    IndexFolders.load(from: library, and: always) { [self] chosen in
      DispatchQueue.global(qos: .utility).async { [self] in
        var sentences: [String] = []
        var unread: [FilesError] = []
        var left: [String] = []
        do throws(LibraryIndex.Failure) {
          try forget(work.forgotten, except: chosen)
          try read(work.unlocked, in: chosen)
          let folders = work.wanted.filter { folder in
            chosen.contains { PathParts.lies(folder, in: $0) || PathParts.lies($0, in: folder) }
          }
          if !folders.isEmpty {
            let outcome = try indexer.run(folders)
            sentences = outcome.troubles
            unread = outcome.unread
            // Stopped because a folder was removed: the other folders must be searched again.
            if outcome.isStopped { left = folders }
          }
        } catch {
          sentences = ["\(error.file): \(error.message); the existing index is kept"]
        }
        let (said, unreadable, rest) = (sentences, unread, left)
        queue.async { [self] in
          for error in unreadable where unreadReported.insert(error.path).inserted {
            tell(.trouble(Sentences.text(error, file: Paths.shown(error.path))))
          }
          wanted.formUnion(rest)
          ended(indexer, chosen, said)
        }
      }
    }
  }

  private func forget(
    _ folders: [String], except chosen: [String]
  ) throws(LibraryIndex.Failure) {
    guard !folders.isEmpty else { return }
    let index = try LibraryIndex()
    for file in try index.files() where mayGoOn() {
      let path = file.sighting.path
      guard folders.contains(where: { PathParts.lies(path, in: $0) }),
        !chosen.contains(where: { PathParts.lies(path, in: $0) })
      else { continue }
      try index.remove([file.id])
    }
  }

  private func read(
    _ documents: [Locked], in chosen: [String]
  ) throws(LibraryIndex.Failure) {
    let wanted = documents.filter { document in
      chosen.contains { PathParts.lies(document.path, in: $0) }
    }
    guard !wanted.isEmpty else { return }
    let (index, service) = (
      try LibraryIndex(), DocumentIndexing(pool, types: types, reader: Indexer.reader(pool))
    )
    for document in wanted {
      guard let sighting = FileSighting(seeing: document.path),
        let read = service.read(sighting, password: document.password, while: mayGoOn)
      else { continue }
      if service.isAnnotated {
        let gathering = AnnotationGathering(pool)
        gathering.gather(read, password: document.password)
        gathering.flush()
      }
      try index.put([read])
    }
  }

  private func ended(_ indexer: Indexer, _ chosen: [String], _ sentences: [String]) {
    running.withLock { $0 = nil }
    lock = nil
    for sentence in sentences { tell(.trouble(sentence)) }
    guard mayGoOn() else {
      tokens = [:]
      return
    }
    for (folder, version) in indexer.walked
    where tokens[folder] == nil && tokens.count < Self.mostWatched {
      guard !forgotten.contains(where: { PathParts.lies(folder, in: $0) }),
        chosen.contains(where: { PathParts.lies(folder, in: $0) })
      else { continue }
      let note: @Sendable (_ isGone: Bool) -> Void = { [weak self] isGone in
        guard let self else { return }
        queue.async { self.noteChange(in: folder, isGone: isGone) }
      }
      // `version` dates from before the folder was read, so that changes made before it was watched are noticed too.
      tokens[folder] = watch.watch(folder, since: version) { isUnchanged in
        if !isUnchanged { note(false) }
      } notice: {
        note($0.isGone)
      }
    }
    next()
  }

  private func noteChange(in folder: String, isGone: Bool) {
    // A later folder of that name is a different one and must be watched again.
    if isGone { tokens[folder] = nil }
    wanted.insert(folder)
    later(Self.rest)
  }

  private func later(_ delay: DispatchTimeInterval) {
    guard !isDue else { return }
    isDue = true
    queue.asyncAfter(deadline: .now() + delay) { [weak self] in
      self?.isDue = false
      self?.next()
    }
  }

  // MARK: progress

  /// Reports progress at most ten times a second; changes of phase are always reported.
  private func passOn(_ progress: IndexProgress) {
    guard progress.phase != .reading || .now - lastReported > .milliseconds(100) else { return }
    lastReported = .now
    lock?.tell(IndexReporter.json(progress).text)
    tell(.progress(progress))
  }

  private func tellIdle(_ phase: IndexProgress.Phase = .idle) {
    IndexFolders.load(from: library, and: always) { [tell] folders in
      var progress = IndexProgress()
      progress.phase = phase
      progress.folders = folders
      if LibraryIndex.isThere(), let counts = try? LibraryIndex(mends: false).counts() {
        progress.documents = counts.searched
        progress.allPages = counts.pages
      }
      tell(.progress(progress))
    }
  }
}
