import DocumentModel
import Glibc
import Interface
import Messages
import Platform
import Remote

/// Tells programs that have subscribed what has changed.
final class RemotePublisher {
  let server: RemoteServer
  /// The values that were reported last.
  private var last: [RemoteFact: JSON] = [:]

  init(_ server: RemoteServer) { self.server = server }

  /// Reports each fact that has another value than before; one that nobody asked for costs nothing.
  func publish(_ state: State) {
    let facts = server.subscribed
    last = last.filter { facts.contains($0.key) }
    for fact in RemoteFact.allCases where facts.contains(fact) {
      let value = RemoteFacts.value(state, of: fact)
      // The first value is the reply to the subscription.
      if let before = last[fact], before != value { server.publish(fact, value) }
      last[fact] = value
    }
  }

  /// Returns the name, process and folder of a running Recto.
  static func identity(of server: RemoteServer) -> JSON {
    .object([
      ("name", .string(server.name)), ("process", .count(Int(getpid()))),
      ("folder", .text(CurrentFolder.path ?? "")),
    ])
  }
}
