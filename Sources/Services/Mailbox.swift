import Glibc
package import Messages
import Synchronization

/// Messages for the reader's thread from all others; a byte in a pipe wakes it.
package final class Mailbox: Sendable {
  private let messages = Mutex<[Message]>([])
  private let ends: (read: Int32, write: Int32)

  package init() {
    var pair: [Int32] = [-1, -1]
    _ = pipe(&pair)
    for end in pair {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    ends = (pair[0], pair[1])
  }

  package var descriptor: Int32 { ends.read }

  package func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    var byte: UInt8 = 1
    _ = write(ends.write, &byte, 1)
  }

  /// All that has come, oldest first.
  package func take() -> [Message] {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(ends.read, &bytes, bytes.count) > 0 {}
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
