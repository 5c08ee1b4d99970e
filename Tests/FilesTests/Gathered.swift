import Synchronization

/// The values that callbacks received.
final class Gathered<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  func add(_ more: [Element]) { elements.withLock { $0 += more } }

  var all: [Element] { elements.withLock { $0 } }
}
