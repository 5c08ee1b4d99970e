import Annotating
import Dispatch
import DocumentModel
import Files
import Glibc
import Interface
import Library
import Messages
import Services
import Synchronization
import Workers

/// The annotations of one document for a subcommand: in its file and in the library, kept and saved as the screen does it.
///
/// Each call waits for its answer. Nothing is written into the file before `save`.
final class CommandAnnotations {
  /// The document's annotations.
  struct Look {
    /// By page and in the order of the file.
    var annotations: [Annotation]
    /// Annotations without a place in this version of the document.
    var detached: [Annotation] = []
    /// Of its form, in the order of the pages.
    var fields: [FormField] = []
    var saveStatus: SaveStatus
  }

  private final class Heard: Sendable {
    let news = Mutex<[AnnotationNews]>([])
    let signal = DispatchSemaphore(value: 0)

    /// The annotations offered last.
    var offer: CarriedAnnotations? {
      news.withLock { news in
        news.lazy.compactMap { if case .carried(let carried) = $0 { carried } else { nil } }.last
      }
    }
  }

  private let store: AnnotationStore
  let worker: any AnnotationWorker
  let source: AnnotationSource
  private var path: String { source.path }
  private let document: CommandDocument
  private var name: String { document.name }
  private let heard = Heard()
  private(set) var look: Look
  /// Whether the document is in a collection of a shared library, or its file in a collection's folder: then the file is not written.
  private(set) var isOfCollection = false
  /// The document in collections of the libraries that were joined.
  private(set) var collections: [SharedDocument] = []

  /// Seconds; a worker that hangs is given up long before.
  private static let patience = 900.0

  /// Opens what `document` has open already, so that passwords are known to be right.
  init(
    _ document: CommandDocument, path: String, password: [UInt8],
    library: String = ReadingLibrary.defaultFolder()
  ) throws(CommandDocument.Failure) {
    let worker = SandboxedAnnotationWorker(document.pool)
    self.worker = worker
    source = AnnotationSource(path: DocumentFile.absolute(path), password: password)
    self.document = document
    var options = AnnotationOptions()
    // Only `save` writes.
    options.saving = .onQuit
    options.carriesOver = false
    // Reading the words under thousands of annotations would exceed one command.
    (options.mostForeign, options.leavesManyForeign) = (500, true)
    let heard = heard
    store = AnnotationStore(
      folder: library, worker: worker, options: options
    ) { _, news in
      heard.news.withLock { $0.append(news) }
      heard.signal.signal()
    }
    look = Look(annotations: [], saveStatus: SaveStatus())
    store.open(source.path, password: password, title: document.summary.title)
    // Shared annotations follow edits of the command line, too.
    let libraries = JoinedLibraries.all()
    isOfCollection = libraries.contains { $0.hasFolder(of: source.path) }
    if let places = try? EditExchange(folder: library).places(at: source.path), !places.isEmpty {
      collections = places.filter { place in libraries.contains { $0.id == place.library } }
      store.set(collections, of: source.path)
      isOfCollection = isOfCollection || !collections.isEmpty
    }
    look = try wait()
    let isCompared = Answer<Bool>()
    store.whenCompared(source.path) { isCompared.give(true) }
    _ = isCompared.wait()
    // Annotations of a repacked book were already carried over.
    let isLoadedAgain = heard.news.withLock { news in
      news.contains { if case .loaded = $0 { true } else { false } }
    }
    if isLoadedAgain { look = try wait() }
    carried = heard.offer
  }

  /// Refuses a document whose annotations would have no place.
  static func check(_ document: CommandDocument) throws(CommandDocument.Failure) {
    guard document.summary.canAnnotate else {
      throw CommandDocument.Failure(
        sentence: "\(document.name): only PDFs, DjVu, books and office documents have annotations")
    }
  }

  /// The previous version's annotations; nil if there are none, or all of them are here.
  private(set) var carried: CarriedAnnotations?

  /// Reports that the previous version had annotations, if it had any.
  func tellCarried() {
    guard let carried, !carried.isEmpty else { return }
    Output.complain("\(name): \(carried.sentence)")
  }

  /// Looks for annotations of previous versions again, although they were discarded or kept without a place.
  func reconsider() {
    let isCompared = Answer<Bool>()
    store.reconsider(path, asksAgain: false) { isCompared.give(true) }
    _ = isCompared.wait()
    carried = heard.offer
  }

  /// Keeps the previous version's annotations, with those on changed words at the closest place if wanted; returns how many have a place.
  func carryOver(withClosest: Bool) throws(CommandDocument.Failure) -> Int {
    let answer = Answer<Int>()
    store.carryOver(path, withClosest: withClosest) { answer.give($0) }
    let count = answer.wait()
    heard.news.withLock { $0 = [] }
    store.tellAll(path)
    look = try wait()
    return count
  }

  /// Returns all annotations after the requested edits.
  private func wait() throws(CommandDocument.Failure) -> Look {
    let end = DispatchTime.now() + Self.patience
    while heard.signal.wait(timeout: end) == .success {
      let news = heard.news.withLock { $0 }
      for news in news {
        if case .refused(let file, let reason) = news {
          throw CommandDocument.Failure(sentence: Sentences.notKept(file, reason))
        }
      }
      var look = Look(annotations: [], saveStatus: SaveStatus())
      for (index, news) in news.enumerated() {
        switch news {
        case .form(let fields): look.fields = fields
        case .detached(let annotations): look.detached = annotations
        case .loaded(let annotations, let saveStatus):
          // News after it, such as that of a previous version, stay for their reader.
          heard.news.withLock { $0.removeFirst(index + 1) }
          (look.annotations, look.saveStatus) = (annotations, saveStatus)
          return look
        case .reversedUnseen(let changes): unseen = changes
        case .changed, .filled, .saveStatus, .refused, .carried, .carriedOver, .keptForEarlier,
          .shared:
          break
        }
      }
    }
    throw CommandDocument.Failure(sentence: "\(name) takes too long; stopped")
  }

