import Dispatch
import DocumentModel
import Files
import Glibc
import Library
import Synchronization
import Wire
import Workers

/// Keeps the index up to what lies in the chosen folders while a program runs: reads what is new, watches, and reads again.
///
/// Where another program writes the index this one only looks on, and goes on when it has ended.
// Unchecked: all but `running` is touched on the queue only.
final class IndexKeeper: @unchecked Sendable {
  enum Event: Sendable {
    case progress(IndexProgress)
    case trouble(String)
  }

  private let pool: WorkerPool
  private let library: ReadingLibrary
  private let types: DocumentTypes
  private let tell: @Sendable (Event) -> Void
  private let queue = DispatchQueue(label: "recto.index", qos: .utility)
  private let watching = DispatchQueue(label: "recto.index-watching", qos: .utility)
  private lazy var watch = FolderWatch(queue: watching, delay: .seconds(1), interval: .seconds(30))
  private var tokens: [String: FolderWatch.Token] = [:]
  private var folders: [String] = []
  private var lock: IndexLock?
  /// The run under way, which others stop and pause.
  private let running = Mutex<Indexer?>(nil)
  private let isEnded = Atomic(false)
  private let isPaused = Atomic(false)
  /// Folders in which something has changed since they were looked through.
  private var changed: Set<String> = []
  private var isDue = false
  private var lastTold = ContinuousClock.now - .seconds(10)

  /// How long what changes is gathered.
  private static let rest = DispatchTimeInterval.seconds(2)
  /// How often another program's work is looked at, and what is not watched is looked through.
  private static let look = DispatchTimeInterval.seconds(1)
  private static let round = DispatchTimeInterval.seconds(900)
  private static let mostWatched = 4_096

  /// Folders that are read whatever was chosen.
  private let always: [String]

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
    queue.asyncAfter(deadline: .now() + delay) { [self] in
      IndexFolders.load(from: library, and: always) { [self] folders in
        queue.async { [self] in
          self.folders = folders
          run(folders)
        }
      }
    }
  }

  /// Ends what is under way; what has been written stays.
  func end() {
    isEnded.store(true, ordering: .relaxed)
    running.withLock { $0?.stop() }
    queue.sync {
      tokens = [:]
      lock = nil
    }
  }

  func pause(_ isPaused: Bool) {
    self.isPaused.store(isPaused, ordering: .relaxed)
    running.withLock { $0?.pause(isPaused) }
  }

  func add(_ folder: String) {
    queue.async { [self] in
      folders = IndexFolders.adding(folder, to: folders)
      IndexFolders.save(folders, in: library)
      run([folder])
    }
  }

  func remove(_ folder: String) {
    running.withLock { $0?.stop() }
    queue.async { [self] in
      folders = IndexFolders.removing(folder, from: folders)
      IndexFolders.save(folders, in: library)
      tokens = tokens.filter { !PathParts.lies($0.key, in: folder) }
      guard let index = mine() else { return }
      do throws(LibraryIndex.Failure) {
        let gone = try index.files().filter { file in
          PathParts.lies(file.sighting.path, in: folder)
            && !folders.contains { PathParts.lies(file.sighting.path, in: $0) }
        }
        try index.remove(gone.map(\.id))
      } catch {
        tell(.trouble("\(error.file): \(error.message)"))
      }
      run(folders)
    }
  }

  /// Reads a document that was opened with a password.
  func read(_ path: String, password: [UInt8]) {
    queue.async { [self] in
      guard folders.contains(where: { PathParts.lies(path, in: $0) }), let index = mine(),
        let sighting = FileSighting(seeing: path)
      else { return }
      let desk = DocumentIndexing(pool, types: types, reader: "")
      guard let document = desk.read(sighting, password: password, while: { true }) else { return }
      do throws(LibraryIndex.Failure) {
        try index.put([document])
      } catch {
        tell(.trouble("\(error.file): \(error.message)"))
      }
    }
  }

  /// The index, where this program may write it now.
  private func mine() -> LibraryIndex? {
    if lock == nil { lock = IndexLock() }
    return lock == nil ? nil : try? LibraryIndex()
  }

  private func run(_ wanted: [String]) {
    guard !isEnded.load(ordering: .relaxed) else { return }
    guard !folders.isEmpty else {
      var progress = IndexProgress()
      progress.documents = ((try? LibraryIndex().entries()) ?? []).count
      tell(.progress(progress))
      return
    }
    LibraryIndex.makeFolder()
    if lock == nil { lock = IndexLock() }
    guard let lock else {
      // Another program is at it: what it says is passed on, and its end waited for.
      tell(.progress(Self.elsewhere(folders)))
      queue.asyncAfter(deadline: .now() + Self.look) { [self] in run(folders) }
      return
    }
    let indexer = Indexer(pool: pool, types: types) { [self] progress in
      lock.tell(IndexTeller.json(progress).text)
      queue.async { [self] in passOn(progress) }
    }
    if isPaused.load(ordering: .relaxed) { indexer.pause(true) }
    running.withLock { $0 = indexer }
    DispatchQueue.global(qos: .utility).async { [self] in
      var sentences: [String] = []
      do throws(LibraryIndex.Failure) {
        sentences = try indexer.run(wanted).troubles
      } catch {
        sentences = ["\(error.file): \(error.message); what was read before is kept"]
      }
      let said = sentences
      queue.async { [self] in ended(indexer, said) }
    }
  }

  private func ended(_ indexer: Indexer, _ sentences: [String]) {
    running.withLock { if $0 === indexer { $0 = nil } }
    for sentence in sentences { tell(.trouble(sentence)) }
    guard !isEnded.load(ordering: .relaxed) else { return }
    watchAll(indexer.walked)
    queue.asyncAfter(deadline: .now() + Self.round) { [self] in noteChange(in: folders) }
  }

  /// Not more often than a frame, but always the last.
  private func passOn(_ progress: IndexProgress) {
    var progress = progress
    progress.folders = folders
    guard progress.phase != .reading || .now - lastTold > .milliseconds(100) else { return }
    lastTold = .now
    tell(.progress(progress))
  }

  private func watchAll(_ walked: [String]) {
    for folder in walked where tokens[folder] == nil && tokens.count < Self.mostWatched {
      tokens[folder] = watch.watch(folder) { [weak self] _ in
        guard let self else { return }
        queue.async { self.noteChange(in: [folder]) }
      }
    }
  }

  private func noteChange(in folders: [String]) {
    changed.formUnion(folders)
    guard !isDue else { return }
    isDue = true
    queue.asyncAfter(deadline: .now() + Self.rest) { [self] in
      isDue = false
      // One run at a time: the next change comes back to it.
      guard running.withLock({ $0 == nil }) else { return noteChange(in: []) }
      let folders = IndexWalk.apart(Array(changed))
      changed = []
      run(folders)
    }
  }

  private static func elsewhere(_ folders: [String]) -> IndexProgress {
    var progress = IndexProgress()
    progress.phase = .elsewhere
    progress.folders = folders
    progress.documents = ((try? LibraryIndex().entries()) ?? []).count
    return progress
  }
}
