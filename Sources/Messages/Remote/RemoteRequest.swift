package import DocumentModel

/// A request of another program, received on the socket.
package struct RemoteRequest: Sendable, Hashable {
  /// The request a reply belongs to: a connection, and the request's own ID on it, as JSON.
  package struct Origin: Sendable, Hashable {
    package var connection: Int
    package var id: String

    package init(connection: Int, id: String) {
      self.connection = connection
      self.id = id
    }
  }

  package enum Action: Sendable, Hashable {
    /// Run a command, as a key or the palette does.
    case run(String, argument: String?, count: Int?)
    /// Open a document by its path, at a fragment (such as `page=3` or a name); reply when it is open or, if `untilClosed`, when it is closed.
    case open(String, at: String?, untilClosed: Bool)
    /// Show where a line of a source is in the document at a path (SyncTeX).
    case forward(line: Int, source: String, document: String)
    case get([RemoteFact])
    /// Report these facts whenever they change, and no others; their present values are the reply.
    case subscribe([RemoteFact])
  }

  /// Nil for a request of the command line that started Recto.
  package var origin: Origin?
  package var action: Action

  package init(_ action: Action, from origin: Origin?) {
    self.action = action
    self.origin = origin
  }
}

extension Message {
  /// Whether it is a question of another program, which changes nothing.
  package var onlyAsks: Bool {
    guard case .remote(let request) = self else { return false }
    switch request.action {
    case .get, .subscribe: return true
    case .run, .open, .forward: return false
    }
  }
}

/// Something that another program can ask for; most are also reported when they change.
package enum RemoteFact: String, Sendable, Hashable, CaseIterable {
  case document, documents, page, place, selection, annotation, hit, commands, server

  /// Whether its changes are reported to subscribers.
  package var isEvent: Bool { ![.commands, .server].contains(self) }

  /// The names, for messages.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The reply to a request.
package enum RemoteReply: Sendable, Hashable {
  case result(JSON)
  /// The reply to `subscribe`: from now on changes of these facts are reported.
  case subscribed([RemoteFact], JSON)
  /// A sentence that says what happened and what to do.
  case failure(String)
}
