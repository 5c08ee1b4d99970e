import DocumentModel

/// What does not read back as it should when it is written: it waits in the library, so that all else is written.
struct OddChanges {
  private var known: [AnnotationID: AnnotationChange] = [:]

  mutating func add(_ changes: [AnnotationChange]) {
    for change in changes { if let id = change.id { known[id] = change } }
  }

  /// A step without those of it of which that is known; what has become another change since may be written again.
  mutating func left(of step: AnnotationStep) -> AnnotationStep {
    var left = step
    left.changes = step.changes.filter { change in change.id.map { known[$0] != change } ?? true }
    let ids = Set(step.changes.compactMap(\.id)).subtracting(left.changes.compactMap(\.id))
    known = known.filter { ids.contains($0.key) }
    return left
  }

  var isEmpty: Bool { known.isEmpty }

  /// Ascending, indices from 0.
  var pages: [Int] { known.values.pages }
}

extension Sequence<AnnotationChange> {
  /// All they touch, ascending, indices from 0.
  var pages: [Int] {
    Set(flatMap { [$0.before?.page, $0.after?.page] }.compactMap(\.self)).sorted()
  }
}

extension AnnotationKeeper {
  /// Trials to find out which changes cannot be written; each writes and verifies a section.
  private static let mostOddTrials = 24

  /// Those changes of a step that do not read back as they should behind a base; with answers go those they answer.
  func odd(
    of step: AnnotationStep, behind base: AnnotationSource, isCopy: Bool
  ) -> [AnnotationChange] {
    var trials = 0
    func isSound(_ changes: [AnnotationChange]) -> Bool {
      trials += 1
      do throws(AnnotationObstacle) {
        let step = AnnotationStep(changes)
        let section = try worker.section(for: base, step, isCopy: isCopy)
        _ = try worker.verify(section, behind: base, step)
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

  private static func threads(_ changes: [AnnotationChange]) -> [[AnnotationChange]] {
    let parents = Dictionary(
      changes.compactMap { change in
        change.id.flatMap { id in (change.after ?? change.before)?.replyTo.map { (id, $0) } }
      }, uniquingKeysWith: { first, _ in first })
    var order: [AnnotationID?] = []
    var threads: [AnnotationID?: [AnnotationChange]] = [:]
    for change in changes {
      var (root, seen) = (change.id, Set([change.id]))
      while let next = root.flatMap({ parents[$0] }), seen.insert(next).inserted { root = next }
      if threads[root] == nil { order.append(root) }
      threads[root, default: []].append(change)
    }
    return order.compactMap { threads[$0] }
  }
}
