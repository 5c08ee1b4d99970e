/// One annotation before and after an edit: no `before` is a new one, no `after` a deleted one. Both have the same id.
package struct AnnotationChange: Sendable, Hashable, Codable {
  package var before: Annotation?
  package var after: Annotation?

  package init(before: Annotation?, after: Annotation?) {
    self.before = before
    self.after = after
  }

  package var id: AnnotationID? { (after ?? before)?.id }
  /// Those it touches, one or two; indices from 0.
  package var pages: Set<Int> { Set([before?.page, after?.page].compactMap(\.self)) }
  package var inverse: AnnotationChange { AnnotationChange(before: after, after: before) }
}

/// What a person did at once, and takes back at once: a deleted note goes with its replies, a field that is filled in is a step too.
package struct AnnotationStep: Sendable, Hashable, Codable {
  package var changes: [AnnotationChange]
  package var fields: [FieldChange]
  /// Of annotations that have no place in the version of the document: they have none afterwards either.
  package var unplaced: [AnnotationChange]

  package init(
    _ changes: [AnnotationChange] = [], fields: [FieldChange] = [],
    unplaced: [AnnotationChange] = []
  ) {
    self.changes = changes
    self.fields = fields
    self.unplaced = unplaced
  }

  /// What takes it back.
  package var inverse: AnnotationStep {
    AnnotationStep(
      changes.reversed().map(\.inverse), fields: fields.reversed().map(\.inverse),
      unplaced: unplaced.reversed().map(\.inverse))
  }

  package var isEmpty: Bool { changes.isEmpty && fields.isEmpty && unplaced.isEmpty }

  private enum CodingKeys: String, CodingKey {
    case changes
    case fields
    case unplaced
  }

  /// Each is left out where there is none of it.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    changes = try container.decode([AnnotationChange].self, forKey: .changes)
    fields = try container.decodeIfPresent([FieldChange].self, forKey: .fields) ?? []
    unplaced = try container.decodeIfPresent([AnnotationChange].self, forKey: .unplaced) ?? []
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(changes, forKey: .changes)
    if !fields.isEmpty { try container.encode(fields, forKey: .fields) }
    if !unplaced.isEmpty { try container.encode(unplaced, forKey: .unplaced) }
  }
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
