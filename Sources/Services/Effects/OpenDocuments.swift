import DocumentModel
import Synchronization
import Wire
import Workers

/// The open documents in the workers, by document ID.
final class OpenDocuments: Sendable {
  private struct Entry {
    var generation: Int
    var document: WorkerDocument
    var summary: DocumentSummary
  }

  private let documents = Mutex<[DocumentID: Entry]>([:])

  /// Stores a newly opened document; closes whichever is older, it or the one stored before.
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

  /// Returns the document, nil unless it is of that generation.
  func document(_ id: DocumentID, _ generation: Int) -> WorkerDocument? {
    documents.withLock { documents in
      documents[id].flatMap { $0.generation == generation ? $0.document : nil }
    }
  }

  /// Whether the document is plain text, which has a faster request for its text.
  func isPlainText(_ id: DocumentID) -> Bool {
    documents.withLock { $0[id]?.summary.flow?.kind == .plainText }
  }

  func close(_ id: DocumentID) {
    documents.withLock { $0.removeValue(forKey: id)?.document }?.close()
  }
}
