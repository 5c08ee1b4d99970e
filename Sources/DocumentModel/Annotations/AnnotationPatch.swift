/// The change of one annotation to write to a file: an `AnnotationChange` without the previous
/// state.
package struct AnnotationPatch: Sendable, Hashable {
  package var id: AnnotationID
  /// The page it was on; nil for a new annotation.
  package var oldPage: Int?
  /// nil to delete the annotation.
  package var after: Annotation?

  package init(id: AnnotationID, oldPage: Int?, after: Annotation?) {
    self.id = id
    self.oldPage = oldPage
    self.after = after
  }

  /// Returns nil if the change has neither a state before nor one after.
  package init?(_ change: AnnotationChange) {
    guard let id = change.id else { return nil }
    self.init(id: id, oldPage: change.before?.page, after: change.after)
  }
}
