import DocumentModel
import Interface
import Library
import Workers

/// Has the annotations of documents that are read for the index in the library, as if each had been opened once.
final class AnnotationGathering: Sendable {
  private let keeper: AnnotationKeeper

  init(_ pool: WorkerPool) {
    var options = AnnotationOptions()
    options.saving = .never
    keeper = AnnotationKeeper(
      folder: ReadingLibrary.defaultFolder(), worker: CagedAnnotationWorker(pool), options: options
    ) { _, _ in }
  }

  /// Waits until they are kept.
  func gather(_ document: IndexedDocument, password: [UInt8] = []) {
    keeper.gather(
      document.sighting.path, title: document.card.title, sections: document.sections,
      password: password)
  }
}
