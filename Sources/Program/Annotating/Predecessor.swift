import DocumentModel
import Library

/// The document of which a file is likely the next version, and its annotations as they would lie on it.
struct Predecessor {
  let row: AnnotatedDocument
  let history: AnnotationHistory
  let carried: CarriedAnnotations
}

/// Which annotations of a document its next version lacks.
struct MissingAnnotations {
  /// Those made in Recto, in the order they were made.
  let own: [Annotation]
  /// Those that other programs had made.
  let foreign: [Annotation]
  /// Those that had no place in the version before either.
  let detached: [Annotation]
  /// The file has some of ours, or of another program's where we made none: whoever wrote it has deleted those that are missing.
  let areSomeThere: Bool

  var all: [Annotation] { own + foreign + detached }
}
