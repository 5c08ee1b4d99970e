package import DocumentModel
import Dispatch
import Files
import Interface
import Library
import Platform

/// Keeps the annotations of open documents: each edit is in the journal before anybody is told of it, and in the file a moment later.
///
/// Two queues: one for the journal, which waits for nothing but its commit, and one for files and workers. News come on the first. A third
/// tries whether damaged files can be mended, which nobody waits for.
// Unchecked: documents and the journal are touched on `keeping` only.
package final class AnnotationStore: @unchecked Sendable {
  package typealias Tell = @Sendable (_ path: String, AnnotationNews) -> Void

  let keeping = DispatchQueue(label: "recto.annotating", qos: .userInitiated)
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

  /// `folder` is the library's.
  package init(
    folder: String, worker: any AnnotationWorker, options: AnnotationOptions = AnnotationOptions(),
    tell: @escaping Tell
  ) {
    self.folder = folder
    self.worker = worker
    self.options = options
    self.tell = tell
    journal = AnnotationJournal(folder: folder)
    watch = FolderWatch(queue: keeping)
  }

  // MARK: documents

  /// Begins to keep a document, or looks at it again; all its annotations are told.
  package func open(_ path: String, password: [UInt8] = [], title: String = "") {
    keeping.async { [self] in
      let document: AnnotatedSession
      if let known = documents[FilePath(path)] {
        document = known
        if !password.isEmpty { document.password = password }
      } else {
        document = AnnotatedSession(path: path, password: password, title: title)
        documents[FilePath(path)] = document
        watchLibrary()
      }
      document.users += 1
      look(at: document, tellsAll: true)
    }
  }

  /// Tells all annotations of a document again, when it has been looked at.
  package func tellAll(_ path: String) {
    keeping.async { [self] in
      if let document = documents[FilePath(path)] { look(at: document, tellsAll: true) }
    }
  }

  /// Lets a document go once; what is not saved is saved.
  package func close(_ path: String) {
    keeping.async { [self] in
      guard let document = documents[FilePath(path)] else { return }
      document.users -= 1
      guard document.users <= 0 else { return }
      if options.saving != .never, document.mayWrite { save(document) }
      saving.async { [self] in
        keeping.async { [self] in
          guard document.users <= 0 else { return }
          documents[FilePath(path)] = nil
          if documents.isEmpty { token = nil }
        }
      }
    }
  }

  func document(_ path: String) -> AnnotatedSession? { documents[FilePath(path)] }

  /// Edits of other Rectos: their commits change the files of the library.
  private func watchLibrary() {
    guard token == nil else { return }
    token = watch.watch(folder) { [weak self] _ in self?.takeOthers() }
  }

  private func takeOthers() {
    guard journal.hasChanged() else { return }
    for document in documents.values { takeOthers(document) }
  }

  private func takeOthers(_ document: AnnotatedSession) {
    if document.row == nil, document.reading != nil {
      let stamp = document.stamp.map(Self.text) ?? ""
      document.row = try? journal.match(FileEvidence(path: document.path, stamp: stamp))
    }
    guard let row = document.row else { return }
    let before = document.standing
    do throws(LibraryTrouble) {
      try journal.catchUp(&document.history, of: row.id)
      guard let now = try journal.document(row.id) else { return }
      document.row = now
      if let written = now.written, written.deed > document.fileDeed,
        now.writtenStamp == SystemPath.stamp(of: document.path)
      {
        document.saved(through: written.deed)
      }
    } catch { return }
    let isElsewhere = document.hasNewWithoutPlace
    let new = document.takeNew()
    if isElsewhere { tellDetached(document) }
    if !new.isEmpty {
      tell(new, of: document)
    } else if document.standing != before {
      tell(document.path, .standing(document.standing))
    }
  }

  /// Tells what was kept; `page` is where something was undone or redone.
  func tell(_ step: AnnotationEdit, of document: AnnotatedSession, page: Int? = nil) {
    if !step.changes.isEmpty {
      tell(document.path, .changed(step.changes, page: page, document.standing))
    }
    if !step.fields.isEmpty {
      tell(document.path, .filled(step.fields, page: page, document.standing))
    }
  }

  // MARK: saving

  /// After an edit: what must be known of the file as it is now, and then, when it rests, the saving.
  func prepare(_ document: AnnotatedSession, old: [AnnotationID]) {
    document.mayWrite = true
    saving.async { [self] in
      beginBase(document)
      prepareWorkers(document)
      if !old.isEmpty { placeAgain(document, Set(old)) }
      makeAnchors(document)
    }
    saveLater(document, after: options.rest)
  }

  func saveLater(_ document: AnnotatedSession, after milliseconds: Int) {
    guard options.saving == .afterMoment else { return }
    document.saveSerial += 1
    let serial = document.saveSerial
    options.alarm.call(milliseconds, keeping) { [weak self] in
      guard let self, document.saveSerial == serial else { return }
      save(document)
    }
  }

  /// Writes what is kept into the file, now.
  package func save(_ path: String) {
    keeping.async { [self] in
      guard let document = documents[FilePath(path)] else { return }
      document.mayWrite = true
      save(document)
    }
  }

  private func save(_ document: AnnotatedSession) {
    document.saveSerial += 1
    saving.async { [self] in write(document) }
  }

  /// Writes what is kept of a document into its file, and then says how things stand; nil where it is not kept.
  package func settle(
    _ path: String, completion: @escaping @Sendable (SaveStatus?) -> Void
  ) {
    keeping.async { [self] in
      guard let document = documents[FilePath(path)] else { return completion(nil) }
      document.mayWrite = true
      guard !document.standing.isSaved else { return completion(document.standing) }
      document.saveSerial += 1
      saving.async { [self] in
        write(document)
        keeping.async { completion(document.standing) }
      }
    }
  }

  /// Saves all, unless it is not wanted, and waits until that is done or so much time has passed; what was not written stays in the library.
  package func flush(within milliseconds: Int = 10_000) {
    let done = DispatchSemaphore(value: 0)
    keeping.async { [self] in
      if options.saving != .never {
        for document in documents.values where document.mayWrite && !document.standing.isSaved {
          save(document)
        }
      }
      saving.async { [self] in keeping.async { done.signal() } }
    }
    _ = done.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  /// Waits until what was begun by opening a document is done; not on the keeper's own queues.
  package func rest() { saving.sync {} }

  static func text(_ stamp: FileStamp) -> String {
    SystemPath.stamp(
      device: stamp.device, inode: stamp.inode, size: stamp.size, seconds: stamp.seconds,
      nanoseconds: stamp.nanoseconds)
  }
}
