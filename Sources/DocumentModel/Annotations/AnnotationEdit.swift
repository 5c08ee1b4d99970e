/// What is to become of one annotation in a file: an `AnnotationChange` without what it was before.
package struct AnnotationEdit: Sendable, Hashable {
  package var id: AnnotationID
  /// Where it was; nil for a new one.
  package var oldPage: Int?
  /// Nil where it is to go.
  package var after: Annotation?

  package init(id: AnnotationID, oldPage: Int?, after: Annotation?) {
    self.id = id
    self.oldPage = oldPage
    self.after = after
  }

  /// Nil for a change of nothing.
  package init?(_ change: AnnotationChange) {
    guard let id = change.id else { return nil }
    self.init(id: id, oldPage: change.before?.page, after: change.after)
  }
}
