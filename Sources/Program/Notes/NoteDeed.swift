import Files

/// Something that was noted, for the journal of what can be taken back.
struct NoteDeed: Sendable {
  /// As `Note in “book (note).md”`.
  var title: String
  /// Takes it back, or does it again.
  var reverse: @Sendable (_ isRedo: Bool) -> Void
}

/// What the journal keeps.
enum Deed: Sendable {
  case files(Undo)
  case note(NoteDeed)

  var title: String {
    switch self {
    case .files(let undo): TaskWords.title(undo.kind, undo.count)
    case .note(let deed): deed.title
    }
  }
}
