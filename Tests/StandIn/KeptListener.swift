package import Annotating
package import DocumentModel
import Foundation
package import Annotating
package import Messages
import Synchronization

/// Receives a store's news, and waits for expected ones.
package final class KeptListener: Sendable {
  private let news = Mutex<[AnnotationNews]>([])
  private let signal = DispatchSemaphore(value: 0)

  package init() {}

  package var tell: AnnotationStore.Tell {
    { [self] _, reported in
      news.withLock { $0.append(reported) }
      signal.signal()
    }
  }

  package var all: [AnnotationNews] { news.withLock { $0 } }

  /// Waits until the received news have the wanted item; nil after the timeout.
  package func wait<Value>(
    from start: Int = 0, seconds: Double = 60, for wanted: (AnnotationNews) -> Value?
  ) -> Value? {
    let end = Date(timeIntervalSinceNow: seconds)
    while true {
      for reported in all.dropFirst(start) {
        if let value = wanted(reported) { return value }
      }
      guard signal.wait(timeout: .now() + max(0, end.timeIntervalSinceNow)) == .success else {
        return nil
      }
    }
  }

  package func loaded(from start: Int = 0) -> [Annotation]? {
    wait(from: start) { if case .loaded(let annotations, _) = $0 { annotations } else { nil } }
  }

  package func changed(from start: Int) -> [AnnotationChange]? {
    wait(from: start) { if case .changed(let changes, _, _) = $0 { changes } else { nil } }
  }

  /// The last reported status that matches.
  package func saveStatus(
    from start: Int = 0, seconds: Double = 60, _ fits: (SaveStatus) -> Bool
  ) -> SaveStatus? {
    wait(from: start, seconds: seconds) { reported in
      switch reported {
      case .saveStatus(let saveStatus), .loaded(_, let saveStatus), .changed(_, _, let saveStatus):
        fits(saveStatus) ? saveStatus : nil
      case .filled(_, _, let saveStatus): fits(saveStatus) ? saveStatus : nil
      case .detached, .reversedUnseen, .refused, .form, .carried, .carriedOver,
        .keptForEarlier, .shared:
        nil
      }
    }
  }
}
