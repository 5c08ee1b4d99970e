package import DocumentModel
import Dispatch
package import Files
import Library
import Platform

/// Stores the annotations of open documents: each edit is in the journal before it is reported, and in the file a moment later.
///
/// Two queues: one for the journal, which waits only for commits, and one for files and workers. Reports come on the first. A third tests
/// in the background whether damaged files can be repaired.
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

  /// Opens a document or reads it again, and reports all its annotations.
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

  /// Reports all annotations of a document again, after checking the file.
  package func tellAll(_ path: String) {
    keeping.async { [self] in
      if let document = documents[FilePath(path)] { look(at: document, tellsAll: true) }
    }
  }

  /// Releases a document once; unsaved edits are saved.
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

  /// Reports kept changes; `page` is where something was undone or redone.
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

  /// Writes kept edits into the file now.
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

  /// Writes a document's kept edits into its file, then reports the save status; nil if it is not open.
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

  /// Saves all documents unless settings say never, and waits until that is done or the time is up; unwritten edits stay in the library.
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

  /// Waits until work started by opening a document is done; not to be called on the store's own
  /// queues.
  package func rest() {
    keeping.sync {}
    saving.sync {}
    keeping.sync {}
  }

  package static func text(_ stamp: FileStamp) -> String {
    SystemPath.stamp(
      device: stamp.device, inode: stamp.inode, size: stamp.size, seconds: stamp.seconds,
      nanoseconds: stamp.nanoseconds)
  }
}
