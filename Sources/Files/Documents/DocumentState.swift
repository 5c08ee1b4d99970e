/// The relation of an open document to its file.
package enum DocumentState: Sendable, Equatable {
  /// The file has the document's contents.
  case normal
  case hasChanges
  /// It is being written, or will be when another program has finished writing.
  case saving
  /// Another program has changed the file where we have changes of our own: `settle` decides.
  case conflict
  /// The file is no longer there; `save(again:)` makes it again.
  case gone
  /// It could not be read or written; the changes are kept, and it is tried again.
  case failed(FilesError)
  case closed
}

/// An event that an open document reports to its owner.
package enum DocumentEvent: Sendable, Equatable {
  case state(DocumentState)
  /// The file was changed by another program, and its contents are the document's now.
  case reloaded
  /// The file was changed by another program, and the document has both changes.
  case merged
  /// Another program gave the file this path.
  case moved(to: String)
}
