import Synchronization

/// The newest request of each tab: what works on an older one stops.
final class NewestOrder: Sendable {
  private let newest = Mutex<[Int: Int]>([:])

  func set(_ serial: Int, for tab: Int) {
    newest.withLock { $0[tab] = serial }
  }

  func isNewest(_ serial: Int, for tab: Int) -> Bool {
    newest.withLock { $0[tab] == serial }
  }
}
