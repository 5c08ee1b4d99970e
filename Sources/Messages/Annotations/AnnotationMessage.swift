package import DocumentModel

/// Something that happened to annotations or a form.
package enum AnnotationMessage: Sendable {
  /// All annotations of the pages before `through`, by page in file order; the first part has the save status.
  case loaded(DocumentID, generation: Int, through: Int, [Annotation], SaveStatus)
  /// An edit was kept, by the user's edit, undo or redo, or by another Recto. The view goes to `page` if given, so that an undo is
  /// visible.
  case changed(DocumentID, generation: Int, [AnnotationChange], page: Int?, SaveStatus)
  /// All fields of the form.
  case form(DocumentID, generation: Int, [FormField])
  /// Fields were filled in, and that is kept; where `page` is given the view goes there.
  case filled(DocumentID, generation: Int, [FieldChange], page: Int?, SaveStatus)
  case standing(DocumentID, generation: Int, SaveStatus)
  /// Annotations without a place in this version of the document.
  case detached(DocumentID, generation: Int, [Annotation])
  /// Annotations of the previous version that may be carried over; nil: there are none any more.
  case carried(DocumentID, generation: Int, CarriedAnnotations?)
  /// So many annotations were carried over because the user wants that for this file.
  case carriedOver(DocumentID, generation: Int, count: Int)
  /// An undo or redo concerned annotations that are on no page of this version.
  case reversedUnseen(DocumentID, generation: Int, [AnnotationChange])
  /// A copy with all annotations was written, except edits on pages that have too many.
  case copied(DocumentID, path: String, fullPages: [Int])
  /// The text from the user's editor.
  case edited(DocumentID, generation: Int, AnnotationID, text: String)
  /// A copy that is gone on with was written, or why it was not.
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
