import Files

/// Something that was noted or kept at hand, for the journal of what can be taken back.
struct UndoableAction: Sendable {
  /// As `Note in “book (note).md”`.
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
    case .kept(let deed): deed.title
    }
  }
}
