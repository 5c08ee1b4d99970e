import DocumentModel
import Messages
import Speech

/// Reads sentences aloud.
final class SpeechRunner: Sendable {
  private let dispatcher: SpeechDispatcher

  init(_ mailbox: Mailbox) {
    dispatcher = SpeechDispatcher { event in
      switch event {
      case .began(let number): mailbox.post(.speech(.began(number)))
      case .ended(let number): mailbox.post(.speech(.ended(number)))
      case .failed(let sentence): mailbox.post(.speech(.failed(CleanText.line(sentence))))
      }
    }
  }

  func run(_ effect: SpeechEffect) {
    switch effect {
    case .say(let lines, let language):
      dispatcher.say(lines.map { ($0.number, $0.text) }, language: language)
    case .stop: dispatcher.stop()
    case .setRate(let rate): dispatcher.setRate(rate)
    }
  }
}
