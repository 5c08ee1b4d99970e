import DocumentModel

extension AnnotationList {
  /// Whether an annotation is another member's, so that the user cannot change it.
  func isOfOthers(_ id: AnnotationID) -> Bool {
    ofMembers.contains(id) && !layer.own.contains(id)
      && !layer.withdrawn.contains { $0.id == id }
  }
}
