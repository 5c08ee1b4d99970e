import Synchronization

/// Lets the first of several answers through.
final class Once: Sendable {
  private let isOver = Atomic<Bool>(false)

  /// Whether this is the first call.
  func isFirst() -> Bool { !isOver.exchange(true, ordering: .acquiringAndReleasing) }
}
