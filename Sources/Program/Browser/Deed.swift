import Files

/// Something that was noted or kept at hand, for the journal of what can be taken back.
struct KeptDeed: Sendable {
  /// As `Note in “book (note).md”`.
  var title: String
  /// Takes it back, or does it again.
  var reverse: @Sendable (_ isRedo: Bool) -> Void
}

/// What the journal keeps.
enum Deed: Sendable {
  case files(Undo)
  case kept(KeptDeed)

  var title: String {
    switch self {
    case .files(let undo): TaskWords.title(undo.kind, undo.count)
    case .kept(let deed): deed.title
    }
  }
}
