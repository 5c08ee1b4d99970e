import DocumentModel
import Library

/// The document of which a file is likely the next version, with its annotations placed on that version.
struct Predecessor {
  let row: AnnotatedDocument
  let history: AnnotationHistory
  let carried: CarriedAnnotations

  /// Whether an annotation that still had a place has only a similar passage in the next version.
  var isAnyChanged: Bool {
    let detached = Set(history.detached.map(\.id))
    return carried.closest.contains { !detached.contains($0.id) }
  }
}

/// The annotations of a document that its next version lacks.
struct MissingAnnotations {
  /// The annotations made in Recto, in order.
  let own: [Annotation]
  /// The annotations made by other programs.
  let foreign: [Annotation]
  /// The annotations that had no place in the previous version either.
  let detached: [Annotation]
  /// Whether some of Recto's annotations (or others, if Recto made none) are in the file: then the missing ones were deleted
  /// on purpose.
  let wereDeletedOnPurpose: Bool

  var all: [Annotation] { own + foreign + detached }
}
