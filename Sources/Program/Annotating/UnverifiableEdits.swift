import DocumentModel

/// What does not read back as it should when it is written: it waits in the library, so that all else is written.
struct UnverifiableEdits {
  private var known: [AnnotationID: AnnotationChange] = [:]

  mutating func add(_ changes: [AnnotationChange]) {
    for change in changes { if let id = change.id { known[id] = change } }
  }

  private func has(_ change: AnnotationChange) -> Bool {
    change.id.map { known[$0] == change } ?? false
  }

  /// A step without those of it of which that is known; what has become another change since may be written again.
  func left(of step: AnnotationEdit) -> AnnotationEdit {
    var left = step
    left.changes.removeAll(where: has)
    return left
  }

  /// What is no longer to be written is forgotten.
  mutating func keepThose(of step: AnnotationEdit) {
    let ids = Set(step.changes.filter(has).compactMap(\.id))
    known = known.filter { ids.contains($0.key) }
  }

  var isEmpty: Bool { known.isEmpty }

  /// Ascending, indices from 0.
  var pages: [Int] { Set(known.values.flatMap(\.pages)).sorted() }
}
