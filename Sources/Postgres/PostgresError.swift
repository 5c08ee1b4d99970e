import DocumentModel

/// Why a database did not answer as asked.
package struct PostgresError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// libpq is not installed.
    case noLibrary
    /// The address cannot be used, as written by the user.
    case address
    /// There is no server, or it ended the connection.
    case unreachable
    case passwordMissing, passwordRefused
    /// The server's certificate is not trusted, has expired or has another name.
    case certificate
    /// The connection was refused for another reason, such as a missing database or role.
    case refused
    /// The deadline passed.
    case late
    /// The caller does not want the answer any more.
    case cancelled
    /// The answer breaks its form or a limit.
    case malformed
    /// The server reports an error in a statement; `state` has its SQLSTATE.
    case statement
  }

  package var kind: Kind
  /// The SQLSTATE of a statement's error (PostgreSQL, appendix A); empty for others.
  package var state = ""
  /// The server's or libpq's own words, on one line.
  package var message = ""

  package init(_ kind: Kind, _ message: String = "", state: String = "") {
    self.kind = kind
    self.state = state
    let line = CleanText.line(
      message.split { $0.isNewline }.map { $0.drop { $0 == " " || $0 == "\t" } }.joined(
        separator: "; "))
    self.message = line.count > Self.longest ? line.prefix(Self.longest) + "…" : line
  }

  private static let longest = 400

  /// Whether another server, or the same one later, may answer.
  package var isTransient: Bool {
    switch kind {
    case .unreachable, .late: true
    // Too many connections, shutting down, starting up, a serialization failure, a deadlock, an ended session.
    case .statement: ["53", "57", "40", "08"].contains(state.prefix(2)) || isOfStandby
    default: false
    }
  }

  /// Whether the server takes no changes, as a standby; the next connection may reach the primary.
  package var isOfStandby: Bool { state == "25006" }

  /// Whether the server refuses for want of rights.
  package var isForbidden: Bool { state == "42501" }
}
