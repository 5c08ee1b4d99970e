import Glibc
import Messages

/// A connected program: its requests that are not read yet, and replies that it has not taken yet.
struct RemoteConnection {
  let socket: Int32
  /// Requests without a reply.
  var unanswered = 0
  private var incoming: [UInt8] = []
  private(set) var outgoing: [UInt8] = []
  /// It sends nothing more.
  private(set) var hasEnded = false
  /// The program is gone; its earlier requests are still carried out.
  private(set) var hasHungUp = false
  /// It is disconnected once it has taken its pending replies.
  private(set) var isRefused = false
  /// Requests that are still worked on.
  private var requestsLeft = Int.max
  /// When it last took a reply, or when none was pending.
  private var lastTaken = ContinuousClock.now

  /// Requests of one connection that are worked on.
  private static let mostUnanswered = 8
  /// Bytes that may wait before nothing more is read from it.
  private static let mostWaiting = 1 << 18
  /// Bytes that may wait at all: a program that does not read is hung up on.
  private static let mostOutgoing = 4 << 20
  /// The time in which it takes something of what waits.
  private static let patience = Duration.seconds(10)
  /// Requests of a program that is gone, which may have sent thousands.
  private static let mostAfterwards = 64

  init(_ socket: Int32) { self.socket = socket }

  /// Whether more requests are taken from it now.
  var takesMore: Bool {
    !isRefused && unanswered < Self.mostUnanswered && outgoing.count < Self.mostWaiting
  }

  /// Whether it is read from.
  var isRead: Bool { !hasEnded && takesMore && incoming.count <= RemoteLine.mostBytes }

  /// Whether the connection can be closed.
  func isDone(hasEvents: Bool) -> Bool {
    guard outgoing.isEmpty else { return false }
    let isAwaited = hasEvents && !hasHungUp
    return isRefused || hasEnded && unanswered == 0 && incoming.isEmpty && !isAwaited
  }

  /// Whether it has left a reply unread for too long.
  var isStuck: Bool { !outgoing.isEmpty && .now - lastTaken > Self.patience }

  /// Reads what has come; false if the connection is broken.
  mutating func receive() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while isRead {
      let count = recv(socket, &bytes, bytes.count, 0)
      if count > 0 {
        incoming += bytes[..<count]
      } else if count == 0 {
        hasEnded = true
      } else if errno != EINTR {
        return errno == EAGAIN
      }
    }
    return true
  }

  /// Takes the next whole line, without its end; nil while there is none.
  mutating func nextLine() -> [UInt8]? {
    guard takesMore else { return nil }
    guard requestsLeft > 0 else {
      (incoming, hasEnded) = ([], true)
      return nil
    }
    guard let end = incoming.firstIndex(of: 0x0A) else {
      guard hasEnded, !incoming.isEmpty else { return nil }
      defer { incoming = [] }
      return incoming
    }
    requestsLeft -= 1
    let line = Array(incoming[..<end])
    incoming.removeSubrange(...end)
    return line
  }

  /// Whether the line it sends is longer than any request.
  var isOverlong: Bool {
    incoming.count > RemoteLine.mostBytes
      && !incoming.prefix(RemoteLine.mostBytes + 1).contains(0x0A)
  }

  /// Says a last word and hangs up.
  mutating func refuse(_ sentence: String) {
    incoming = []
    isRefused = true
    send(RemoteLine.bytes(.failure(sentence), id: "null"))
  }

  /// Takes note that the other end was closed: nothing is sent there any more.
  mutating func hangUp() {
    if !hasHungUp { requestsLeft = Self.mostAfterwards }
    hasHungUp = true
    outgoing = []
  }

  /// Sends bytes as far as they are taken now, and keeps the rest; false if the connection is broken or nothing is read.
  @discardableResult
  mutating func send(_ bytes: [UInt8] = []) -> Bool {
    guard !hasHungUp else { return true }
    if outgoing.isEmpty { lastTaken = .now }
    outgoing += bytes
    var sent = 0
    while sent < outgoing.count {
      let count = outgoing[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno != EAGAIN { return false }
      if count <= 0 { break }
      sent += count
    }
    outgoing.removeFirst(sent)
    if sent > 0 { lastTaken = .now }
    return outgoing.count <= Self.mostOutgoing
  }
}
