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
package final class AnnotationKeeper: @unchecked Sendable {
  package typealias Tell = @Sendable (_ path: String, AnnotationNews) -> Void

  let keeping = DispatchQueue(label: "recto.annotating", qos: .userInitiated)
  let saving = DispatchQueue(label: "recto.annotating.saving", qos: .utility)
  let mending = DispatchQueue(label: "recto.annotating.mending", qos: .utility)
  let journal: AnnotationJournal
  let worker: any AnnotationWorker
  let options: AnnotationOptions
  let folder: String
  let tell: Tell
  private var documents: [RowKey: KeptDocument] = [:]
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
      let document: KeptDocument
      if let known = documents[RowKey(path)] {
        document = known
        if !password.isEmpty { document.password = password }
      } else {
        document = KeptDocument(path: path, password: password, title: title)
        documents[RowKey(path)] = document
        watchLibrary()
      }
      document.users += 1
      look(at: document, tellsAll: true)
    }
  }

  /// Tells all annotations of a document again, when it has been looked at.
  package func tellAll(_ path: String) {
    keeping.async { [self] in
      if let document = documents[RowKey(path)] { look(at: document, tellsAll: true) }
    }
  }

  /// Lets a document go once; what is not saved is saved.
  package func close(_ path: String) {
    keeping.async { [self] in
      guard let document = documents[RowKey(path)] else { return }
      document.users -= 1
      guard document.users <= 0 else { return }
      if options.saving != .never { save(document) }
      saving.async { [self] in
        keeping.async { [self] in
          guard document.users <= 0 else { return }
          documents[RowKey(path)] = nil
          if documents.isEmpty { token = nil }
        }
      }
    }
  }

  func document(_ path: String) -> KeptDocument? { documents[RowKey(path)] }

  /// Edits of other Rectos: their commits change the files of the library.
  private func watchLibrary() {
    guard token == nil else { return }
    token = watch.watch(folder) { [weak self] _ in self?.takeOthers() }
  }

  private func takeOthers() {
    guard journal.hasChanged() else { return }
    for document in documents.values { takeOthers(document) }
  }

  private func takeOthers(_ document: KeptDocument) {
    if document.row == nil, let reading = document.reading {
      let identity = DocumentIdentity(permanentID: reading.permanentID, path: document.path)
      document.row = try? journal.document(identity)
    }
    guard let row = document.row else { return }
    let before = document.standing
    do throws(LibraryTrouble) {
      try journal.catchUp(&document.history, of: row.id)
      guard let now = try journal.document(row.id) else { return }
      document.row = now
      if let written = now.written, written.deed > document.fileDeed,
        now.writtenStamp == FileStamp(following: document.path).map(Self.text)
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
  func tell(_ step: AnnotationStep, of document: KeptDocument, page: Int? = nil) {
    if !step.changes.isEmpty {
      tell(document.path, .changed(step.changes, page: page, document.standing))
    }
    if !step.fields.isEmpty {
      tell(document.path, .filled(step.fields, page: page, document.standing))
    }
  }

  // MARK: edits

  /// What came of an edit, an undo or a redo; nil where nothing did.
  package typealias Completion = @Sendable (AnnotationStep?) -> Void

  /// Keeps an edit, then tells it.
  ///
  /// `shown` are texts of pages as the user sees them, by which what is kept finds its words again where the file cannot be read now.
  package func edit(
    _ path: String, _ step: AnnotationStep, shown: [Int: PageText] = [:],
    completion: @escaping Completion = { _ in }
  ) {
    keeping.async { [self] in
      if !shown.isEmpty, let document = documents[RowKey(path)] {
        for after in step.changes.compactMap(\.after) { document.shownTexts[after.id] = shown }
      }
      let deed = add(path) { _, row, document in
        let parted = document.parted(step)
        let step = AnnotationStep(
          parted.changes.map { document.rebased($0) }.filter { !$0.isEmpty },
          fields: KeptDocument.rebased(parted.fields, on: document.currentFields),
          unplaced: parted.unplaced)
        return step.isEmpty
          ? nil : AnnotationJournal.Entry(.edit, step, version: row.version)
      }
      completion(deed?.step)
    }
  }

  package func undo(_ path: String, completion: @escaping Completion = { _ in }) {
    keeping.async { [self] in
      let deed = add(path, goesThere: true) { history, row, document in
        history.nextUndo.map { Self.entry(.undo, $0, history, row, document) }
      }
      completion(deed?.step)
    }
  }

  package func redo(_ path: String, completion: @escaping Completion = { _ in }) {
    keeping.async { [self] in
      let deed = add(path, goesThere: true) { history, row, document in
        history.nextRedo.map { Self.entry(.redo, $0, history, row, document) }
      }
      completion(deed?.step)
    }
  }

  /// What was done in another version of the document says nothing of places in this one.
  private static func entry(
    _ kind: AnnotationDeed.Kind, _ deed: AnnotationDeed, _ history: AnnotationHistory,
    _ row: AnnotatedDocument, _ document: KeptDocument
  ) -> AnnotationJournal.Entry {
    let here = history.step(of: deed, in: row.version)
    let done = here ?? deed.step
    let step = kind == .undo ? done.inverse : done
    let unplaced = document.rebased(
      unplaced: step.unplaced, besides: Set(step.changes.compactMap(\.id)))
    let changes =
      step.changes.map { document.rebased($0, movesPlaces: here != nil) } + unplaced.changes
    // What was filled into a field that is missing now is taken back all the same.
    let missing = step.fields.filter { document.currentFields[$0.id] == nil }
    return AnnotationJournal.Entry(
      kind, of: deed.number,
      AnnotationStep(
        changes,
        fields: KeptDocument.rebased(step.fields, on: document.currentFields) + missing,
        unplaced: unplaced.unplaced),
      version: row.version)
  }

  /// Takes back what had been taken back on other pages, before these came back by an undone or redone edit of the pages; gives the
  /// annotations whose places in this version are not known.
  func takeBackOwed(_ document: KeptDocument, _ row: AnnotatedDocument) -> Set<AnnotationID> {
    var unknown: Set<AnnotationID> = []
    while document.history.nextOwed != nil {
      var history = document.history
      var isOld = false
      options.step("owed")
      let deed = try? journal.add(to: row.id, &history) { history, row in
        document.history = history
        tell(document.takeNew(), of: document)
        guard let owed = history.nextOwed else { return nil }
        isOld = history.step(of: owed, in: row.version) == nil
        return Self.entry(.undo, owed, history, row, document)
      }
      document.history = history
      guard let deed else { break }
      if isOld { unknown.formUnion(deed.step.changes.compactMap { $0.after?.id }) }
      tell(document.takeNew(), of: document)
    }
    return unknown
  }

  /// Adds to the journal what an entry makes of all that was done; gives what was added.
  @discardableResult
  private func add(
    _ path: String, goesThere: Bool = false,
    _ entry: (AnnotationHistory, AnnotatedDocument, KeptDocument) -> AnnotationJournal.Entry?
  ) -> AnnotationDeed? {
    guard let document = documents[RowKey(path)] else { return nil }
    var isOld = false
    do throws(LibraryTrouble) {
      let row = try ensureRow(of: document)
      options.step("commit")
      var history = document.history
      let deed = try journal.add(to: row.id, &history) { history, row in
        // What another Recto did meanwhile comes first.
        document.history = history
        isOld =
          goesThere
          && [history.nextUndo, history.nextRedo].contains { deed in
            deed.map { deed in
              history.step(of: deed, in: row.version) == nil || history.tookDetached(deed)
            } ?? false
          }
        tell(document.takeNew(), of: document)
        return entry(history, row, document)
      }
      document.history = history
      options.step("committed")
      guard let deed else {
        tell(path, .standing(document.standing))
        return nil
      }
      let new = document.takeNew()
      for change in new.changes where change.after != nil {
        if let id = change.id { document.unanchored.insert(id) }
      }
      let page = goesThere ? page(of: deed.step, in: document) : nil
      if new.isEmpty { tell(path, .standing(document.standing)) }
      tell(new, of: document, page: page)
      // What has no place is not among what is shown.
      if !deed.step.unplaced.isEmpty { tellDetached(document) }
      prepare(document, old: isOld ? new.changes.compactMap { $0.after?.id } : [])
      return deed
    } catch {
      tell(path, .refused(file: error.file, reason: Self.reason(error)))
      return nil
    }
  }

  /// Tells those that have no place in this version, with the words they lay on.
  func tellDetached(_ document: KeptDocument) {
    var lost = document.history.detached
    if !lost.isEmpty, let row = document.row, let anchors = try? journal.anchors(of: row.id) {
      for index in lost.indices where lost[index].anchor == nil {
        lost[index].anchor = anchors[lost[index].id]
      }
    }
    document.hasToldDetached = !lost.isEmpty
    tell(document.path, .detached(lost))
  }

  private func page(of step: AnnotationStep, in document: KeptDocument) -> Int? {
    step.changes.lazy.compactMap { $0.after ?? $0.before }.first?.page
      ?? step.fields.lazy.compactMap { document.currentFields[$0.id]?.widgets.first }.first?.page
  }

  private static func reason(_ trouble: LibraryTrouble) -> String {
    switch trouble.cause {
    case .store(let words): words
    case .newer: "a later Recto made it"
    case .setAside(let aside): "it was damaged and is now \(aside)"
    case .damagedRecents(let words): words
    case .recents(let number): "error \(number)"
    }
  }

  func ensureRow(of document: KeptDocument) throws(LibraryTrouble) -> AnnotatedDocument {
    if let row = document.row { return row }
    let row = try journal.ensure(
      DocumentIdentity(
        permanentID: document.reading?.permanentID ?? "", path: document.path),
      title: document.title)
    document.row = row
    return row
  }

  // MARK: saving

  /// After an edit: what must be known of the file as it is now, and then, when it rests, the saving.
  private func prepare(_ document: KeptDocument, old: [AnnotationID]) {
    saving.async { [self] in
      beginBase(document)
      prepareWorkers(document)
      if !old.isEmpty { placeAgain(document, Set(old)) }
      makeAnchors(document)
    }
    saveLater(document, after: options.rest)
  }

  func saveLater(_ document: KeptDocument, after milliseconds: Int) {
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
      if let document = documents[RowKey(path)] { save(document) }
    }
  }

  private func save(_ document: KeptDocument) {
    document.saveSerial += 1
    saving.async { [self] in write(document) }
  }

  /// Writes what is kept of a document into its file, and then says how things stand; nil where it is not kept.
  package func settle(
    _ path: String, completion: @escaping @Sendable (AnnotationStanding?) -> Void
  ) {
    keeping.async { [self] in
      guard let document = documents[RowKey(path)] else { return completion(nil) }
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
        for document in documents.values where !document.standing.isSaved { save(document) }
      }
      saving.async { [self] in keeping.async { done.signal() } }
    }
    _ = done.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  static func text(_ stamp: FileStamp) -> String {
    "\(stamp.device) \(stamp.inode) \(stamp.size) \(stamp.seconds) \(stamp.nanoseconds)"
  }
}
