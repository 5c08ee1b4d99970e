import Synchronization

/// The number of the request whose answer is awaited; 0 for none.
final class WantedNumber: Sendable {
  private let number = Atomic(0)

  func set(_ number: Int) { self.number.store(number, ordering: .relaxed) }

  @Sendable func isWanted(_ number: Int) -> Bool {
    self.number.load(ordering: .relaxed) == number
  }
}
