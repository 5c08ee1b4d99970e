import Synchronization

/// Delivers answers that may overtake each other: an answer older than a delivered one is dropped.
final class AnswersInOrder<Value>: Sendable {
  private let turns = Mutex((begun: 0, given: 0))
  private let answer: @Sendable (Value) -> Void

  init(_ answer: @escaping @Sendable (Value) -> Void) { self.answer = answer }

  /// The turn of one that is begun now.
  func begin() -> Int {
    turns.withLock { turns in
      turns.begun += 1
      return turns.begun
    }
  }

  func give(_ value: Value, of turn: Int) {
    turns.withLock { turns in
      guard turn >= turns.given else { return }
      turns.given = turn
      answer(value)
    }
  }
}
