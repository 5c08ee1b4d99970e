/// How an open document and its file stand to each other.
package enum DocumentState: Sendable, Equatable {
  /// The file says what the document says.
  case normal
  case hasChanges
  /// It is being written, or will be as soon as nobody else writes it.
  case saving
  /// Another program has changed the file where we have changes of our own: `settle` decides.
  case conflict
  /// The file is no longer there; `save(again:)` makes it again.
  case gone
  /// It could not be read or written; the changes are kept, and it is tried again.
  case failed(FilesError)
  case closed
}

/// What an open document tells its owner.
package enum DocumentEvent: Sendable, Equatable {
  case state(DocumentState)
  /// The file was changed by another program, and its contents are the document's now.
  case reloaded
  /// The file was changed by another program, and the document has both changes.
  case merged
  /// Another program gave the file this path.
  case moved(to: String)
}
