package import DocumentModel
import Wire

/// Exchanged files travel in sealed memory: a worker cannot change what it was given.
extension WorkerDocument {
  package typealias ExchangeHandler<Value> =
    @Sendable (Result<Result<Value, ExchangeRefusal>, WorkerError>) -> Void

  /// Reads an exchanged file for the document. The handler is called once, on the pool's thread.
  package func importAnnotations(
    _ bytes: [UInt8], completion: @escaping ExchangeHandler<ImportedAnnotations>
  ) {
    exchange(.importAnnotations, bytes, completion) {
      if case .imported(let imported) = $0 { imported } else { nil }
    }
  }

  /// Makes an exchanged file of annotations and values of the document, in the same way.
  package func exportAnnotations(
    _ export: ExchangeExport, completion: @escaping ExchangeHandler<ExchangedFile>
  ) {
    exchange(.exportAnnotations, ExchangeCoding.encoded(export), completion) {
      if case .exported(let file) = $0 { file } else { nil }
    }
  }

  private static let patience = Duration.seconds(60)

  private func exchange<Value>(
    _ request: Request, _ bytes: [UInt8], _ completion: @escaping ExchangeHandler<Value>,
    _ value: @escaping @Sendable (Reply) -> Value?
  ) {
    let memory: BorrowedFile
    do throws(WorkerError) { memory = try AnnotationBase(bytes).memory() } catch {
      return completion(.failure(error))
    }
    pool.send(
      request, to: number, file: memory, priority: .background, deadline: Self.patience, completion
    ) { reply in
      if case .exchangeRefused(let refusal) = reply { return .failure(refusal) }
      return value(reply).map { .success($0) }
    }
  }
}
