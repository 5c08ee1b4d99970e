import Glibc
import Interface
import Messages

@testable import Services

/// A mailbox that is read message by message.
final class Inbox {
  let mailbox = Mailbox()
  private var waiting: [Message] = []

  /// The first message from now on that says something wanted; waits on the thread: while all tests run, a task may get none for long.
  func first<Value>(_ wanted: (Message) -> Value?) throws -> Value {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      waiting += mailbox.take()
      while !waiting.isEmpty { if let value = wanted(waiting.removeFirst()) { return value } }
      var wait = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&wait, 1, 50)
    }
    throw Late()
  }

  struct Late: Error {}
}
