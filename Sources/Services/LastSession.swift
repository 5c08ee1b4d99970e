import Dispatch
package import DocumentModel
package import Library
package import Messages
import Workers

/// The documents and the browser of the last session.
package enum LastSession {
  package struct Remembered: Sendable {
    package var session: Session
    package var browser: BrowserMemory?
  }

  /// Reads all of it; waits for the library until a deadline, but for no document's disk.
  ///
  /// nil if it takes longer: the result then goes to the mailbox.
  package static func read(
    _ library: ReadingLibrary, _ mailbox: Mailbox, isWhole: Bool,
    until end: ContinuousClock.Instant
  ) -> Remembered? {
    let answer = Answer<Remembered>()
    DocumentCollector.memory(in: library) { browser in
      library.session { session in
        let session = session ?? Session()
        answer.give(Remembered(session: session, browser: browser))
        mailbox.post(.remembered(session, browser, isWhole: isWhole))
      }
    }
    return answer.wait(until: end)
  }

  /// The library waits two seconds for disks.
  private static let patience = DispatchTimeInterval.seconds(3)

  /// Returns a document's path after a move or renaming; nil if it is gone.
  static func follow(
    _ path: String, _ library: ReadingLibrary, answer: @escaping @Sendable (String?) -> Void
  ) {
    let once = Once()
    library.resolve([FileTrace(DocumentIdentity(path: path))]) { places in
      guard once.isFirst() else { return }
      if case .moved(let found)? = places.first { answer(found) } else { answer(nil) }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
      if once.isFirst() { answer(nil) }
    }
  }
}
