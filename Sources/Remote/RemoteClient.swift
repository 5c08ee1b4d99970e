package import DocumentModel
import FoundationEssentials
import Glibc

/// A connection to a running Recto, for the command line.
package final class RemoteClient {
  private let socket: Int32
  private var incoming: [UInt8] = []
  /// Bytes of a reply.
  private static let mostBytes = 8 << 20

  /// A message from the socket, or its absence.
  package enum Answer {
    case result(JSONValue, line: String)
    case failure(String)
    /// The other end has hung up.
    case closed
    /// Nothing has come in time.
    case late
  }

  /// Connects to a socket of the same user; nil if no program answers there.
  package init?(_ path: String) {
    socket = RemoteSocket.connect(path)
    guard socket >= 0 else { return nil }
    guard RemoteSocket.isOwn(socket) else { return nil }
  }

  deinit { if socket >= 0 { close(socket) } }

  /// Sends a request; false if the other end has hung up.
  @discardableResult
  package func send(_ members: [(String, JSON)]) -> Bool {
    let bytes = Array((JSON.object(members).text + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        guard wait(POLLOUT, milliseconds: 10_000) else { return false }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Sends a request and waits for the reply; nil waits as long as it takes.
  package func ask(_ members: [(String, JSON)], milliseconds: Int32? = 10_000) -> Answer {
    send(members) ? answer(milliseconds: milliseconds) : .closed
  }

  /// Waits for the next reply or event.
  package func answer(milliseconds: Int32? = nil) -> Answer {
    while true {
      if let end = incoming.firstIndex(of: 0x0A) {
        let line = Array(incoming[..<end])
        incoming.removeSubrange(...end)
        return Self.answer(line)
      }
      guard incoming.count < Self.mostBytes else { return .closed }
      guard wait(POLLIN, milliseconds: milliseconds ?? -1) else { return .late }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(socket, &bytes, bytes.count, 0)
      if count > 0 { incoming += bytes[..<count] }
      if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { return .closed }
    }
  }

  private static func answer(_ line: [UInt8]) -> Answer {
    let text = String(decoding: line, as: UTF8.self)
    guard
      case .object(let members)? = try? JSONDecoder().decode(
        JSONValue.self, from: Data(text.utf8))
    else { return .failure("the reply is not JSON") }
    if let sentence = members["error"]?.text { return .failure(sentence) }
    return .result(members["result"] ?? .null, line: text)
  }

  private func wait(_ events: Int32, milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: socket, events: Int16(events), revents: 0)
    while true {
      let count = poll(&descriptor, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      return count > 0
    }
  }
}
