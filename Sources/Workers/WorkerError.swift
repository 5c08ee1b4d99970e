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
  /// The recogniser died while it worked on a page.
  case recognizerEnded
  /// Of models for these languages one is missing or damaged.
  case modelsUnusable([String])
  case cannotStart(StartFailure)
  case cancelled

  /// Whether a worker was lost over the request.
  var isLoss: Bool {
    switch self {
    case .crashed, .timedOut: true
    default: false
    }
  }
}

/// Why there is no worker.
package enum StartFailure: Sendable, Hashable {
  /// The system's number of what went wrong.
  case system(Int32)
  /// The worker did not report in time that it is in its sandbox.
  case notReady
  case endedAtOnce
  /// Its sandbox lacks a required part.
  case sandboxed(without: [SandboxFeature])
}

/// The urgency of a request; within one priority requests are served in order.
package enum Priority: Int, Sendable, Comparable, CaseIterable {
  case visible, prefetch, normal, background

  package static func < (a: Priority, b: Priority) -> Bool { a.rawValue < b.rawValue }
}

package typealias ReplyHandler = @Sendable (Result<Reply, WorkerError>) -> Void
