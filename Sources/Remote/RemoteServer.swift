package import DocumentModel
import Dispatch
import Glibc
package import Messages
import Platform
import Synchronization

/// Answers other programs of the same user on a socket, on a thread of its own: the screen never waits for them.
package final class RemoteServer: Sendable {
  /// The state that the reader's thread and the server's share.
  private struct Shared {
    /// Lines for connections, in order; a nil connection means all that have subscribed to the fact.
    var lines: [(connection: Int?, fact: RemoteFact?, bytes: [UInt8])] = []
    var subscribed: [Int: Set<RemoteFact>] = [:]
    var isServing = false
    var isEnding = false
  }

  package let name: String
  /// The socket's path.
  package let path: String
  private let listener: Int32
  private let shared = Mutex(Shared())
  private let wake: (read: Int32, write: Int32)
  private let ended = DispatchSemaphore(value: 0)
  private static let mostConnections = 32

  private init(name: String, path: String, listener: Int32) {
    (self.name, self.path, self.listener) = (name, path, listener)
    var pair: [Int32] = [-1, -1]
    _ = pipe(&pair)
    for end in pair {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wake = (pair[0], pair[1])
  }

  /// Makes a socket of this name; where another Recto has the name, one of the process's number. `problem` gets a sentence for the user.
  package static func start(named wanted: String?, problem: (String) -> Void) -> RemoteServer? {
    let number = String(getpid())
    if let objection = RemoteFolder.make() {
      problem("no remote control: \(objection)")
      return nil
    }
    sweep()
    if let wanted {
      if let server = bound(wanted) { return server }
      let reason =
        errno == EADDRINUSE
        ? "another Recto has this name" : String(cString: strerror(errno))
      problem("this Recto cannot be called \(wanted): \(reason); it is called \(number)")
    }
    if let server = bound(number) { return server }
    let reason =
      errno == ENAMETOOLONG
      ? "its path is too long for a socket; set XDG_RUNTIME_DIR to a shorter one"
      : String(cString: strerror(errno))
    problem("no remote control: cannot make \(RemoteFolder.socket(named: number)): \(reason)")
    return nil
  }

  /// Listens at the path of a name, in place of a program that is gone; nil and errno on failure.
  private static func bound(_ name: String) -> RemoteServer? {
    let path = RemoteFolder.socket(named: name)
    var listener: Int32 = -1
    // Until it listens, another program would take the socket for one of a program that is gone.
    _ = RemoteFolder.locked {
      listener = RemoteSocket.listen(path)
      guard listener < 0, errno == EADDRINUSE, !RemoteSocket.isAlive(path) else { return }
      _ = SystemPath.lend(path) { unlink($0) }
      listener = RemoteSocket.listen(path)
    }
    return listener < 0 ? nil : RemoteServer(name: name, path: path, listener: listener)
  }

  /// Removes the sockets of programs that are gone.
  private static func sweep() {
    _ = RemoteFolder.locked {
      for path in RemoteFolder.names.map(RemoteFolder.socket)
      where !RemoteSocket.isAlive(path) && errno == ECONNREFUSED {
        _ = SystemPath.lend(path) { unlink($0) }
      }
    }
  }

  /// Begins to take requests; they are delivered on the server's thread.
  package func begin(deliver: @escaping @Sendable (RemoteRequest) -> Void) {
    shared.withLock { $0.isServing = true }
    DispatchQueue(label: "recto.remote").async { [self] in
      serve(deliver)
      ended.signal()
    }
  }

  /// Closes all connections after they have taken their pending lines, and removes the socket.
  package func end() {
    _ = SystemPath.lend(path) { unlink($0) }
    post { $0.isEnding = true }
    guard shared.withLock(\.isServing) else {
      for descriptor in [listener, wake.read, wake.write] { close(descriptor) }
      return
    }
    _ = ended.wait(timeout: .now() + .milliseconds(300))
  }

  /// Replies to a request.
  package func reply(_ reply: RemoteReply, to origin: RemoteRequest.Origin) {
    let bytes = RemoteLine.bytes(reply, id: origin.id)
    post { shared in
      if case .subscribed(let facts, _) = reply {
        shared.subscribed[origin.connection] = facts.isEmpty ? nil : Set(facts)
      }
      shared.lines.append((origin.connection, nil, bytes))
    }
  }

  /// The facts that have subscribers.
  package var subscribed: Set<RemoteFact> {
    shared.withLock { $0.subscribed.values.reduce(into: []) { $0.formUnion($1) } }
  }

  /// Reports that a fact has changed.
  package func publish(_ fact: RemoteFact, _ value: JSON) {
    let bytes = RemoteLine.event(fact, value)
    post { $0.lines.append((nil, fact, bytes)) }
  }

  private func post(_ change: (inout Shared) -> Void) {
    shared.withLock { change(&$0) }
    var byte: UInt8 = 1
    _ = write(wake.write, &byte, 1)
  }

  private func serve(_ deliver: @Sendable (RemoteRequest) -> Void) {
    var connections: [Int: RemoteConnection] = [:]
    var next = 1
    while true {
      let order = connections.keys.sorted()
      var descriptors = [wake.read, listener].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      for key in order {
        guard let connection = connections[key] else { continue }
        let events =
          (connection.isRead ? POLLIN : 0) | (connection.outgoing.isEmpty ? 0 : POLLOUT)
        // A closed connection would be reported at each turn.
        let descriptor = connection.hasHungUp ? -1 : connection.socket
        descriptors.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
      }
      // Connections that do not read are checked every second.
      let isWaiting = connections.values.contains { !$0.outgoing.isEmpty }
      _ = poll(&descriptors, nfds_t(descriptors.count), isWaiting ? 1_000 : -1)
      let isEnding = hand(to: &connections)
      for (key, descriptor) in zip(order, descriptors.dropFirst(2)) {
        let isBroken = Int32(descriptor.revents) & (POLLERR | POLLHUP | POLLNVAL) != 0
        attend(key, &connections, isBroken: isBroken, deliver)
      }
      if isEnding { break }
      while let socket = RemoteSocket.accept(listener) {
        connections[next] = RemoteConnection(socket)
        if connections.count > Self.mostConnections {
          connections[next]?.refuse(
            "too many programs are connected (\(Self.mostConnections)); close one")
        }
        next += 1
      }
    }
    for connection in connections.values { close(connection.socket) }
    close(listener)
  }

  /// Passes the pending lines to their connections; returns true if the program ends.
  private func hand(to connections: inout [Int: RemoteConnection]) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(wake.read, &bytes, bytes.count) > 0 {}
    let (lines, subscribed, isEnding) = shared.withLock { shared in
      defer { shared.lines = [] }
      // A connection may have closed before its subscription was answered.
      shared.subscribed = shared.subscribed.filter { connections[$0.key] != nil }
      return (shared.lines, shared.subscribed, shared.isEnding)
    }
    for line in lines {
      let keys =
        line.connection.map { [$0] }
        ?? subscribed.filter { $0.value.contains { $0 == line.fact } }.map(\.key)
      for key in keys {
        if line.connection != nil { connections[key]?.unanswered -= 1 }
        if connections[key]?.send(line.bytes) == false { drop(key, &connections) }
      }
    }
    return isEnding
  }

  /// Reads a connection's requests, sends what waits, and hangs up where nothing is left to do.
  private func attend(
    _ key: Int, _ connections: inout [Int: RemoteConnection], isBroken: Bool,
    _ deliver: (RemoteRequest) -> Void
  ) {
    guard var connection = connections[key] else { return }
    if isBroken { connection.hangUp() }
    var isAlive = connection.receive()
    while let line = connection.nextLine() {
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      do throws(RemoteLine.Mistake) {
        deliver(try RemoteLine.request(line, from: key))
        connection.unanswered += 1
      } catch {
        isAlive =
          connection.send(RemoteLine.bytes(.failure(error.sentence), id: error.id)) && isAlive
      }
    }
    if connection.isOverlong {
      connection.refuse("a request is longer than \(RemoteLine.mostBytes) bytes; send shorter ones")
    }
    isAlive = connection.send() && isAlive && !connection.isStuck
    connections[key] = connection
    let hasEvents = shared.withLock { $0.subscribed[key] != nil }
    if !isAlive || connection.isDone(hasEvents: hasEvents) { drop(key, &connections) }
  }

  private func drop(_ key: Int, _ connections: inout [Int: RemoteConnection]) {
    guard let connection = connections.removeValue(forKey: key) else { return }
    close(connection.socket)
    shared.withLock { $0.subscribed[key] = nil }
  }
}
