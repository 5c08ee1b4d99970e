package import DocumentModel

/// A text being typed into an annotation or a form field.
package struct AnnotationWriting: Sendable, Hashable {
  package enum Target: Sendable, Hashable {
    /// The annotations to create; the first gets the text.
    case new([Annotation])
    /// Replaces an annotation's text.
    case text(Annotation)
    /// Recreates an annotation that was deleted, with the new text.
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

  /// The id of the annotation that gets the text; for a field, an id made from its name.
  package var id: AnnotationID? {
    switch target {
    case .new(let made): made.first?.id
    case .text(let annotation), .again(let annotation): annotation.id
    case .field(let field): AnnotationID("field " + field.id.name)
    }
  }

  /// Whether it makes annotations.
  var isNew: Bool { if case .new = target { true } else { false } }

  /// Whether the typed text is hidden.
  var isSecret: Bool {
    if case .field(let field) = target { field.flags.contains(.password) } else { false }
  }

  /// Whether the text goes into a field of a single line; false for annotations.
  var isOneLine: Bool {
    if case .field(let field) = target { !field.flags.contains(.multiline) } else { false }
  }
}

/// A text that was finished while a new version of its document was loaded.
package struct AwaitedText: Sendable, Hashable {
  package var writing: AnnotationWriting
  package var text: String
}

/// A command for an existing annotation.
package enum AnnotationCommand: Sendable, Hashable {
  case read, text, reply, delete, move, size
  /// Ask for the new colour, type, review state, style or tags.
  case color, kind, state, style, tag

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
    case .state: "Set the state of which annotation? Type its letters, Esc cancels"
    case .style: "Change the style of which annotation? Type its letters, Esc cancels"
    case .tag: "Tag which annotation? Type its letters, Esc cancels"
    case .kind: "Change the type of which annotation? Type its letters, Esc cancels"
    }
  }
}
