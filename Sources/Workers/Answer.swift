import Dispatch
import Synchronization

/// A value one thread gives and another waits for.
package final class Answer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  package init() {}

  package func give(_ given: Value) {
    value.withLock { $0 = given }
    isThere.signal()
  }

  package func wait() -> Value {
    while true {
      if let given = value.withLock({ $0 }) { return given }
      isThere.wait()
    }
  }

  /// Waits until a time; nil if no answer has come.
  package func wait(until end: ContinuousClock.Instant) -> Value? {
    while true {
      if let given = value.withLock({ $0 }) { return given }
      let left = (end - .now) / .milliseconds(1)
      guard left > 0 else { return nil }
      _ = isThere.wait(timeout: .now() + .milliseconds(Int(left.rounded(.up))))
    }
  }
}
