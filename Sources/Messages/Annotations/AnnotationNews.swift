package import DocumentModel

/// A report of the annotation store about a document, by its path.
package enum AnnotationNews: Sendable {
  /// All annotations, those of the library over those of the file.
  case loaded([Annotation], SaveStatus)
  /// Kept; where a page is given that is where something was undone or redone.
  case changed([AnnotationChange], page: Int?, SaveStatus)
  /// All form fields, with the library's values over the file's; sent before `loaded`.
  case form([FormField])
  /// Fields were filled in, and that is kept.
  case filled([FieldChange], page: Int?, SaveStatus)
  case saveStatus(SaveStatus)
  /// Annotations without a place in this version.
  case detached([Annotation])
  /// Annotations of the previous version that may be carried over; nil: there are none, or none any more.
  case carried(CarriedAnnotations?)
  /// The number of annotations carried over from the previous version, because the user wants that for this file.
  case carriedOver(count: Int)
  /// The document was replaced by another one; so many annotations begun before are kept for the earlier one.
  case keptForEarlier(count: Int)
  /// Undone or redone edits of annotations that are on no page of this version.
  case reversedUnseen([AnnotationChange])
  /// The annotations of the document's collections have changed, or whether their servers answer.
  case shared(SharedLayer)
  /// An edit could not be kept, and is not done.
  case refused(file: String, reason: String)
}
