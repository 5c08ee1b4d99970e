import Dispatch
import DocumentModel
import Files
import Glibc
import Library
import Platform
import Synchronization
import Wire
import Workers

/// Keeps the index up to what lies in the chosen folders while a program runs: reads what is new, watches, and reads again.
///
/// The right to write is taken for each run and given back: where another program has it this one looks again a little later.
// Unchecked: all but `running` and the flags is touched on the queue only.
final class IndexUpdater: @unchecked Sendable {
  enum Event: Sendable {
    case progress(IndexProgress)
    case trouble(String)
  }

  /// A document to be read with the password that opened it.
  private struct Locked {
    var path: String
    var password: [UInt8]
  }

  private let pool: WorkerPool
  private let library: ReadingLibrary
  private let types: DocumentTypes
  /// Folders that are read whatever was chosen.
  private let always: [String]
  private let tell: @Sendable (Event) -> Void
  private let queue = DispatchQueue(label: "recto.index", qos: .utility)
  private let watching = DispatchQueue(label: "recto.index-watching", qos: .utility)
  private lazy var watch = FolderWatch(queue: watching, delay: .seconds(1), interval: .seconds(30))
  private var tokens: [String: FolderWatch.Token] = [:]
  /// The run under way, which others stop and pause.
  private let running = Mutex<Indexer?>(nil)
  /// The right to write, while a run has it.
  private var lock: IndexLock?
  private let isEnded = Atomic(false)
  private let isPaused = Atomic(false)
  /// Folders to be looked through at the next run, and such as are no longer chosen.
  private var wanted: Set<String> = []
  private var forgotten: Set<String> = []
  private var unlocked: [Locked] = []
  private var isDue = false
  /// Folders that were told to be unreadable: once is enough.
  private var unreadTold: Set<String> = []
  private var lastTold = ContinuousClock.now - .seconds(10)

  /// How long what changes is gathered.
  private static let rest = DispatchTimeInterval.seconds(2)
  /// How soon another program's work is looked at again, and how often all is looked through, watched or not.
  private static let look = DispatchTimeInterval.seconds(3)
  private static let round = DispatchTimeInterval.seconds(900)
  private static let mostWatched = 4_096

  init(
    pool: WorkerPool, library: ReadingLibrary, types: DocumentTypes, always: [String],
    tell: @escaping @Sendable (Event) -> Void
  ) {
    self.pool = pool
    self.library = library
    self.types = types
    self.always = always
    self.tell = tell
  }

  /// Begins after a while, so that the start of a program is not held up.
  func begin(after delay: DispatchTimeInterval) {
    queue.asyncAfter(deadline: .now() + delay) { [self] in lookAtAll() }
  }

  /// All folders, now and again: not everything that changes can be watched.
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

  /// Ends what is under way, and does not wait for it; what has been written stays.
  func end() {
    isEnded.store(true, ordering: .relaxed)
    running.withLock { $0?.stop() }
  }

  private func mayGoOn() -> Bool { !isEnded.load(ordering: .relaxed) }

  func pause(_ isPaused: Bool) {
    self.isPaused.store(isPaused, ordering: .relaxed)
    queue.async { [self] in running.withLock { $0?.pause(isPaused) } }
  }

  /// Tells what is indexed now, also by other programs; a run under way tells it by itself.
  func tellCounts() {
    queue.async { [self] in
      guard running.withLock({ $0 == nil }) else { return }
      tellIdle(IndexLock.told() == nil ? .idle : .elsewhere)
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

  /// Changes the folders as they are remembered now: other programs may have chosen some meanwhile.
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

  /// Begins the next run, unless one is under way: then that comes back to it.
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
    let indexer = Indexer(pool: pool, types: types) { [weak self] progress in
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
            // Stopped for a folder that is forgotten: the others are still to be read.
            if outcome.isStopped { left = folders }
          }
        } catch {
          sentences = ["\(error.file): \(error.message); what was read before is kept"]
        }
        let (said, unreadable, rest) = (sentences, unread, left)
        queue.async { [self] in
          for error in unreadable where unreadTold.insert(error.path).inserted {
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
    let (index, desk) = (
      try LibraryIndex(), DocumentIndexing(pool, types: types, reader: Indexer.reader(pool))
    )
    for document in wanted {
      guard let sighting = FileSighting(seeing: document.path),
        let read = desk.read(sighting, password: document.password, while: mayGoOn)
      else { continue }
      if desk.isAnnotated {
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
      // What came after the folder was read and before it was watched is looked for too.
      tokens[folder] = watch.watch(folder, since: version) { isUnchanged in
        if !isUnchanged { note(false) }
      } notice: {
        note($0.isGone)
      }
    }
    next()
  }

  private func noteChange(in folder: String, isGone: Bool) {
    // One of that name that comes later is another one, to be watched anew.
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

  /// Not more often than ten times a second, but always the last.
  private func passOn(_ progress: IndexProgress) {
    guard progress.phase != .reading || .now - lastTold > .milliseconds(100) else { return }
    lastTold = .now
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
