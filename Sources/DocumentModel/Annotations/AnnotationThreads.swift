/// Which annotations answer which, or make one with which.
package struct AnnotationThreads: Sendable {
  private var parents: [AnnotationID: AnnotationID] = [:]

  package init(_ annotations: some Sequence<Annotation>) {
    for one in annotations { parents[one.id] = one.replyTo }
  }

  /// An annotation, what it answers, what that answers, and so on; of those that answer each other each once.
  package func chain(from id: AnnotationID) -> [AnnotationID] {
    var (chain, seen) = ([id], Set([id]))
    while let next = parents[chain[chain.count - 1]], seen.insert(next).inserted {
      chain.append(next)
    }
    return chain
  }
}
