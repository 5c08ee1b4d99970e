import Synchronization

/// A word that what is under way is no longer wanted; said once, heard between two steps.
package final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package func cancel() { flag.store(true, ordering: .releasing) }

  package var isCancelled: Bool { flag.load(ordering: .acquiring) }

  package func check(_ path: String) throws(FilesError) {
    if isCancelled { throw FilesError(.cancelled, path) }
  }
}
