import Synchronization

/// A one-way flag that tells running work to stop.
package final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package func cancel() { flag.store(true, ordering: .releasing) }

  package var isCancelled: Bool { flag.load(ordering: .acquiring) }

  package func check(_ path: String) throws(FilesError) {
    if isCancelled { throw FilesError(.cancelled, path) }
  }
}
