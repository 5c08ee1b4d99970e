import Dispatch
import Interface
import Messages
import Services
import Synchronization
import Terminal

/// Polls tmux for whether and where it shows our pane, since tmux neither reports a switch to
/// another window nor removes images that then cover it.
final class TmuxWatch: Sendable {
  private let mailbox: Mailbox
  private let queue = DispatchQueue(label: "recto.tmux", qos: .utility)
  private let news = Mutex<TmuxFacts?>(nil)
  private let isWatching = Mutex(false)
  private static let pause = DispatchTimeInterval.milliseconds(500)

  init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  /// Starts or stops polling; needed only while images pass through tmux.
  func watch(_ isNeeded: Bool) {
    let begins = isWatching.withLock { isWatching in
      defer { isWatching = isNeeded }
      return isNeeded && !isWatching
    }
    if begins { askLater() }
  }

  /// Returns tmux's latest answer since the last call, nil if there is none.
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
