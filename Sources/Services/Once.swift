import Synchronization

/// Marks the first of several calls, so that only one answer is used.
final class Once: Sendable {
  private let isOver = Atomic<Bool>(false)

  /// Whether this is the first call.
  func isFirst() -> Bool { !isOver.exchange(true, ordering: .acquiringAndReleasing) }
}
