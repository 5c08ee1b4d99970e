import FoundationEssentials
package import Library
import Messages

/// Messages for the next start, from a program that was asked to end or lost its terminal.
package enum ExitMessages {
  private static let name = "last-words"
  /// The maximum number of messages; a program that is ended again and again would add more.
  private static let most = 20

  /// Adds messages to those not read yet; the library writes them when it is flushed.
  package static func keep(_ new: [String], in library: ReadingLibrary) {
    guard !new.isEmpty else { return }
    library.changeState(named: name) { content in
      let all = (sentences(content) + new).suffix(most)
      return (try? JSONEncoder().encode(Array(all))).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Shows the stored messages, once.
  package static func tell(from library: ReadingLibrary, to mailbox: Mailbox) {
    library.state(named: name) { content in
      let left = sentences(content)
      guard !left.isEmpty else { return }
      for sentence in left { mailbox.post(.notice(sentence, isError: true)) }
      library.setState(named: name, to: nil)
    }
  }

  private static func sentences(_ content: String?) -> [String] {
    content.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? []
  }
}
