import Dispatch
import DocumentModel
import Interface
import Library

/// What was open the last time the program ran, and how the browser was.
enum LastSession {
  struct Remembered: Sendable {
    var session: Session
    var browser: BrowserMemory?
  }

  /// All of it; waits for the library, but no longer than until then, and for no document's disk.
  ///
  /// nil where the library takes longer: then it comes to the mailbox.
  static func read(
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

  /// The library looks for two seconds at most, where all disks answer.
  private static let patience = DispatchTimeInterval.seconds(3)

  /// Where a document is that was moved or renamed since; nil where it is gone.
  static func follow(
    _ path: String, _ library: ReadingLibrary, answer: @escaping @Sendable (String?) -> Void
  ) {
    let once = Once()
    library.resolve([Bookmark(DocumentIdentity(path: path))]) { places in
      guard once.isFirst() else { return }
      if case .moved(let found)? = places.first { answer(found) } else { answer(nil) }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
      if once.isFirst() { answer(nil) }
    }
  }
}
