package import DocumentModel

/// A text that is being written on an annotation or into a field, and what becomes of it.
package struct AnnotationWriting: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    /// Annotations that are made with it, the text on the first.
    case new([Annotation])
    /// In place of what one says.
    case text(Annotation)
    /// One that was deleted, with its new text.
    case again(Annotation)
    /// In place of what a field holds.
    case field(FormField)
  }

  package var document: DocumentID
  package var target: Target
  /// Lines above the one that is typed.
  package var above: [String] = []

  package init(_ target: Target, in document: DocumentID) {
    self.target = target
    self.document = document
  }

  /// The annotation the text is on, or what stands for the field.
  package var id: AnnotationID? {
    switch target {
    case .new(let made): made.first?.id
    case .text(let annotation), .again(let annotation): annotation.id
    case .field(let field): AnnotationID("field " + field.id.name)
    }
  }

  /// What is typed is not shown.
  var isSecret: Bool {
    if case .field(let field) = target { field.flags.contains(.password) } else { false }
  }

  /// It has but one line.
  var isOneLine: Bool {
    if case .field(let field) = target { !field.flags.contains(.multiline) } else { false }
  }
}

/// A text that was written while its document became another version.
package struct AwaitedText: Sendable, Hashable {
  package var writing: AnnotationWriting
  package var text: String
}

/// Something done with an annotation that is there.
package enum AnnotationCommand: Sendable, Hashable {
  case read, text, reply, delete, move, size
  /// Ask which.
  case color, kind

  /// What the status line asks while one is chosen by its letters.
  var words: String {
    switch self {
    case .read: "Read which annotation? Its letters, or Escape"
    case .text: "Write on which annotation? Its letters, or Escape"
    case .reply: "Answer which annotation? Its letters, or Escape"
    case .delete: "Delete which annotation? Its letters, or Escape"
    case .move: "Move which annotation? Its letters, or Escape"
    case .size: "Another size for which annotation? Its letters, or Escape"
    case .color: "Another colour for which annotation? Its letters, or Escape"
    case .kind: "Make which annotation another kind? Its letters, or Escape"
    }
  }
}
