package import DocumentModel

/// A text being written on an annotation or into a field, and what it is for.
package struct AnnotationWriting: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    /// Annotations that are made with it, the text on the first.
    case new([Annotation])
    /// Replaces an annotation's text.
    case text(Annotation)
    /// One that was deleted, with its new text.
    case again(Annotation)
    /// Replaces a field's value.
    case field(FormField)
  }

  package var document: DocumentID
  package var target: Target

  package init(_ target: Target, in document: DocumentID) {
    self.target = target
    self.document = document
  }

  /// The annotation the text is on, or an identifier for the field.
  package var id: AnnotationID? {
    switch target {
    case .new(let made): made.first?.id
    case .text(let annotation), .again(let annotation): annotation.id
    case .field(let field): AnnotationID("field " + field.id.name)
    }
  }

  /// Whether the typed text is hidden.
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

  /// The status line's prompt while an annotation is chosen by letters.
  var words: String {
    switch self {
    case .read: "Read which annotation? Type its letters, Esc cancels"
    case .text: "Edit which annotation? Type its letters, Esc cancels"
    case .reply: "Reply to which annotation? Type its letters, Esc cancels"
    case .delete: "Delete which annotation? Type its letters, Esc cancels"
    case .move: "Move which annotation? Type its letters, Esc cancels"
    case .size: "Resize which annotation? Type its letters, Esc cancels"
    case .color: "Change the colour of which annotation? Type its letters, Esc cancels"
    case .kind: "Change the type of which annotation? Type its letters, Esc cancels"
    }
  }
}
