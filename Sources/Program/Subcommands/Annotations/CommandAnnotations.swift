import Dispatch
import DocumentModel
import Files
import Interface
import Library
import Synchronization
import Workers

/// The annotations of one document for a subcommand: in its file and in the library, kept and saved as the screen does it.
///
/// Each call waits for its answer. Nothing is written into the file before `save`.
final class CommandAnnotations {
  /// How the document's annotations are.
  struct Look {
    /// By page and in the order of the file.
    var annotations: [Annotation]
    /// Those that found no place in this version of the document.
    var detached: [Annotation] = []
    /// Of its form, in the order of the pages.
    var fields: [FormField] = []
    var standing: AnnotationStanding
  }

  private final class Heard: Sendable {
    let news = Mutex<[AnnotationNews]>([])
    let signal = DispatchSemaphore(value: 0)
  }

  private let keeper: AnnotationKeeper
  private let path: String
  private let name: String
  private let heard = Heard()
  private(set) var look: Look

  /// Seconds; a worker that hangs is given up long before.
  private static let patience = 900.0

  /// Opens what `document` has open already, so that passwords are known to be right.
  init(
    _ document: CommandDocument, path: String, password: [UInt8]
  ) throws(CommandDocument.Failure) {
    self.path = DocumentFile.absolute(path)
    name = document.name
    var options = AnnotationOptions()
    // Only when it is said.
    options.saving = .onQuit
    let heard = heard
    keeper = AnnotationKeeper(
      folder: ReadingLibrary.defaultFolder(), worker: CagedAnnotationWorker(document.pool),
      options: options
    ) { _, news in
      heard.news.withLock { $0.append(news) }
      heard.signal.signal()
    }
    look = Look(annotations: [], standing: AnnotationStanding())
    keeper.open(self.path, password: password, title: document.summary.title)
    look = try wait()
  }

  /// All annotations as they are after what was asked.
  private func wait() throws(CommandDocument.Failure) -> Look {
    let end = DispatchTime.now() + Self.patience
    while heard.signal.wait(timeout: end) == .success {
      let news = heard.news.withLock { $0 }
      for news in news {
        if case .refused(let file, let reason) = news {
          throw CommandDocument.Failure(sentence: Sentences.notKept(file, reason))
        }
      }
      var look = Look(annotations: [], standing: AnnotationStanding())
      for news in news {
        switch news {
        case .form(let fields): look.fields = fields
        case .detached(let annotations): look.detached = annotations
        case .loaded(let annotations, let standing):
          heard.news.withLock { $0 = [] }
          (look.annotations, look.standing) = (annotations, standing)
          return look
        case .changed, .filled, .standing, .refused: break
        }
      }
    }
    throw CommandDocument.Failure(sentence: "\(name) takes too long and was given up")
  }

  /// How the document stands towards an edit: of a damaged one it is known whether a copy can be mended.
  func standing() -> AnnotationStanding {
    guard look.standing.obstacle == .damaged else { return look.standing }
    let answer = Answer<AnnotationStanding?>()
    keeper.examine(path) { answer.give($0) }
    look.standing = answer.wait() ?? look.standing
    return look.standing
  }

  /// Has something done and gives what it changed.
  private func act(
    _ body: (AnnotationKeeper) -> Void
  ) throws(CommandDocument.Failure) -> [AnnotationChange] {
    let before = look
    heard.news.withLock { $0 = [] }
    body(keeper)
    keeper.tellAll(path)
    look = try wait()
    return Self.changes(
      from: before.annotations + before.detached, to: look.annotations + look.detached)
  }

  private static func changes(
    from old: [Annotation], to new: [Annotation]
  ) -> [AnnotationChange] {
    let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    let ids = Set(new.map(\.id))
    let made = new.map { AnnotationChange(before: before[$0.id], after: $0) }
    let gone = old.filter { !ids.contains($0.id) }
      .map { AnnotationChange(before: $0, after: nil) }
    return (made + gone).filter { !$0.isEmpty }
  }

  /// Keeps an edit; it is in the library when this returns.
  func edit(_ step: AnnotationStep) throws(CommandDocument.Failure) -> [AnnotationChange] {
    try act { $0.edit(path, step) }
  }

  /// What fields held before something was done that hold something else now.
  func fields(
    _ body: (AnnotationKeeper, String) -> Void
  ) throws(CommandDocument.Failure) -> [FieldChange] {
    let before = Dictionary(look.fields.map { ($0.id, $0.value) }) { first, _ in first }
    _ = try act { body($0, path) }
    return look.fields.compactMap { field in
      let change = FieldChange(id: field.id, before: before[field.id] ?? [], after: field.value)
      return change.isEmpty ? nil : change
    }
  }

  func undo() throws(CommandDocument.Failure) -> [AnnotationChange] { try act { $0.undo(path) } }

  func redo() throws(CommandDocument.Failure) -> [AnnotationChange] { try act { $0.redo(path) } }

  /// Writes what is kept into the file.
  func save() throws(CommandDocument.Failure) { _ = try act { $0.save(path) } }

  /// Writes a copy with all annotations and some changes; the document stays as it is.
  func copy(
    to target: String, adding step: AnnotationStep, replaces: Bool
  ) throws(CommandDocument.Failure) {
    let answer = Answer<Result<Void, AnnotationKeeper.CopyFailure>>()
    keeper.saveCopy(
      of: path, to: target, adding: step, replaces ? .replace(expecting: nil) : .new
    ) { answer.give($0) }
    if case .failure(let failure) = answer.wait() {
      throw CommandDocument.Failure(sentence: Sentences.notCopied(failure, to: target))
    }
    let wasSeenOnce = heard.news.withLock { news in
      news.contains { if case .standing(let standing) = $0 { standing.isSeenOnce } else { false } }
    }
    if wasSeenOnce { Output.complain("\(target): \(AnnotationWords.seenOnce)") }
  }
}
