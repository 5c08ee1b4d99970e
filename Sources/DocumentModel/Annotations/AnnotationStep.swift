/// One annotation before and after an edit: no `before` is a new one, no `after` a deleted one. Both have the same id.
package struct AnnotationChange: Sendable, Hashable, Codable {
  package var before: Annotation?
  package var after: Annotation?

  package init(before: Annotation?, after: Annotation?) {
    self.before = before
    self.after = after
  }

  package var id: AnnotationID? { (after ?? before)?.id }
  package var inverse: AnnotationChange { AnnotationChange(before: after, after: before) }
}

/// What a person did at once, and takes back at once: a deleted note goes with its replies.
package struct AnnotationStep: Sendable, Hashable, Codable {
  package var changes: [AnnotationChange]

  package init(_ changes: [AnnotationChange]) {
    self.changes = changes
  }

  /// What takes it back.
  package var inverse: AnnotationStep { AnnotationStep(changes.reversed().map(\.inverse)) }
}

extension AnnotationChange {
  /// Many changes, one after the other, as one for each annotation, in the order they were touched first; those that come to nothing are left out.
  package static func folded(_ changes: [AnnotationChange]) -> [AnnotationChange] {
    var order: [AnnotationID] = []
    var folded: [AnnotationID: AnnotationChange] = [:]
    for change in changes {
      guard let id = change.id else { continue }
      if folded[id] == nil { order.append(id) }
      folded[id, default: AnnotationChange(before: change.before, after: nil)].after = change.after
    }
    return order.compactMap { id in
      folded[id].flatMap { $0.before == $0.after ? nil : $0 }
    }
  }
}
