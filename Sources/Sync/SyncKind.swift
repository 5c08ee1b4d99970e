/// The kinds of synchronised values.
package enum SyncKind: String, Sendable, Hashable, CaseIterable {
  /// Where a document is read.
  case position
  /// A mark; its id is the letter.
  case mark
  /// A tag of a document; its id is the name.
  case tag
  /// The colour of a tag; its id is the name.
  case tagColor = "tag-color"
  /// A favourite document, or a folder whose path is the id.
  case favourite
  /// The order of the favourites, as a list of documents and of paths; its id is `list`.
  case favouriteOrder = "favourite-order"
  /// An annotation that is not in its document's file; its id is the annotation's.
  case annotation
  /// A setting; its id is the name.
  case setting

  /// Whether the latest time decides. Otherwise the revision does, so that a wrong clock cannot revert a later edit.
  package var isOrderedByTime: Bool { self == .position }

  /// Whether all values of this kind belong to a document; a favourite may also be a folder.
  package var isOfDocument: Bool {
    switch self {
    case .position, .mark, .tag, .annotation: true
    case .tagColor, .favourite, .favouriteOrder, .setting: false
    }
  }
}
