/// An annotation before and after an edit. `before` is nil for a new annotation, `after` for a deleted one; both have the same id.
package struct AnnotationChange: Sendable, Hashable, Codable {
  package var before: Annotation?
  package var after: Annotation?

  package init(before: Annotation?, after: Annotation?) {
    self.before = before
    self.after = after
  }

  package var id: AnnotationID? { (after ?? before)?.id }
  /// The one or two pages it affects, indices from 0.
  package var pages: Set<Int> { Set([before?.page, after?.page].compactMap(\.self)) }
  package var inverse: AnnotationChange { AnnotationChange(before: after, after: before) }
}

/// Changes that are made and undone together: a note is deleted with its replies; filling in a field is a step too.
package struct AnnotationEdit: Sendable, Hashable, Codable {
  package var changes: [AnnotationChange]
  package var fields: [FieldChange]
  /// Changes of annotations without a place in this version of the document; they have none afterwards either.
  package var unplaced: [AnnotationChange]

  package init(
    _ changes: [AnnotationChange] = [], fields: [FieldChange] = [],
    unplaced: [AnnotationChange] = []
  ) {
    self.changes = changes
    self.fields = fields
    self.unplaced = unplaced
  }

  /// The step that undoes this one.
  package var inverse: AnnotationEdit {
    AnnotationEdit(
      changes.reversed().map(\.inverse), fields: fields.reversed().map(\.inverse),
      unplaced: unplaced.reversed().map(\.inverse))
  }

  package var isEmpty: Bool { changes.isEmpty && fields.isEmpty && unplaced.isEmpty }

  private enum CodingKeys: String, CodingKey {
    case changes
    case fields
    case unplaced
  }

  /// Each of these keys is left out if empty.
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
  /// Merges successive changes into one per annotation, in the order in which they were first touched; changes without effect are dropped.
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
