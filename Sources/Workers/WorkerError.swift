import DocumentModel
package import Wire

/// Why a request got no answer.
package enum WorkerError: Error, Sendable, Hashable {
  /// The engine looked and says no.
  case engine(EngineFailure)
  /// The worker died of a signal while it worked on the request.
  case crashed(signal: Int32)
  case timedOut
  /// The worker sent what no worker would.
  case nonsense
  case cannotStart(String)
  case cancelled
}

/// How urgent a request is; within one priority the first come is the first served.
package enum Priority: Int, Sendable, Comparable, CaseIterable {
  case visible, prefetch, normal, background

  package static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
}

/// Names a request that was sent.
package struct RequestID: Sendable, Hashable {
  var number: UInt64
}

package typealias ReplyHandler = @Sendable (Result<Reply, WorkerError>) -> Void
