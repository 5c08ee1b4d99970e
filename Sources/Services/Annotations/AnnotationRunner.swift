import Annotating
import Dispatch
import DocumentModel
import Files
import Library
import Messages
import Synchronization
import Workers

/// Runs the screen's annotation effects; distributes the store's reports to all views of a path.
package final class AnnotationRunner: Sendable {
  let store: AnnotationStore
  /// Whether annotations are written into their documents without being asked for.
  let savesByItself: Bool
  let mailbox: Mailbox
  private let folder: String
  private let open: Opened
  private let forms: FormValues
  private let sharing: AnnotationSharing
  /// Library searches run beside the store, whose queue never waits.
  let finding = DispatchQueue(label: "recto.annotating.finding", qos: .userInitiated)
  private let serial = Mutex(0)

  /// Which documents have which path open.
  private final class Opened: Sendable {
    struct Entry {
      var generation: Int
      var path: String
    }

    private let entries = Mutex<[DocumentID: Entry]>([:])

    func set(_ entry: Entry, for id: DocumentID) -> Entry? {
      entries.withLock { $0.updateValue(entry, forKey: id) }
    }

    func remove(_ id: DocumentID) -> Entry? { entries.withLock { $0.removeValue(forKey: id) } }

    subscript(id: DocumentID) -> Entry? { entries.withLock { $0[id] } }

    func all(at path: String) -> [(DocumentID, Entry)] {
      let key = FilePath(path)
      return entries.withLock { $0.filter { FilePath($0.value.path) == key } }
    }
  }

  /// `announce` is called before each write with the old and new stamp of the file.
  init(
    _ machinery: SharedServices,
    announce: @escaping @Sendable (String, FileStamp, FileStamp) -> Void
  ) {
    mailbox = machinery.mailbox
    folder = machinery.library.folder
    var options = AnnotationOptions()
    options.saving = machinery.preferences.annotationSaving
    options.announce = announce
    options.waymarks = { path in
      let index = LibraryIndex.isThere() ? try? LibraryIndex(mends: false) : nil
      return try? index?.waymarks(of: path)
    }
    savesByItself = options.saving != .never
    let opened = Opened()
    open = opened
    let forms = FormValues()
    self.forms = forms
    let mailbox = machinery.mailbox
    @Sendable func tell(_ path: String, _ news: AnnotationNews) {
      for (id, entry) in opened.all(at: path) {
        mailbox.post(Self.message(news, id, entry.generation))
      }
    }
    let sharing = AnnotationSharing(machinery.library) { tell($0, .shared($1)) }
    self.sharing = sharing
    store = AnnotationStore(
      folder: machinery.library.folder, worker: SandboxedAnnotationWorker(machinery.pool),
      options: options
    ) { path, news in
      // Pages that are set from now on show it.
      forms.take(news, of: path)
      tell(path, news)
      if case .changed = news { sharing.edited(path) }
    }
    sharing.attach(store)
  }

  private static func message(
    _ news: AnnotationNews, _ id: DocumentID, _ generation: Int
  ) -> Message {
    guard case .refused(let file, let reason) = news else {
      return .annotations(.news(id, generation: generation, news))
    }
    return .failed(id, generation: generation, page: nil, Sentences.notKept(file, reason))
  }

  /// A document was opened, or opened again after its file changed.
  func opened(
    _ id: DocumentID, _ generation: Int, _ path: String, password: [UInt8]
  ) {
    guard !path.isEmpty, !DocumentFile.isPipe(path) else { return }
    let entry = Opened.Entry(generation: generation, path: path)
    let older = open.set(entry, for: id)
    store.open(path, password: password)
    sharing.opened(path)
    // The old one is released after the new one is held.
    if let older {
      store.close(older.path)
      if open.all(at: older.path).isEmpty { sharing.closed(older.path) }
    }
  }

  func close(_ id: DocumentID) {
    guard let entry = open.remove(id) else { return }
    store.close(entry.path)
    if open.all(at: entry.path).isEmpty {
      forms.forget(entry.path)
      sharing.closed(entry.path)
    }
  }

  /// Returns the current fields of a page.
  func fields(of id: DocumentID, page: Int) -> [FormField] {
    open[id].map { forms.fields(at: $0.path, page: page) } ?? []
  }

  /// Saves all edits of a document and waits; true if everything is in the file, or there was nothing.
  func settle(_ path: String) -> Bool {
    let answer = Answer<Bool>()
    store.settle(path) { answer.give($0?.isSaved ?? true) }
    return answer.wait()
  }

  /// Sends and saves what is pending before the program ends.
  package func flush() {
    sharing.end()
    store.flush()
  }

  func run(_ effect: AnnotationEffect) {
    switch effect {
    case .load(let id, let generation):
      guard let entry = open[id], entry.generation == generation else { return }
      store.tellAll(entry.path)
    case .edit(let id, let generation, let step, let shown):
      whenOpen(id, generation) { store.edit($0, step, shown: shown) }
    case .editEarlier(let id, let generation, let step, let shown, let earlier):
      whenOpen(id, generation) { store.editEarlier($0, step, shown: shown, of: earlier) }
    case .undo(let id, let generation): whenOpen(id, generation) { store.undo($0) }
    case .redo(let id, let generation): whenOpen(id, generation) { store.redo($0) }
    case .carryOver(let id, let generation, let withClosest, let always):
      whenOpen(id, generation) {
        store.carryOver($0, withClosest: withClosest, always: always)
      }
    case .reconsiderCarried(let id, let generation):
      whenOpen(id, generation) { store.reconsider($0) }
    case .discardCarried(let id, let generation):
      whenOpen(id, generation) { store.discardCarried($0) }
    case .save(let id, let generation): whenOpen(id, generation) { store.save($0) }
    case .saveCopy(let id, let generation, let path, let members):
      whenOpen(id, generation) { saveCopy($0, to: path, adding: members, id, generation) }
    case .goOnInCopy(let id, let generation, let path):
      whenOpen(id, generation) { goOnInCopy($0, to: path, id) }
    case .importFile(let id, let generation, let path, let existing, let fields):
      whenOpen(id, generation) {
        importFile(id, generation, from: path, into: $0, existing: existing, fields: fields)
      }
    case .exportFile(let id, let generation, let path, let annotations, let values):
      whenOpen(id, generation) { document in
        let format = ExchangeFormat(ofFileNamed: path) ?? .xfdf
        let export = ExchangeExport(
          format, name: DocumentFile.name(document), annotations: annotations, values: values)
        exportFile(id, generation, export, of: document, to: path)
      }
    case .summarize(let id, let generation, let path, let lines):
      whenOpen(id, generation) { document in
        guard ExchangeFormat(ofFileNamed: path) == .pdf else {
          let text = AnnotationSummary.markdown(lines)
          let target = DocumentFile.absolute(Paths.typed(path))
          return finding.async { [self] in
            write(ExchangedFile(Array(text.utf8)), to: target, id, generation)
          }
        }
        let export = ExchangeExport(.pdf, name: "", lines: lines)
        exportFile(id, generation, export, of: document, to: path)
      }
    case .share(let id, let generation, let annotations, let isShared):
      whenOpen(id, generation) { sharing.share(annotations, of: $0, isShared: isShared) }
    case .shareNew(let id, let generation, let isOpen):
      whenOpen(id, generation) { sharing.shareNew(isOpen, of: $0) }
    case .readStamp(let path): readStamp(path)
    case .editText: break
    case .findAll(let words, let number): find(words, number)
    }
  }

  private func whenOpen(_ id: DocumentID, _ generation: Int, _ body: (String) -> Void) {
    guard let entry = open[id] else {
      mailbox.post(.failed(id, generation: generation, page: nil, Sentences.annotationsWantFile))
      return
    }
    // A document reopened for drawing may get reports before it is open.
    if entry.generation <= generation { body(entry.path) }
  }

  private func saveCopy(
    _ path: String, to typed: String, adding members: [Annotation], _ id: DocumentID,
    _ generation: Int
  ) {
    let target = DocumentFile.absolute(Paths.typed(typed))
    let step = AnnotationEdit(members.map { AnnotationChange(before: nil, after: $0) })
    store.saveCopy(of: path, to: target, adding: step) { [mailbox] result in
      switch result {
      case .success(let pages):
        mailbox.post(
          .annotations(.copied(id, path: target, fullPages: pages)))
      case .failure(let failure):
        mailbox.post(
          .failed(id, generation: generation, page: nil, Sentences.notCopied(failure, to: target)))
      }
    }
  }

  private func goOnInCopy(_ path: String, to typed: String, _ id: DocumentID) {
    let target = DocumentFile.absolute(Paths.typed(typed))
    store.saveCopy(of: path, to: target) { [mailbox] result in
      var (leftOut, trouble): ([Int], String?) = ([], nil)
      switch result {
      case .success(let pages): leftOut = pages
      case .failure(let failure): trouble = Sentences.notCopied(failure, to: target)
      }
      mailbox.post(
        .annotations(.copiedToGoOn(id, path: target, leftOut: leftOut, trouble: trouble)))
    }
  }

  /// The number of library annotations reported at once.
  private static let mostAtOnce = 8_000

  private func find(_ words: String, _ number: Int) {
    serial.withLock { $0 = number }
    finding.async { [self] in
      func isWanted() -> Bool { serial.withLock { $0 == number } }
      guard isWanted() else { return }
      var portion: [DocumentAnnotations] = []
      var places: [FilePath: Int] = [:]
      var count = 0
      // The first are as many as are seen at once; each portion may cost the list as much as all before it.
      var wanted = 50
      func post(isEnd: Bool) {
        mailbox.post(.annotations(.foundAll(serial: number, portion, isEnd: isEnd)))
        (portion, places, count) = ([], [:], 0)
      }
      let journal = AnnotationJournal(folder: folder)
      let index = LibraryIndex.isThere() ? try? LibraryIndex(mends: false) : nil
      func place(of path: String, _ title: String) -> Int {
        if let place = places[FilePath(path)] { return place }
        places[FilePath(path)] = portion.count
        let waymarks = try? index?.waymarks(of: path)
        portion.append(
          DocumentAnnotations(
            path: path, title: title, annotations: [], waymarks: waymarks ?? DocumentWaymarks()))
        return portion.count - 1
      }
      try? journal.find(words) { path, title, annotation, isDetached in
        let place = place(of: path, title)
        // The index knows page labels better, if there is one.
        if !isDetached, portion[place].waymarks.labels[annotation.page] == nil {
          portion[place].waymarks.labels[annotation.page] =
            (annotation.anchor?.reading?.label).map { PageLabels($0) }
        }
        if isDetached {
          portion[place].detached.append(annotation)
        } else {
          portion[place].annotations.append(annotation)
        }
        count += 1
        if count == wanted {
          post(isEnd: false)
          wanted = min(max(500, wanted * 2), Self.mostAtOnce)
        }
        return isWanted()
      } more: { path, title, count in
        portion[place(of: path, title)].more = count
      }
      if isWanted() { post(isEnd: true) }
    }
  }
}
