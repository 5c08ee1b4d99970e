import Dispatch
import DocumentModel
import Messages
import Text
import Wire
import Workers

/// Reading that goes on while the user does other things.
extension EffectRunner {
  func references(of id: DocumentID, _ generation: Int) -> ReferenceSearch? {
    opened[id]?.references(generation) { ReferenceSearch(id, generation, $0, self) }
  }

  /// Asks in the background. While the document is open, `take` gets the reply on the composing queue, nil after an error.
  func ask(
    _ request: Request, of id: DocumentID, _ generation: Int,
    _ take: @escaping @Sendable (Reply?) -> Void
  ) {
    opened.send(request, to: id, generation, .background) { [composing, opened] answer in
      if case .failure(.cancelled) = answer { return }
      composing.async {
        guard opened[id] != nil else { return }
        take(try? answer.get())
      }
    }
  }

  /// Reads a page in the background. While the document is open, `take` gets its blocks on the composing queue, nil for an unreadable page.
  func compose(
    _ page: Int, of id: DocumentID, _ generation: Int,
    take: @escaping @Sendable ([TextBlock]?) -> Void
  ) {
    ask(.text(page: page), of: id, generation) { [opened] reply in
      guard let composer = opened[id]?.composer(generation) else { return }
      guard case .text(let text)? = reply else { return take(nil) }
      take(composer.blocks(text, page: page))
    }
  }

  /// Limits the requests, since a faulty worker may never report the end.
  static let mostTurns = 100_000
  /// Equivalent to 256 MB; larger documents are identified by path and file only.
  static let mostFingerprintTurns = 64

  /// Requests a result that a worker computes in portions, so that other requests are not delayed; `answer` returns nil until the last portion.
  static func askInPortions(
    _ request: Request, of id: DocumentID, _ generation: Int, _ opened: OpenDocuments,
    _ mailbox: Mailbox, turnsLeft: Int = mostTurns,
    _ answer: @escaping @Sendable (Reply) -> Message?
  ) {
    opened.send(request, to: id, generation, .background) { result in
      guard case .success(let reply) = result else { return }
      if let message = answer(reply) {
        mailbox.post(message)
      } else if turnsLeft > 0 {
        askInPortions(
          request, of: id, generation, opened, mailbox, turnsLeft: turnsLeft - 1, answer)
      }
    }
  }
}
