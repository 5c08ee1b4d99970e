import DocumentModel
import Interface
import Synchronization
import Wire
import Workers

/// The workers' side of each open document, by the reader's name for it.
final class OpenDocuments: Sendable {
  private struct Entry {
    var generation: Int
    var document: WorkerDocument
    var summary: DocumentSummary
  }

  private let documents = Mutex<[DocumentID: Entry]>([:])

  /// Takes a newly opened document; of it and an opening known before the older is closed.
  func set(
    _ document: WorkerDocument, _ summary: DocumentSummary, for id: DocumentID, _ generation: Int
  ) {
    let older: WorkerDocument? = documents.withLock { documents in
      let known = documents[id]
      if let known, known.generation > generation { return document }
      documents[id] = Entry(generation: generation, document: document, summary: summary)
      return known?.document
    }
    older?.close()
  }

  func send(
    _ request: Request, to id: DocumentID, _ generation: Int, _ priority: Priority,
    _ handler: @escaping ReplyHandler
  ) {
    guard let document = document(id, generation) else {
      handler(.failure(.cancelled))
      return
    }
    document.send(request, priority: priority, completion: handler)
  }

  /// The worker's side of a document, as long as it is of that generation.
  func document(_ id: DocumentID, _ generation: Int) -> WorkerDocument? {
    documents.withLock { documents in
      documents[id].flatMap { $0.generation == generation ? $0.document : nil }
    }
  }

  /// Whether it is plain text, which is read for a search in its own, shorter way.
  func isPlainText(_ id: DocumentID) -> Bool {
    documents.withLock { $0[id]?.summary.flow?.kind == .plainText }
  }

  func close(_ id: DocumentID) {
    documents.withLock { $0.removeValue(forKey: id)?.document }?.close()
  }
}
