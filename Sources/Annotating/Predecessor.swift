import DocumentModel
import Library

/// The document of which a file is likely the next version, with its annotations placed on that version.
struct Predecessor {
  let row: AnnotatedDocument
  let history: AnnotationHistory
  let carried: CarriedAnnotations

  /// Whether the words of an annotation changed that had a place until now.
  var isAnyChanged: Bool {
    let detached = Set(history.detached.map(\.id))
    return carried.closest.contains { !detached.contains($0.id) }
  }
}

/// The annotations of a document that its next version lacks.
struct MissingAnnotations {
  /// Those made in Recto, in order.
  let own: [Annotation]
  /// Those made by other programs.
  let foreign: [Annotation]
  /// Those that had no place in the previous version either.
  let detached: [Annotation]
  /// The file has some of Recto's annotations, or of another program's if there were none of ours: its author deleted the
  /// missing ones.
  let areSomeThere: Bool

  var all: [Annotation] { own + foreign + detached }
}
