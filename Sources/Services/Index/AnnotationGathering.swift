import Annotating
import Dispatch
import DocumentModel
import Library
import Workers

/// Copies the annotations of indexed documents into the library, as if each document had been opened once.
final class AnnotationGathering: Sendable {
  private let store: AnnotationStore
  private let queue = DispatchQueue(label: "recto.index-annotations", qos: .utility)

  init(_ pool: WorkerPool) {
    var options = AnnotationOptions()
    options.saving = .never
    store = AnnotationStore(
      folder: ReadingLibrary.defaultFolder(), worker: SandboxedAnnotationWorker(pool),
      options: options
    ) { _, _ in }
  }

  /// Queues a document; documents are processed one at a time.
  func gather(
    _ document: IndexedDocument, password: [UInt8] = [],
    while isWanted: @escaping @Sendable () -> Bool = { true }
  ) {
    let (path, title) = (document.sighting.path, document.card.title)
    let sections = document.sections
    queue.async { [store] in
      guard isWanted() else { return }
      store.gather(path, title: title, sections: sections, password: password)
    }
  }

  /// Waits until all queued documents are processed.
  func flush() { queue.sync {} }
}
