/// Which annotation replies to, or is grouped with, which.
package struct AnnotationThreads: Sendable {
  private var parents: [AnnotationID: AnnotationID] = [:]

  package init(_ annotations: some Sequence<Annotation>) {
    for one in annotations { parents[one.id] = one.replyTo }
  }

  /// Returns an annotation, the one it replies to, the one that replies to, and so on. In a cycle each appears once.
  package func chain(from id: AnnotationID) -> [AnnotationID] {
    var (chain, seen) = ([id], Set([id]))
    while let next = parents[chain[chain.count - 1]], seen.insert(next).inserted {
      chain.append(next)
    }
    return chain
  }
}
