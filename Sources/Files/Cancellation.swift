import Synchronization

/// A flag that work is no longer needed; set once, checked between two steps.
package final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package func cancel() { flag.store(true, ordering: .releasing) }

  package var isCancelled: Bool { flag.load(ordering: .acquiring) }

  package func check(_ path: String) throws(FilesError) {
    if isCancelled { throw FilesError(.cancelled, path) }
  }
}
