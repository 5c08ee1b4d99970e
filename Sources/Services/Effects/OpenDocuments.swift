import DocumentModel
import Files
import Platform
import Synchronization
import Wire
import Workers

/// The documents that are open on the screen.
final class OpenDocuments: Sendable {
  private let sessions = Mutex<[DocumentID: DocumentSession]>([:])

  subscript(id: DocumentID) -> DocumentSession? { sessions.withLock { $0[id] } }

  /// Returns the session of a document, which begins with its first opening.
  func session(_ id: DocumentID, onEnd: @escaping @Sendable () -> Void) -> DocumentSession {
    sessions.withLock { sessions in
      let session = sessions[id] ?? DocumentSession(onEnd: onEnd)
      sessions[id] = session
      return session
    }
  }

  func end(_ id: DocumentID) { sessions.withLock { $0.removeValue(forKey: id) }?.end() }

  func send(
    _ request: Request, to id: DocumentID, _ generation: Int, _ priority: Priority,
    _ handler: @escaping ReplyHandler
  ) {
    guard let document = self[id]?.document(generation) else {
      handler(.failure(.cancelled))
      return
    }
    document.send(request, priority: priority, completion: handler)
  }

  /// Records that this program is rewriting a file with its pages in place.
  func wrote(_ path: String, from: FileStamp, to: FileStamp) {
    for session in sessions.withLock({ Array($0.values) }) {
      session.wrote(path, from: from, to: to)
    }
  }

  /// The password that opened the file at a path.
  func password(of path: String) -> [UInt8]? {
    sessions.withLock { Array($0.values) }.lazy.compactMap(\.file)
      .first { PathParts.same($0.path, path) }?.password
  }
}
