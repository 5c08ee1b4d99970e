/// What a field holds before and after it was filled in.
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
  /// It comes to nothing.
  package var isEmpty: Bool { before == after }

  /// The same filling of a field that holds something else than it was found with.
  package func rebased(on current: [String]) -> FieldChange {
    FieldChange(id: id, before: current, after: after)
  }

  /// Many changes, one after the other, as one for each field; those that come to nothing are left out.
  package static func folded(_ changes: some Sequence<FieldChange>) -> [FieldChange] {
    gathered(changes).filter { !$0.isEmpty }
  }

  /// The same with those that come to nothing.
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

/// What fields are to hold in a file: a `FieldChange` without what they held before.
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

/// All that is to become of a file at once.
package struct SectionEdits: Sendable, Hashable {
  package var annotations: [AnnotationEdit]
  package var fields: [FieldEdit]

  package init(annotations: [AnnotationEdit] = [], fields: [FieldEdit] = []) {
    self.annotations = annotations
    self.fields = fields
  }

  package init(_ step: AnnotationStep) {
    self.init(
      annotations: step.changes.compactMap { AnnotationEdit($0) },
      fields: step.fields.map { FieldEdit($0) })
  }

  package var isEmpty: Bool { annotations.isEmpty && fields.isEmpty }
  package var count: Int { annotations.count + fields.count }
}
