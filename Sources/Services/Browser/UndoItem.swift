import Files

/// A note or a change of favourites that can be undone.
struct UndoableAction: Sendable {
  /// Its title, such as `Note in “book (note).md”`.
  var title: String
  /// Takes it back, or does it again.
  var reverse: @Sendable (_ isRedo: Bool) -> Void
}

/// An item of the journal.
enum UndoItem: Sendable {
  case files(Undo)
  case kept(UndoableAction)

  var title: String {
    switch self {
    case .files(let undo): TaskStrings.title(undo.kind, undo.count)
    case .kept(let action): action.title
    }
  }
}
