package import DocumentModel

/// Something that happened to annotations or a form.
package enum AnnotationMessage: Sendable {
  /// A report of the annotation store about an open document.
  case news(DocumentID, generation: Int, AnnotationNews)
  /// A copy with all annotations was written, except edits on pages that have too many.
  case copied(DocumentID, path: String, fullPages: [Int])
  /// An exchanged file was read.
  case imported(DocumentID, generation: Int, ImportReport)
  /// A file of annotations was written; what is not in it is counted.
  case exported(DocumentID, path: String, losses: [ExchangeLoss: Int])
  /// The picture of a stamp was read; nil if it is none.
  case stampRead(path: String, StampPicture?)
  /// The text from the user's editor.
  case edited(DocumentID, generation: Int, AnnotationID, text: String)
  /// A copy to continue with was written, or why it was not.
  case copiedToGoOn(DocumentID, path: String, leftOut: [Int], trouble: String?)
  case foundAll(serial: Int, [DocumentAnnotations], isEnd: Bool)
}

/// A document of the library with some of its annotations.
package struct DocumentAnnotations: Sendable, Hashable {
  /// Absolute.
  package var path: String
  package var title: String
  package var annotations: [Annotation]
  /// Annotations without a place in the current version.
  package var detached: [Annotation]
  package var waymarks: DocumentWaymarks
  /// The number of matches beyond those listed.
  package var more = 0

  package init(
    path: String, title: String, annotations: [Annotation], detached: [Annotation] = [],
    waymarks: DocumentWaymarks = DocumentWaymarks()
  ) {
    self.path = path
    self.title = title
    self.waymarks = waymarks
    self.annotations = annotations
    self.detached = detached
  }
}
