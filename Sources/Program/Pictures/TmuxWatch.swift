import Dispatch
import Interface
import Synchronization
import Terminal

/// Asks tmux now and then whether it shows our pane, and where: it tells nobody that another window lies there, and knows nothing of the
/// pictures that lie over it then.
final class TmuxWatch: Sendable {
  private let mailbox: Mailbox
  private let queue = DispatchQueue(label: "recto.tmux", qos: .utility)
  private let news = Mutex<TmuxFacts?>(nil)
  private let isWatching = Mutex(false)
  private static let pause = DispatchTimeInterval.milliseconds(500)

  init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  /// Watches as long as pictures go through tmux.
  func watch(_ isNeeded: Bool) {
    let begins = isWatching.withLock { isWatching in
      defer { isWatching = isNeeded }
      return isNeeded && !isWatching
    }
    if begins { askLater() }
  }

  /// What tmux said since the last call.
  func take() -> TmuxFacts? {
    news.withLock { news in
      defer { news = nil }
      return news
    }
  }

  private func askLater() {
    queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.ask(nil) }
  }

  private func ask(_ before: TmuxFacts?) {
    guard isWatching.withLock({ $0 }) else { return }
    let facts = TmuxFacts.ask()
    if let facts, facts != before {
      news.withLock { $0 = facts }
      mailbox.post(.picturesChanged)
    }
    queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
      self?.ask(facts ?? before)
    }
  }
}
