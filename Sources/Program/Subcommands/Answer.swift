import Glibc
import Synchronization

/// A value one thread gives and another waits for.
final class Answer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let ends: (read: Int32, write: Int32)

  init() {
    var pair: [Int32] = [-1, -1]
    _ = pipe(&pair)
    ends = (pair[0], pair[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  func give(_ given: Value) {
    value.withLock { $0 = given }
    var byte: UInt8 = 1
    _ = write(ends.write, &byte, 1)
  }

  func wait() -> Value {
    while true {
      if let given = value.withLock({ $0 }) { return given }
      var byte: UInt8 = 0
      _ = read(ends.read, &byte, 1)
    }
  }

  /// Waits no longer than until then; nil where nothing was given.
  func wait(until end: ContinuousClock.Instant) -> Value? {
    while true {
      if let given = value.withLock({ $0 }) { return given }
      let left = (end - .now) / .milliseconds(1)
      guard left > 0 else { return nil }
      var wait = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
      _ = poll(&wait, 1, Int32(clamping: Int(left.rounded(.up))))
    }
  }
}