  /// Returns the document's save status for an edit; for a damaged one after testing whether a copy can
  /// be repaired.
  func saveStatus() -> SaveStatus {
    guard look.saveStatus.obstacle == .damaged else { return look.saveStatus }
    let answer = Answer<SaveStatus?>()
    store.examine(path) { answer.give($0) }
    look.saveStatus = answer.wait() ?? look.saveStatus
    return look.saveStatus
  }

  /// An edit, undo or redo of annotations and fields.
  enum UndoItem {
    case edit(AnnotationEdit)
    case undo
    case redo
  }

  /// The result of an edit, without changes by others meanwhile.
  struct Outcome {
    var annotations: [AnnotationChange] = []
    var fields: [FieldChange] = []
    /// Undone or redone changes without effect on the annotations of this version.
    var unseen: [AnnotationChange] = []
    /// Annotations that had no place before, and have none now.
    var placeless: Set<AnnotationID> = []
    /// Annotations that have lost their place.
    var detached: Set<AnnotationID> = []

    var isOfFormOnly: Bool { annotations.isEmpty && !fields.isEmpty }
  }

  /// Does something; it is in the library when this returns.
  func perform(_ action: UndoItem) throws(CommandDocument.Failure) -> Outcome {
    let (before, placed) = (all, Set(look.annotations.map(\.id)))
    unseen = []
    let answer = Answer<AnnotationEdit?>()
    heard.news.withLock { $0 = [] }
    switch action {
    case .edit(let step): store.edit(path, step) { answer.give($0) }
    case .undo: store.undo(path) { answer.give($0) }
    case .redo: store.redo(path) { answer.give($0) }
    }
    store.tellAll(path)
    look = try wait()
    guard let step = answer.wait() else { return Outcome() }
    let after = all
    var outcome = Outcome(
      fields: step.fields, detached: placed.intersection(look.detached.map(\.id)))
    var seen: Set<AnnotationID> = []
    for id in (step.changes + step.unplaced).compactMap(\.id) where seen.insert(id).inserted {
      let change = AnnotationChange(before: before[id], after: after[id])
      if !change.isEmpty { outcome.annotations.append(change) }
    }
    outcome.placeless = seen.subtracting(placed).subtracting(look.annotations.map(\.id))
    if outcome.annotations.isEmpty { outcome.unseen = unseen }
    return outcome
  }

  /// Changes reported for annotations that are not visible.
  private(set) var unseen: [AnnotationChange] = []

  /// Annotations with and without a place.
  private var all: [AnnotationID: Annotation] {
    Dictionary((look.annotations + look.detached).map { ($0.id, $0) }) { first, _ in first }
  }

  /// Places annotations by the words they are on.
  func placing(
    _ annotations: [Annotation], _ anchors: [AnnotationID: TextAnchor]
  ) throws(CommandDocument.Failure) -> AnnotationPlacing {
    do throws(SaveBlocker) {
      return try AnnotationPlacing(
        annotations, anchors, pageCount: document.summary.pageCount, worker, source)
    } catch {
      throw CommandDocument.Failure(
        sentence: "\(name): \(AnnotationStrings.reason(error)); nothing was imported")
    }
  }

  /// Writes kept edits into the file; retries if other programs write it or their edits wait.
  func save() throws(CommandDocument.Failure) {
    for pause in Self.pauses {
      usleep(pause * 1_000)
      heard.news.withLock { $0 = [] }
      store.save(path)
      store.tellAll(path)
      look = try wait()
      guard !look.saveStatus.isSaved, [nil, .failed].contains(look.saveStatus.hindrance) else {
        return
      }
    }
  }

  /// Waits until the annotations read are stored in the library.
  func rest() { store.rest() }

  /// Milliseconds before each trial.
  private static let pauses: [UInt32] = [0, 100, 300, 700, 1_500]

  /// Writes a copy with all annotations and some changes; the document stays unchanged. Returns whether it has all changes; reports those
  /// missing.
  @discardableResult
  func copy(
    to copy: CopyTarget, adding step: AnnotationEdit
  ) throws(CommandDocument.Failure) -> Bool {
    let target = copy.path
    let answer = Answer<Result<[Int], AnnotationStore.CopyFailure>>()
    store.saveCopy(
      of: path, to: target, adding: step, copy.replaces ? .replace(expecting: nil) : .new
    ) { answer.give($0) }
    let fullPages: [Int]
    switch answer.wait() {
    case .success(let pages): fullPages = pages
    case .failure(let failure):
      throw CommandDocument.Failure(sentence: Sentences.notCopied(failure, to: target))
    }
    let wasSeenOnce = heard.news.withLock { news in
      news.contains {
        if case .saveStatus(let saveStatus) = $0 { saveStatus.isSeenOnce } else { false }
      }
    }
    try copy.finish()
    if wasSeenOnce { Output.complain("\(target): \(AnnotationStrings.seenOnce)") }
    guard !fullPages.isEmpty else { return true }
    let words = AnnotationStrings.sentence(leftOutOfCopy: fullPages.map(document.pageName))
    Output.complain("\(target): \(words)")
    return step.changes.allSatisfy { !$0.isOn(fullPages) }
  }
}

extension AnnotationChange {
  /// Whether it concerns one of these pages, before or after.
  func isOn(_ pages: [Int]) -> Bool {
    !self.pages.isDisjoint(with: pages)
  }
}
