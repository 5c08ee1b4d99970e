import Dispatch
import Synchronization

/// A value delivered by another thread.
final class Awaited<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func give(_ given: Value) {
    value.withLock { $0 = given }
    isThere.signal()
  }

  /// Waits for the value; call once.
  func wait() -> Value {
    while true {
      isThere.wait()
      if let given = value.withLock({ $0 }) { return given }
    }
  }
}
