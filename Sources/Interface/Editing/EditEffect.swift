package import DocumentModel

/// Something to be done to a document's own pages or outline, outside the state; what comes of it returns as an `EditMessage`.
package enum EditEffect: Sendable, Equatable {
  /// What is to be done, one after the other; `serial` is that of the request it comes from.
  ///
  /// The file is written anew in its place, or where `path` is given (as it was typed) into a new file.
  case edit(DocumentID, generation: Int, serial: Int, EditCommand, path: String?)
  /// Keep pages at hand, whatever becomes of their document.
  case hold(DocumentID, generation: Int, pages: [Int])
}

/// What is done to a document itself.
package enum EditCommand: Sendable, Hashable {
  case edits([DocumentEdit])
  /// The pages are taken out and kept at hand.
  case cut([Int])
  /// The pages at hand are put in; the first of them will stand there.
  case put(at: Int)
  /// All pages of the file at a path, as it was typed.
  case insert(String, at: Int)
  /// Back to what the file was before its last edit, and on to what it was before that was taken back.
  case undo, redo
}
