import Synchronization

/// The newest request of each tab: work on older ones stops.
final class NewestOrder: Sendable {
  private let newest = Mutex<[Int: Int]>([:])

  func set(_ serial: Int, for tab: Int) {
    newest.withLock { $0[tab] = serial }
  }

  func isNewest(_ serial: Int, for tab: Int) -> Bool {
    newest.withLock { $0[tab] == serial }
  }
}
