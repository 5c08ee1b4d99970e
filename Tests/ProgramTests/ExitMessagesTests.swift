import Messages
import Interface
import Library
import TestSupport
import Testing

@testable import Services

/// Messages that a terminated program leaves for the next start.
@Suite struct ExitMessagesTests {
  private func reported(_ library: ReadingLibrary) -> [String] {
    let mailbox = Mailbox()
    ExitMessages.tell(from: library, to: mailbox)
    library.flush()
    return mailbox.take().compactMap { message in
      if case .notice(let sentence, true) = message { sentence } else { nil }
    }
  }

  @Test func messagesAreShownOnce() throws {
    let ground = try TemporaryFolder()
    let library = ReadingLibrary(folder: ground.path)
    #expect(reported(library).isEmpty)
    ExitMessages.keep(["one"], in: library)
    ExitMessages.keep(["two", "three"], in: library)
    library.flush()
    #expect(reported(library) == ["one", "two", "three"])
    #expect(reported(library).isEmpty)
  }
}
