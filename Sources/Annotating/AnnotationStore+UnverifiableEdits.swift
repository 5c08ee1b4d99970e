import DocumentModel

/// Finds the edits that do not read back correctly after they are written.
extension AnnotationStore {
  /// The maximum number of trials; each writes and verifies a section.
  private static let mostOddTrials = 24

  /// Returns the changes of an edit that fail verification on a base; replies count together with the annotations they reply to.
  func odd(
    of step: AnnotationEdit, after base: AnnotationSource, isCopy: Bool
  ) async -> [AnnotationChange] {
    await blocking { [worker] in Self.odd(of: step, after: base, isCopy: isCopy, worker) }
  }

  private static func odd(
    of step: AnnotationEdit, after base: AnnotationSource, isCopy: Bool,
    _ worker: any AnnotationWorker
  ) -> [AnnotationChange] {
    var trials = 0
    func isSound(_ changes: [AnnotationChange]) -> Bool {
      trials += 1
      do throws(SaveBlocker) {
        let step = AnnotationEdit(changes)
        let section = try worker.section(for: base, step, isCopy: isCopy)
        _ = try worker.verify(section, after: base, step)
        return true
      } catch {
        return false
      }
    }
    func odd(_ threads: ArraySlice<[AnnotationChange]>) -> [AnnotationChange] {
      let changes = threads.flatMap(\.self)
      guard !changes.isEmpty else { return [] }
      guard trials < Self.mostOddTrials else { return changes }
      if isSound(changes) { return [] }
      guard threads.count > 1 else { return changes }
      let middle = threads.startIndex + threads.count / 2
      return odd(threads[..<middle]) + odd(threads[middle...])
    }
    return odd(Self.threads(step.changes)[...])
  }

  /// Groups changes by thread, in the order in which the threads were first touched.
  private static func threads(_ changes: [AnnotationChange]) -> [[AnnotationChange]] {
    let threads = AnnotationThreads(changes.compactMap { $0.after ?? $0.before })
    var order: [AnnotationID] = []
    var found: [AnnotationID: [AnnotationChange]] = [:]
    for change in changes {
      guard let root = change.id.flatMap({ threads.chain(from: $0).last }) else { continue }
      if found[root] == nil { order.append(root) }
      found[root, default: []].append(change)
    }
    return order.compactMap { found[$0] }
  }
}
