import DocumentModel

/// Edits that fail verification: they wait in the library, so that all others can be written.
struct UnverifiableEdits {
  private var known: [AnnotationID: AnnotationChange] = [:]

  mutating func add(_ changes: [AnnotationChange]) {
    for change in changes { if let id = change.id { known[id] = change } }
  }

  private func has(_ change: AnnotationChange) -> Bool {
    change.id.map { known[$0] == change } ?? false
  }

  /// Returns an edit without known failures; an annotation changed again is tried again.
  func left(of step: AnnotationEdit) -> AnnotationEdit {
    var left = step
    left.changes.removeAll(where: has)
    return left
  }

  /// Forgets failures that are no longer part of the edit.
  mutating func keepThose(of step: AnnotationEdit) {
    let ids = Set(step.changes.filter(has).compactMap(\.id))
    known = known.filter { ids.contains($0.key) }
  }

  var isEmpty: Bool { known.isEmpty }

  /// Ascending, indices from 0.
  var pages: [Int] { Set(known.values.flatMap(\.pages)).sorted() }
}
