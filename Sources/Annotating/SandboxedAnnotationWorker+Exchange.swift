package import DocumentModel
import Wire
import Workers

/// Exchanged files are parsed and made in the sandbox, by a worker that has the document open.
extension SandboxedAnnotationWorker {
  package func imported(
    _ bytes: [UInt8], into source: AnnotationSource
  ) throws(ExchangeRefusal) -> ImportedAnnotations {
    guard !bytes.isEmpty else { throw .format }
    return try exchanged(source) { $0.importAnnotations(bytes, completion: $1) }
  }

  package func exported(
    _ export: ExchangeExport, of source: AnnotationSource
  ) throws(ExchangeRefusal) -> ExchangedFile {
    try exchanged(source) { $0.exportAnnotations(export, completion: $1) }
  }

  private func exchanged<Value: Sendable>(
    _ source: AnnotationSource,
    _ send: (WorkerDocument, @escaping WorkerDocument.ExchangeHandler<Value>) -> Void
  ) throws(ExchangeRefusal) -> Value {
    let document: WorkerDocument
    do throws(SaveBlocker) { document = try self.document(source) } catch {
      throw error == .format ? .document : .failed
    }
    let answer = Answer<Result<Result<Value, ExchangeRefusal>, WorkerError>>()
    send(document) { answer.give($0) }
    switch answer.wait(until: .now + Self.patience) {
    case .success(.success(let value)): return value
    case .success(.failure(let refusal)): throw refusal
    case .failure(.engine(.tooLarge)), .failure(.engine(.outOfMemory)): throw .tooLarge
    case .failure, nil: throw .failed
    }
  }
}
