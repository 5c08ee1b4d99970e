import Dispatch
package import DocumentModel

/// Reads and makes exchanged files on other queues, so that the store's own jobs go on.
extension AnnotationStore {
  /// Reads an exchanged file for an open document; the handler is called once, on another queue.
  package nonisolated func importing(
    _ bytes: [UInt8], into path: String,
    completion: @escaping @Sendable (Result<ImportedAnnotations, ExchangeRefusal>) -> Void
  ) {
    exchange(path, completion) { worker, source throws(ExchangeRefusal) in
      try worker.imported(bytes, into: source)
    }
  }

  /// Makes an exchanged file of an open document; the handler is called once, on another queue.
  package nonisolated func exporting(
    _ export: ExchangeExport, of path: String,
    completion: @escaping @Sendable (Result<ExchangedFile, ExchangeRefusal>) -> Void
  ) {
    exchange(path, completion) { worker, source throws(ExchangeRefusal) in
      try worker.exported(export, of: source)
    }
  }

  private nonisolated func exchange<Value: Sendable>(
    _ path: String,
    _ completion: @escaping @Sendable (Result<Value, ExchangeRefusal>) -> Void,
    _ work:
      @escaping @Sendable (any AnnotationWorker, AnnotationSource) throws(ExchangeRefusal) ->
      Value
  ) {
    perform { store in
      guard let source = store.document(path)?.source else { return completion(.failure(.failed)) }
      let worker = store.worker
      DispatchQueue.global(qos: .userInitiated).async {
        do throws(ExchangeRefusal) { completion(.success(try work(worker, source))) } catch {
          completion(.failure(error))
        }
      }
    }
  }
}
