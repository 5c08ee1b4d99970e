import Dispatch
import DocumentModel
import Library

/// What was open the last time the program ran.
enum LastSession {
  /// The session as it was; waits for the library, but no longer than until then, and for no document's disk.
  static func read(
    _ library: ReadingLibrary, until end: ContinuousClock.Instant
  ) -> Session {
    let answer = Answer<Session?>()
    library.session { answer.give($0) }
    return answer.wait(until: end).flatMap(\.self) ?? Session()
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
