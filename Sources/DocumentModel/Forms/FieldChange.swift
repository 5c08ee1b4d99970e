/// The value of a field before and after it was filled in.
package struct FieldChange: Sendable, Hashable, Codable {
  package var id: FieldID
  package var before: [String]
  package var after: [String]

  package init(id: FieldID, before: [String], after: [String]) {
    self.id = id
    self.before = before
    self.after = after
  }

  package var inverse: FieldChange { FieldChange(id: id, before: after, after: before) }
  /// Whether the change has no effect.
  package var isEmpty: Bool { before == after }

  /// Returns the same change for a field whose current value differs from `before`.
  package func rebased(on current: [String]) -> FieldChange {
    FieldChange(id: id, before: current, after: after)
  }

  /// Merges successive changes into one per field; changes without effect are dropped.
  package static func folded(_ changes: some Sequence<FieldChange>) -> [FieldChange] {
    gathered(changes).filter { !$0.isEmpty }
  }

  /// Merges like `folded`, but keeps changes without effect.
  package static func gathered(_ changes: some Sequence<FieldChange>) -> [FieldChange] {
    var order: [FieldID] = []
    var gathered: [FieldID: FieldChange] = [:]
    for change in changes {
      if gathered[change.id] == nil { order.append(change.id) }
      gathered[change.id, default: change].after = change.after
    }
    return order.compactMap { gathered[$0] }
  }
}

/// A field value to write to a file: a `FieldChange` without the previous value.
package struct FieldEdit: Sendable, Hashable {
  package var id: FieldID
  package var value: [String]

  package init(id: FieldID, value: [String]) {
    self.id = id
    self.value = value
  }

  package init(_ change: FieldChange) {
    self.init(id: change.id, value: change.after)
  }
}

/// All edits to write to a file at once.
package struct SectionEdits: Sendable, Hashable {
  package var annotations: [AnnotationPatch]
  package var fields: [FieldEdit]

  package init(annotations: [AnnotationPatch] = [], fields: [FieldEdit] = []) {
    self.annotations = annotations
    self.fields = fields
  }

  package init(_ step: AnnotationEdit) {
    self.init(
      annotations: step.changes.compactMap { AnnotationPatch($0) },
      fields: step.fields.map { FieldEdit($0) })
  }

  package var count: Int { annotations.count + fields.count }
}
