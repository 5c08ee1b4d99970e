import Dispatch
package import DocumentModel
package import Files
package import Library
package import Messages
import Platform

/// Stores the annotations of open documents: each edit is in the journal before it is reported, and in the file a moment later.
///
/// The actor owns the journal and all documents and runs on its own queue, which waits only for commits; reports come on it. Work with
/// files and workers is a job: one job runs at a time, and edits are taken wherever it awaits.
package actor AnnotationStore {
  package typealias Tell = @Sendable (_ path: String, AnnotationNews) -> Void
  typealias Job = (isolated AnnotationStore) async -> Void

  /// Jobs that run one after the other.
  enum JobLine {
    /// Writing, reading and comparing.
    case saving
    /// Tests whether damaged files can be repaired, in the background.
    case mending
  }

  private nonisolated let executor = QueueExecutor(label: "recto.annotating")
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private var jobs: [JobLine: [Job]] = [:]
  private var running: Set<JobLine> = []
  /// The queue on which jobs block.
  let saving = DispatchQueue(label: "recto.annotating.saving", qos: .utility)
  let mending = DispatchQueue(label: "recto.annotating.mending", qos: .utility)
  let journal: AnnotationJournal
  let worker: any AnnotationWorker
  let options: AnnotationOptions
  let folder: String
  let tell: Tell
  private var documents: [FilePath: AnnotatedSession] = [:]
  private let watch: FolderWatch
  private var token: FolderWatch.Token?

  /// Creates a store; `folder` is the library's folder.
  package init(
    folder: String, worker: any AnnotationWorker, options: AnnotationOptions = AnnotationOptions(),
    tell: @escaping Tell
  ) {
    self.folder = folder
    self.worker = worker
    self.options = options
    self.tell = tell
    journal = AnnotationJournal(folder: folder)
    watch = FolderWatch(queue: executor.queue)
  }

  // MARK: execution

  /// Runs work on the store's queue, in the order of the calls.
  package nonisolated func perform(_ work: @escaping @Sendable (isolated AnnotationStore) -> Void) {
    executor.queue.async { self.assumeIsolated(work) }
  }

  /// Adds a job, which runs when those before it are done.
  func later(in line: JobLine = .saving, _ job: @escaping Job) {
    jobs[line, default: []].append(job)
    guard running.insert(line).inserted else { return }
    Task(executorPreference: executor) { await self.run(line) }
  }

  private func run(_ line: JobLine) async {
    while let job = jobs[line]?.first {
      jobs[line]?.removeFirst()
      await job(self)
    }
    running.remove(line)
  }

  /// Calls `body` when the saving jobs are done, including jobs they add; mending may still run.
  private func whenIdle(_ body: @escaping @Sendable () -> Void) {
    guard running.contains(.saving) else { return body() }
    later { store in store.perform { $0.whenIdle(body) } }
  }

  /// Waits until the saving jobs are done; mending may still run. Returns false if the time is up before that.
  @discardableResult
  package nonisolated func rest(within milliseconds: Int? = nil) -> Bool {
    dispatchPrecondition(condition: .notOnQueue(executor.queue))
    let done = DispatchSemaphore(value: 0)
    perform { store in store.whenIdle { done.signal() } }
    let end = milliseconds.map { DispatchTime.now() + .milliseconds($0) } ?? .distantFuture
    return done.wait(timeout: end) == .success
  }

  // MARK: documents

  /// Opens a document or reads it again, and reports all its annotations.
  package nonisolated func open(_ path: String, password: [UInt8] = [], title: String = "") {
    perform { store in
      let document: AnnotatedSession
      if let known = store.document(path) {
        document = known
        if !password.isEmpty { document.password = password }
      } else {
        document = AnnotatedSession(path: path, password: password, title: title)
        store.documents[FilePath(path)] = document
        store.watchLibrary()
      }
      document.users += 1
      store.look(at: document, tellsAll: true)
    }
  }

  /// Reports all annotations of a document again, after checking the file.
  package nonisolated func tellAll(_ path: String) {
    perform { store in
      if let document = store.document(path) { store.look(at: document, tellsAll: true) }
    }
  }

  /// Releases a document once; unsaved edits are saved.
  package nonisolated func close(_ path: String) {
    perform { store in
      guard let document = store.document(path) else { return }
      document.users -= 1
      guard document.users <= 0 else { return }
      if store.savesByItself(document) { store.save(document) }
      store.later { store in
        guard document.users <= 0, store.document(path) === document else { return }
        store.documents[FilePath(path)] = nil
        if store.documents.isEmpty { store.token = nil }
      }
    }
  }

  func document(_ path: String) -> AnnotatedSession? { documents[FilePath(path)] }

  /// Sets the collections of shared libraries that a document is in; a document without edits takes those of another copy of its bytes.
  package nonisolated func set(
    _ collections: [SharedDocument], isInFolder: Bool = false, of path: String
  ) {
    perform { store in
      guard let document = store.document(path) else { return }
      document.isInCollectionFolder = isInFolder
      guard document.collections != collections else { return }
      document.collections = collections
      if let hash = collections.first?.hash { store.findEdits(of: document, hash) }
    }
  }

  /// Watches the library's files, which change when another Recto commits edits.
  private func watchLibrary() {
    guard token == nil else { return }
    token = watch.watch(folder) { [weak self] _ in
      self?.assumeIsolated { $0.takeOthers() }
    }
  }

  private func takeOthers() {
    guard journal.hasChanged() else { return }
    for document in documents.values { takeOthers(document) }
  }

  /// Shows an edit in the other open copies of the same document.
  func takeInCopies(of document: AnnotatedSession) {
    for copy in documents.values where copy !== document && copy.row?.id == document.row?.id {
      takeOthers(copy)
    }
  }

  private func takeOthers(_ document: AnnotatedSession) {
    if document.row == nil, document.reading != nil {
      let stamp = document.stamp.map(Self.text) ?? ""
      document.row = try? journal.match(FileEvidence(path: document.path, stamp: stamp))
    }
    guard let row = document.row else { return }
    let before = document.saveStatus
    do throws(LibraryTrouble) {
      try journal.catchUp(&document.history, of: row.id)
      guard let now = try journal.document(row.id) else { return }
      document.row = now
      if let written = now.written, written.lastEntry > document.fileEntry,
        now.writtenStamp == SystemPath.stamp(of: document.path)
      {
        document.saved(through: written.lastEntry)
      }
    } catch { return }
    let isElsewhere = document.hasNewWithoutPlace
    let new = document.takeNew()
    if isElsewhere { tellDetached(document) }
    if !new.isEmpty {
      tell(new, of: document)
    } else if document.saveStatus != before {
      reportSaveStatus(document)
    }
  }

  func reportSaveStatus(_ document: AnnotatedSession) {
    tell(document.path, .saveStatus(document.saveStatus))
  }

  /// Reports kept changes; `page` is where something was undone or redone.
  func tell(_ step: AnnotationEdit, of document: AnnotatedSession, page: Int? = nil) {
    if !step.changes.isEmpty {
      tell(document.path, .changed(step.changes, page: page, document.saveStatus))
    }
    if !step.fields.isEmpty {
      tell(document.path, .filled(step.fields, page: page, document.saveStatus))
    }
  }

  // MARK: saving

  /// Prepares the write after an edit: reads the file as it is now, makes anchors, and schedules the write.
  func prepare(_ document: AnnotatedSession, old: [AnnotationID]) {
    document.mayWrite = true
    later { store in
      await store.beginBase(document)
      await store.prepareWorkers(document)
      if !old.isEmpty { await store.placeAgain(document, Set(old)) }
      await store.makeAnchors(document)
    }
    saveLater(document, after: options.rest)
  }

  /// Whether an edited document is saved without a request.
  private func savesByItself(_ document: AnnotatedSession) -> Bool {
    options.saving != .never && document.mayWrite && !isInCollection(document)
  }

  /// Whether a document is in a collection, also before the user's libraries were asked.
  func isInCollection(_ document: AnnotatedSession) -> Bool {
    !document.collections.isEmpty || document.isInCollectionFolder
      || document.row.map { (try? journal.isInCollection($0.id)) == true } ?? false
  }

  func saveLater(_ document: AnnotatedSession, after milliseconds: Int) {
    guard options.saving == .afterMoment, savesByItself(document) else { return }
    document.saveSerial += 1
    let (serial, path) = (document.saveSerial, document.path)
    options.alarm.call(milliseconds, executor.queue) { [weak self] in
      self?.assumeIsolated { store in
        guard let document = store.document(path), document.saveSerial == serial else { return }
        store.save(document)
      }
    }
  }

  /// Writes kept edits into the file now.
  package nonisolated func save(_ path: String) {
    perform { store in
      guard let document = store.document(path) else { return }
      document.mayWrite = true
      store.save(document)
    }
  }

  private func save(_ document: AnnotatedSession) {
    document.saveSerial += 1
    later { store in await store.write(document) }
  }

  /// Writes a document's kept edits into its file, then reports the save status; nil if it is not open.
  package nonisolated func settle(
    _ path: String, completion: @escaping @Sendable (SaveStatus?) -> Void
  ) {
    perform { store in
      guard let document = store.document(path) else { return completion(nil) }
      document.mayWrite = true
      guard !document.saveStatus.isSaved else { return completion(document.saveStatus) }
      store.save(document)
      store.later { _ in completion(document.saveStatus) }
    }
  }

  /// Saves all documents unless settings say never, and waits until that is done or the time is up; unwritten edits stay in the library.
  package nonisolated func flush(within milliseconds: Int = 10_000) {
    perform { store in
      for document in store.documents.values
      where store.savesByItself(document) && !document.saveStatus.isSaved {
        store.save(document)
      }
    }
    rest(within: milliseconds)
  }

  package static func text(_ stamp: FileStamp) -> String {
    SystemPath.stamp(
      device: stamp.device, inode: stamp.inode, size: stamp.size, seconds: stamp.seconds,
      nanoseconds: stamp.nanoseconds)
  }
}
